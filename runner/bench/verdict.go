package bench

import (
	"fmt"
	"strings"
	"unicode"

	"redismatrix/matrix"
)

// verdict is what a reply is counted as.
type verdict uint8

const (
	hit   verdict = iota // as expected
	miss                 // nothing there, or less than expected
	wrong                // an error, or a reply of another type
)

// judge compares a reply with what it must be.
func (e expectation) judge(r *reply) verdict {
	if r.failed {
		return wrong
	}
	switch e.Kind {
	case matrix.ReplyStatus:
		return hitIf(r.kind == '+')
	case matrix.ReplyInteger:
		return hitIf(r.kind == ':')
	case matrix.ReplyBulk:
		return e.judgeBulk(r)
	case matrix.ReplyArray:
		return e.judgeArray(r)
	}
	return wrong
}

func hitIf(ok bool) verdict {
	if ok {
		return hit
	}
	return wrong
}

func (e expectation) judgeBulk(r *reply) verdict {
	switch {
	case r.null:
		return miss
	case r.kind != '$' && r.kind != '=':
		return wrong
	}
	return hitIf(e.size < 0 || r.size == e.size)
}

func (e expectation) judgeArray(r *reply) verdict {
	switch {
	case r.null:
		return miss
	case r.kind != '*' && r.kind != '~' && r.kind != '%':
		return wrong
	case r.size != int64(e.Len) || r.nulls > 0:
		return miss
	}
	return hit
}

// complaint says what is wrong with the reply that s has just read.
func (e expectation) complaint(s *scanner) string {
	r := &s.reply
	if r.failed {
		return printable(s.errorText())
	}
	if e.Kind == matrix.ReplyBulk && r.kind == '$' {
		return fmt.Sprintf("got a value of %d bytes, want %d", r.size, e.size)
	}
	return fmt.Sprintf("got a reply of type %q, want %s", r.kind, e.Kind)
}

// printable makes a server's text safe for one line of a terminal or a log.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"redismatrix/matrix"
)

// verdict is what a reply is counted as.
type verdict uint8

// The worse of two verdicts is the higher one.
const (
	good  verdict = iota // as expected, of a command that looks for nothing
	hit                  // found
	miss                 // nothing there, or less than expected
	wrong                // an error, or a reply of another type
)

// expectation is what a command must be answered with.
type expectation struct {
	matrix.Reply
	// sizes are the lengths that a bulk string may have, or that a count may
	// tell; nil for any.
	sizes matrix.Sizes
	// least is what a string's length, or a count, must reach to be a hit.
	least int64
	// writes is true for a command that changes something and looks for
	// nothing, though its reply is of the kind that reads have.
	writes bool
}

// zeroBytes is how long a value must be to have a bit that is set: a random one
// of as many bytes has none once in 2^64.
const zeroBytes = 8

// expect derives what a command must be answered with. One that reads a value
// back, which the data set holds as it was written, must find it as long.
func expect(command []string, reply matrix.Reply, needs matrix.Dataset, load matrix.Load) expectation {
	name := strings.ToUpper(command[0])
	e := expectation{Reply: reply, writes: writing[name]}
	if reply.Kind == matrix.ReplyCount {
		e.least = int64(reply.Len)
	}
	switch name {
	case "GETRANGE", "SUBSTR", "GEODIST":
		e.least = 1 // of a key that is not there they read an empty string, GEODIST on 3.2
	}
	if needs != matrix.DataNone {
		e.readBack(name, command, load.ValueSize)
	}
	return e
}

// readBack adds what a command must find of values of these sizes, of which an
// empty one cannot be told from none.
func (e *expectation) readBack(name string, command []string, sizes matrix.Sizes) {
	switch name {
	case "GET", "HGET", "LINDEX", "LPOP", "RPOP", "RPOPLPUSH":
		e.sizes = sizes
	case "STRLEN":
		e.sizes, e.least = sizes, int64(min(1, sizes.Min()))
	case "GETRANGE":
		e.sizes, e.least = beginnings(sizes, command), int64(min(1, sizes.Min()))
	case "BITCOUNT":
		if sizes.Min() >= zeroBytes {
			e.Kind, e.least = matrix.ReplyCount, 1
		}
	}
}

// beginnings are the sizes of what GETRANGE reads from the beginning of values.
func beginnings(sizes matrix.Sizes, command []string) matrix.Sizes {
	last, err := strconv.Atoi(command[len(command)-1])
	if err != nil || last < 0 || command[len(command)-2] != "0" {
		return nil
	}
	cut := slices.Clone(sizes)
	for i := range cut {
		cut[i].Low, cut[i].High = min(cut[i].Low, last+1), min(cut[i].High, last+1)
	}
	return cut
}

// writing are the commands that are answered with a bulk string, an array or
// nil and look for nothing.
var writing = map[string]bool{
	"SET": true, "INCRBYFLOAT": true, "HINCRBYFLOAT": true, "ZADD": true, "ZINCRBY": true, "XADD": true,
	"EXEC": true, "WAITAOF": true, "SCRIPT": true, "FUNCTION": true, "ECHO": true, "PING": true, "TIME": true, "INFO": true,
}

// judge compares a reply with what it must be.
func (e *expectation) judge(r *reply) verdict {
	if r.failed {
		return wrong
	}
	switch e.Kind {
	case matrix.ReplyStatus:
		return goodIf(r.kind == '+')
	case matrix.ReplyInteger:
		return goodIf(r.kind == ':')
	case matrix.ReplyCount:
		return e.judgeCount(r)
	case matrix.ReplyBulk:
		return e.judgeBulk(r)
	case matrix.ReplyArray:
		return e.judgeArray(r)
	case matrix.ReplyAny:
		return e.judgeAny(r)
	}
	return wrong
}

func goodIf(ok bool) verdict {
	if ok {
		return good
	}
	return wrong
}

// judgeCount takes nil for a miss, as ZRANK has it.
func (e *expectation) judgeCount(r *reply) verdict {
	switch {
	case r.null:
		return miss
	case r.kind != ':':
		return wrong
	case r.number < e.least:
		return miss
	case e.sizes != nil && !e.sizes.Holds(int(r.number)):
		return wrong
	}
	return e.found()
}

// judgeBulk takes RESP3's doubles too: in RESP2 they are bulk strings.
func (e *expectation) judgeBulk(r *reply) verdict {
	switch {
	case r.null:
		return miss
	case r.kind != '$' && r.kind != '=' && r.kind != ',':
		return wrong
	case r.size < e.least:
		return miss
	case e.sizes != nil && !e.sizes.Holds(int(r.size)):
		return wrong
	}
	return e.found()
}

func (e *expectation) judgeArray(r *reply) verdict {
	switch {
	case r.null:
		return miss
	case !aggregate(r):
		return wrong
	case r.size != int64(e.Len) || r.nulls > 0:
		return miss
	}
	return e.found()
}

// judgeAny takes a status or a number for the answer to a command that looks
// for nothing.
func (e *expectation) judgeAny(r *reply) verdict {
	switch {
	case e.writes:
		return good
	case r.null:
		return miss
	case aggregate(r):
		return hitIf(r.size > r.nulls)
	case r.kind == '$' || r.kind == '=':
		return hitIf(r.size >= e.least)
	}
	return good
}

func hitIf(found bool) verdict {
	if found {
		return hit
	}
	return miss
}

func (e *expectation) found() verdict {
	if e.writes {
		return good
	}
	return hit
}

// aggregate says whether a reply has elements: an array, a set, or a map.
func aggregate(r *reply) bool { return r.kind == '*' || r.kind == '~' || r.kind == '%' }

// complaint says what is wrong with the reply that s has just read.
func (e *expectation) complaint(s *scanner) string {
	r := &s.reply
	if r.failed {
		return printable(s.errorText())
	}
	switch {
	case e.Kind == matrix.ReplyBulk && r.kind == '$':
		return fmt.Sprintf("got a value of %d bytes, want %v", r.size, e.sizes)
	case e.Kind == matrix.ReplyCount && r.kind == ':':
		return fmt.Sprintf("got a length of %d bytes, want %v", r.number, e.sizes)
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

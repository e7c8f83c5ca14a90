package bench

import (
	"fmt"
	"math"
)

// endLine ends a line: a whole value, or the head of a longer one.
func (s *scanner) endLine() (done bool, err error) {
	switch s.kind {
	case '+', '#', ',', '(':
		s.note(false, s.length)
		return s.endValue(), nil
	case '-':
		s.note(false, s.length)
		s.fail()
		return s.endValue(), nil
	case '_':
		s.note(true, 0)
		return s.endValue(), nil
	case ':':
		return s.endInteger()
	case '$', '!', '=':
		return s.beginBulk()
	default:
		return s.beginArray()
	}
}

// note keeps what is known of the reply itself, rather than of its elements.
func (s *scanner) note(null bool, size int64) {
	switch {
	case s.depth == 0:
		s.reply.kind, s.reply.null, s.reply.size = s.kind, null, size
	case null && s.depth == 1 && !s.isAside():
		s.reply.nulls++
	}
}

// fail notes an error.
func (s *scanner) fail() {
	if !s.isAside() {
		s.reply.failed = true
	}
}

// isAside says whether the value that is being read is no part of the reply.
func (s *scanner) isAside() bool { return s.aside&(1<<(s.depth+1)-1) != 0 }

func (s *scanner) endInteger() (done bool, err error) {
	limit := uint64(math.MaxInt64)
	if s.minus {
		limit++
	}
	if s.number > limit {
		return false, fmt.Errorf("integer out of range: %s%d", s.sign(), s.number)
	}
	s.note(false, 0)
	if s.depth == 0 {
		s.reply.number = int64(s.number)
		if s.minus {
			s.reply.number = -s.reply.number
		}
	}
	return s.endValue(), nil
}

func (s *scanner) sign() string {
	if s.minus {
		return "-"
	}
	return ""
}

// beginBulk takes a bulk string's length. A blob error's text is not kept.
func (s *scanner) beginBulk() (done bool, err error) {
	if s.kind == '$' && s.isMinusOne() {
		s.note(true, 0)
		return s.endValue(), nil
	}
	if s.minus || s.number > maxBulk {
		return false, fmt.Errorf("bulk string of %s%d bytes", s.sign(), s.number)
	}
	s.note(false, int64(s.number))
	if s.kind == '!' {
		s.keepBlobError()
	}
	s.skip, s.state = int64(s.number), inBulk
	if s.skip == 0 {
		s.state = inBulkCR
	}
	return false, nil
}

// isMinusOne says whether a length stands for nil.
func (s *scanner) isMinusOne() bool { return s.minus && s.number == 1 && s.digits == 1 }

// keepBlobError stands a blob error's length in for its text: no server sends
// blob errors today, and one is still an error.
func (s *scanner) keepBlobError() {
	if !s.reply.failed && !s.isAside() {
		s.texts = copy(s.text[:], fmt.Sprintf("blob error of %d bytes", s.number))
	}
	s.fail()
}

// beginArray takes the number of elements of an array, a set, a map, an
// attribute or a push.
func (s *scanner) beginArray() (done bool, err error) {
	if s.kind == '*' && s.isMinusOne() {
		s.note(true, 0)
		return s.endValue(), nil
	}
	if s.minus || s.number > maxElements {
		return false, fmt.Errorf("array of %s%d elements", s.sign(), s.number)
	}
	elements := int64(s.number)
	if s.kind == '%' || s.kind == '|' {
		elements *= 2
	}
	if s.kind != '|' && s.kind != '>' {
		s.note(false, elements)
	}
	return s.enter(elements)
}

// enter goes one level down, to read elements.
func (s *scanner) enter(elements int64) (done bool, err error) {
	aside := s.kind == '|' || s.kind == '>'
	s.state = inType
	if elements == 0 {
		return !aside && s.endValue(), nil
	}
	if s.depth == maxDepth {
		return false, fmt.Errorf("arrays nested deeper than %d", maxDepth)
	}
	s.depth++
	s.left[s.depth] = elements
	s.aside &^= 1 << s.depth
	if aside {
		s.aside |= 1 << s.depth
	}
	return false, nil
}

// endValue counts a complete value, goes up from levels that it completes, and
// says whether it completes the reply.
func (s *scanner) endValue() bool {
	s.state = inType
	for {
		if s.left[s.depth]--; s.left[s.depth] > 0 {
			return false
		}
		if s.depth == 0 {
			return true
		}
		aside := s.aside&(1<<s.depth) != 0
		s.depth--
		if aside {
			return false
		}
	}
}

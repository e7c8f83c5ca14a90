package bench

import (
	"bytes"
	"fmt"
)

// Limits beyond which a length is taken for garbage rather than for a reply.
const (
	maxDepth    = 32      // levels of nested arrays
	maxBulk     = 1 << 33 // bytes of a bulk string
	maxElements = 1 << 32 // elements of an array
	maxLine     = 1 << 16 // bytes of a status, error or number
	maxText     = 256     // bytes kept of an error's text
)

// reply is what is known of a reply without building its value.
type reply struct {
	// kind is the reply's type byte: '+', '-', ':', '$', '*' and RESP3's.
	kind byte
	// null is true for a nil bulk string, a nil array and RESP3's null.
	null bool
	// size is the length of a bulk string in bytes, or of an array in elements
	// (of a map in keys and values).
	size int64
	// number is the value of an integer.
	number int64
	// nulls counts the elements of an array that are null.
	nulls int64
	// failed is true for an error, and for an array that holds one.
	failed bool
}

// scanner finds where replies end in a stream of RESP2 or RESP3 bytes that
// arrives in arbitrary pieces. It builds no values, keeps no input and
// allocates nothing. Its zero value is ready; after an error it is done for.
type scanner struct {
	state  state
	kind   byte // of the value that is being read
	minus  bool
	digits int
	number uint64
	length int64 // bytes of the line so far
	skip   int64 // bytes of a bulk string yet to come
	// left counts the values yet to come on each level; level 0 is the reply.
	left  [maxDepth + 1]int64
	depth int
	// aside marks levels that are no part of the reply: attributes, pushes. Bits
	// above depth are of the past.
	aside uint64
	reply reply
	text  [maxText]byte
	texts int // bytes of text in use
}

// state says what the next byte belongs to.
type state uint8

const (
	inReply  state = iota // between replies
	inType                // a type byte
	inLine                // text up to CR
	inNumber              // digits up to CR
	inLF                  // the LF after a line's CR
	inBulk                // the bytes of a bulk string
	inBulkCR              // the CR after them
	inBulkLF              // the LF after that
)

// scan reads buf up to the end of the current reply. It returns how many bytes
// it took and whether the reply is complete; if it is not, all of buf was
// taken. s.reply and s.errorText hold until the next call.
func (s *scanner) scan(buf []byte) (n int, done bool, err error) {
	if s.state == inReply {
		s.reset()
	}
	for n < len(buf) && !done && err == nil {
		var took int
		took, done, err = s.step(buf[n:])
		n += took
	}
	if done {
		s.state = inReply
	}
	return n, done, err
}

// partial says whether a reply has begun and not ended.
func (s *scanner) partial() bool { return s.state != inReply }

// errorText is the text of the reply's first error, without its '-'.
func (s *scanner) errorText() string { return string(s.text[:s.texts]) }

func (s *scanner) reset() {
	s.state, s.depth, s.aside = inType, 0, 0
	s.left[0] = 1
	s.reply = reply{}
	s.texts = 0
}

// step takes at least one byte of buf, which is not empty.
func (s *scanner) step(buf []byte) (n int, done bool, err error) {
	switch s.state {
	case inLine:
		n, err = s.line(buf)
	case inNumber:
		n, err = s.digit(buf)
	case inLF:
		n, err = 1, s.want(buf, '\n')
		if err == nil {
			done, err = s.endLine()
		}
	case inBulk:
		n = int(min(int64(len(buf)), s.skip))
		if s.skip -= int64(n); s.skip == 0 {
			s.state = inBulkCR
		}
	case inBulkCR:
		n, err = 1, s.want(buf, '\r')
		s.state = inBulkLF
	case inBulkLF:
		n, err = 1, s.want(buf, '\n')
		done = err == nil && s.endValue()
	default:
		if n = s.shortBulks(buf); n > 0 {
			return n, false, nil
		}
		n, err = 1, s.begin(buf)
	}
	return n, done, err
}

// shortBulks is the short way through an array of short strings: it takes all
// of them that lie in buf as a whole, but for the array's last.
func (s *scanner) shortBulks(buf []byte) (n int) {
	if s.depth == 0 {
		return 0
	}
	left := s.left[s.depth]
	for left > 1 {
		size := shortBulk(buf[n:])
		if size == 0 {
			break
		}
		n += size
		left--
	}
	s.left[s.depth] = left
	return n
}

// shortBulk is the size, with all that belongs to it, of a bulk string of at
// most 999 bytes that buf begins with; 0 where it begins with anything else.
func shortBulk(buf []byte) int {
	if len(buf) < 6 || buf[0] != '$' {
		return 0
	}
	size, at := 0, 1
	for at < 4 && buf[at]-'0' <= 9 {
		size = size*10 + int(buf[at]-'0')
		at++
	}
	end := at + 2 + size
	if at == 1 || end+2 > len(buf) ||
		buf[at] != '\r' || buf[at+1] != '\n' || buf[end] != '\r' || buf[end+1] != '\n' {
		return 0
	}
	return end + 2
}

// begin takes a type byte.
func (s *scanner) begin(buf []byte) error {
	s.kind, s.length = buf[0], 0
	switch s.kind {
	case '+', '-', '_', '#', ',', '(':
		s.state = inLine
	case ':', '$', '*', '!', '=', '%', '~', '|', '>':
		s.state, s.minus, s.digits, s.number = inNumber, false, 0, 0
	default:
		return fmt.Errorf("not a RESP reply: %s", excerpt(buf))
	}
	if s.kind == '>' && s.depth > 0 {
		return fmt.Errorf("push inside a reply: %s", excerpt(buf))
	}
	return nil
}

// line takes text up to a line's end.
func (s *scanner) line(buf []byte) (int, error) {
	end := bytes.IndexByte(buf, '\r')
	text := buf
	if end >= 0 {
		text = buf[:end]
	}
	if s.length += int64(len(text)); s.length > maxLine {
		return 0, fmt.Errorf("line longer than %d bytes: %s", maxLine, excerpt(buf))
	}
	if bytes.IndexByte(text, '\n') >= 0 {
		return 0, fmt.Errorf("line feed inside a line: %s", excerpt(buf))
	}
	s.keep(text)
	if end < 0 {
		return len(buf), nil
	}
	s.state = inLF
	return end + 1, nil
}

// keep saves the text of the reply's first error.
func (s *scanner) keep(text []byte) {
	if s.kind == '-' && !s.reply.failed && !s.isAside() {
		s.texts += copy(s.text[s.texts:], text)
	}
}

// digit takes the digits of a number up to its line's end.
func (s *scanner) digit(buf []byte) (n int, err error) {
	for n < len(buf) && buf[n]-'0' <= 9 {
		if s.digits++; s.digits > 19 {
			return n, fmt.Errorf("number out of range: %s", excerpt(buf))
		}
		s.number = s.number*10 + uint64(buf[n]-'0')
		n++
	}
	if n == len(buf) {
		return n, nil
	}
	switch at := buf[n]; {
	case at == '\r' && s.digits > 0:
		s.state = inLF
	case at == '-' && s.digits == 0 && !s.minus:
		s.minus = true
	default:
		return n, fmt.Errorf("not a number after %q: %s", s.kind, excerpt(buf[n:]))
	}
	return n + 1, nil
}

// want checks the one byte that must come.
func (s *scanner) want(buf []byte, b byte) error {
	if buf[0] != b {
		return fmt.Errorf("expected %q in a reply of type %q, found %s", b, s.kind, excerpt(buf))
	}
	return nil
}

// excerpt quotes the beginning of what could not be understood.
func excerpt(buf []byte) string { return fmt.Sprintf("%q", buf[:min(len(buf), 40)]) }

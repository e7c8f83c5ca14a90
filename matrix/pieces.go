package matrix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// pieces reads JSON piece by piece, as its text. Of a value it finds only where it
// ends, which is fast: whether it is right is for the decoder to say.
type pieces struct {
	from io.Reader
	err  error // of from, once it has failed or ended
	// buffer[at:] is what was read and is not passed, passed how much of the text
	// stands before buffer.
	buffer []byte
	at     int
	passed int64
}

func newPieces(from io.Reader) *pieces { return &pieces{from: from, buffer: make([]byte, 0, 1<<18)} }

// offset is where in the text the next piece begins.
func (p *pieces) offset() int64 { return p.passed + int64(p.at) }

// peek is the first byte of the next piece; the error is io.EOF where there is none.
func (p *pieces) peek() (byte, error) {
	for {
		for ; p.at < len(p.buffer); p.at++ {
			switch c := p.buffer[p.at]; c {
			case ' ', '\t', '\r', '\n':
			default:
				return c, nil
			}
		}
		if err := p.fill(); err != nil {
			return 0, err
		}
	}
}

// mark passes a byte that has to come next.
func (p *pieces) mark(want byte) error {
	c, err := p.peek()
	if err != nil {
		return err
	}
	if c != want {
		return unexpected(c, fmt.Sprintf("%q", want))
	}
	p.at++
	return nil
}

// next tells whether an object or a list, which ends with a byte, has a further
// element, and passes what stands before that, or the end.
func (p *pieces) next(end byte, first bool) (bool, error) {
	c, err := p.peek()
	switch {
	case err != nil:
		return false, err
	case c == end:
		p.at++
		return false, nil
	case first:
		return true, nil
	}
	return true, p.mark(',')
}

// value passes a value, whose text is valid until the next piece is looked at.
func (p *pieces) value() ([]byte, error) {
	c, err := p.peek()
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte([]byte(`,:]}`), c) >= 0 {
		return nil, unexpected(c, "a value")
	}
	var ending valueEnd
	length := 0
	for {
		n, found := ending.find(p.buffer[p.at:], length)
		if found {
			text := p.buffer[p.at : p.at+n]
			p.at += n
			return text, nil
		}
		length = n
		switch err := p.fill(); {
		case errors.Is(err, io.EOF) && ending.open():
			return nil, io.ErrUnexpectedEOF
		case errors.Is(err, io.EOF):
			text := p.buffer[p.at:]
			p.at = len(p.buffer)
			return text, nil
		case err != nil:
			return nil, err
		}
	}
}

// fill reads more of the text, and keeps what is not passed.
func (p *pieces) fill() error {
	if p.err != nil {
		return p.err
	}
	p.passed += int64(p.at)
	kept := copy(p.buffer, p.buffer[p.at:])
	p.buffer, p.at = p.buffer[:kept], 0
	if kept > cap(p.buffer)/2 {
		p.buffer = append(make([]byte, 0, 2*cap(p.buffer)), p.buffer...)
	}
	n, err := p.from.Read(p.buffer[kept:cap(p.buffer)])
	p.buffer, p.err = p.buffer[:kept+n], err
	if n > 0 {
		return nil
	}
	return err
}

// valueEnd looks for the end of a value: it is in so many objects and lists, and
// maybe in a string.
type valueEnd struct {
	depth  int
	quoted bool
}

// open reports whether there has to be more of the value.
func (v *valueEnd) open() bool { return v.quoted || v.depth > 0 }

// find goes on at a place of the value's text, and gives how long the value is; it
// is not found where the text ends before.
func (v *valueEnd) find(text []byte, at int) (length int, found bool) {
	for i := at; i < len(text); i++ {
		if v.quoted {
			if i = closing(text, i); i == len(text) {
				break
			}
			if v.quoted = false; v.depth == 0 {
				return i + 1, true
			}
			continue
		}
		switch text[i] {
		case '"':
			v.quoted = true
		case '{', '[':
			v.depth++
		case '}', ']':
			if v.depth == 0 {
				return i, true
			}
			if v.depth--; v.depth == 0 {
				return i + 1, true
			}
		case ',', ':', ' ', '\t', '\r', '\n':
			if v.depth == 0 {
				return i, true
			}
		}
	}
	return len(text), false
}

// closing is where a string ends that goes on at a place, or the length of the text.
func closing(text []byte, at int) int {
	for {
		n := bytes.IndexByte(text[at:], '"')
		if n < 0 {
			return len(text)
		}
		at += n
		escapes := 0
		for at > escapes && text[at-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at
		}
		at++
	}
}

// unexpected says that a byte is no JSON where it stands.
func unexpected(c byte, want string) error {
	return fmt.Errorf("invalid character %q where %s is expected; %s", c, want, wholeDocument)
}

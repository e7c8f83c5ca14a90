package recorded

import (
	"strings"
	"unicode/utf8"
)

// sign is a word by which output is known. It stands anywhere on a line: text
// that was copied from a page has often lost its line breaks.
type sign struct {
	word string
	// read takes what stands around the sign, and tells where that ends; not
	// taken where it is something else.
	read func(r *runs, at int) (end int, taken bool)
}

// seeker finds the signs of a text in their order. Each is looked for by itself,
// so that the text is passed as often as there are signs, and not oftener.
type seeker struct {
	text  string
	signs []sign
	next  []int // the next place of each, len(text) for none
}

func newSeeker(text string, signs []sign) *seeker {
	s := &seeker{text: text, signs: signs, next: make([]int, len(signs))}
	for i := range signs {
		s.find(i, 0)
	}
	return s
}

func (s *seeker) find(i, from int) {
	s.next[i] = len(s.text)
	if at := strings.Index(s.text[from:], s.signs[i].word); at >= 0 {
		s.next[i] = from + at
	}
}

// seek is the first sign that begins at a place or behind it.
func (s *seeker) seek(from int) (found sign, at int, ok bool) {
	at = len(s.text)
	for i := range s.next {
		if s.next[i] < from {
			s.find(i, from)
		}
		if s.next[i] < at {
			at, found, ok = s.next[i], s.signs[i], true
		}
	}
	return found, at, ok
}

// place counts lines and columns on the way through a text.
type place struct {
	text             string
	at, line, column int // the last two from 1
}

// longLine is from how many bytes on a line's number alone does not say where.
const longLine = 200

// move goes on to a place of the text; it does not go back.
func (p *place) move(to int) {
	if to <= p.at {
		return
	}
	passed := p.text[p.at:to]
	if last := strings.LastIndexByte(passed, '\n'); last >= 0 {
		p.line += strings.Count(passed, "\n")
		p.column, passed = 1, passed[last+1:]
	}
	p.column += utf8.RuneCountInString(passed)
	p.at = to
}

// told is the column, 0 where the line is so short that its number will do.
func (p *place) told() int {
	ahead := p.text[p.at:min(len(p.text), p.at+longLine)]
	if p.column > longLine || len(ahead) == longLine && !strings.Contains(ahead, "\n") {
		return p.column
	}
	return 0
}

// cutNumber cuts the number off that stands at the end of a text, with spaces
// behind it.
func cutNumber(text string) (head, number string) {
	text = strings.TrimRight(text, " \t\n")
	head = strings.TrimRight(text, "0123456789.,'’")
	number = text[len(head):]
	cut := len(number) - len(strings.TrimLeft(number, ".,'’"))
	return head + number[:cut], number[cut:]
}

// lineOf is the end of a text that stands on its last line.
func lineOf(text string) string {
	return text[strings.LastIndexByte(text, '\n')+1:]
}

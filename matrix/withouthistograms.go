package matrix

import (
	"bytes"
	"io"
)

// histogramKey begins a histogram in a document.
var histogramKey = []byte(`"histogram":`)

// withoutHistograms is the text of a document whose histograms are empty: they are
// most of it, and JSON is slow to read.
type withoutHistograms struct {
	from io.Reader
	err  error // of from, once it has failed or ended
	// buffer[at:end] goes out as it is; what follows is not looked at yet.
	buffer  []byte
	at, end int
	state   filterState
	out     int64 // how much has gone out
	removed int64 // and how much was left out
	cuts    []histogramCut
}

// histogramCut is where a histogram was left out: its place in the text that goes
// out, and how much was left out up to its end.
type histogramCut struct{ at, removed int64 }

// filterState is what the text is being looked for.
type filterState int

const (
	seekKey filterState = iota
	seekValue
	seekEnd
)

func newWithoutHistograms(from io.Reader) *withoutHistograms {
	return &withoutHistograms{from: from, buffer: make([]byte, 0, 1<<18)}
}

// Read reads the text without its histograms.
func (f *withoutHistograms) Read(to []byte) (int, error) {
	for f.at == f.end {
		if !f.advance() {
			if f.err != nil {
				return 0, f.err
			}
			f.fill()
		}
	}
	n := copy(to, f.buffer[f.at:f.end])
	f.at += n
	f.out += int64(n)
	return n, nil
}

// advance looks at what follows; false where more of the text is needed for that.
func (f *withoutHistograms) advance() bool {
	rest := f.buffer[f.end:]
	if len(rest) == 0 {
		return false
	}
	switch f.state {
	case seekKey:
		return f.advanceToKey(rest)
	case seekValue:
		f.end++
		switch rest[0] {
		case ' ', '\t', '\r', '\n':
		case '"':
			f.state = seekEnd
		default:
			f.state = seekKey
		}
	case seekEnd:
		n := bytes.IndexByte(rest, '"')
		if n < 0 {
			n = len(rest)
		} else {
			f.state = seekKey
		}
		f.removed += int64(n)
		f.at, f.end = f.end+n, f.end+n
		if f.state == seekKey {
			f.cuts = append(f.cuts, histogramCut{f.out, f.removed})
		}
	}
	return true
}

// advanceToKey lets all go out up to the next key of a histogram. What stands
// behind a backslash is text within a string.
func (f *withoutHistograms) advanceToKey(rest []byte) bool {
	i := bytes.Index(rest, histogramKey)
	if i >= 0 {
		within := f.end+i > 0 && f.buffer[f.end+i-1] == '\\'
		f.end += i + len(histogramKey)
		if !within {
			f.state = seekValue
		}
		return true
	}
	whole := len(rest)
	if f.err == nil {
		whole -= len(histogramKey) - 1
	}
	f.end += max(whole, 0)
	return whole > 0
}

// fill reads more of the text. A byte of what has gone out stays, for what is
// looked at may depend on it.
func (f *withoutHistograms) fill() {
	keep := max(f.end-1, 0)
	n := copy(f.buffer, f.buffer[keep:])
	f.end -= keep
	f.at = f.end
	f.buffer = f.buffer[:n]
	n, f.err = f.from.Read(f.buffer[n:cap(f.buffer)])
	f.buffer = f.buffer[:len(f.buffer)+n]
}

// place is where a part of the text that has gone out stands in the document, and
// whether a histogram was left out of it. Parts are asked for in their order.
func (f *withoutHistograms) place(from, to int64) (first, last int64, cut bool) {
	before := f.cuts
	passed := int64(0)
	n := 0
	for n < len(before) && before[n].at <= from {
		passed = before[n].removed
		n++
	}
	first = from + passed
	for n < len(before) && before[n].at < to {
		passed, cut = before[n].removed, true
		n++
	}
	if n > 0 { // all that is asked for later stands behind these
		f.cuts = before[n-1:]
		f.cuts[0] = histogramCut{from, passed}
	}
	return first, to + passed, cut
}

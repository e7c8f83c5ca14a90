package bench

import (
	"bytes"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// digits is the width of every number in a request.
const digits = 12

// patchKind says what is written into a request anew each time.
type patchKind uint8

const (
	patchKey   patchKind = iota // a number drawn from the keyspace
	patchScore                  // the same, under another name
	patchSeq                    // the next number never used before
	patchData                   // a value
	patchBit                    // 0 or 1, at random
)

// size is how many bytes are written, where values have valueSize.
func (k patchKind) size(valueSize int) int {
	switch k {
	case patchData:
		return valueSize
	case patchBit:
		return 1
	}
	return digits
}

// placeholders are the parts of a word that become a patch.
var placeholders = []struct {
	text string
	kind patchKind
}{
	{"__key__", patchKey},
	{"__score__", patchScore},
	{"__seq__", patchSeq},
	{"__data__", patchData},
	{"__bit__", patchBit},
}

// patch is a place in a request that changes.
type patch struct {
	at, size int
	kind     patchKind
}

// template is a test's request as it goes over the wire, with zeros where it
// is patched.
type template struct {
	bytes   []byte
	patches []patch
}

// compile makes the request of words. prefix is put before each key, values
// are valueSize bytes long.
func compile(words []string, inline bool, prefix string, valueSize int) template {
	keys := keyWords(words)
	var t template
	if !inline {
		t.header('*', len(words))
	}
	for i, word := range words {
		if keys(i) {
			word = prefix + word
		}
		if inline {
			t.inlineWord(i, word, valueSize)
		} else {
			t.bulkWord(word, valueSize)
		}
	}
	if inline {
		t.bytes = append(t.bytes, "\r\n"...)
	}
	return t
}

func (t *template) header(kind byte, n int) {
	t.bytes = append(t.bytes, kind)
	t.bytes = strconv.AppendInt(t.bytes, int64(n), 10)
	t.bytes = append(t.bytes, "\r\n"...)
}

func (t *template) inlineWord(i int, word string, valueSize int) {
	if i > 0 {
		t.bytes = append(t.bytes, ' ')
	}
	t.word(word, valueSize)
}

func (t *template) bulkWord(word string, valueSize int) {
	var body template
	body.word(word, valueSize)
	t.header('$', len(body.bytes))
	for _, p := range body.patches {
		p.at += len(t.bytes)
		t.patches = append(t.patches, p)
	}
	t.bytes = append(t.bytes, body.bytes...)
	t.bytes = append(t.bytes, "\r\n"...)
}

// word appends a word, its placeholders expanded to their full size.
func (t *template) word(word string, valueSize int) {
	for word != "" {
		at, length, kind := nextPlaceholder(word)
		t.bytes = append(t.bytes, word[:at]...)
		if length > 0 {
			size := kind.size(valueSize)
			t.patches = append(t.patches, patch{at: len(t.bytes), size: size, kind: kind})
			t.bytes = append(t.bytes, bytes.Repeat([]byte{'0'}, size)...)
		}
		word = word[at+length:]
	}
}

// nextPlaceholder finds the first placeholder in word; without one, at is the
// end of word and length 0.
func nextPlaceholder(word string) (at, length int, kind patchKind) {
	at = len(word)
	for _, p := range placeholders {
		if i := strings.Index(word, p.text); i >= 0 && i < at {
			at, length, kind = i, len(p.text), p.kind
		}
	}
	return at, length, kind
}

// keyWords tells which words of a command are keys: the one after the
// command's name, except where it takes several keys or none.
func keyWords(words []string) func(i int) bool {
	switch strings.ToUpper(words[0]) {
	case "MSET", "MSETNX":
		return func(i int) bool { return i%2 == 1 }
	case "MGET", "DEL", "UNLINK", "EXISTS", "TOUCH":
		return func(i int) bool { return i >= 1 }
	case "PING", "ECHO", "TIME":
		return func(int) bool { return false }
	}
	return func(i int) bool { return i == 1 }
}

// expectation is what a request must be answered with.
type expectation struct {
	matrix.Reply
	// size is the length that a bulk string must have, -1 for any.
	size int64
}

// expect derives a test's expectation. A test that reads whole values back
// must find them as long as they were written.
func expect(test matrix.Test, load matrix.Load) expectation {
	e := expectation{Reply: test.Reply, size: -1}
	switch strings.ToUpper(test.Command[0]) {
	case "GET", "LPOP", "RPOP":
		if test.Needs != matrix.DataNone {
			e.size = int64(load.ValueSize.Max())
		}
	}
	return e
}

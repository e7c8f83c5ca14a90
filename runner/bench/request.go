package bench

import (
	"bytes"
	"slices"
	"strconv"

	"redismatrix/matrix"
)

// digits is the width of every number in a request.
const digits = matrix.NumberWidth

// patchKind says what is written into a request anew each time.
type patchKind uint8

const (
	patchKey   patchKind = iota // a number drawn from the keyspace
	patchScore                  // one of which all are equally likely
	patchSeq                    // the next number never used before
	patchData                   // a value of a known size
	patchBit                    // 0 or 1, at random
	patchDraw                   // nothing, but the size of the word's values is drawn
	patchHead                   // that, and the head of the bulk string
	patchDrawn                  // a value of the size drawn last
)

// sizeDrawn stands for the size of values of several sizes.
const sizeDrawn = -1

// patchKinds are what placeholders become.
var patchKinds = map[matrix.Placeholder]patchKind{
	matrix.PlaceKey:   patchKey,
	matrix.PlaceScore: patchScore,
	matrix.PlaceSeq:   patchSeq,
	matrix.PlaceData:  patchData,
	matrix.PlaceBit:   patchBit,
}

// patch is a place in a request that changes.
type patch struct {
	at, size int // size is 0 where the length changes, too
	kind     patchKind
	// around and values are for patchHead: the bytes of the word beside its
	// values, and how many values it has.
	around, values int
}

// template is a test's request as it goes over the wire, with zeros where it
// is patched and nothing where its length changes.
type template struct {
	bytes   []byte
	patches []patch
}

// varies says whether requests differ in length.
func (t template) varies() bool {
	return slices.ContainsFunc(t.patches, func(p patch) bool { return p.kind == patchDrawn })
}

// append has another request follow.
func (t *template) append(next template) {
	for _, p := range next.patches {
		p.at += len(t.bytes)
		t.patches = append(t.patches, p)
	}
	t.bytes = append(t.bytes, next.bytes...)
}

// compile makes the request of words. prefix is put before each key, values
// are valueSize bytes long, or have their size drawn where it is sizeDrawn: one
// size for all values of a word.
func compile(words []string, inline bool, prefix string, valueSize int) template {
	return assemble(words, inline, keyWords(words), prefix, valueSize)
}

// assemble is compile for words of which keys are the keys.
func assemble(words []string, inline bool, keys []int, prefix string, valueSize int) template {
	var t template
	if !inline {
		t.header('*', len(words))
	}
	for i, word := range words {
		if slices.Contains(keys, i) {
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
	if body.varies() {
		body.patches[0].kind = patchHead
	} else {
		t.header('$', len(body.bytes))
	}
	t.append(body)
	t.bytes = append(t.bytes, "\r\n"...)
}

// word appends a word, its placeholders expanded to their full size. Where the
// size of values is drawn, the patch that does so comes first.
func (t *template) word(word string, valueSize int) {
	draw := patch{at: len(t.bytes), kind: patchDraw}
	first := len(t.patches)
	for word != "" {
		before, found, after := matrix.CutPlaceholder(word)
		t.bytes = append(t.bytes, before...)
		switch {
		case found == "":
		case found == matrix.PlaceData && valueSize == sizeDrawn:
			t.patches = append(t.patches, patch{at: len(t.bytes), kind: patchDrawn})
			draw.values++
		default:
			t.zeros(patchKinds[found], found.Width(valueSize))
		}
		word = after
	}
	if draw.values > 0 {
		draw.around = len(t.bytes) - draw.at
		t.patches = slices.Insert(t.patches, first, draw)
	}
}

// zeros appends a patch of a known size.
func (t *template) zeros(kind patchKind, size int) {
	t.patches = append(t.patches, patch{at: len(t.bytes), size: size, kind: kind})
	t.bytes = append(t.bytes, bytes.Repeat([]byte{'0'}, size)...)
}

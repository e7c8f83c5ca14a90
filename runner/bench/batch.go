package bench

import (
	"math/rand/v2"
	"sync/atomic"
)

// chunkBytes is about how much a connection writes at once; a longer request
// is written as a whole.
const chunkBytes = 64 << 10

// source is where the patches of one connection's requests come from.
type source struct {
	rng    *rand.PCG
	keys   *keys
	values *values
	// seq counts the numbers that __seq__ has used, over all connections.
	seq *atomic.Uint64
}

// batch holds consecutive copies of one request, patched in place.
type batch struct {
	buf     []byte
	each    int // bytes of one request
	copies  int
	patches []patch
	source  source
}

// newBatch lays out up to pipeline copies of the request in buf, which is
// grown where it is too small.
func newBatch(t template, pipeline int, from source, buf []byte) batch {
	b := batch{each: len(t.bytes), source: from}
	b.copies = min(pipeline, max(1, chunkBytes/b.each))
	b.buf = buf[:0]
	for range b.copies {
		b.buf = append(b.buf, t.bytes...)
	}
	for _, p := range t.patches {
		if p.kind == patchData && !from.values.fresh() {
			b.fix(p)
		} else {
			b.patches = append(b.patches, p)
		}
	}
	return b
}

// fix writes a patch of every copy once and for all.
func (b *batch) fix(p patch) {
	for i := range b.copies {
		b.write(b.buf[i*b.each+p.at:][:p.size], p.kind)
	}
}

// next lays out n requests, at most b.copies, and returns their bytes, which are
// good until the next call. The lane is told which commands they are.
func (b *batch) next(n int, to *lane) []byte {
	for i := range n {
		request := b.buf[i*b.each : (i+1)*b.each]
		for _, p := range b.patches {
			b.write(request[p.at:p.at+p.size], p.kind)
		}
	}
	return b.buf[:n*b.each]
}

func (b *batch) write(at []byte, kind patchKind) {
	switch kind {
	case patchSeq:
		putDigits(at, b.source.seq.Add(1)-1)
	case patchData:
		copy(at, b.source.values.at(b.source.rng.Uint64()))
	case patchBit:
		at[0] = '0' + byte(b.source.rng.Uint64()>>63)
	default:
		putDigits(at, b.source.keys.next(b.source.rng))
	}
}

// pairs are the numbers 00 to 99.
const pairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

// putDigits writes n with leading zeros into the 12 bytes of at.
func putDigits(at []byte, n uint64) {
	_ = at[digits-1]
	for i := digits - 2; i >= 0; i -= 2 {
		pair := 2 * (n % 100)
		at[i], at[i+1] = pairs[pair], pairs[pair+1]
		n /= 100
	}
}

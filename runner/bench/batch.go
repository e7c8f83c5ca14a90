package bench

import (
	"math/rand/v2"
	"slices"
	"strconv"
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
	// size is that of the values of the word that is being laid out, where it
	// is drawn.
	size int
}

// batch lays out consecutive requests of a job.
//
// Requests of one command that are all of one length lie in the buffer from the
// beginning and are patched in place. Others, and those of a mix, are put
// together anew each time.
type batch struct {
	buf    []byte
	source source

	each    int // bytes of one request that is patched in place, else 0
	copies  int // how many of them are in the buffer
	patches []patch

	commands []command
	choice   choice // of the commands
}

// newBatch lays out in buf, which is grown where it is too small.
func newBatch(job job, rng *rand.PCG, buf []byte) batch {
	b := batch{
		buf:      buf[:0],
		source:   source{rng: rng, keys: job.keys, values: job.values, seq: job.seq},
		commands: job.commands,
	}
	if len(job.commands) == 1 && !job.commands[0].request.varies() {
		b.repeat(job.commands[0].request, job.pipeline)
		return b
	}
	b.choice = newChoice([]int{1})
	if len(job.commands) > 1 {
		b.choice = newChoice(job.weights)
	}
	return b
}

// repeat lays down up to pipeline copies of a request.
func (b *batch) repeat(t template, pipeline int) {
	b.each = len(t.bytes)
	b.copies = min(pipeline, max(1, chunkBytes/b.each))
	for range b.copies {
		b.buf = append(b.buf, t.bytes...)
	}
	for _, p := range t.patches {
		if p.kind == patchData {
			b.fix(p)
			p.size = b.source.values.fresh()
		}
		if p.size > 0 {
			b.patches = append(b.patches, p)
		}
	}
}

// fix writes a value into every copy, what changes no more among it.
func (b *batch) fix(p patch) {
	for i := range b.copies {
		at := b.buf[i*b.each+p.at:][:p.size]
		b.source.values.append(at[:0], p.size, b.source.rng.Uint64())
	}
}

// next lays out at most n requests, at least one. It returns their bytes, which
// are good until the next call, and how many they are. The lane is told which
// commands of a mix they are.
func (b *batch) next(n int, to *lane) (requests []byte, laid int) {
	if b.each == 0 {
		return b.assemble(n, to)
	}
	n = min(n, b.copies)
	for i := range n {
		request := b.buf[i*b.each : (i+1)*b.each]
		for k := range b.patches {
			p := &b.patches[k]
			b.source.write(request[p.at:p.at+p.size], p.kind)
		}
	}
	return b.buf[:n*b.each], n
}

// assemble puts requests together until there are n or they fill a chunk.
func (b *batch) assemble(n int, to *lane) (requests []byte, laid int) {
	b.buf = b.buf[:0]
	for laid < n && len(b.buf) < chunkBytes {
		which, before := b.choice.draw(b.source.rng), len(b.buf)
		b.buf = b.source.append(b.buf, b.commands[which].request)
		if len(b.commands) > 1 {
			to.lay(which, len(b.buf)-before)
		}
		laid++
	}
	return b.buf, laid
}

// append appends a request.
func (s *source) append(to []byte, t template) []byte {
	from := 0
	for _, p := range t.patches {
		to = append(to, t.bytes[from:p.at]...)
		to = s.patch(to, p)
		from = p.at + p.size
	}
	return append(to, t.bytes[from:]...)
}

// patch appends what a patch makes.
func (s *source) patch(to []byte, p patch) []byte {
	switch p.kind {
	case patchDraw:
		s.size = s.values.draw(s.rng)
		return to
	case patchHead:
		s.size = s.values.draw(s.rng)
		to = append(to, '$')
		to = strconv.AppendInt(to, int64(p.around+p.values*s.size), 10)
		return append(to, "\r\n"...)
	case patchDrawn:
		return s.values.append(to, s.size, s.rng.Uint64())
	case patchData:
		return s.values.append(to, p.size, s.rng.Uint64())
	}
	at := len(to)
	to = slices.Grow(to, p.size)[:at+p.size]
	s.write(to[at:], p.kind)
	return to
}

// write writes a patch of a known size in place; of a value its random part.
func (s *source) write(at []byte, kind patchKind) {
	switch kind {
	case patchKey:
		putDigits(at, s.keys.next(s.rng))
	case patchSeq:
		putDigits(at, s.seq.Add(1)-1)
	case patchScore:
		putDigits(at, below(s.rng, s.keys.keyspace))
	case patchBit:
		at[0] = '0' + byte(s.rng.Uint64()>>63)
	default:
		copy(at, s.values.pool[s.rng.Uint64()%poolSpread:])
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

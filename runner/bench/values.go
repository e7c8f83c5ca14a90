package bench

import (
	"bytes"
	"math"
	"math/rand/v2"

	"redismatrix/matrix"
)

const (
	// freshValue is the size up to which every request gets a value of its own
	// where all values have one size. Longer ones are laid down once in each
	// request of the buffer that a thread, or a connection, writes from, and get
	// only their first freshHead bytes anew, so that they differ: copying all of
	// them would cost the client more than sending them.
	freshValue = 4096
	freshHead  = 64
	// poolSpread is how many different values the pool holds: one at each
	// offset.
	poolSpread = 1 << 16
)

// values is where requests take their values from. A value is a random part,
// which cannot be compressed, and a constant part after it. It is never written
// to after newValues.
type values struct {
	size  int // of the longest value
	sizes matrix.Sizes
	share choice // of the sizes
	// random is how much of a value is random: 1 for all of it, 0 for none.
	random   float64
	pool     []byte // poolSpread and the longest random part, where there is one
	constant []byte // as long as the longest constant part
}

// newValues makes values in these sizes, of which there is at least one. They
// are the same in every run.
func newValues(pattern matrix.Pattern, sizes matrix.Sizes) *values {
	v := &values{size: sizes.Max(), sizes: sizes, random: 1}
	weights := make([]int, len(sizes))
	for i, share := range sizes {
		weights[i] = share.Weight
	}
	v.share = newChoice(weights)
	switch pattern.Kind {
	case matrix.PatternFill:
		v.random = 0
	case matrix.PatternRatio:
		v.random = 1 / pattern.Ratio
	}
	random := v.randomPart(v.size)
	v.constant = bytes.Repeat([]byte{'x'}, v.size-random)
	if v.random > 0 {
		v.pool = make([]byte, random+poolSpread)
		var seed [32]byte
		copy(seed[:], "values of redis-matrix")
		// ChaCha8.Read never returns an error.
		_, _ = rand.NewChaCha8(seed).Read(v.pool)
	}
	return v
}

// randomPart is how many bytes of a value of this size are random.
func (v *values) randomPart(size int) int {
	if v.random == 1 {
		return size
	}
	return int(math.Ceil(float64(size) * v.random))
}

// draw is the size of the next value.
func (v *values) draw(rng *rand.PCG) int {
	share := &v.sizes[v.share.draw(rng)]
	if share.Low == share.High {
		return share.Low
	}
	return share.Low + int(below(rng, uint64(share.High-share.Low)+1))
}

// append appends the value number n of this size.
func (v *values) append(to []byte, size int, n uint64) []byte {
	random := v.randomPart(size)
	if random > 0 {
		offset := int(n % poolSpread)
		to = append(to, v.pool[offset:offset+random]...)
	}
	return append(to, v.constant[:size-random]...)
}

// fresh is how many bytes of a value, from its beginning, each request is given
// anew where all values have one size.
func (v *values) fresh() int {
	random := v.randomPart(v.size)
	if v.size > freshValue {
		return min(freshHead, random)
	}
	return random
}

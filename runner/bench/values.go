package bench

import (
	"bytes"
	"math/rand/v2"

	"redismatrix/matrix"
)

const (
	// freshValue is the size up to which every request gets a value of its own;
	// a longer one is laid down once per connection, since copying it would
	// cost the client more than sending it.
	freshValue = 4096
	// poolSpread is how many different values the pool holds: one at each
	// offset.
	poolSpread = 1 << 16
)

// values is where requests take their values from. It is never written to
// after newValues.
type values struct {
	pool  []byte // at least one value longer than poolSpread when random
	size  int
	fixed bool // every value is the same
}

// newValues fills a pool of values of size bytes. PatternRandom cannot be
// compressed and is the same in every run.
func newValues(pattern string, size int) *values {
	if pattern == matrix.PatternFill {
		return &values{pool: bytes.Repeat([]byte{'x'}, size), size: size, fixed: true}
	}
	pool := make([]byte, size+poolSpread)
	var seed [32]byte
	copy(seed[:], "values of redis-matrix")
	// ChaCha8.Read never returns an error.
	_, _ = rand.NewChaCha8(seed).Read(pool)
	return &values{pool: pool, size: size}
}

// at is the value number n.
func (v *values) at(n uint64) []byte {
	if v.fixed {
		return v.pool
	}
	offset := int(n % poolSpread)
	return v.pool[offset : offset+v.size]
}

// fresh says whether each request is given another value.
func (v *values) fresh() bool { return !v.fixed && v.size <= freshValue }

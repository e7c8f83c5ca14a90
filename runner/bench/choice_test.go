package bench

import (
	"math"
	"testing"
)

func TestChoiceKeepsToItsWeights(t *testing.T) {
	const draws = 200_000
	tests := [][]int{
		{1}, {1, 1}, {1, 10}, {10, 1}, {3, 3, 3}, {1, 2, 3, 4, 5, 6, 7}, {1_000_000, 1}, {1, 1_000_000, 500_000},
	}
	for _, weights := range tests {
		c, rng := newChoice(weights), testRNG()
		counts, sum := make([]float64, len(weights)), 0
		for range draws {
			counts[c.draw(rng)]++
		}
		for _, weight := range weights {
			sum += weight
		}
		for i, weight := range weights {
			expected := draws * float64(weight) / float64(sum)
			if math.Abs(counts[i]-expected) > 4*math.Sqrt(expected)+1 {
				t.Errorf("of %v number %d was drawn %.0f times, want about %.0f", weights, i, counts[i], expected)
			}
		}
	}
}

// FuzzChoice adds up the columns: each number must have its weight exactly.
func FuzzChoice(f *testing.F) {
	f.Add([]byte{1, 10})
	f.Add([]byte{255, 1, 1, 128, 3})
	f.Fuzz(func(t *testing.T, text []byte) {
		weights := make([]int, 0, len(text)+1)
		for _, b := range append(text, 7) {
			weights = append(weights, int(b)+1)
		}
		c := newChoice(weights)
		shares := make([]uint64, len(weights))
		for column, cut := range c.cut {
			if cut > c.sum {
				cut = c.sum
			}
			shares[column] += cut
			shares[c.other[column]] += c.sum - cut
		}
		for i, weight := range weights {
			if want := uint64(weight) * uint64(len(weights)); shares[i] != want {
				t.Errorf("%v: number %d has %d of %d, want %d", weights, i, shares[i], c.sum*uint64(len(weights)), want)
			}
		}
	})
}

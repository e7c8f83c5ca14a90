// Package stats summarises small samples: one value per round, a handful of
// rounds.
package stats

import (
	"math"
	"slices"
)

// Median is the middle of values in order, the mean of the two middle ones
// where their number is even, and NaN where there are none. values stays as it
// is.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	low, high := sorted[(len(sorted)-1)/2], sorted[len(sorted)/2]
	return low/2 + high/2
}

// Spread is half the range of values relative to their median: 0.03 is ±3 %.
// It is 0 where there are fewer than two values, or the median is 0.
func Spread(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mid := Median(values)
	if mid == 0 {
		return 0
	}
	return (slices.Max(values)/2 - slices.Min(values)/2) / math.Abs(mid)
}

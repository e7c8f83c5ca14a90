package stats

import (
	"math"
	"slices"
	"testing"
	"testing/quick"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3}, 3},
		{[]float64{3, 1}, 2},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
	} {
		given := slices.Clone(c.values)
		if got := Median(c.values); got != c.want {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
		if !slices.Equal(given, c.values) {
			t.Errorf("%v were reordered to %v", given, c.values)
		}
	}
	if got := Median(nil); !math.IsNaN(got) {
		t.Errorf("none: got %v", got)
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0},
		{[]float64{3}, 0},
		{[]float64{90, 110, 100}, 0.1},
		{[]float64{-110, -90}, 0.1},
		{[]float64{-1, 1}, 0},
	} {
		if got := Spread(c.values); got != c.want {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
	}
}

// As many values are below the median as above it.
func TestMedianDivides(t *testing.T) {
	divides := func(values []float64) bool {
		mid, below, above := Median(values), 0, 0
		for _, v := range values {
			if v < mid {
				below++
			}
			if v > mid {
				above++
			}
		}
		return len(values) == 0 || below <= len(values)/2 && above <= len(values)/2
	}
	if err := quick.Check(divides, nil); err != nil {
		t.Error(err)
	}
}

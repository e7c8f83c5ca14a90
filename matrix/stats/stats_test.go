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
		{[]float64{0, 0, 0}, 0},
		{[]float64{1, 3}, 0.5},
		{[]float64{0, 1, 10}, 5},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, 0},
		{[]float64{-math.MaxFloat64, 1, math.MaxFloat64}, math.MaxFloat64},
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

// The median lies among the values and the spread is none below zero; both are
// the same in any order, and neither minds the unit.
func TestOrderAndUnit(t *testing.T) {
	holds := func(raw []uint16) bool {
		var values, scaled []float64
		for _, v := range raw {
			values, scaled = append(values, float64(v)+1), append(scaled, 1024*(float64(v)+1))
		}
		if len(values) == 0 {
			return Spread(values) == 0
		}
		backwards := slices.Clone(values)
		slices.Reverse(backwards)
		mid, spread := Median(values), Spread(values)
		return slices.Min(values) <= mid && mid <= slices.Max(values) && spread >= 0 &&
			Median(backwards) == mid && Spread(backwards) == spread &&
			Median(scaled) == 1024*mid && Spread(scaled) == spread
	}
	if err := quick.Check(holds, nil); err != nil {
		t.Error(err)
	}
}

package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{nil, []float64{}},
		{[]float64{0.04}, []float64{0.04}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}}, // Holm 1979
		{[]float64{0.5, 0.9, math.NaN()}, []float64{1, 1, 1}},
	} {
		if diff := cmp.Diff(c.want, Holm(c.p), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%v: %s", c.p, diff)
		}
	}
}

// The quantiles are those of any table of Student's t.
func TestStudent(t *testing.T) {
	for _, c := range []struct{ p, df, want float64 }{
		{0.975, 4, 2.776445}, {0.95, 10, 1.812461}, {0.9995, 4, 8.610302}, {0.975, 1e6, 1.959966},
	} {
		if got := TQuantile(c.p, c.df); !near(got, c.want, 1e-5) {
			t.Errorf("quantile %v of %v degrees of freedom is %v, want %v", c.p, c.df, got, c.want)
		}
		if got := TwoSided(c.want, c.df); !near(got, 2*(1-c.p), 1e-5) {
			t.Errorf("a t of %v with %v degrees of freedom has probability %v", c.want, c.df, got)
		}
	}
	if TwoSided(math.NaN(), 4) != 1 || TwoSided(3, 0) != 1 || !math.IsNaN(TQuantile(0.9, 0)) {
		t.Error("what cannot be told is told")
	}
}

func TestMeans(t *testing.T) {
	if Mean([]float64{1, 2, 6}) != 3 || Variance([]float64{1, 3}) != 2 || !near(GeoMean([]float64{1, 4}), 2, 1e-12) {
		t.Error("a mean is wrong")
	}
	if !math.IsNaN(Mean(nil)) || !math.IsNaN(Variance([]float64{1})) {
		t.Error("nothing has a mean")
	}
}

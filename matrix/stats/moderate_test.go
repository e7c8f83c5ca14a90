package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

// drawn are sample variances with df degrees of freedom of groups whose true
// variances follow a scaled inverse chi-squared distribution.
func drawn(groups int, df, priorDF, priorVariance float64) (variances, dfs []float64) {
	r := rand.New(rand.NewPCG(7, 7))
	chi := func(df float64) float64 {
		sum := 0.0
		for range int(df) {
			z := r.NormFloat64()
			sum += z * z
		}
		return sum
	}
	for range groups {
		truth := priorVariance
		if !math.IsInf(priorDF, 1) {
			truth *= priorDF / chi(priorDF)
		}
		variances, dfs = append(variances, truth*chi(df)/df), append(dfs, df)
	}
	return variances, dfs
}

func TestPoolFindsThePrior(t *testing.T) {
	prior := Pool(drawn(20_000, 4, 10, 2))
	if !near(prior.DF, 10, 0.15) || !near(prior.Variance, 2, 0.05) {
		t.Errorf("prior %+v, want 10 degrees of freedom of 2", prior)
	}
	alike := Pool(drawn(200, 4, math.Inf(1), 3))
	if alike.DF < 50 || !near(alike.Variance, 3, 0.15) {
		t.Errorf("prior %+v of groups that are alike", alike)
	}
}

// Groups of other degrees of freedom count as what they are, in any order.
func TestPoolMindsNoOrder(t *testing.T) {
	mixed := Pool([]float64{1, 9, 2, 1, 9, 4}, []float64{4, 9, 4, 9, 4, 9})
	sorted := Pool([]float64{1, 2, 9, 9, 1, 4}, []float64{4, 4, 4, 9, 9, 9})
	if !near(mixed.Variance, sorted.Variance, 1e-12) || !near(mixed.DF, sorted.DF, 1e-9) || mixed.limit != 39 || sorted.limit != 39 {
		t.Errorf("prior %+v, and %+v in another order", mixed, sorted)
	}
}

func TestPoolKeepsALeastWeight(t *testing.T) {
	prior := Pool([]float64{1e-6, 1, 1e-6, 1, 1e-6, 1, 0, 1}, []float64{4, 4, 4, 4, 4, 4, 4, 4})
	if prior.DF != leastPrior || !near(prior.Variance, 0.5, 0.01) {
		t.Errorf("prior %+v, want %d degrees of freedom of the mean variance", prior, leastPrior)
	}
	variance, df := prior.Moderate(0, 4)
	if !near(variance, 0.25, 0.01) || df != 8 {
		t.Errorf("moderated %v of %v degrees of freedom", variance, df)
	}
}

func TestPoolOfNothing(t *testing.T) {
	for name, prior := range map[string]Prior{
		"no groups":             Pool(nil, nil),
		"no degrees of freedom": Pool([]float64{1}, []float64{0}),
	} {
		if variance, df := prior.Moderate(2, 3); variance != 2 || df != 3 {
			t.Errorf("%s: moderated %v of %v degrees of freedom", name, variance, df)
		}
	}
	if one := Pool([]float64{4}, []float64{3}); math.IsNaN(one.Variance) {
		t.Errorf("one group: %+v", one)
	}
	if none := Pool([]float64{0, 0}, []float64{4, 4}); none.Variance != 0 {
		t.Errorf("no noise: %+v", none)
	}
}

func TestTrigamma(t *testing.T) {
	if !near(trigamma(1), math.Pi*math.Pi/6, 1e-12) {
		t.Errorf("trigamma(1) is %v", trigamma(1))
	}
	for _, x := range []float64{1e-5, 0.01, 0.5, 1, 2.5, 40, 1e4, 1e8} {
		if got := inverseTrigamma(trigamma(x)); !near(got/x, 1, 1e-6) {
			t.Errorf("inverse of trigamma(%v) is %v", x, got)
		}
	}
}

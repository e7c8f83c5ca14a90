package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Mean is the arithmetic mean, NaN where there are no values.
func Mean(values []float64) float64 { return stat.Mean(values, nil) }

// Variance is the unbiased sample variance, NaN where there are fewer than two
// values.
func Variance(values []float64) float64 { return stat.Variance(values, nil) }

// GeoMean is the geometric mean of values above 0, NaN where there are none.
func GeoMean(values []float64) float64 { return stat.GeometricMean(values, nil) }

// TwoSided is how likely a Student's t of df degrees of freedom is at least as
// far from 0 as t; 1 where t is no number.
func TwoSided(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) {
		return 1
	}
	return min(1, 2*student(df).Survival(math.Abs(t)))
}

// TQuantile is the Student's t of df degrees of freedom that is exceeded with
// probability 1-p; NaN where df is not above 0.
func TQuantile(p, df float64) float64 {
	if !(df > 0) {
		return math.NaN()
	}
	return student(df).Quantile(p)
}

func student(df float64) distuv.StudentsT { return distuv.StudentsT{Sigma: 1, Nu: df} }

// Holm adjusts the p-values of a family of tests: rejecting those whose
// adjusted value is at most alpha errs in the whole family with probability
// alpha at most, whatever the tests' dependence (Holm, "A simple sequentially
// rejective multiple test procedure", Scandinavian Journal of Statistics 6,
// 1979). NaN counts as 1.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	value := func(i int) float64 {
		if math.IsNaN(p[i]) {
			return 1
		}
		return p[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	adjusted := make([]float64, len(p))
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, value(i)*float64(len(p)-rank)))
		adjusted[i] = highest
	}
	return adjusted
}

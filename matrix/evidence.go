package matrix

import (
	"math"

	"redismatrix/matrix/stats"
)

// Evidence is what a difference is judged by: the logarithms of a metric in
// each round. Where Paired, values of the same index were measured in the same
// round. Problem says why there is nothing to judge.
type Evidence struct {
	Difference
	Base, Other []float64
	Paired      bool
	Problem     string
	// byRun is true where each value is that of a whole run: then one is enough
	// beside several.
	byRun bool
	estimate
}

// estimate is a difference of logarithms: its mean, the variance of a single
// observation, how many degrees of freedom that has, and the factor that makes
// it the variance of the mean.
type estimate struct{ mean, variance, df, factor float64 }

func byMetric(evidence []Evidence) map[string][]Evidence {
	groups := map[string][]Evidence{}
	for _, e := range evidence {
		groups[e.Metric] = append(groups[e.Metric], e)
	}
	return groups
}

func pool(group []Evidence) stats.Prior {
	var variances, df []float64
	for _, e := range group {
		if e.Problem == "" {
			variances, df = append(variances, e.variance), append(df, e.df)
		}
	}
	return stats.Pool(variances, df)
}

// estimated summarises the values. Pairs give the mean of their differences;
// values that are no pairs the difference of their means, with the variance
// that both have in common.
func (e Evidence) estimated() estimate {
	if e.Paired {
		d := make([]float64, min(len(e.Base), len(e.Other)))
		for i := range d {
			d[i] = e.Other[i] - e.Base[i]
		}
		n := float64(len(d))
		return estimate{stats.Mean(d), finite(stats.Variance(d)), n - 1, 1 / n}
	}
	n, m := float64(len(e.Base)), float64(len(e.Other))
	df := n + m - 2
	variance := (finite(stats.Variance(e.Base))*(n-1) + finite(stats.Variance(e.Other))*(m-1)) / df
	return estimate{stats.Mean(e.Other) - stats.Mean(e.Base), finite(variance), df, 1/n + 1/m}
}

// finite is 0 for what is no number: the variance of fewer than two values.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// spreads are the largest changes that the control shows, by metric.
func spreads(evidence []Evidence) map[string]float64 {
	spread := map[string]float64{}
	for _, e := range evidence {
		if e.Control && e.Problem == "" {
			spread[e.Metric] = max(spread[e.Metric], math.Abs(math.Expm1(e.mean)))
		}
	}
	return spread
}

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
	// untold is true where another tool recorded a side, and nothing of the metric.
	untold bool
	estimate
}

// estimate is a difference of logarithms: its mean, what the mean's variance is
// the sum of, and how far apart values may seem since they are read in steps.
type estimate struct {
	mean   float64
	shares []share
	step   float64
}

// share is one sample's part in the variance of a mean: the variance of a single
// observation, how many degrees of freedom that has, and the factor that makes
// it the part.
type share struct {
	of                   kind
	variance, df, factor float64
}

// estimated summarises the values. Pairs give the mean of their differences;
// values that are no pairs the difference of their means, with the variance
// of each side.
func (e Evidence) estimated() estimate {
	if e.Paired {
		d := make([]float64, min(len(e.Base), len(e.Other)))
		for i := range d {
			d[i] = e.Other[i] - e.Base[i]
		}
		n := float64(len(d))
		return estimate{stats.Mean(d), []share{e.share(ofPairs, d, 1/n)}, e.resolution()}
	}
	base := e.share(ofBase, e.Base, 1/float64(len(e.Base)))
	other := e.share(ofOther, e.Other, 1/float64(len(e.Other)))
	return estimate{stats.Mean(e.Other) - stats.Mean(e.Base), sidesOf(base, other), e.resolution()}
}

func (e Evidence) share(of sampleOf, values []float64, factor float64) share {
	return share{
		of:       kind{metric: e.Metric, of: of, control: e.Control && !e.Paired, test: e.Test, cell: e.Cell},
		variance: finite(stats.Variance(values)), df: float64(len(values) - 1), factor: factor,
	}
}

// sidesOf are the shares of two sides. A single value says nothing of its noise:
// then it is taken to be that of the other side.
func sidesOf(base, other share) []share {
	switch {
	case other.df < 1:
		base.factor += other.factor
		return []share{base}
	case base.df < 1:
		other.factor += base.factor
		return []share{other}
	}
	return []share{base, other}
}

// finite is 0 for what is no number: the variance of fewer than two values.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// deviation is the standard deviation of the mean, and its degrees of freedom:
// those of the only share, or else as Welch has them, "The generalization of
// 'Student's' problem when several different population variances are
// involved", Biometrika 34 (1947). They are rounded down, so that a family has
// few of them.
func (e estimate) deviation(p priors) (deviation, df float64) {
	var total, weight, least float64
	for i, s := range e.shares {
		variance, df := p.moderate(s)
		part := variance * s.factor
		total, weight = total+part, weight+part*part/df
		if i == 0 || df < least {
			least = df
		}
	}
	if total == 0 || len(e.shares) == 1 {
		return math.Sqrt(total), least
	}
	return math.Sqrt(total), math.Floor(max(least, total*total/weight))
}

// known reports whether the values say anything of their noise.
func (e estimate) known() bool { return e.shares[0].df >= 1 }

// beyond is the distance of the mean from 0 that steps do not explain, with its
// sign.
func (e estimate) beyond() float64 {
	return math.Copysign(max(0, math.Abs(e.mean)-e.step), e.mean)
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

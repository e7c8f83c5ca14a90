package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// leastPrior is the least weight, in degrees of freedom, that the variances
// of all groups have beside that of one group. Without it a group of few values
// that happen to be alike would count as measured without noise, as five
// samples from one mode of two do.
const leastPrior = 4

// Prior is what many groups' variances say about that of any one group.
type Prior struct {
	Variance float64
	// DF is how many degrees of freedom it is worth beside a group's own; it is
	// infinite where the groups differ no more than chance has them.
	DF float64
	// limit is how many degrees of freedom all groups have together.
	limit float64
}

// Pool estimates the prior from the sample variances of groups, each with its
// degrees of freedom: the empirical Bayes fit of an inverse chi-squared
// distribution by Smyth, "Linear models and empirical Bayes methods for
// assessing differential expression", Statistical Applications in Genetics and
// Molecular Biology 3 (2004), section 6.2, with 4 degrees of freedom at least.
// Groups without a degree of freedom say nothing. The zero Prior is that of no
// groups.
func Pool(variances, df []float64) Prior {
	var groups, logs, trigammas []float64
	var prior Prior
	var of, digamma, spread float64
	least := leastVariance(variances)
	for i, v := range variances {
		if !(df[i] > 0) {
			continue
		}
		if df[i] != of { // most are the same, and both take long
			of = df[i]
			digamma, spread = mathext.Digamma(of/2), trigamma(of/2)
		}
		groups = append(groups, v)
		logs = append(logs, math.Log(max(v, least))-digamma+math.Log(of/2))
		trigammas = append(trigammas, spread)
		prior.limit += of
	}
	if len(groups) == 0 || least == 0 {
		return prior
	}
	mean, excess := Mean(logs), Variance(logs)-Mean(trigammas)
	if !(excess > 0) { // as chance has it, or a single group
		prior.Variance, prior.DF = math.Exp(mean), math.Inf(1)
		return prior
	}
	prior.DF = 2 * inverseTrigamma(excess)
	prior.Variance = math.Exp(mean + mathext.Digamma(prior.DF/2) - math.Log(prior.DF/2))
	if prior.DF < leastPrior {
		prior.Variance, prior.DF = Mean(groups), leastPrior
	}
	return prior
}

// leastVariance is what a variance of 0 counts as: a hundred-thousandth of the
// median of the others, 0 where all are 0. Values that were rounded alike are
// not without noise.
func leastVariance(variances []float64) float64 {
	above := slices.DeleteFunc(slices.Clone(variances), func(v float64) bool { return !(v > 0) })
	if len(above) == 0 {
		return 0
	}
	return Median(above) / 1e5
}

// unusual is how unlikely a variance has to be, where it is one of what the prior
// was fitted to, to be kept as it is; noisier is how unlikely that of a group of
// them has to be for the group to have a prior of its own. Both were chosen by
// simulation: more of the first finds fewer changes, less of it errs too often
// where one group alone is noisy; more of the second finds fewer.
const (
	unusual = 0.1
	noisier = 0.0005
)

// Moderate weighs a group's variance of df degrees of freedom with the prior,
// and gives the degrees of freedom that the result has: never more than all
// groups have together. A prior says what is usual, and little of a group that
// is not: a variance that is unusually great, or one of groups of which none is
// usual, stays as great as it is, and has no
// more degrees of freedom than all others have together, if not its own (compare
// Phipson et al., "Robust hyperparameter estimation protects against
// hypervariable genes", Annals of Applied Statistics 10, 2016).
func (p Prior) Moderate(variance, df float64) (moderated, total float64) {
	if p.DF == 0 {
		return variance, df
	}
	moderated, total = p.Variance, p.limit
	if !math.IsInf(p.DF, 1) {
		moderated, total = (p.DF*p.Variance+df*variance)/(p.DF+df), min(p.DF+df, p.limit)
	}
	if variance > moderated && (p.DF <= leastPrior || exceeds(variance/p.Variance, df, p.limit) < unusual) {
		return variance, max(df, min(total, p.limit-df))
	}
	return moderated, total
}

// Noisier reports whether the prior, of some of the groups that usual is of, has
// a greater variance than chance would give it.
func (p Prior) Noisier(usual Prior) bool {
	return p.Variance > usual.Variance && exceeds(p.Variance/usual.Variance, p.limit, usual.limit) < noisier
}

// exceeds is how likely chance gives the quotient of two equal variances at
// least this value (F-test).
func exceeds(quotient, df, of float64) float64 {
	if !(df > 0) || !(of > 0) {
		return 1
	}
	return distuv.F{D1: df, D2: of}.Survival(quotient)
}

// trigamma is the second derivative of the logarithm of the gamma function.
func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// inverseTrigamma solves trigamma(x) = y for x, y above 0, by Newton's method on
// 1/trigamma, which is convex and nearly linear (Smyth 2004, appendix).
func inverseTrigamma(y float64) float64 {
	const steps = 50
	switch {
	case y > 1e7:
		return 1 / math.Sqrt(y)
	case y < 1e-6:
		return 1 / y
	}
	x := 0.5 + 1/y
	for range steps {
		at := trigamma(x)
		step := at * (1 - at/y) / (-2 * mathext.Zeta(3, x))
		x += step
		if -step/x < 1e-8 {
			break
		}
	}
	return x
}

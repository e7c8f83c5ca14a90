package matrix

import (
	"math"

	"redismatrix/matrix/stats"
)

// Verdict is what can be said of a difference.
type Verdict string

// The verdicts. Faster means more requests a second, less latency, less CPU
// time, less memory; VerdictInvalid that one of the two results is not to be trusted, or is
// not there.
const (
	VerdictFaster       Verdict = "faster"
	VerdictSlower       Verdict = "slower"
	VerdictSame         Verdict = "same"
	VerdictInconclusive Verdict = "inconclusive"
	VerdictInvalid      Verdict = "invalid"
)

// Judging is how differences are judged. Its zero value takes the defaults.
type Judging struct {
	// Threshold is the smallest change worth acting on: 0.05 is 5 %, also where
	// it is 0.
	Threshold float64
	// Looks is how often the data is judged while it comes in, at most; the
	// rate of errors is divided among them. 0 is 1.
	Looks int
	// Recorded is true where the rounds are what other tools have recorded, so that
	// more of them cannot be had by measuring.
	Recorded bool
	// Told is true where nobody has named the metrics: then those are judged that
	// recordings tell, and what they do not tell is noted and not invalid.
	Told bool
}

// familyRate is how likely it is, at most, that any difference among all that
// are judged together is called one where there is none.
const familyRate = 0.05

// defaultThreshold is the smallest change worth acting on.
const defaultThreshold = 0.05

// power is how likely a change is found that Difference.Detectable names.
const power = 0.9

// FewestRounds are needed to decide anything, and as many runs of a history are:
// with three of them the rate of
// errors of simulated matrices is 10 % where one version is noisier than the
// others (see TestUnevenNoise).
const FewestRounds = 5

// Difference is what was found between a cell and its baseline, in one metric
// of one test.
type Difference struct {
	Cell     string `json:"cell"`
	Baseline string `json:"baseline"`
	Test     string `json:"test"`
	Metric   string `json:"metric"`
	// Control is true where the cell is the baseline, measured a second time.
	Control bool `json:"control,omitempty"`
	// Rounds is how many rounds, or pairs of them, it rests on; in a history it
	// is how many runs the baseline has.
	Rounds int `json:"rounds"`
	// Change is how much more the metric is than the baseline's: -0.08 is 8 %
	// less. Low and High are its interval of 95 % confidence, which it has
	// however often the data was looked at.
	Change float64 `json:"change"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	// P is how likely a difference as clear as this is by chance, corrected for
	// all differences that are judged together (Holm) and for all looks: a
	// change is told from chance where it is 0.05 at most.
	P float64 `json:"p"`
	// Detectable is the change that would have been found in 9 of 10 cases.
	Detectable float64 `json:"detectable"`
	Verdict    Verdict `json:"verdict"`
	// Reason says why the verdict is inconclusive or invalid, Remedy what can be
	// done.
	Reason string `json:"reason,omitempty"`
	Remedy string `json:"remedy,omitempty"`
	// Needed is how many rounds may tell what is inconclusive, 0 where more of
	// them are no help.
	Needed int `json:"needed,omitempty"`
}

// Judge gives every piece of evidence its verdict. All are one family: the rate
// of errors holds for all of them together, the control's included. Variances
// are weighed with those of all others of the same metric (Smyth's moderated
// t-test, see stats.Pool): a few rounds say little of one test's noise, and all
// tests together say much, but for a test or a cell that is noisier than the rest
// (see priors.moderate). What was not measured in pairs has the variances of
// both its sides (Welch's t-test).
func (j Judging) Judge(evidence []Evidence) []Difference {
	for i := range evidence {
		evidence[i].estimate = evidence[i].estimated()
	}
	spread, pooled := spreads(evidence), pools(evidence)
	bounds := bounds{rate: j.rate(), family: float64(len(evidence)), known: map[float64]bound{}}
	found := make([]finding, len(evidence))
	p := make([]float64, len(evidence))
	for i, e := range evidence {
		found[i] = measure(e, pooled, bounds, max(j.Smallest(), spread[e.Metric]))
		p[i] = found[i].P
	}
	differences := make([]Difference, len(evidence))
	for i, adjusted := range stats.Holm(p) {
		found[i].P = min(1, adjusted*j.looks())
		found[i].family = len(evidence)
		j.decide(&found[i], spread[found[i].Metric])
		differences[i] = found[i].Difference
	}
	return differences
}

// finding is a difference while it is judged, P being that of it alone at first.
type finding struct {
	Difference
	// sure is how far from 0 the logarithm of the change would have to be to be
	// told from chance, and family how many are judged together.
	sure   float64
	family int
}

// bounds are the quantiles of Student's t that a family is judged by. Most of it
// has the same degrees of freedom, and a quantile takes long to find.
type bounds struct {
	rate, family float64
	known        map[float64]bound
}

// bound is for one number of degrees of freedom: half the interval of a
// difference, what it must exceed to be told from all others by chance, and what
// it takes beyond that to do so with a probability of power.
type bound struct{ interval, corrected, power float64 }

func (b bounds) at(df float64) bound {
	found, known := b.known[df]
	if !known {
		found = bound{
			interval:  stats.TQuantile(1-b.rate/2, df),
			corrected: stats.TQuantile(1-b.rate/2/b.family, df),
			power:     stats.TQuantile(power, df),
		}
		b.known[df] = found
	}
	return found
}

// Smallest is the smallest change that is called one.
func (j Judging) Smallest() float64 {
	if j.Threshold > 0 {
		return j.Threshold
	}
	return defaultThreshold
}

// rate is the rate of errors that one look may spend.
func (j Judging) rate() float64 { return familyRate / j.looks() }

func (j Judging) looks() float64 { return float64(max(1, j.Looks)) }

// measure gives a difference its numbers, and how likely it is by chance on its
// own. Changes of up to least are called none.
func measure(e Evidence, pooled priors, bounds bounds, least float64) finding {
	d := finding{Difference: e.Difference}
	d.P, d.Rounds = 1, min(len(e.Base), len(e.Other))
	if e.byRun {
		d.Rounds = len(e.Base)
	}
	if d.Reason = e.Problem; d.Reason != "" {
		d.Verdict = VerdictInvalid
		return d
	}
	d.Change = math.Expm1(e.mean)
	if !e.known() {
		d.Low, d.High, d.Detectable = -1, math.Inf(1), math.Inf(1)
		return d
	}
	deviation, df := e.deviation(pooled)
	bound := bounds.at(df)
	half := bound.interval*deviation + e.step
	d.Low, d.High = math.Expm1(e.mean-half), math.Expm1(e.mean+half)
	d.sure = bound.corrected*deviation + e.step
	d.Detectable = math.Expm1(max(math.Log1p(least), d.sure) + bound.power*deviation)
	if d.P = stats.TwoSided(e.beyond()/deviation, df); deviation == 0 {
		d.P = exact(e.beyond())
	}
	return d
}

// exact is the likelihood of a difference between values that have no noise.
func exact(mean float64) float64 {
	if mean == 0 {
		return 1
	}
	return 0
}

// decide gives the verdict. A change that the control shows as well is none.
func (j Judging) decide(d *finding, spread float64) {
	threshold := j.Smallest()
	switch {
	case d.Verdict == VerdictInvalid:
	case d.Rounds < FewestRounds:
		d.Verdict = VerdictInconclusive
		few := j.fewRounds()
		d.Reason, d.Remedy = few.Text, few.Remedy
	case d.P <= familyRate && math.Abs(d.Change) > max(threshold, spread) && !d.Control:
		d.Verdict = direction(d.Metric, d.Change)
	case d.Low > -threshold && d.High < threshold:
		d.Verdict = VerdictSame
	default:
		d.Verdict = VerdictInconclusive
		d.Reason, d.Remedy = j.doubt(d, spread)
	}
}

// direction is the verdict on a change that counts.
func direction(metric string, change float64) Verdict {
	if (change > 0) == HigherIsBetter(metric) {
		return VerdictFaster
	}
	return VerdictSlower
}

// HigherIsBetter reports whether more of a metric is faster.
func HigherIsBetter(metric string) bool {
	m, _ := LookupMetric(metric)
	return m.Higher
}

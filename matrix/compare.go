package matrix

import (
	"fmt"
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
}

// familyRate is how likely it is, at most, that any difference among all that
// are judged together is called one where there is none.
const familyRate = 0.05

// defaultThreshold is the smallest change worth acting on.
const defaultThreshold = 0.05

// power is how likely a change is found that Difference.Detectable names.
const power = 0.9

// fewestRounds are needed to decide anything: with two of them the rate of errors
// of simulated matrices is 10 % where noise is heavy-tailed, and 12 % where
// tests differ in theirs.
const fewestRounds = 3

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
	// less. Low and High are its interval of 95 % confidence.
	Change float64 `json:"change"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	// P is how likely a difference as clear as this is by chance, corrected for
	// all differences that are judged together (Holm).
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
// tests together say much.
func (j Judging) Judge(evidence []Evidence) []Difference {
	priors := map[string]stats.Prior{}
	for i := range evidence {
		evidence[i].estimate = evidence[i].estimated()
	}
	spread := spreads(evidence)
	for metric, group := range byMetric(evidence) {
		priors[metric] = pool(group)
	}
	bounds := bounds{rate: j.rate(), family: float64(len(evidence)), known: map[float64]bound{}}
	differences := make([]Difference, len(evidence))
	p := make([]float64, len(evidence))
	for i, e := range evidence {
		least := max(j.Smallest(), spread[e.Metric])
		differences[i], p[i] = measure(e, priors[e.Metric], bounds, least)
	}
	for i, adjusted := range stats.Holm(p) {
		differences[i].P = adjusted
		j.decide(&differences[i], spread[differences[i].Metric])
	}
	return differences
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
func (j Judging) rate() float64 { return familyRate / float64(max(1, j.Looks)) }

// measure gives a difference its numbers, and how likely it is by chance on its
// own. Changes of up to least are called none.
func measure(e Evidence, prior stats.Prior, bounds bounds, least float64) (Difference, float64) {
	d := e.Difference
	d.Rounds = min(len(e.Base), len(e.Other))
	if e.byRun {
		d.Rounds = len(e.Base)
	}
	if d.Reason = e.Problem; d.Reason != "" {
		d.Verdict = VerdictInvalid
		return d, 1
	}
	d.Change = math.Expm1(e.mean)
	if e.df < 1 {
		d.Low, d.High, d.Detectable = -1, math.Inf(1), math.Inf(1)
		return d, 1
	}
	variance, df := prior.Moderate(e.variance, e.df)
	deviation := math.Sqrt(variance * e.factor)
	bound := bounds.at(df)
	half := bound.interval * deviation
	d.Low, d.High = math.Expm1(e.mean-half), math.Expm1(e.mean+half)
	d.Detectable = math.Expm1(max(math.Log1p(least), bound.corrected*deviation) + bound.power*deviation)
	if deviation == 0 {
		return d, exact(e.mean)
	}
	return d, stats.TwoSided(e.mean/deviation, df)
}

// exact is the likelihood of a difference between values that have no noise.
func exact(mean float64) float64 {
	if mean == 0 {
		return 1
	}
	return 0
}

// decide gives the verdict. A change that the control shows as well is none.
func (j Judging) decide(d *Difference, spread float64) {
	threshold := j.Smallest()
	switch {
	case d.Verdict == VerdictInvalid:
	case d.Rounds < fewestRounds:
		d.Verdict = VerdictInconclusive
		d.Reason, d.Remedy = "fewer than 3 rounds cannot tell a difference from noise", "--rounds 5, or more"
	case d.P <= j.rate() && math.Abs(d.Change) > max(threshold, spread) && !d.Control:
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
	switch metric {
	case MetricRPS, "", MetricHitRate, MetricBandwidth:
		return true
	}
	return false
}

// doubt says why a difference is inconclusive, and how many rounds may tell.
func (j Judging) doubt(d *Difference, spread float64) (reason, remedy string) {
	if spread > j.Smallest() && math.Abs(d.Change) > j.Smallest() && d.P <= j.rate() {
		return fmt.Sprintf("the control, one server measured twice, differs by %.0f %% as well", 100*spread),
			"measure on a quieter machine, with a longer duration"
	}
	if d.Needed = j.needed(d); d.Needed == 0 {
		remedy = "measure on a quieter machine, or for longer"
	} else {
		remedy = fmt.Sprintf("about %d rounds may tell (--rounds %d)", d.Needed, d.Needed)
	}
	return fmt.Sprintf("somewhere between %+.0f %% and %+.0f %%", 100*d.Low, 100*d.High), remedy
}

// needed estimates how many rounds would tell, 0 where no sensible number would.
func (j Judging) needed(d *Difference) int {
	const most = 200
	half := math.Log1p(d.High) - math.Log1p(d.Change)
	room := math.Abs(math.Log1p(j.Smallest()) - math.Abs(math.Log1p(d.Change)))
	rounds := math.Ceil(float64(d.Rounds) * (half / room) * (half / room))
	if !(rounds <= most) {
		return 0
	}
	return max(int(rounds), d.Rounds+1)
}

package matrix

import (
	"fmt"
	"math"

	"redismatrix/matrix/stats"
)

// GateMetrics are the metrics that decide a gate where nobody says otherwise.
func GateMetrics() []string { return []string{MetricRPS, MetricP99} }

// Comparison is what was found between the cells of a run and their baselines.
type Comparison struct {
	Judging
	// Metrics were judged together, as one family.
	Metrics     []string
	Differences []Difference
}

// Compare judges every cell of the run against its baseline, in each of the
// metrics. Tests that a server cannot do are left out, and so is what recordings do
// not tell where nobody has asked for it; what is failed, invalid or missing is
// invalid. All metrics are one family. It has no differences where
// there is no baseline.
func (r *Run) Compare(metrics []string, j Judging) Comparison {
	told, _ := j.told(r.evidence(metrics))
	return Comparison{Judging: j, Metrics: metrics, Differences: j.Judge(told)}
}

// Spread is the largest change that the control shows in a metric; false where
// there is no control that can be trusted.
func (c Comparison) Spread(metric string) (spread float64, known bool) {
	for _, d := range c.Differences {
		if d.Control && d.Metric == metric && d.Verdict != VerdictInvalid {
			spread, known = max(spread, math.Abs(d.Change)), true
		}
	}
	return spread, known
}

// Detectable is the change that would have been found in 9 of 10 cases in the
// median comparison of a metric, NaN where there is none.
func (c Comparison) Detectable(metric string) float64 {
	var changes []float64
	for _, d := range c.Differences {
		if !d.Control && d.Metric == metric && d.Verdict != VerdictInvalid {
			changes = append(changes, d.Detectable)
		}
	}
	return stats.Median(changes)
}

// Count is how many differences have a verdict, the control's left out.
func (c Comparison) Count(verdict Verdict) int {
	n := 0
	for _, d := range c.Differences {
		if d.Verdict == verdict && !d.Control {
			n++
		}
	}
	return n
}

// Comparisons is how many differences there are, the control's left out.
func (c Comparison) Comparisons() int {
	n := 0
	for _, d := range c.Differences {
		if !d.Control {
			n++
		}
	}
	return n
}

func (r *Run) evidence(metrics []string) []Evidence {
	return r.evidenceOf(metrics, func(Cell) bool { return true })
}

// evidenceOf is the evidence for cells that are wanted.
func (r *Run) evidenceOf(metrics []string, wanted func(Cell) bool) []Evidence {
	var evidence []Evidence
	baselines := r.Plan.Baselines()
	for _, cell := range r.Plan.Cells {
		base, ok := baselines.Of(cell)
		if !ok || !wanted(cell) {
			continue
		}
		for _, test := range cell.Load.Tests {
			for _, metric := range metrics {
				if e, ok := r.paired(cell, base, test, metric); ok {
					evidence = append(evidence, e)
				}
			}
		}
	}
	return evidence
}

// paired is the evidence for one test of a cell; false where either server
// cannot do it, or the metric is beyond the test.
func (r *Run) paired(cell, base Cell, test, metric string) (Evidence, bool) {
	e := Evidence{Paired: r.Recorded == nil, Difference: Difference{
		Cell: cell.ID, Baseline: base.ID, Test: test, Metric: metric, Control: cell.Control,
	}}
	other, of := r.result(cell.ID, test), r.result(base.ID, test)
	if other.Status == StatusNA || of.Status == StatusNA || beyond(cell.Load, metric, other, of) {
		return e, false
	}
	why := unusable("", other, metric)
	if why.Text == "" {
		why = unusable("the baseline ", of, metric)
	}
	if e.Problem, e.Remedy = why.Text, why.Remedy; e.Problem != "" {
		e.untold = other.untold(metric) || of.untold(metric)
		return e, true
	}
	if !e.Paired { // rounds that others recorded were not taken together
		e.Base, e.Other = logs(of.values(metric)), logs(other.values(metric))
		return e, true
	}
	values := of.byRound(metric)
	for _, s := range other.Samples {
		v, known := s.Value(metric)
		if b, both := values[s.Round]; known && both {
			e.Base, e.Other = append(e.Base, math.Log(b)), append(e.Other, math.Log(v))
		}
	}
	if len(e.Base) == 0 {
		e.Problem = "no round has both"
	}
	return e, true
}

// result is what the run holds of a test in a cell, missing where it holds
// nothing.
func (r *Run) result(cell, test string) Result {
	if i, known := r.find(cell, test); known {
		return r.Results[i]
	}
	return Result{Cell: cell, Test: test, Status: StatusMissing}
}

// unusable says why a result cannot be compared and what can be done, nothing
// where it can be.
func unusable(whose string, result Result, metric string) Note {
	if result.Status != StatusOK {
		text := whose + "is " + string(result.Status)
		if whose == "" {
			text = string(result.Status)
		}
		if result.Reason != "" {
			text += ": " + result.Reason
		}
		return Note{Text: text, Remedy: result.Remedy}
	}
	for _, s := range result.Samples {
		v, known := s.Value(metric)
		if known && !(v > 0 && v <= math.MaxFloat64) {
			return Note{Text: fmt.Sprintf("%s%s is %v in round %d, which is no number to compare", whose, metric, v, s.Round)}
		}
	}
	switch told := len(result.byRound(metric)); {
	case told == len(result.Samples) && told > 0, told > 0 && metric == MetricMemoryPerKey: // its rounds are left out for a reason
		return Note{}
	case told > 0:
		return Note{Text: fmt.Sprintf("%s%s was not recorded in %d of %d rounds", whose, metric, len(result.Samples)-told, len(result.Samples))}
	}
	why := Note{Text: whose + metric + " was not recorded"}
	if untold := result.Untold(metric); untold.Text != "" {
		why.Text, why.Remedy = why.Text+": "+untold.Text, untold.Remedy
	}
	return why
}

// byRound are the values of a metric by round, as far as they were recorded.
func (res Result) byRound(metric string) map[int]float64 {
	values := map[int]float64{}
	for _, s := range res.Samples {
		if v, known := s.Value(metric); known {
			values[s.Round] = v
		}
	}
	return values
}

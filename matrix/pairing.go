package matrix

import (
	"fmt"
	"math"
)

// GateMetrics are the metrics that decide a gate where nobody says otherwise.
func GateMetrics() []string { return []string{MetricRPS, MetricP99} }

// Compare judges every cell of the run against its baseline, in each of the
// metrics. Tests that a server cannot do are left out; what is failed, invalid
// or missing is invalid. All metrics are one family. Without a baseline there
// is nothing to judge.
func (r *Run) Compare(metrics []string, j Judging) []Difference {
	return j.Judge(r.evidence(metrics))
}

func (r *Run) evidence(metrics []string) []Evidence {
	var evidence []Evidence
	for _, cell := range r.Plan.Cells {
		base, ok := r.Plan.BaselineOf(cell)
		if !ok {
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
// cannot do it.
func (r *Run) paired(cell, base Cell, test, metric string) (Evidence, bool) {
	e := Evidence{Paired: true, Difference: Difference{
		Cell: cell.ID, Baseline: base.ID, Test: test, Metric: metric, Control: cell.Control,
	}}
	other, of := r.result(cell.ID, test), r.result(base.ID, test)
	if other.Status == StatusNA || of.Status == StatusNA {
		return e, false
	}
	if e.Problem = unusable("", other, metric); e.Problem == "" {
		e.Problem = unusable("the baseline ", of, metric)
	}
	if e.Problem != "" {
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

// unusable says why a result cannot be compared, "" where it can.
func unusable(whose string, result Result, metric string) string {
	if result.Status != StatusOK {
		text := whose + "is " + string(result.Status)
		if whose == "" {
			text = string(result.Status)
		}
		if result.Reason != "" {
			text += ": " + result.Reason
		}
		return text
	}
	for _, s := range result.Samples {
		v, known := s.Value(metric)
		if known && !(v > 0 && v <= math.MaxFloat64) {
			return fmt.Sprintf("%s%s is %v in round %d, which is no number to compare", whose, metric, v, s.Round)
		}
	}
	if len(result.byRound(metric)) == 0 {
		return whose + metric + " was not recorded"
	}
	return ""
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

package matrix

import "slices"

// Decides reports whether a run of the spec may have enough rounds to decide
// anything, which are FewestRounds.
func (s *Spec) Decides() bool { return s.Rounds >= FewestRounds }

// Looks are the numbers of rounds after which the run may end, the last being
// all of them. Only there is it judged whether it is decided.
func (s *Spec) Looks() []int {
	least := s.LeastRounds
	if least < 1 || least > s.Rounds {
		least = s.Rounds
	}
	return Looks(least, s.Rounds)
}

// Gate are the metrics that decide whether the run is good, judged together.
func (r *Run) Gate() []string {
	if metrics := r.Plan.Spec.Gate.Metrics; len(metrics) > 0 {
		return slices.Clone(metrics)
	}
	return GateMetrics()
}

// Judged reports whether a test of the run tells a metric of the gate. What is lost
// in crashes, for one, is shown and not judged.
func (r *Run) Judged() bool {
	return slices.ContainsFunc(r.Plan.Cells, func(c Cell) bool {
		return slices.ContainsFunc(c.Load.Tests, func(test string) bool {
			return slices.ContainsFunc(r.Gate(), func(metric string) bool { return c.Load.Tells(metric, test) })
		})
	})
}

// Judging is how the run's differences are judged. The rate of errors is
// divided among all the looks that its spec allows, however many were made:
// where it ended early, and why, follows from the data.
func (r *Run) Judging() Judging {
	gate := r.Plan.Spec.Gate
	return Judging{
		Threshold: gate.Threshold, Looks: len(r.Plan.Spec.Looks()),
		Recorded: r.Recorded != nil, Told: r.Recorded != nil && len(gate.Metrics) == 0,
	}
}

// Decided reports whether every comparison of the gate is decided by the first
// rounds, whatever was measured after them. What is invalid by then counts as
// decided: a bad round stays bad however many follow. Where nothing is compared
// nothing is decided.
func (r *Run) Decided(rounds int) bool {
	found := r.first(rounds).Compare(r.Gate(), r.Judging())
	return found.Comparisons() > 0 && found.Count(VerdictInconclusive) == 0
}

// first is the run with what its first rounds measured.
func (r *Run) first(rounds int) *Run {
	part := *r
	part.Results, part.index = slices.Clone(r.Results), nil
	for i := range part.Results {
		res := &part.Results[i]
		later := slices.IndexFunc(res.Samples, func(s Sample) bool { return s.Round > rounds })
		if later < 0 {
			continue
		}
		if res.Samples = res.Samples[:later:later]; later > 0 {
			res.fold(rounds)
		} else {
			res.Status, res.Reason, res.Remedy = StatusMissing, "", ""
		}
	}
	return &part
}

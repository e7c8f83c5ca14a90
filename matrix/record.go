package matrix

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix/stats"
)

// Results are the results of the plan before anything is measured, one per
// cell and test in the plan's order: missing, or n/a with the reason.
func (p *Plan) Results() []Result {
	var results []Result
	for _, cell := range p.Cells {
		for _, test := range cell.Load.Tests {
			result := Result{Cell: cell.ID, Test: test, Status: StatusMissing}
			if reason, na := cell.NA[test]; na {
				result.Status, result.Reason = StatusNA, reason
			}
			results = append(results, result)
		}
	}
	return results
}

// Record adds a sample to its result, whose status then is that of its worst
// sample: one that is neither ok nor invalid counts as failed, and a rate that
// is no number is invalid. A sample of the same round takes the place of the one
// before. It is an error when the plan has no such test to be measured.
func (r *Run) Record(s Sample) error {
	if len(r.Results) == 0 {
		r.Results = r.Plan.Results()
	}
	i, err := r.place(s)
	if err == nil {
		r.Results[i].add(s, r.Rounds())
	}
	return err
}

// place is the index of the result that a sample belongs to.
func (r *Run) place(s Sample) (int, error) {
	i, known := r.find(s.Cell, s.Test)
	if !known || r.Results[i].Status == StatusNA {
		return 0, fmt.Errorf("record a sample: the plan measures no test %q in a cell %q", s.Test, s.Cell)
	}
	if s.Round < 1 || s.Round > r.Rounds() {
		return 0, fmt.Errorf("record a sample of %q in %q: there are %d rounds and no round %d", s.Test, s.Cell, r.Rounds(), s.Round)
	}
	return i, nil
}

// find is the index of a result. The index is built again when the results
// are not those that it was built for.
func (r *Run) find(cell, test string) (int, bool) {
	if len(r.index) != len(r.Results) {
		r.index = make(map[[2]string]int, len(r.Results))
		for i, result := range r.Results {
			r.index[[2]string{result.Cell, result.Test}] = i
		}
	}
	i, known := r.index[[2]string{cell, test}]
	return i, known && r.Results[i].Cell == cell && r.Results[i].Test == test
}

func (res *Result) add(s Sample, rounds int) {
	at, replaces := slices.BinarySearchFunc(res.Samples, s, func(a, b Sample) int { return cmp.Compare(a.Round, b.Round) })
	if replaces {
		res.Samples[at] = s
	} else {
		res.Samples = slices.Insert(res.Samples, at, s)
	}
	res.fold(rounds)
}

// refold derives the results from the plan and the samples alone, whatever the
// document says of them. It is an error when they cannot have been recorded.
func (r *Run) refold() error {
	read, seen := r.Results, map[int]bool{}
	r.Results = r.Plan.Results()
	for _, result := range read {
		at, known := r.find(result.Cell, result.Test)
		switch {
		case !known:
			return fmt.Errorf("the plan has no test %q in a cell %q", result.Test, result.Cell)
		case seen[at]:
			return fmt.Errorf("it has two results of test %q in cell %q", result.Test, result.Cell)
		}
		seen[at] = true
		if err := r.restore(result); err != nil {
			return err
		}
	}
	return nil
}

// restore takes the samples that a document holds in a result for those of the
// run, each once. They are many, and are not copied.
func (r *Run) restore(in Result) error {
	if len(in.Samples) == 0 {
		return nil
	}
	at := 0
	for _, s := range in.Samples {
		if s.Cell != in.Cell || s.Test != in.Test {
			return fmt.Errorf("the result of test %q in cell %q holds a sample of %q in %q", in.Test, in.Cell, s.Test, s.Cell)
		}
		i, err := r.place(s)
		if err != nil {
			return err
		}
		at = i
	}
	byRound := func(a, b Sample) int { return cmp.Compare(a.Round, b.Round) }
	samples := in.Samples
	if !slices.IsSortedFunc(samples, byRound) {
		slices.SortStableFunc(samples, byRound)
	}
	for i, s := range samples[1:] {
		if s.Round == samples[i].Round {
			return fmt.Errorf("the result of test %q in cell %q holds two samples of round %d", in.Test, in.Cell, s.Round)
		}
	}
	r.Results[at].Samples = samples
	r.Results[at].fold(r.Rounds())
	return nil
}

// fold derives status, reason and remedy from the samples.
func (res *Result) fold(rounds int) {
	res.Status, res.Reason, res.Remedy = StatusOK, "", ""
	var reasons []string
	for _, status := range []Status{StatusFailed, StatusInvalid} {
		bad := res.judged(status)
		if len(bad) == 0 {
			continue
		}
		if res.Status == StatusOK {
			res.Status = status
		}
		reason := blame(bad, rounds)
		if status != res.Status {
			reason = string(status) + ": " + reason
		}
		reasons = append(reasons, reason)
		for _, s := range bad {
			res.Remedy = cmp.Or(res.Remedy, s.Remedy)
		}
	}
	res.Reason = strings.Join(reasons, "; ")
}

// judged are the samples that count as having a status.
func (res *Result) judged(status Status) []Sample {
	var judged []Sample
	for _, s := range res.Samples {
		if s = s.judged(); s.Status == status {
			judged = append(judged, s)
		}
	}
	return judged
}

// judged is the sample with the status that counts: anything but ok and
// invalid is failed, and what is ok but has no number for a rate is invalid.
func (s Sample) judged() Sample {
	switch {
	case s.Status == StatusOK && !(s.RPS >= 0 && s.RPS <= math.MaxFloat64):
		s.Status, s.Reason, s.Remedy = StatusInvalid, fmt.Sprintf("its rate is no number: %v", s.RPS), ""
	case s.Status != StatusOK && s.Status != StatusInvalid:
		s.Status = StatusFailed
	}
	return s
}

// blame says which rounds went wrong and why, such as "rounds 2 and 4 of 5: the
// client was saturated". How they went wrong is the status' to say.
func blame(bad []Sample, rounds int) string {
	var numbers, reasons []string
	for _, s := range bad {
		numbers = append(numbers, strconv.Itoa(s.Round))
		if s.Reason != "" && !slices.Contains(reasons, s.Reason) {
			reasons = append(reasons, s.Reason)
		}
	}
	reason := cmp.Or(strings.Join(gathered(reasons), ", "), "no reason is known")
	last := len(numbers) - 1
	switch {
	case rounds == 1:
		return reason
	case len(bad) == rounds:
		return fmt.Sprintf("all %d rounds: %s", rounds, reason)
	case last == 0:
		return fmt.Sprintf("round %s of %d: %s", numbers[0], rounds, reason)
	}
	return fmt.Sprintf("rounds %s and %s of %d: %s", strings.Join(numbers[:last], ", "), numbers[last], rounds, reason)
}

// Due is a sample that is still to be taken.
type Due struct {
	Round int
	Cell  string
	Test  string
}

// Missing lists the samples still to be taken, in the order in which rounds
// take them. There are none of a run that was recorded: nobody has planned it.
func (r *Run) Missing() []Due {
	if r.Recorded != nil {
		return nil
	}
	taken := map[Due]bool{}
	for _, result := range r.Results {
		for _, s := range result.Samples {
			taken[Due{s.Round, s.Cell, s.Test}] = true
		}
	}
	var missing []Due
	for round := 1; round <= r.Rounds(); round++ {
		for _, visit := range r.Plan.Round(round) {
			for _, i := range visit.Cells {
				missing = append(missing, r.Plan.Cells[i].missing(round, taken)...)
			}
		}
	}
	return missing
}

func (c Cell) missing(round int, taken map[Due]bool) []Due {
	var missing []Due
	for _, test := range c.Load.Tests {
		due := Due{round, c.ID, test}
		if _, na := c.NA[test]; !na && !taken[due] {
			missing = append(missing, due)
		}
	}
	return missing
}

// Faulty reports whether anything that the plan measures is failed, invalid or
// missing, be it a single round.
func (r *Run) Faulty() bool {
	for _, result := range r.Results {
		if result.Status != StatusOK && result.Status != StatusNA {
			return true
		}
	}
	return len(r.Missing()) > 0
}

// values are what the ok samples say of a metric.
func (res Result) values(metric string) []float64 {
	var values []float64
	for _, s := range res.Samples {
		if s = s.judged(); s.Status != StatusOK {
			continue
		}
		if v, ok := s.Value(metric); ok {
			values = append(values, v)
		}
	}
	return values
}

// Median is the median of a metric over the ok samples, or the greatest where
// that is what the metric tells; false where there is none. It is a number to be
// trusted only where the result's status is ok.
func (res Result) Median(metric string) (float64, bool) {
	values := res.values(metric)
	if m, _ := LookupMetric(metric); m.Worst {
		return greatest(values)
	}
	if len(values) == 0 {
		return 0, false
	}
	return stats.Median(values), true
}

// Spread is half the range of a metric over the ok samples relative to its
// median: 0.03 is ±3 %, and 0 where there are fewer than two, or the metric tells
// the greatest.
func (res Result) Spread(metric string) float64 {
	if m, _ := LookupMetric(metric); m.Worst {
		return 0
	}
	return stats.Spread(res.values(metric))
}

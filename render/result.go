package render

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// entry is a cell before its notes have numbers.
type entry struct {
	cell Cell
	// reason says why there is no number.
	reason []Note
	// qualifiers are remarks on a number that is otherwise to be trusted.
	qualifiers []Note
}

// entry summarises what was measured at a point; found is false where the plan
// holds no such point.
func (s *source) entry(p point, found bool, m metric) entry {
	if !found {
		return without("", Note{Text: "not in the plan: excluded by the spec"})
	}
	result := s.results[resultKey{p.cell.ID, p.test}]
	switch status := s.status(p, result); status {
	case matrix.StatusOK:
		e := s.summary(result, m)
		e.qualifiers = append(e.qualifiers, s.warnings(p)...)
		return e
	case matrix.StatusNA:
		return without(status, s.notApplicable(p, result))
	case matrix.StatusMissing:
		return without(status, s.notMeasured())
	default:
		return without(status, reasonOf(status, result))
	}
}

func without(status matrix.Status, reason Note) entry {
	return entry{cell: Cell{Status: status, Text: statusText(status)}, reason: []Note{reason}}
}

// statusText stands where there is no number.
func statusText(status matrix.Status) string {
	if status == matrix.StatusFailed || status == matrix.StatusInvalid {
		return string(status)
	}
	return none
}

// status is the result's own, where it has one. A point without samples is
// n/a where the plan says so and missing else.
func (s *source) status(p point, result *matrix.Result) matrix.Status {
	_, inPlan := s.planNA(p)
	switch {
	case result != nil && result.Status != "" && (result.Status != matrix.StatusOK || len(result.Samples) > 0):
		return result.Status
	case result != nil && len(result.Samples) > 0:
		return bestStatus(result.Samples)
	case inPlan:
		return matrix.StatusNA
	}
	return matrix.StatusMissing
}

// bestStatus is ok where one sample is, else the first sample's status.
func bestStatus(samples []matrix.Sample) matrix.Status {
	if slices.ContainsFunc(samples, sampleOK) {
		return matrix.StatusOK
	}
	return samples[0].Status
}

func sampleOK(s matrix.Sample) bool { return s.Status == matrix.StatusOK }

// planNA is why the plan says that a point cannot be measured.
func (s *source) planNA(p point) (string, bool) {
	if reason, ok := p.cell.NA[p.test]; ok {
		return reason, true
	}
	if setup := s.setups[p.cell.Setup]; setup != nil && setup.NA != "" {
		return setup.NA, true
	}
	return "", false
}

func (s *source) notApplicable(p point, result *matrix.Result) Note {
	if result != nil && result.Reason != "" {
		return reasonOf(matrix.StatusNA, result)
	}
	reason, _ := s.planNA(p)
	return reasonOf(matrix.StatusNA, &matrix.Result{Reason: reason})
}

func (s *source) notMeasured() Note {
	switch s.run.State {
	case matrix.StateComplete:
		return Note{Text: "missing: not measured, although the run is complete"}
	case matrix.StateFailed:
		return Note{Text: "missing: the run failed before it was measured", Remedy: "finish it with run --resume"}
	}
	return Note{Text: "missing: the run ended before it was measured", Remedy: "finish it with run --resume"}
}

// reasonOf is "failed: REASON", from the result or the first sample that
// gives one.
func reasonOf(status matrix.Status, result *matrix.Result) Note {
	reason, remedy := result.Reason, result.Remedy
	for _, sample := range result.Samples {
		if reason == "" && sample.Reason != "" {
			reason, remedy = sample.Reason, sample.Remedy
		}
	}
	if reason == "" {
		reason = "for a reason that was not recorded"
	}
	prefix := string(status) + ": "
	return Note{Text: prefix + strings.TrimPrefix(reason, prefix), Remedy: remedy}
}

// rounds are a result's samples, sorted by what can be done with them.
type rounds struct {
	values     []float64
	qualifiers []Note
	// left are the samples that are not ok, unrecorded and broken how many are
	// ok and hold no number, or none that is one.
	left               []matrix.Sample
	unrecorded, broken int
}

func sortRounds(samples []matrix.Sample, m metric) rounds {
	var r rounds
	for _, sample := range samples {
		value, recorded := m.of(sample)
		switch {
		case !sampleOK(sample):
			r.left = append(r.left, sample)
		case !recorded:
			r.unrecorded++
		case !finite(value) || value < 0:
			r.broken++
		default:
			r.values = append(r.values, value)
			r.qualifiers = append(r.qualifiers, notesOf(sample.Notes)...)
		}
	}
	return r
}

// summary is the median of the rounds that can be trusted, with a remark where
// that is not all of them.
func (s *source) summary(result *matrix.Result, m metric) entry {
	r := sortRounds(result.Samples, m)
	if len(r.values) == 0 {
		return r.noValue()
	}
	middle := median(r.values)
	return entry{
		cell: Cell{Value: &middle, Digits: digitsFor(middle), Spread: spread(r.values),
			Rounds: len(r.values), Status: matrix.StatusOK},
		qualifiers: append(r.qualifiers, s.leftOut(r, len(result.Samples))...),
	}
}

// noValue is the entry of a result that is said to be ok and has no number.
func (r rounds) noValue() entry {
	switch {
	case r.broken > 0:
		return without(matrix.StatusInvalid, noNumber)
	case r.unrecorded > 0:
		return without(matrix.StatusMissing, Note{Text: "missing: was not recorded"})
	}
	status := r.left[0].Status
	return without(status, reasonOf(status, &matrix.Result{Samples: r.left}))
}

// leftOut says which rounds a median does not hold.
func (s *source) leftOut(r rounds, measured int) []Note {
	var notes []Note
	add := func(n int, why, remedy string) {
		if n > 0 {
			notes = append(notes, Note{fmt.Sprintf("%d of %s left out, %s", n, plural(measured, "round"), why), remedy})
		}
	}
	if len(r.left) > 0 {
		reason := reasonOf(r.left[0].Status, &matrix.Result{Samples: r.left})
		add(len(r.left), reason.Text, reason.Remedy)
	}
	add(r.broken, noNumber.Text, "")
	add(r.unrecorded, "it was not recorded", "")
	if measured < s.spec.Rounds {
		text := fmt.Sprintf("only %d of %s measured", measured, plural(s.spec.Rounds, "round"))
		notes = append(notes, Note{text, s.notMeasured().Remedy})
	}
	return notes
}

// warnings are those of the point's server that the report does not say once
// for all.
func (s *source) warnings(p point) []Note {
	var notes []Note
	for _, warning := range s.run.Servers[p.cell.Setup].Warnings {
		if !slices.Contains(s.common, warning) {
			notes = append(notes, Note(warning))
		}
	}
	return notes
}

func notesOf(notes []matrix.Note) []Note {
	var converted []Note
	for _, note := range notes {
		converted = append(converted, Note(note))
	}
	return converted
}

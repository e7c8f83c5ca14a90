package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// entry is a cell before its notes have numbers.
type entry struct {
	point point
	cell  Cell
	// reason says why there is no number.
	reason []Note
	// qualifiers are remarks on a number that is otherwise to be trusted.
	qualifiers []Note
}

// entry summarises what was measured at a point; found is false where the plan
// holds no such point.
func (s *source) entry(p point, found bool, m matrix.Metric) entry {
	if !found {
		return without("", s.unplanned())
	}
	e := s.measured(p, m)
	e.point, e.cell.At = p, s.place(p, m)
	return e
}

// unplanned says why the plan does not hold a point.
func (s *source) unplanned() Note {
	if s.run.Recorded != nil {
		return Note{Text: "not recorded"}
	}
	return Note{Text: "not in the plan: excluded by the spec"}
}

func (s *source) measured(p point, m matrix.Metric) entry {
	result := s.result(p)
	if result.Status != matrix.StatusOK {
		return without(result.Status, s.fault(result))
	}
	e := s.summary(p, result, m)
	e.qualifiers = append(append(e.qualifiers, missesOf(result, m)...), s.warnings(p)...)
	return e
}

// fault says why a result that is not ok is none.
func (s *source) fault(result matrix.Result) Note {
	if result.Status == matrix.StatusMissing {
		return s.notMeasured()
	}
	return Note{Text: string(result.Status) + ": " + result.Reason, Remedy: result.Remedy}
}

// place is where the plan holds a point, and what ran there.
func (s *source) place(p point, m matrix.Metric) *Place {
	at := &Place{Coordinates: p.cell.Coordinates, Test: p.test, Metric: m.Name, Baseline: p.cell.Baseline}
	if info, ran := s.server(p); ran {
		at.Server = info.Name()
	} else if s.run.Recorded != nil {
		at.Server = saidServer(p.value(matrix.AxisVersion))
	}
	return at
}

// saidServer is the server that somebody has said ran, as ServerInfo names it where
// it is a version.
func saidServer(version string) string {
	v, err := matrix.ParseVersion(version)
	if err != nil || version == "" {
		return strings.TrimPrefix(version, matrix.NotTold)
	}
	_, number, found := strings.Cut(v.String(), string(v.Product)+"-")
	if !found {
		number = v.String()
	}
	return string(v.Product) + " " + number
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

// result is what the run holds of a point; before anything is recorded it is
// missing.
func (s *source) result(p point) matrix.Result {
	if of, part := matrix.CutPart(p.test); part {
		return s.result(point{p.cell, matrix.TestMix}).Part(of)
	}
	if result, known := s.results[resultKey{p.cell.ID, p.test}]; known {
		return *result
	}
	return matrix.Result{Status: matrix.StatusMissing}
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

// summary is the median of a result's rounds, with their remarks and with one
// where rounds are wanting.
func (s *source) summary(p point, result matrix.Result, m matrix.Metric) entry {
	middle, recorded := result.Median(m.Name)
	if !recorded {
		return unrecorded(p, result, m)
	}
	cell := Cell{Value: &middle, Digits: digitsOf(m, middle), Spread: result.Spread(m.Name), Status: matrix.StatusOK}
	var qualifiers []Note
	for _, sample := range result.Samples {
		if _, recorded := sample.Value(m.Name); recorded {
			cell.Rounds++
			qualifiers = append(qualifiers, notesOf(sample.Notes)...)
		}
	}
	return entry{cell: cell, qualifiers: append(qualifiers, s.wanting(cell.Rounds, len(result.Samples), result.Untold(m.Name))...)}
}

// unrecorded says why a result that is ok has no value.
func unrecorded(p point, result matrix.Result, m matrix.Metric) entry {
	untold := result.Untold(m.Name)
	switch {
	case p.part() && m.Whole:
		return without(matrix.StatusNA, Note{Text: "n/a: measured of the whole mix, not of its parts"})
	case m.Name == matrix.MetricHitRate:
		return without(matrix.StatusNA, Note{Text: "n/a: no reads were counted"})
	case p.trial() && len(m.Trials) == 0:
		return without(matrix.StatusNA, Note{Text: "n/a: not told of a test that ends its server"})
	case len(m.Trials) > 0:
		return without(matrix.StatusNA, Note{Text: "n/a: told only of " + strings.Join(trialsOf(m), " and ")})
	case !p.cell.Load.Tells(m.Name, p.test):
		return without(matrix.StatusNA, Note{Text: "n/a: told only of the first numbered keys that the tests work on, such as those of SET and then GET"})
	case untold.Text != "":
		return without(matrix.StatusMissing, Note{Text: "missing: " + untold.Text, Remedy: untold.Remedy})
	}
	e := without(matrix.StatusMissing, Note{Text: "missing: was not recorded"})
	for _, sample := range result.Samples {
		if sample.Recorded != nil { // the notes of its tool may say why
			e.reason = append(e.reason, notesOf(sample.Notes)...)
		}
	}
	return e
}

// wanting says which rounds a median does not hold, and why as far as that is
// known.
func (s *source) wanting(recorded, measured int, untold matrix.Note) []Note {
	var notes []Note
	if left := measured - recorded; left > 0 {
		why := cmp.Or(untold.Text, "it was not recorded")
		notes = append(notes, Note{Text: fmt.Sprintf("%d of %s left out, %s", left, plural(measured, "round"), why), Remedy: untold.Remedy})
	}
	if planned := s.run.Rounds(); measured < planned {
		text := fmt.Sprintf("only %d of %s measured", measured, plural(planned, "round"))
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

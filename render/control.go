package render

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// control says how much the baseline differs from itself.
func (s *source) control(metric string) string {
	family := s.judged(metric).family
	spread, known := family.Spread(metric)
	void := slices.IndexFunc(family.Differences, func(d matrix.Difference) bool {
		result := s.results[resultKey{d.Cell, d.Test}]
		own := result == nil || result.Status != matrix.StatusOK // and no fault of the baseline, which has a row
		return d.Control && d.Metric == metric && d.Verdict == matrix.VerdictInvalid && (own || !known)
	})
	switch {
	case known && void >= 0:
		d := family.Differences[void]
		return fmt.Sprintf("A/A control ±%s, not to be trusted in %s: %s", inPercent(spread), d.Test, d.Reason)
	case known:
		return "A/A control ±" + inPercent(spread)
	case void >= 0:
		return "A/A control not to be trusted: " + family.Differences[void].Reason
	}
	return "no A/A control"
}

// controlNotes say what is wrong with the control, which has no row: each fault
// once, with the tests that have it.
func (s *source) controlNotes() []Note {
	var notes []Note
	tests := map[Note][]string{}
	for _, p := range s.tests() {
		result := s.results[resultKey{p.cell.ID, p.test}]
		if !p.cell.Control || result == nil || result.Status == matrix.StatusOK || result.Status == matrix.StatusNA ||
			result.Status == matrix.StatusMissing && s.run.State != matrix.StateComplete {
			continue
		}
		note := s.fault(*result)
		if tests[note] == nil {
			notes = append(notes, note)
		}
		tests[note] = append(tests[note], p.test)
	}
	for i, note := range notes {
		notes[i].Text = fmt.Sprintf("A/A control, the baseline measured a second time: %s: %s", strings.Join(unique(tests[note]), ", "), note.Text)
	}
	return notes
}

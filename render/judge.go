package render

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// The marks of verdicts. One that is same, or inconclusive, stands without the
// change: there is none to be told.
const (
	markFaster       = "▲"
	markSlower       = "▼"
	markSame         = "~"
	markInconclusive = "?"
	markInvalid      = "!"
)

// markOf is the mark of a verdict, "" for what is none.
func markOf(verdict matrix.Verdict) string {
	switch verdict {
	case matrix.VerdictFaster:
		return markFaster
	case matrix.VerdictSlower:
		return markSlower
	case matrix.VerdictSame:
		return markSame
	case matrix.VerdictInconclusive:
		return markInconclusive
	case matrix.VerdictInvalid:
		return markInvalid
	}
	return ""
}

// judged is what a run's cells show in one metric against their baselines.
type judged struct {
	// family is all that was judged together, other metrics among it.
	family matrix.Comparison
	at     map[resultKey]matrix.Difference
}

// judged compares the run's cells in a metric. Those of the gate are judged
// together, any other on its own: looking at one more table must not change what
// the gate says.
func (s *source) judged(metric string) judged {
	if known, done := s.verdicts[metric]; done {
		return known
	}
	metrics, judging := s.run.Gate(), s.run.Judging()
	if !slices.Contains(metrics, metric) {
		metrics, judging.Told = []string{metric}, false
	}
	var family matrix.Comparison
	if len(s.spec.Baseline) > 0 {
		family = s.run.Compare(metrics, judging)
	}
	for _, name := range append(metrics, metric) {
		s.verdicts[name] = judged{family, map[resultKey]matrix.Difference{}}
	}
	for _, d := range family.Differences {
		s.verdicts[d.Metric].at[resultKey{d.Cell, d.Test}] = d
	}
	return s.verdicts[metric]
}

// judge gives the entries of a table their verdicts, and notes to those that say
// less than one would wish. It returns what the table shows. What may be 0 has
// none.
func (s *source) judge(entries [][]entry, metric string) []matrix.Difference {
	if m, _ := matrix.LookupMetric(metric); m.Count {
		return nil
	}
	var shown []matrix.Difference
	at := s.judged(metric).at
	for _, row := range entries {
		for j := range row {
			e := &row[j]
			d, known := at[resultKey{e.id(), e.point.test}]
			switch {
			case known:
				e.cell.Difference = &d
				shown = append(shown, d)
			case s.comparable(*e):
				e.qualifiers = append(e.qualifiers, s.uncompared(e.point, metric))
			}
		}
	}
	doubts := doubtsOf(shown)
	for _, row := range entries {
		for j := range row {
			if e := &row[j]; e.cell.Difference != nil && e.cell.Value != nil {
				e.cell.Mark = markOf(e.cell.Difference.Verdict)
				e.qualifiers = append(e.qualifiers, s.doubt(*e.cell.Difference, doubts)...)
			}
		}
	}
	return shown
}

// id is the plan's cell that the entry shows, "" where it shows none.
func (e entry) id() string {
	if e.point.cell == nil {
		return ""
	}
	return e.point.cell.ID
}

// comparable tells whether a reader expects a verdict behind the entry's number.
// The baseline has none, and parts of mixes go by the whole.
func (s *source) comparable(e entry) bool {
	return len(s.spec.Baseline) > 0 && e.cell.Value != nil && !e.point.cell.Baseline && !e.point.part()
}

// uncompared says why a number has no verdict.
func (s *source) uncompared(p point, metric string) Note {
	base, known := s.baselines.Of(*p.cell)
	if !known {
		return Note{Text: "not compared: the plan has no baseline for it", Remedy: "have the spec's baseline select one"}
	}
	result := s.result(point{&base, p.test})
	_, told := result.Median(metric)
	switch {
	case result.Status == matrix.StatusNA && base.NA[p.test] == matrix.NotRecorded:
		return Note{Text: "not compared: the baseline was not recorded"}
	case result.Status == matrix.StatusNA:
		return Note{Text: "not compared: the baseline is n/a"}
	case s.run.Recorded != nil && !told:
		return Note{Text: "not compared: the baseline " + metric + " was not recorded"}
	}
	return Note{Text: "not compared: the plan has no baseline for it", Remedy: "have the spec's baseline select one"}
}

// doubt is the note on a number with a verdict, none on what is clear. No verdict on
// recordings is, whose machine nobody knows.
func (s *source) doubt(d matrix.Difference, doubts map[string]*doubt) []Note {
	switch d.Verdict {
	case matrix.VerdictFaster, matrix.VerdictSlower, matrix.VerdictSame:
		return notesOf(s.run.Doubts())
	case matrix.VerdictInconclusive:
		return []Note{doubts[kindOf(d)].note()}
	case matrix.VerdictInvalid:
		base, known := s.results[resultKey{d.Baseline, d.Test}]
		switch {
		case !known:
			return []Note{{Text: "not compared: the baseline is missing"}}
		case base.Status != matrix.StatusOK:
			return []Note{{Text: "not compared: the baseline is " + string(base.Status), Remedy: "see its own note"}}
		}
		return []Note{{Text: "not compared: " + d.Reason, Remedy: d.Remedy}}
	}
	return nil
}

// doubt gathers inconclusive differences of a kind, for which one note is
// enough.
type doubt struct {
	rounds, needed extent
	reasons        []string
	remedy         string
}

// doubtsOf are the kinds of doubt that differences leave.
func doubtsOf(differences []matrix.Difference) map[string]*doubt {
	doubts := map[string]*doubt{}
	for _, d := range differences {
		if d.Verdict != matrix.VerdictInconclusive {
			continue
		}
		kind := kindOf(d)
		if doubts[kind] == nil {
			doubts[kind] = &doubt{remedy: d.Remedy}
		}
		doubts[kind].add(d)
	}
	return doubts
}

// kindOf is the same for doubts that more rounds may settle, however many, and
// for those with the same remedy.
func kindOf(d matrix.Difference) string {
	if d.Needed > 0 {
		return ""
	}
	return d.Remedy
}

func (d *doubt) add(of matrix.Difference) {
	d.rounds.add(float64(of.Rounds))
	if of.Needed > 0 {
		d.needed.add(float64(of.Needed))
	}
	if !slices.Contains(d.reasons, of.Reason) {
		d.reasons = append(d.reasons, of.Reason)
	}
}

// note says how many rounds left the doubt, the reason where all share one, and
// what may help.
func (d *doubt) note() Note {
	whole := func(n float64) string { return grouped(n, 0) }
	note := Note{Text: "inconclusive after " + counted(d.rounds.says(whole), "round"), Remedy: d.remedy}
	if len(d.reasons) == 1 {
		note.Text += ": " + d.reasons[0]
	}
	if d.needed.filled {
		note.Remedy = fmt.Sprintf("about %s rounds may tell (--rounds %.0f)", d.needed.says(whole), d.needed.high)
	}
	return note
}

// evidence says what a table's verdicts rest on: "compared with version 6.0 ·
// A/A control ±1.4 % · could have detected 5 %"; the baseline only where no head
// names it.
func (s *source) evidence(l layout, shown []matrix.Difference) string {
	if len(shown) == 0 {
		return ""
	}
	against := ""
	if !l.headsBaseline() {
		against = "compared with " + selectorPhrase(s.spec.Baseline)
	}
	family := s.judged(l.metric.Name).family
	family.Differences = shown
	detectable := ""
	if change := family.Detectable(l.metric.Name); finite(change) {
		detectable = "could have detected " + inPercent(change)
	}
	return saying(against, s.control(l.metric.Name), detectable)
}

// headsBaseline tells whether a row or a column of the table is headed as the
// baseline.
func (l layout) headsBaseline() bool {
	if isBaseline(l.points) {
		return false
	}
	heads := func(points map[string][]point) bool {
		for _, of := range points {
			if isBaseline(of) {
				return true
			}
		}
		return false
	}
	return heads(l.byRow) || heads(l.byColumn)
}

// verdictPhrase explains the marks, where there are any.
func (s *source) verdictPhrase() string {
	if len(s.spec.Baseline) == 0 {
		return ""
	}
	gate := s.run.Gate()
	family := s.judged(gate[0]).family
	if len(family.Differences) == 0 {
		return ""
	}
	threshold, controls := inPercent(family.Smallest()), 0
	for _, d := range family.Differences {
		if d.Control {
			controls++
		}
	}
	judged := slices.DeleteFunc(slices.Clone(gate), func(metric string) bool {
		return !slices.ContainsFunc(family.Differences, func(d matrix.Difference) bool { return d.Metric == metric })
	})
	unjudged := ""
	if left := slices.DeleteFunc(slices.Clone(gate), func(metric string) bool { return slices.Contains(judged, metric) }); len(left) > 0 && s.run.Recorded != nil {
		unjudged = strings.Join(left, " and ") + " not judged: not recorded on both sides"
	}
	together := plural(len(family.Differences)-controls, "comparison")
	if controls > 0 {
		together += fmt.Sprintf(", and %d of the control", controls)
	}
	return saying(
		fmt.Sprintf("%s faster, %s slower by more than %s", markFaster, markSlower, threshold),
		fmt.Sprintf("%s within ±%s", markSame, threshold), markInconclusive+" inconclusive", markInvalid+" not compared",
		fmt.Sprintf("%s judged together: %s", strings.Join(judged, " and "), together), unjudged)
}

// changePhrase says how a change follows from the two values that tables show, where
// there are any.
func (s *source) changePhrase() string {
	if s.verdictPhrase() == "" {
		return ""
	}
	return changeNote.Text
}

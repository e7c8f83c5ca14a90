package sheet

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"redismatrix/matrix"
	"redismatrix/render"
)

// summary fills the first sheet: what a reader needs who opens no other.
func (b *book) summary(t *tab, tables []placed, plots []plot) {
	t.hideGrid()
	t.say(b.headline(), headlineLook(b.Verdicts))
	t.say(b.Title, look{bold: true, size: 12})
	t.row++
	if b.Verdicts == nil {
		t.measured(tables)
	} else {
		t.verdicts(*b.Verdicts)
	}
	chart := t.row + 2
	if len(plots) > 0 {
		t.row += chartRows + 1
	}
	t.notes(b.Notes)
	second := t.row + 1
	t.measuredWhere()
	t.contents(tables)
	if t.row <= onePage {
		t.onOnePage()
	} else {
		t.breakPage(second)
	}
	t.finish()
	if len(plots) > 0 {
		b.draw(t, 1, chart, wideWidth*2/3, plots[0])
	}
}

// onePage is how many rows of the summary can be read on one printed page.
const onePage = 60

// measuredWhere adds what was compared, and what else the report has of facts.
func (t *tab) measuredWhere() {
	if t.book.Verdicts == nil && len(t.book.Facts) == 0 {
		return
	}
	t.head("What was measured, and where")
	if t.book.Verdicts != nil {
		t.pair("compared", compared(*t.book.Verdicts))
	}
	t.facts(t.book.Facts)
}

// headline is the verdict, or that there is none.
func (b *book) headline() string {
	if b.Verdicts == nil {
		return "not compared: there is no baseline; this is what was measured"
	}
	return b.Verdicts.Headline
}

// headlineLook tells verdicts apart, which the headline also says.
func headlineLook(v *render.Verdicts) look {
	l := look{bold: true, size: 16, fill: "EDEDED"}
	if v == nil {
		return l
	}
	switch v.Verdict {
	case matrix.VerdictSlower:
		l.fill = fillBad
	case matrix.VerdictFaster:
		l.fill = fillGood
	case matrix.VerdictSame:
		l.fill = "E2EFDA"
	case matrix.VerdictInconclusive, matrix.VerdictInvalid:
		l.fill = fillDiffer
	}
	return l
}

// head begins a part of the summary.
func (t *tab) head(text string) {
	t.row++
	t.say(text, look{bold: true, size: 12, edges: "b"})
}

// verdicts adds what changed most, and how many comparisons have which verdict.
func (t *tab) verdicts(v render.Verdicts) {
	for _, problem := range v.Problems {
		t.say(problem.String(), look{color: inkBad})
	}
	t.head("The largest changes")
	changes := largest(v)
	if len(changes) == 0 {
		t.say(unchanged(v), look{})
	} else {
		table := changesTable(changes)
		t.grid(table, all(len(table.Columns)))
	}
	for _, note := range v.Notes {
		t.say(note.String(), looksDim)
	}
}

// unchanged says why there is no change to be shown. Only what was found to be the
// same may read like it.
func unchanged(v render.Verdicts) string {
	if v.Verdict == matrix.VerdictSame {
		return "no change that is worth acting on"
	}
	return "no change can be told: see the verdict above"
}

// largest are the three largest of the changes that there are: half as much is
// as large as twice as much.
func largest(v render.Verdicts) []render.Verdicted {
	var changes []render.Verdicted
	for _, row := range v.Shown {
		if row.Change != nil && (row.Verdict == matrix.VerdictFaster || row.Verdict == matrix.VerdictSlower) {
			changes = append(changes, row)
		}
	}
	slices.SortStableFunc(changes, func(a, b render.Verdicted) int {
		return cmp.Compare(math.Abs(math.Log1p(*b.Change)), math.Abs(math.Log1p(*a.Change)))
	})
	return changes[:min(len(changes), 3)]
}

// changesTable is changes as a table.
func changesTable(changes []render.Verdicted) render.Table {
	t := render.Table{Title: "Largest changes", Corner: "test", Columns: []render.Column{
		{Head: "metric", Text: true}, {Head: "unit", Text: true},
		{Head: "baseline", Text: true}, {Head: "baseline's value"}, {Head: "candidate", Text: true}, {Head: "candidate's value"},
		{Head: "from, %", Sub: "95 % interval"}, {Head: "to, %", Sub: "95 % interval"},
	}}
	for _, c := range changes {
		now := number(c.Now)
		now.Difference = &matrix.Difference{Metric: c.Metric, Change: *c.Change, Verdict: c.Verdict}
		now.Mark = render.MarkOf(c.Verdict)
		t.Rows = append(t.Rows, render.Row{Label: saying(" at ", c.Test, c.Where), Cells: []render.Cell{
			{Text: c.Metric}, {Text: c.Unit}, {Text: c.Old}, number(c.Base), {Text: c.New}, now,
			inPercent(c.Low), inPercent(c.High),
		}})
	}
	return t
}

func number(v *float64) render.Cell {
	if v == nil {
		return render.Cell{Text: "–"}
	}
	return render.Cell{Value: v, Digits: render.Digits(*v)}
}

func inPercent(fraction *float64) render.Cell {
	if fraction == nil {
		return render.Cell{Text: "–"}
	}
	v := percent(*fraction)
	return render.Cell{Value: &v, Digits: 1}
}

// compared says which servers were compared with which.
func compared(v render.Verdicts) string {
	var pairs []string
	for _, row := range slices.Concat(v.Shown, v.Rest) {
		if pair := row.New + " with " + row.Old; row.New != row.Old && !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
	}
	slices.Sort(pairs)
	most := min(len(pairs), 6)
	said := saying(", ", pairs[:most]...)
	switch {
	case len(pairs) == 0:
		return "nothing"
	case len(pairs) > most:
		said += fmt.Sprintf(" and %d more", len(pairs)-most)
	}
	return said
}

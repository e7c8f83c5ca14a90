package page

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
	"redismatrix/render"
)

// verdicts is what the gate says: the verdict and what changed or is invalid,
// and folded what is not decided, and what is the same.
type verdicts struct {
	Verdict, Mark, Headline string
	Changed                 []grid
	Folded                  []rest
	Problems, Notes         []string
}

// rest is a part of the differences that is folded.
type rest struct {
	Title string
	Grid  grid
}

func newVerdicts(v render.Verdicts) *verdicts {
	laid := verdicts{
		Verdict: string(v.Verdict), Mark: render.MarkOf(v.Verdict), Headline: v.Headline,
		Problems: words(v.Problems), Notes: words(v.Notes),
	}
	var changed, undecided []render.Verdicted
	for _, row := range v.Shown {
		if row.Verdict == matrix.VerdictInconclusive {
			undecided = append(undecided, row)
		} else {
			changed = append(changed, row)
		}
	}
	if len(changed) > 0 {
		laid.Changed = []grid{differences("changes", changed)}
	}
	laid.fold("undecided", "What is not decided", undecided)
	laid.fold("same", "What is the same", v.Rest)
	return &laid
}

// fold adds differences that the reader unfolds.
func (v *verdicts) fold(id, title string, rows []render.Verdicted) {
	if len(rows) > 0 {
		v.Folded = append(v.Folded, rest{fmt.Sprintf("%s (%d)", title, len(rows)), differences(id, rows)})
	}
}

// differences are a table with a row for each.
func differences(id string, rows []render.Verdicted) grid {
	t := render.Table{Corner: "test"}
	for _, name := range []string{"verdict", "change, %", "95 % interval, %", "metric", "at", "baseline", "baseline's", "candidate", "candidate's", "unit", "why"} {
		numbers := name == "change, %" || strings.HasSuffix(name, "'s")
		t.Columns = append(t.Columns, render.Column{Head: name, Text: !numbers})
	}
	for _, r := range rows {
		word := func(text string) render.Cell { return render.Cell{Text: text} }
		change := number(r.Change, 100)
		change.Digits = 1
		t.Rows = append(t.Rows, render.Row{Label: r.Test, Cells: []render.Cell{
			word(render.MarkOf(r.Verdict) + " " + string(r.Verdict)), change, word(interval(r)), word(r.Metric), word(r.Where),
			word(r.Old), number(r.Base, 1), word(r.New), number(r.Now, 1), word(r.Unit), word(render.Note{Text: r.Reason, Remedy: r.Remedy}.String()),
		}})
	}
	g := newGrid(id, filled(t))
	for i, r := range rows {
		g.Rows[i].Cells[0].Verdict = string(r.Verdict)
	}
	return g
}

// filled is a table without the columns that are empty: what is invalid has no
// numbers, and its reason is not to stand far from it.
func filled(t render.Table) render.Table {
	kept := render.Table{Corner: t.Corner, Rows: make([]render.Row, len(t.Rows))}
	for i, row := range t.Rows {
		kept.Rows[i].Label = row.Label
	}
	for j, column := range t.Columns {
		if !slices.ContainsFunc(t.Rows, func(r render.Row) bool { return r.Cells[j].Text != "" || r.Cells[j].Value != nil }) {
			continue
		}
		kept.Columns = append(kept.Columns, column)
		for i, row := range t.Rows {
			kept.Rows[i].Cells = append(kept.Rows[i].Cells, row.Cells[j])
		}
	}
	return kept
}

// number is a cell with a number, empty where there is none.
func number(v *float64, by float64) render.Cell {
	if v == nil {
		return render.Cell{}
	}
	scaled := *v * by
	return render.Cell{Value: &scaled, Digits: render.Digits(scaled)}
}

func interval(r render.Verdicted) string {
	if r.Low == nil || r.High == nil {
		return ""
	}
	return fmt.Sprintf("%+.1f to %+.1f", 100**r.Low, 100**r.High)
}

package page

import (
	"fmt"
	"strings"

	"redismatrix/render"
)

// verdicts is what the gate says: the verdict, what changed, and the rest.
type verdicts struct {
	Verdict, Mark, Headline string
	Shown, Rest             []grid
	Problems, Notes         []string
}

func newVerdicts(v render.Verdicts) *verdicts {
	laid := verdicts{
		Verdict: string(v.Verdict), Mark: render.MarkOf(v.Verdict), Headline: v.Headline,
		Problems: words(v.Problems), Notes: words(v.Notes),
	}
	if len(v.Shown) > 0 {
		laid.Shown = []grid{differences("changes", v.Shown)}
	}
	if len(v.Rest) > 0 {
		laid.Rest = []grid{differences("rest", v.Rest)}
	}
	return &laid
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
	g := newGrid(id, t)
	for i, r := range rows {
		g.Rows[i].Cells[0].Verdict = string(r.Verdict)
	}
	return g
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

package render

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// VerdictFormats lists the names that WriteVerdicts knows.
func VerdictFormats() []string {
	return []string{"text", "markdown", "json", "junit", "github", "benchfmt"}
}

// WriteVerdicts lays verdicts out. All has text list what is the same, which it
// counts otherwise; other formats have it always. Names are neutralised and
// escaped as Write does.
func WriteVerdicts(w io.Writer, format string, v Verdicts, all bool, options Options) error {
	v = v.mapped(Neutral)
	var err error
	switch format {
	case "text":
		err = writeText(w, v.page(all), options)
	case "markdown":
		err = v.markdown(w)
	case "json":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(v)
	case "junit":
		err = v.junit(w)
	case "github":
		err = v.annotations(w)
	case "benchfmt":
		err = v.benchfmt(w)
	default:
		return fmt.Errorf("write verdicts as %q: the formats are %s", format, strings.Join(VerdictFormats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("write verdicts as %s: %w", format, err)
	}
	return nil
}

// mapped is a copy with change applied to every text.
func (v Verdicts) mapped(change func(string) string) Verdicts {
	rows := func(r Verdicted) Verdicted {
		r.Test, r.Metric, r.Where, r.Old, r.New = change(r.Test), change(r.Metric), change(r.Where), change(r.Old), change(r.New)
		r.Reason, r.Remedy, r.Reference = change(r.Reason), change(r.Remedy), r.Reference.mapped(change)
		return r
	}
	v.Headline = change(v.Headline)
	v.Shown, v.Rest = mapEach(v.Shown, rows), mapEach(v.Rest, rows)
	v.Problems, v.Notes = mapNotes(v.Problems, change), mapNotes(v.Notes, change)
	v.Omitted = slices.Clone(v.Omitted)
	for i, o := range v.Omitted {
		v.Omitted[i] = matrix.Omission{Cell: change(o.Cell), Test: change(o.Test), Server: change(o.Server), Reason: change(o.Reason)}
	}
	return v
}

// page is the text's layout.
func (v Verdicts) page(all bool) Report {
	report := Report{Title: v.Headline}
	if len(v.Shown) > 0 {
		report.Tables = append(report.Tables, grid(v.Shown))
	}
	if all && len(v.Rest) > 0 {
		report.Tables = append(report.Tables, grid(v.Rest))
	}
	report.Notes = append(report.Notes, v.Problems...)
	if n := len(v.Rest); n > 0 && !all {
		report.Notes = append(report.Notes, Note{Text: plural(n, "comparison") + " the same", Remedy: "--all lists them"})
	}
	report.Notes = append(report.Notes, v.Notes...)
	if valued(v.Shown) || all && valued(v.Rest) {
		report.Notes = append(report.Notes, changeNote)
	}
	return report
}

// markdown folds what is the same.
func (v Verdicts) markdown(w io.Writer) error {
	ambiguousIsNarrow()
	v = v.mapped(escapeMarkdown)
	var b strings.Builder
	b.WriteString("**" + v.Headline + "**\n")
	if len(v.Problems) > 0 {
		b.WriteString("\n")
	}
	for _, problem := range v.Problems {
		b.WriteString("- " + atStart(problem.String()) + "\n")
	}
	if len(v.Shown) > 0 {
		markdownTable(&b, grid(v.Shown))
	}
	if n := len(v.Rest); n > 0 {
		fmt.Fprintf(&b, "\n<details><summary>%s the same</summary>\n", plural(n, "comparison"))
		markdownTable(&b, grid(v.Rest))
		b.WriteString("\n</details>\n")
	}
	if len(v.Notes) > 0 {
		b.WriteString("\n")
	}
	notes := v.Notes
	if valued(v.Shown) || valued(v.Rest) {
		notes = append(notes[:len(notes):len(notes)], changeNote)
	}
	for _, note := range notes {
		b.WriteString("- " + atStart(note.String()) + "\n")
	}
	return writePage(w, b.String())
}

// valued reports whether a row's change is that of the values beside it.
func valued(rows []Verdicted) bool {
	return slices.ContainsFunc(rows, func(r Verdicted) bool { return r.Change != nil && r.Base != nil && r.Reference == nil })
}

// grid is rows as a table, reasons in footnotes.
func grid(rows []Verdicted) Table {
	t := Table{Corner: "test", Columns: []Column{
		{Head: "metric", Text: true}, {Head: "at", Text: true}, {Head: "baseline", Text: true}, {Head: "value"},
		{Head: "candidate", Text: true}, {Head: "value"}, {Head: "change"}, {Head: "95 % interval"}, {Head: "verdict", Text: true},
	}}
	placed, doubts := false, doubtsOf(mapEach(rows, func(r Verdicted) matrix.Difference { return r.difference }))
	for _, r := range rows {
		verdict := Cell{Text: markOf(r.Verdict) + " " + string(r.Verdict)}
		if r.Reason != "" {
			verdict.Notes = []int{t.note(r.because(doubts[kindOf(r.difference)]))}
		}
		placed = placed || r.Where != ""
		t.Rows = append(t.Rows, r.row(verdict))
	}
	for _, r := range references(rows) {
		t.Rows = append(t.Rows, r.row(Cell{Text: "reference", Notes: []int{t.note(referenceNote)}}))
	}
	if !placed { // nothing tells the rows apart but test and metric
		t.Columns = append(t.Columns[:1:1], t.Columns[2:]...)
		for i, row := range t.Rows {
			t.Rows[i].Cells = append(row.Cells[:1:1], row.Cells[2:]...)
		}
	}
	return t
}

// row is what a grid shows of it.
func (r Verdicted) row(verdict Cell) Row {
	return Row{Label: r.Test, Cells: []Cell{
		{Text: r.Metric}, {Text: r.Where}, {Text: r.Old}, {Text: r.amount(r.Base)}, {Text: r.New}, {Text: r.amount(r.Now)},
		{Text: r.change()}, {Text: r.interval()}, verdict,
	}}
}

// because says why a row is not decided, in the same words as all that more
// rounds may decide.
func (r Verdicted) because(d *doubt) Note {
	switch {
	case d == nil || r.difference.Needed == 0:
		return Note{Text: r.Reason, Remedy: r.Remedy}
	case len(d.reasons) == 1:
		return Note{Text: r.Reason, Remedy: d.note().Remedy}
	}
	return Note{Text: "the interval does not tell", Remedy: d.note().Remedy}
}

// note is the index of a footnote, which is added where it is not there.
func (t *Table) note(n Note) int {
	for i, other := range t.Notes {
		if other == n {
			return i
		}
	}
	t.Notes = append(t.Notes, n)
	return len(t.Notes) - 1
}

// amount is a value with its unit.
func (r Verdicted) amount(v *float64) string {
	if v == nil {
		return none
	}
	return grouped(*v, digitsFor(*v)) + " " + r.Unit
}

func (r Verdicted) change() string {
	if r.Change == nil {
		return none
	}
	return changeText(*r.Change)
}

func (r Verdicted) interval() string {
	if r.Low == nil || r.High == nil {
		return none
	}
	return changeText(*r.Low) + " to " + changeText(*r.High)
}

package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/render"
)

// firstColumn is what a reader reads from the top of a sheet.
func (b bookFile) firstColumn(sheet string) []string {
	var texts []string
	for _, row := range b.raw(sheet) {
		if len(row) > 0 && row[0] != "" {
			texts = append(texts, row[0])
		}
	}
	return texts
}

// TestSummary says first what the verdict is, then what changed most, and then the
// rest.
func TestSummary(t *testing.T) {
	book := opened(t, written(t, full()))
	want := []string{
		verdicts().Headline, "quickstart", "The largest changes", "test", "GET", "SET", "SET", legend, "rps: A/A control ±0.3 % · could have detected 5.8 %",
		"Notes", "the data directory is on tmpfs; set TMPDIR to a disk",
		"What was measured, and where", "compared", "run", "host", "when",
		"Sheets", "Requests per second", "p99 latency, ms", "Requests per second · SET", "Charts", "Latency", "Samples", "Host", "Config", "Log",
	}
	if diff := cmp.Diff(want, book.firstColumn(nameSummary)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if index := book.GetActiveSheetIndex(); index != 0 || book.GetSheetList()[0] != nameSummary {
		t.Errorf("the book opens at sheet %d", index)
	}
	if !strings.Contains(book.parts["xl/worksheets/sheet1.xml"], `fitToHeight="1"`) {
		t.Error("the summary takes several pages")
	}
}

// TestSummaryOfVerdicts tells verdicts apart in words and in colours, and says
// nothing that reads like a pass where nothing was compared.
func TestSummaryOfVerdicts(t *testing.T) {
	change, fills := -0.1, map[string]bool{}
	for verdict, want := range map[matrix.Verdict]string{
		matrix.VerdictSlower: "SET at 50 clients", matrix.VerdictFaster: "SET at 50 clients",
		matrix.VerdictSame: "no change that is worth acting on", matrix.VerdictInvalid: "no change can be told: see the verdict above",
		matrix.VerdictInconclusive: "no change can be told: see the verdict above",
	} {
		v := &render.Verdicts{Verdict: verdict, Headline: "headline", Problems: []render.Note{{Text: "problem", Remedy: "remedy"}}}
		v.Shown = []render.Verdicted{{Test: "SET", Where: "50 clients", Metric: "rps", Old: "a", New: "b", Change: &change, Verdict: verdict}}
		if verdict == matrix.VerdictSame {
			v.Shown, v.Rest = nil, v.Shown
		}
		book := opened(t, written(t, render.Dossier{Verdicts: v}))
		texts := strings.Join(book.firstColumn(nameSummary), "|")
		if !strings.Contains(texts, want) || !strings.HasPrefix(texts, "headline|problem; remedy|The largest changes|") {
			t.Errorf("%s: the summary says %s", verdict, texts)
		}
		id, err := book.GetCellStyle(nameSummary, "A1")
		style, styleErr := book.GetStyle(must(t, id, err))
		fills[must(t, style, styleErr).Fill.Color[0]] = true
	}
	if len(fills) != 4 {
		t.Errorf("five verdicts have the colours %v; those of doubt share one", fills)
	}
	book := opened(t, written(t, render.Dossier{Verdicts: &render.Verdicts{}}))
	if _, row := book.find(nameSummary, "nothing"); row == 0 {
		t.Error("it does not say that nothing was compared")
	}
}

// TestSummaryUncompared says that there is no baseline, and shows what there is.
func TestSummaryUncompared(t *testing.T) {
	table := sizes()
	for len(table.Rows) < 25 {
		table.Rows = append(table.Rows, table.Rows[0])
	}
	book := opened(t, written(t, render.Dossier{Report: render.Report{Tables: []render.Table{table}}}))
	texts := book.firstColumn(nameSummary)
	if texts[0] != "not compared: there is no baseline; this is what was measured" || texts[1] != table.Title || texts[2] != "value_size" {
		t.Errorf("the summary begins with %q", texts[:3])
	}
	if want := `20 of 25 rows and 2 of 2 columns; all of them are on sheet "Requests per second · SET"`; !strings.Contains(strings.Join(texts, "|"), want) {
		t.Errorf("the summary does not say that it lacks rows: %q", texts)
	}
	if column, row := book.find(nameSummary, "141000"); column != 2 || row != 9 {
		t.Errorf("the first number stands in row %d, column %d", row, column)
	}
}

// TestLargest takes the three largest changes: a half is as large as a double.
func TestLargest(t *testing.T) {
	var v render.Verdicts
	for i, change := range []float64{0.5, -0.4, 1.2, -0.5, 0.9} {
		v.Shown = append(v.Shown, render.Verdicted{Test: fmt.Sprint(i), Change: &change, Verdict: matrix.VerdictFaster})
	}
	far := 9.0
	v.Shown = append(v.Shown, render.Verdicted{Test: "doubtful", Change: &far, Verdict: matrix.VerdictInconclusive}, render.Verdicted{Test: "none", Verdict: matrix.VerdictSlower})
	var got []string
	for _, row := range largest(v) {
		got = append(got, row.Test)
	}
	if diff := cmp.Diff([]string{"2", "3", "4"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCompared names pairs of servers once, and not all of many.
func TestCompared(t *testing.T) {
	var v render.Verdicts
	if got := compared(v); got != "nothing" {
		t.Errorf("nothing is said as %q", got)
	}
	for i := range 16 {
		v.Rest = append(v.Rest, render.Verdicted{Old: "a", New: fmt.Sprint("b", i/2)}, render.Verdicted{Old: "a", New: "a", Where: "control"})
	}
	if got, want := compared(v), "b0 with a, b1 with a, b2 with a, b3 with a, b4 with a, b5 with a and 2 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/render/page"
	"redismatrix/render/sheet"
)

// told is what a format shows in a place of a table: the number, what stands
// beside it (a change or a spread), the mark, and what its footnotes say.
type told struct {
	Number, Beside, Mark string
	Notes                []string
}

// tableTold is a table as a reader of a format finds it. Cells are by row and
// column, those with nothing in them left out.
type tableTold struct {
	Title, Constant string
	Cells           map[string]told
	// Below is the evidence, and then the footnotes with their marks.
	Below []string
}

// reportTold is a report as a reader of a format finds it.
type reportTold struct {
	Tables []tableTold
	Facts  []string
	Notes  []string
}

func place(row, column string) string { return row + " / " + column }

// add adds what is told of a place, with the texts of the notes whose marks stand
// there and at the column's head.
func (t *tableTold) add(row, column string, c told, marks ...string) {
	if c.Number == "" && c.Beside == "" && c.Mark == "" {
		return
	}
	seen := map[string]bool{}
	for _, mark := range strings.Fields(strings.Join(marks, " ")) {
		for _, line := range t.Below {
			if text, found := strings.CutPrefix(line, mark+" "); found && !seen[text] {
				seen[text] = true
				c.Notes = append(c.Notes, text)
			}
		}
	}
	t.Cells[place(row, column)] = c
}

// TestFormatsShowTheSame reads runs of every kind back from each format: all show
// the same numbers, changes, marks, footnotes and facts.
func TestFormatsShowTheSame(t *testing.T) {
	for name, run := range render.FixtureRuns(t) {
		t.Run(name, func(t *testing.T) {
			dossier, err := render.Detail(run)
			if err != nil {
				t.Fatal(err)
			}
			model := modelOf(t, laid(t, "json", dossier))
			want := fromModel(model)
			for format, read := range map[string]func(testing.TB, []byte, render.Report) reportTold{
				"text": readText, "markdown": readMarkdown, "html": readPage, "xlsx": readBook,
			} {
				if diff := cmp.Diff(want, read(t, laid(t, format, dossier), model)); diff != "" {
					t.Errorf("%s (-json +%s):\n%s", format, format, diff)
				}
			}
			if diff := cmp.Diff(placesOf(model), readCSV(t, laid(t, "csv", dossier), model)); diff != "" {
				t.Errorf("csv (-json +csv):\n%s", diff)
			}
			if dossier.Verdicts != nil {
				want := []string{dossier.Verdicts.Headline, dossier.Verdicts.Headline}
				got := []string{pageHeadline(t, laid(t, "html", dossier)), bookHeadline(t, laid(t, "xlsx", dossier))}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("headlines of page and spreadsheet (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// laid is a dossier in a format.
func laid(t testing.TB, format string, d render.Dossier) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "html":
		err = page.Write(&b, d)
	case "xlsx":
		err = sheet.Write(&b, d)
	default:
		err = render.Write(&b, format, d.Report, render.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// modelOf is the report that JSON holds.
func modelOf(t testing.TB, text []byte) render.Report {
	t.Helper()
	var report render.Report
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	return report
}

// fromModel is what a reader of the JSON is told.
func fromModel(report render.Report) reportTold {
	var r reportTold
	for _, t := range report.Tables {
		laid := tableTold{Title: t.Title, Constant: t.Constant, Cells: map[string]told{}}
		if t.Evidence != "" {
			laid.Below = append(laid.Below, t.Evidence)
		}
		for _, note := range t.Footnotes() {
			laid.Below = append(laid.Below, strings.TrimSpace(note.Mark+" "+note.Text))
		}
		for _, row := range t.Rows {
			for j, cell := range row.Cells {
				column := t.Columns[j]
				laid.add(row.Head(), column.Head, shownOf(cell), render.NoteMarks(cell.Notes), render.NoteMarks(column.Notes))
			}
		}
		r.Tables = append(r.Tables, laid)
	}
	for _, fact := range report.Facts {
		r.Facts = append(r.Facts, fact.Name+": "+fact.Value)
	}
	for _, note := range report.Notes {
		r.Notes = append(r.Notes, note.String())
	}
	return r
}

// shownOf is what is to be shown of a cell, worked out from its numbers.
func shownOf(c render.Cell) told {
	if c.Value == nil {
		return told{Number: c.Text, Mark: c.Mark}
	}
	shown := told{Number: grouped(*c.Value, c.Digits), Mark: c.Mark}
	if c.Difference == nil {
		shown.Beside = beside("", 0, c.Spread, c.Rounds)
	} else {
		shown.Beside = beside(c.Difference.Verdict, c.Difference.Change, c.Spread, c.Rounds)
	}
	return shown
}

// beside is what stands beside a number: a change that there is, or the spread
// where nothing was compared.
func beside(verdict matrix.Verdict, change, spread float64, rounds int) string {
	switch percent := math.Round(100 * spread); {
	case verdict == matrix.VerdictFaster || verdict == matrix.VerdictSlower:
		digits := 1
		if math.Abs(change) >= 0.9995 {
			digits = 0
		}
		return signed(grouped(100*change, digits)) + " %"
	case verdict == matrix.VerdictSame || verdict == matrix.VerdictInconclusive || rounds < 2:
		return ""
	case percent > 99:
		return ">±99 %"
	default:
		return fmt.Sprintf("±%.0f %%", percent)
	}
}

func signed(number string) string {
	if strings.HasPrefix(number, "-") {
		return number
	}
	return "+" + number
}

// grouped is a number with commas between thousands, as tables show it.
func grouped(v float64, digits int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	whole, fraction, broken := strings.Cut(text, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if broken {
		whole += "." + fraction
	}
	if v < 0 {
		return "-" + whole
	}
	return whole
}

package sheet

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/render"
)

// TestTablesAgree reads every table back and finds each number, its decimals, its
// spread, its change, its verdict and its notes where a reader looks for them.
func TestTablesAgree(t *testing.T) {
	d := full()
	book := opened(t, written(t, d))
	for _, table := range d.Clean().Tables {
		groups := groups(table, all(len(table.Columns)))
		for i, row := range table.Rows {
			if got := book.at(table.Title, "A"+strconv.Itoa(6+i)); got != row.Head() {
				t.Errorf("%s: row %d is %q, want %q", table.Title, i, got, row.Head())
			}
			for j, cell := range row.Cells {
				at := reader{book, table.Title, 6 + i}
				if diff := cmp.Diff(expected(table, j, cell), at.group(table, groups[j])); diff != "" {
					t.Errorf("%s: %s of %s (-want +got):\n%s", table.Title, table.Columns[j].Head, row.Label, diff)
				}
			}
		}
	}
}

// shown is what a sheet has of a cell.
type shown struct{ Value, Format, Spread, Change, Verdict, Notes string }

// expected is what a cell's methods say, which other formats show.
func expected(table render.Table, j int, c render.Cell) shown {
	s := shown{Value: c.Text, Notes: render.NoteMarks(c.Notes)}
	if table.Columns[j].Text {
		return s
	}
	if c.Value != nil {
		s.Value = c.Number()
		s.Format = "#,##0" + strings.TrimSuffix("."+strings.Repeat("0", c.Digits), ".")
		if c.Rounds > 1 {
			s.Spread = fmt.Sprintf("%.0f", 100*c.Spread)
		}
		switch d := c.Difference; {
		case d == nil || d.Verdict != matrix.VerdictFaster && d.Verdict != matrix.VerdictSlower:
		case math.Abs(d.Change) < 0.9995:
			s.Change = fmt.Sprintf("%+.1f", 100*d.Change)
		default:
			s.Change = fmt.Sprintf("%+.0f", 100*d.Change)
		}
	}
	s.Verdict = c.Mark
	if c.Mark != "" && c.Difference != nil {
		s.Verdict += " " + string(c.Difference.Verdict)
	}
	return s
}

// reader reads a row of a sheet.
type reader struct {
	bookFile
	sheet string
	row   int
}

func (r reader) group(table render.Table, g group) shown {
	s := shown{Value: r.show(g.value), Spread: r.show(g.spread), Change: r.show(g.change), Verdict: r.show(g.verdict), Notes: r.show(g.notes)}
	if cell, err := excelCell(g.value, r.row); !table.Columns[g.index].Text {
		s.Format = r.format(r.sheet, must(r.t, cell, err))
	}
	return s
}

// show is a cell as it is shown.
func (r reader) show(column int) string {
	if column == 0 {
		return ""
	}
	cell, err := excelCell(column, r.row)
	value, valueErr := r.GetCellValue(r.sheet, must(r.t, cell, err))
	return must(r.t, value, valueErr)
}

// TestNumbersAreNumbers finds numbers in full precision, units in heads only, and
// the footnotes and the evidence below.
func TestNumbersAreNumbers(t *testing.T) {
	v := 1234567.890123
	table := rates()
	table.Rows[1].Cells[0] = render.Cell{Value: &v, Digits: 1, Rounds: 3, Spread: 0.0123456, Status: matrix.StatusOK}
	book := opened(t, written(t, render.Dossier{Report: render.Report{Tables: []render.Table{table}}}))
	if got := book.at(table.Title, "B7"); got != "1234567.890123" {
		t.Errorf("the number is stored as %s", got)
	}
	if got := book.at(table.Title, "C7"); got != "1.23456" {
		t.Errorf("the spread is stored as %s", got)
	}
	var below []string
	for _, row := range book.raw(table.Title)[13:] {
		below = append(below, row[0])
	}
	want := []string{table.Evidence}
	for _, note := range table.Footnotes() {
		want = append(want, strings.TrimSpace(note.Mark+" "+note.Text))
	}
	if diff := cmp.Diff(append(want, legend), below); diff != "" {
		t.Errorf("below the table (-want +got):\n%s", diff)
	}
	unit := regexp.MustCompile(`requests/s|%|\bms\b`)
	for i, row := range book.raw(table.Title)[5:12] {
		if found := unit.FindString(strings.Join(row[1:min(len(row), 18)], " ")); found != "" {
			t.Errorf("row %d has the unit %q in a cell", 6+i, found)
		}
	}
}

// TestFrozen keeps heads and labels in sight, and prints heads on every page.
func TestFrozen(t *testing.T) {
	book := opened(t, written(t, full()))
	for sheet, want := range map[string]string{
		"Requests per second": "B6", "p99 latency, ms": "B6", nameLatency: "B1", nameSamples: "A2", nameHost: "B1", nameConfig: "B5", nameLog: "B4",
	} {
		panes, err := book.GetPanes(sheet)
		if got := must(t, panes, err); !got.Freeze || got.TopLeftCell != want {
			t.Errorf("%s is frozen at %+v, want %s", sheet, got, want)
		}
	}
	titles := map[string]string{}
	for _, name := range book.GetDefinedName() {
		if strings.HasSuffix(name.Name, "Print_Titles") {
			titles[name.Scope] = name.RefersTo
		}
	}
	want := map[string]string{
		"Requests per second": "'Requests per second'!$4:$5", "p99 latency, ms": "'p99 latency, ms'!$4:$5",
		"Requests per second · SET": "'Requests per second · SET'!$4:$5",
		nameSamples:                 "'Samples'!$1:$1", nameConfig: "'Config'!$4:$4", nameLog: "'Log'!$3:$3",
	}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("repeated rows (-want +got):\n%s", diff)
	}
}

// TestColours finds a scale that is symmetric around 0 and in which blue is better,
// whatever the metric; and no colour where there is no change to be told.
func TestColours(t *testing.T) {
	book := opened(t, written(t, full()))
	const good, bad = "92C5DE", "F4A582"
	for sheet, want := range map[string]map[string][2]string{
		"Requests per second": {"G8:G9 K8 P10": {bad, good}},
		"p99 latency, ms":     {"F6:F7": {good, bad}},
	} {
		got := map[string][2]string{}
		formats, err := book.GetConditionalFormats(sheet)
		for ranges, rules := range must(t, formats, err) {
			if r := rules[0]; len(rules) != 1 || r.MinValue != "-20" || r.MidValue != "0" && r.MidValue != "" || r.MaxValue != "20" || r.MidColor != "FFFFFF" {
				t.Errorf("%s: %s has the rules %+v", sheet, ranges, rules)
			}
			got[ranges] = [2]string{strings.TrimPrefix(rules[0].MinColor, "#"), strings.TrimPrefix(rules[0].MaxColor, "#")}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sheet, diff)
		}
	}
}

// TestColoursOfMixedMetrics colours each metric in its own direction, also within
// a column, and by more rules where there are many ranges.
func TestColoursOfMixedMetrics(t *testing.T) {
	table := wide(1)
	for i := range 2 * rangesAtOnce {
		metric := []string{matrix.MetricRPS, matrix.MetricP99}[i%2]
		table.Rows = append(table.Rows, render.Row{Label: "x", Cells: []render.Cell{against(1, metric, 0.3, matrix.VerdictSlower)}})
	}
	book := opened(t, written(t, render.Dossier{Report: render.Report{Tables: []render.Table{table}}}))
	formats, err := book.GetConditionalFormats("Wide")
	counts := map[int]int{}
	for ranges := range must(t, formats, err) {
		counts[len(strings.Fields(ranges))]++
	}
	// The first of the rows goes on with the column's first range.
	if diff := cmp.Diff(map[int]int{rangesAtOnce: 2}, counts); diff != "" {
		t.Errorf("ranges of rules (-want +got):\n%s", diff)
	}
}

// TestConfigDiffers marks what differs in a column of its own, with a colour and
// with a sign that is no part of the value.
func TestConfigDiffers(t *testing.T) {
	book := opened(t, written(t, full()))
	if diff := cmp.Diff([]string{"io-threads", "≠", "1", "4", "1"}, book.raw(nameConfig)[4]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	shown, err := book.GetCellValue(nameConfig, "D5")
	if got := must(t, shown, err); got != "4 ≠" {
		t.Errorf("the value that differs is shown as %q", got)
	}
	for cell, want := range map[string][]string{"D5": {fillDiffer}, "C5": nil} {
		id, err := book.GetCellStyle(nameConfig, cell)
		style, styleErr := book.GetStyle(must(t, id, err))
		if got := must(t, style, styleErr).Fill.Color; !slices.Equal(got, want) {
			t.Errorf("%s is filled with %v, want %v", cell, got, want)
		}
	}
}

package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// shown is what a format shows of a report, read back: per table and row what
// stands in its cells, and the footnotes.
type shown struct {
	Rows  map[string]string
	Notes []string
}

// TestFormatsAgree reads random reports back from every format: each shows the
// same numbers, spreads, marks and footnotes.
func TestFormatsAgree(t *testing.T) {
	for seed := range uint64(100) {
		report := randomReport(rand.New(rand.NewPCG(seed, 1)))
		want := expected(clean(report))
		for format, read := range map[string]func(*testing.T, string) shown{
			"text": readText, "markdown": readMarkdown, "json": readJSON,
		} {
			got := read(t, written(t, format, report, Options{}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d: %s (-want +got):\n%s", seed, format, diff)
			}
		}
		narrow := readText(t, written(t, "text", report, Options{Width: 30}))
		if diff := cmp.Diff(want.Rows, narrow.Rows); diff != "" {
			t.Fatalf("seed %d: narrow text (-want +got):\n%s", seed, diff)
		}
		compareCSV(t, clean(report), written(t, "csv", report, Options{}))
	}
}

func expected(report Report) shown {
	s := shown{Rows: map[string]string{}}
	for _, table := range report.Tables {
		for _, row := range table.Rows {
			var words []string
			for _, cell := range row.Cells {
				words = append(words, cell.number(row), cell.spread(), cell.Mark, noteMarks(cell.Notes))
			}
			s.Rows[row.Label] = saidWith(words...)
		}
		for i, note := range table.Notes {
			if table.marked()[i] {
				s.Notes = append(s.Notes, noteMark(i)+" "+note.String())
			} else {
				s.Notes = append(s.Notes, note.String())
			}
		}
	}
	return s
}

func readText(_ *testing.T, text string) shown {
	s := shown{Rows: map[string]string{}}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case strings.HasPrefix(words[0], "row"):
			s.Rows[words[0]] = saidWith(append([]string{s.Rows[words[0]]}, words[1:]...)...)
		case strings.ContainsAny(words[0], "¹²³⁴⁵⁶⁷⁸⁹⁰"):
			s.Notes = append(s.Notes, strings.Join(words, " "))
		case words[0] == "•":
			s.Notes = append(s.Notes, strings.Join(words[1:], " "))
		}
	}
	return s
}

var (
	pipe    = regexp.MustCompile(`([^\\])\|`)
	escaped = regexp.MustCompile(`\\([!-/:-@\[-~])`)
)

func readMarkdown(_ *testing.T, text string) shown {
	s := shown{Rows: map[string]string{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if note, ok := strings.CutPrefix(line, "- "); ok {
			s.Notes = append(s.Notes, escaped.ReplaceAllString(note, "$1"))
			continue
		}
		cells := strings.Split(pipe.ReplaceAllString(strings.Trim(line, "|"), "$1\x00"), "\x00")
		label := strings.TrimSpace(cells[0])
		if strings.HasPrefix(label, "row") {
			s.Rows[label] = saidWith(escaped.ReplaceAllString(strings.Join(cells[1:], " "), "$1"))
		}
	}
	return s
}

func readJSON(t *testing.T, text string) shown {
	var report Report
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	return expected(report)
}

// compareCSV finds every cell of the report in the CSV.
func compareCSV(t *testing.T, report Report, text string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, record := range records[1:] {
		found[record[2]+"/"+record[3]] = record
	}
	for _, table := range report.Tables {
		for _, row := range table.Rows {
			for j, cell := range row.Cells {
				record, ok := found[row.Label+"/"+table.Columns[j].Head]
				if blank := cell.Value == nil && cell.Text == "" && len(cell.Notes) == 0; blank {
					continue
				}
				if !ok {
					t.Fatalf("%s %s is missing in\n%s", row.Label, table.Columns[j].Head, text)
				}
				var notes []string
				for _, i := range append(append([]int(nil), table.Columns[j].Notes...), cell.Notes...) {
					notes = append(notes, table.Notes[i].String())
				}
				want := []string{cell.number(row), cell.spread(), guarded(strings.Join(notes, " | "))}
				if diff := cmp.Diff(want, readRecord(t, record, cell)); diff != "" {
					t.Fatalf("csv %s %s (-want +got):\n%s", row.Label, table.Columns[j].Head, diff)
				}
			}
		}
	}
}

func readRecord(t *testing.T, record []string, cell Cell) []string {
	t.Helper()
	value, text, spread, note := record[4], record[6], record[8], record[11]
	if value != "" {
		text = grouped(number(t, value), cell.Digits)
	}
	if spread != "" {
		spread = Cell{Value: cell.Value, Spread: number(t, spread), Rounds: 2}.spread()
	}
	return []string{strings.TrimPrefix(text, "'"), spread, note}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// randomReport has one table whose labels are single words, so that it can be
// read back from text.
func randomReport(random *rand.Rand) Report {
	table := Table{Title: "T", Unit: "u"}
	for i := range random.IntN(12) {
		table.Notes = append(table.Notes, Note{Text: fmt.Sprintf("note_%d *is* <%d> | here", i, random.IntN(3)), Remedy: []string{"", "do [x]"}[random.IntN(2)]})
	}
	notes := func() []int {
		var indexes []int
		for i := range table.Notes {
			if random.IntN(8) == 0 {
				indexes = append(indexes, i)
			}
		}
		return indexes
	}
	for j := range 1 + random.IntN(6) {
		table.Columns = append(table.Columns, Column{Head: fmt.Sprintf("col%d", j), Notes: notes(), Text: random.IntN(5) == 0})
	}
	for i := range random.IntN(6) {
		row := Row{Label: fmt.Sprintf("row%d", i)}
		for range table.Columns {
			cell := randomCell(random)
			cell.Notes = notes()
			row.Cells = append(row.Cells, cell)
		}
		table.Rows = append(table.Rows, row)
	}
	return Report{Title: "R", Tables: []Table{table}}
}

func randomCell(random *rand.Rand) Cell {
	values := []float64{random.Float64() * math.Pow(10, float64(random.IntN(9)-2)), -random.Float64() * 5000, 0, math.NaN(), math.Inf(1)}
	value := values[random.IntN(len(values))]
	switch random.IntN(6) {
	case 0:
		return Cell{Text: []string{none, "failed", "a|b", "*words*", ""}[random.IntN(5)]}
	case 1:
		return Cell{Value: &value, Status: matrix.StatusInvalid}
	case 2:
		return Cell{Value: &value, Digits: digitsFor(value), Mark: "▲", Status: matrix.StatusOK}
	}
	return Cell{Value: &value, Digits: digitsFor(value), Spread: random.Float64() * float64(1+random.IntN(4)) / 3, Rounds: random.IntN(4), Status: matrix.StatusOK}
}

// TestAgreeOnRuns compares JSON, which is the model, with a run's other
// formats: every number of the model stands in them as it is shown.
func TestAgreeOnRuns(t *testing.T) {
	report := reportOf(t, troubled())
	var model Report
	if err := json.Unmarshal([]byte(written(t, "json", report, Options{})), &model); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(clean(report), clean(model)); diff != "" {
		t.Errorf("json read back (-want +got):\n%s", diff)
	}
	text, markdown := written(t, "text", report, Options{}), written(t, "markdown", report, Options{})
	for _, table := range model.Tables {
		for _, row := range table.Rows {
			for _, cell := range row.Cells {
				for _, page := range []string{text, markdown} {
					if !strings.Contains(page, cell.number(row)) {
						t.Errorf("%s %s is missing", row.Label, cell.number(row))
					}
				}
			}
		}
		for _, note := range table.Notes {
			if !strings.Contains(text, note.String()) || !strings.Contains(markdown, escapeMarkdown(note.String())) {
				t.Errorf("footnote %q is missing", note)
			}
		}
	}
	if bytes.Contains([]byte(text), []byte("\x1b")) {
		t.Error("text holds an escape sequence")
	}
}

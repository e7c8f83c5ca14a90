package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
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
		want := expected(report.Clean())
		for format, read := range map[string]func(*testing.T, string) shown{
			"text": readText, "markdown": readMarkdown, "json": readJSON,
		} {
			got := read(t, written(t, format, report, Options{}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d: %s (-want +got):\n%s", seed, format, diff)
			}
		}
		narrow := readText(t, written(t, "text", report, Options{Width: 44}))
		if diff := cmp.Diff(want.Rows, narrow.Rows); diff != "" {
			t.Fatalf("seed %d: narrow text (-want +got):\n%s", seed, diff)
		}
		compareCSV(t, report.Clean(), written(t, "csv", report, Options{}))
	}
}

func expected(report Report) shown {
	s := shown{Rows: map[string]string{}}
	for _, table := range report.Tables {
		for _, row := range table.Rows {
			var words []string
			for _, cell := range row.Cells {
				words = append(words, cell.Number(), cell.Beside(), cell.Mark, NoteMarks(cell.Notes))
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

// compareCSV finds the tables of the report in the CSV, number by number, with
// the notes of each row behind it and those on columns and tables below.
func compareCSV(t *testing.T, report Report, text string) {
	t.Helper()
	var records [][]string
	for i, part := range strings.Split(text, "\r\n\r\n") {
		read, err := csv.NewReader(strings.NewReader(part)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		table := report.Tables[i]
		for k, row := range table.Rows {
			record, words, notes := read[k+1], []string{}, []int{}
			for j, cell := range row.Cells {
				if words = append(words, strings.TrimPrefix(record[j+1], "'")); cell.Value != nil {
					words[j] = grouped(number(t, record[j+1]), cell.Digits)
				}
				notes = append(notes, cell.Notes...)
			}
			want := mapEach(row.Cells, func(c Cell) string { return c.Number() })
			if len(table.Notes) > 0 {
				want, words = append(want, table.said(notes)), append(words, record[len(record)-1])
			}
			if diff := cmp.Diff(want, words); diff != "" {
				t.Fatalf("csv %s (-want +got):\n%s", row.Label, diff)
			}
		}
		records = append(records, read...)
	}
	for _, table := range report.Tables {
		for _, note := range table.Notes {
			if !slices.ContainsFunc(records, func(r []string) bool { return strings.Contains(r[len(r)-1], note.String()) }) {
				t.Fatalf("csv has no note %q:\n%s", note, text)
			}
		}
	}
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
	case 3:
		verdict := []matrix.Verdict{matrix.VerdictFaster, matrix.VerdictSlower, matrix.VerdictSame, matrix.VerdictInconclusive, matrix.VerdictInvalid}[random.IntN(5)]
		change := []float64{random.Float64()*4 - 0.9, math.NaN(), math.Inf(1)}[random.IntN(3)]
		return Cell{Value: &value, Digits: digitsFor(value), Spread: 0.02, Rounds: 5, Status: matrix.StatusOK, Mark: markOf(verdict),
			Difference: &matrix.Difference{Change: change, Low: -1, High: math.Inf(1), Verdict: verdict}}
	}
	return Cell{Value: &value, Digits: digitsFor(value), Spread: random.Float64() * float64(1+random.IntN(4)) / 3, Rounds: random.IntN(4), Status: matrix.StatusOK}
}

// TestAgreeOnRuns compares JSON, which is the model, with a run's other
// formats: every number of the model stands in them as it is shown.
func TestAgreeOnRuns(t *testing.T) {
	for _, run := range []*matrix.Run{troubled(), mixed(), offered(), judgedRun()} {
		agree(t, reportOf(t, run))
	}
}

func agree(t *testing.T, report Report) {
	t.Helper()
	var model Report
	if err := json.Unmarshal([]byte(written(t, "json", report, Options{})), &model); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report.Clean(), model.Clean()); diff != "" {
		t.Errorf("json read back (-want +got):\n%s", diff)
	}
	text, markdown := written(t, "text", report, Options{}), written(t, "markdown", report, Options{})
	alone := strings.Join(strings.Fields(text), " ")
	for _, table := range model.Tables {
		for _, row := range table.Rows {
			for _, cell := range row.Cells {
				shown := saidWith(cell.Number(), cell.Beside(), cell.Mark)
				if !strings.Contains(alone, shown) || !strings.Contains(markdown, escapeMarkdown(shown)) {
					t.Errorf("%s %s is missing", row.Label, shown)
				}
			}
		}
		if !strings.Contains(text, table.Evidence) || !strings.Contains(markdown, escapeMarkdown(table.Evidence)) {
			t.Errorf("evidence %q is missing", table.Evidence)
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

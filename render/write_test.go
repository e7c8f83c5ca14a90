package render

import (
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// brokenWriter takes room bytes and fails then.
type brokenWriter struct{ room int }

var errBroken = errors.New("disk full")

func (w *brokenWriter) Write(b []byte) (int, error) {
	if len(b) > w.room {
		return w.room, errBroken
	}
	w.room -= len(b)
	return len(b), nil
}

func TestWriteReturnsWriterErrors(t *testing.T) {
	report := reportOf(t, versionByAOF().run())
	for _, format := range Formats() {
		for _, room := range []int{0, 100} {
			if err := Write(&brokenWriter{room}, format, report, Options{}); !errors.Is(err, errBroken) {
				t.Errorf("%s into a writer with room for %d: %v", format, room, err)
			}
		}
	}
}

func TestWriteUnknownFormat(t *testing.T) {
	err := Write(io.Discard, "xml", Report{}, Options{})
	want := `write report as "xml": the formats are text, markdown, csv, json`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestWriteEmpty lays out reports that hold next to nothing.
func TestWriteEmpty(t *testing.T) {
	for _, report := range []Report{{}, {Title: "x", Tables: []Table{{}}}, {Tables: []Table{{Title: "t", Rows: []Row{{Label: "r"}}}}}} {
		for _, format := range Formats() {
			if got := written(t, format, report, Options{Width: 20}); strings.Contains(got, "null") {
				t.Errorf("%s of %+v holds null: %s", format, report, got)
			}
		}
	}
}

// TestWriteLeavesTheReport writes the same report in all formats and finds it
// unchanged, broken as it is.
func TestWriteLeavesTheReport(t *testing.T) {
	nan := math.NaN()
	build := func() Report {
		report := byHand()
		report.Tables[0].Rows[0].Cells[1] = Cell{Value: &nan, Notes: []int{7, 1}}
		return report
	}
	report := build()
	for _, format := range Formats() {
		written(t, format, report, Options{Width: 80, Color: true})
	}
	equalNaNs := cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
	if diff := cmp.Diff(build(), report, equalNaNs); diff != "" {
		t.Errorf("report changed (-want +got):\n%s", diff)
	}
}

// TestBrokenNumbers shows NaN and infinite values as invalid, with a note.
func TestBrokenNumbers(t *testing.T) {
	for _, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		table := Table{Columns: []Column{{Head: "c"}}, Rows: []Row{{Label: "r", Cells: []Cell{{Value: &value, Spread: value}}}}}
		want := Table{
			Columns: table.Columns,
			Rows: []Row{{Label: "r", Cells: []Cell{{
				Text: "invalid", Status: matrix.StatusInvalid, Notes: []int{0},
			}}}},
			Notes: []Note{noNumber},
		}
		if diff := cmp.Diff(want, Report{Tables: []Table{table}}.Clean().Tables[0]); diff != "" {
			t.Errorf("%v (-want +got):\n%s", value, diff)
		}
	}
}

// TestStatusHidesNumber never shows the number of a cell that is not ok.
func TestStatusHidesNumber(t *testing.T) {
	value := 84321.0
	for status, want := range map[matrix.Status]string{
		matrix.StatusOK: "84,321", matrix.StatusInvalid: "invalid", matrix.StatusFailed: "failed",
		matrix.StatusNA: none, matrix.StatusMissing: none,
	} {
		table := Table{Columns: []Column{{Head: "c"}}, Rows: []Row{{Label: "r", Cells: []Cell{{Value: &value, Status: status}}}}}
		for _, format := range []string{"text", "markdown", "csv"} {
			got := written(t, format, Report{Tables: []Table{table}}, Options{})
			shows := strings.Contains(got, "84,321") || strings.Contains(got, "84321")
			if shows != (status == matrix.StatusOK) || format != "csv" && !strings.Contains(got, want) {
				t.Errorf("%s of a cell that is %s:\n%s", format, status, got)
			}
		}
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9]*m")

// TestColorCarriesNothing finds the same text without the colours.
func TestColorCarriesNothing(t *testing.T) {
	for _, width := range []int{0, 60, 80, 200} {
		report := reportOf(t, troubled())
		plain := written(t, "text", report, Options{Width: width})
		colored := written(t, "text", report, Options{Width: width, Color: true})
		if !strings.Contains(colored, "\x1b[") {
			t.Error("no colour where colour is allowed")
		}
		trailing := regexp.MustCompile(` +\n`)
		if diff := cmp.Diff(plain, trailing.ReplaceAllString(ansi.ReplaceAllString(colored, ""), "\n")); diff != "" {
			t.Errorf("width %d (-plain +colour):\n%s", width, diff)
		}
	}
}

// TestTextFits keeps every line within the width, whatever it is, as long as
// the label and one column fit.
func TestTextFits(t *testing.T) {
	for _, run := range []*matrix.Run{versionByAOF().run(), troubled(), wide(), latencies()} {
		report := reportOf(t, run)
		for width := 60; width <= 200; width += 14 {
			for line := range strings.Lines(written(t, "text", report, Options{Width: width})) {
				line = strings.TrimSuffix(line, "\n")
				if columns(line) > width || line != strings.TrimRightFunc(line, unicode.IsSpace) {
					t.Errorf("width %d: %d columns: %q", width, columns(line), line)
				}
			}
		}
	}
}

// TestTextAligns finds the units of numbers in one column of the terminal,
// whatever the labels' script.
func TestTextAligns(t *testing.T) {
	one, two := 7.25, 1234.5
	table := Table{Columns: []Column{{Head: "n"}}, Rows: []Row{
		{Label: "한국어", Cells: []Cell{{Value: &one, Digits: 2, Spread: 0.1, Rounds: 3}}},
		{Label: "ascii", Cells: []Cell{{Value: &two, Digits: 1, Spread: 0.02, Rounds: 3}}},
		{Label: "🚀 é", Cells: []Cell{{Value: &two, Digits: 1, Spread: 0.02, Rounds: 3}}},
	}}
	got := written(t, "text", Report{Title: "R", Tables: []Table{table}}, Options{})
	want := strings.Join([]string{
		"R", "",
		"                      n",
		"────────────────────────",
		" 한국어      7.25 ±10 %",
		" ascii   1,234.5   ±2 %",
		" 🚀 é    1,234.5   ±2 %",
		"",
	}, "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGuarded(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "SET": "SET", "–": "–", "a=b": "a=b", "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@x": "'@x",
		"\tx": "'\tx", "\rx": "'\rx", " =1": "' =1", "＝1": "'＝1", "'=1": "'=1",
	} {
		if got := guarded(text); got != want {
			t.Errorf("guarded(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNeutral(t *testing.T) {
	for text, want := range map[string]string{
		"plain – ±2 % 한국어 🚀": "plain – ±2 % 한국어 🚀",
		"a\tb":               "a b",
		"a\r\nb\n\nc\n":      "a / b / c",
		"\x1b[31mred":        `\x1b[31mred`,
		"\u009b31m\x7f":      `\x9b31m\x7f`,
		"a\u202eb\u2066c":    `a\u202eb\u2066c`,
		"\u200f\ufeff":       `\u200f\ufeff`,
		"a\u2028b":           "a / b",
		"\xff\xfe":           "\ufffd",
		"a ##[error]b":       "a # #[error]b",
		" ::set-env x::y":    " : :set-env x::y",
		"\r\n::error::a":     ": :error::a",
		"a::b":               "a::b",
		"👨\u200d👩 ❤\ufe0f":   "👨\u200d👩 ❤\ufe0f",
	} {
		if got := Neutral(text); got != want {
			t.Errorf("Neutral(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzNeutral never lets anything through that acts on a terminal, and changes
// nothing a second time.
func FuzzNeutral(f *testing.F) {
	for _, seed := range []string{"", "SET", "\x1b[2J\r\n\u202e", "\xff", "a\u200db", "###[a", "\u00a0:::"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Neutral(text)
		if strings.ContainsFunc(got, unsafe) || Neutral(got) != got {
			t.Errorf("Neutral(%q) = %q", text, got)
		}
		if page := written(t, "text", Report{Title: text, Tables: []Table{{Title: text, Columns: []Column{{Head: text}},
			Rows: []Row{{Label: text, Cells: []Cell{{Text: text}}}}}}}, Options{Width: 40}); strings.Contains(page, "\x1b") {
			t.Errorf("text of %q holds an escape: %q", text, page)
		}
	})
}

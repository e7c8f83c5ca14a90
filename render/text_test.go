package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// numbers builds a table with one column of numbers, shown with digits that
// suit them.
func numbers(values ...float64) Table {
	table := Table{Columns: []Column{{Head: "n"}}}
	for i, value := range values {
		cell := Cell{Value: &value, Digits: digitsFor(value), Status: matrix.StatusOK}
		table.Rows = append(table.Rows, Row{Label: fmt.Sprintf("r%d", i), Cells: []Cell{cell}})
	}
	return table
}

func TestCompose(t *testing.T) {
	table := numbers(131204, 7.25, 99.5, 0.0421)
	cells := []*Cell{}
	for i := range table.Rows {
		cells = append(cells, &table.Rows[i].Cells[0])
	}
	cells[0].Spread, cells[0].Rounds, cells[0].Notes = 0.021, 5, []int{0}
	cells[1].Spread, cells[1].Rounds, cells[1].Mark = 0.124, 2, "▼"
	cells[2].Notes = []int{10}
	cells[3].Mark = "~"
	megabytes := 1.5
	table.Rows = append(table.Rows,
		Row{Label: "f", Cells: []Cell{{Text: "failed", Status: matrix.StatusFailed, Notes: []int{1, 2}}}},
		Row{Label: "s", Fact: true, Unit: "MB", Cells: []Cell{{Value: &megabytes, Digits: 1}}},
		Row{Label: "e", Cells: []Cell{{}}},
	)
	want := []string{
		"131,204       ±2 %   ¹",
		"      7.25   ±12 % ▼  ",
		"     99.5    ¹¹       ",
		"      0.0421       ~  ",
		"      failed ² ³      ",
		"      1.5             ",
		"                      ",
	}
	got := (form{}).numberStrip(table, 0).cells
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestStripsAreEven finds all cells of a random column equally wide, and every
// decimal point at the same place.
func TestStripsAreEven(t *testing.T) {
	for seed := range uint64(100) {
		report := randomReport(rand.New(rand.NewPCG(seed, 2))).Clean()
		for _, table := range report.Tables {
			for j, s := range (form{notes: int(seed % 3)}).strips(table) {
				point := -1
				for i, cell := range s.cells {
					if !s.left && columns(cell) != s.width {
						t.Fatalf("seed %d column %d: %q is not %d wide", seed, j, cell, s.width)
					}
					model := table.Rows[i].Cells[j]
					if s.left || model.Value == nil || model.Digits == 0 {
						continue
					}
					at := columns(cell[:strings.Index(cell, ".")])
					if point >= 0 && at != point {
						t.Fatalf("seed %d column %d: the point of %q is not at %d", seed, j, cell, point)
					}
					point = at
				}
			}
		}
	}
}

func TestHeadStrips(t *testing.T) {
	table := numbers(1)
	table.Columns[0] = Column{Head: "redis 7.0.15", Sub: "baseline", Notes: []int{0}}
	table.Columns = append(table.Columns, Column{Head: "why", Sub: "sub", Text: true, Notes: []int{1}})
	table.Rows[0].Cells = append(table.Rows[0].Cells, Cell{Text: "words", Notes: []int{2}})
	strips := (form{paint: palette{true}}).strips(table)
	want := []string{
		"\x1b[1mredis 7.0.15 ¹\x1b[0m\n\x1b[2m    baseline  \x1b[0m",
		"\x1b[1mwhy ²\x1b[0m\n\x1b[2msub\x1b[0m",
	}
	if diff := cmp.Diff(want, []string{strips[0].head, strips[1].head}); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"words ³"}, strips[1].cells); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name   string
		widths []int
		width  int
		want   [][]int
	}{
		{"unbounded", []int{10, 10, 10}, 0, [][]int{{10, 10, 10}}},
		{"fits", []int{10, 10}, 30, [][]int{{10, 10}}},
		{"evenly", []int{10, 10, 10, 10}, 42, [][]int{{10, 10}, {10, 10}}},
		{"one column too many", []int{10, 10, 10}, 41, [][]int{{10, 10}, {10}}},
		{"evenly by number", []int{30, 1, 1, 1, 30}, 50, [][]int{{30, 1, 1}, {1, 30}}},
		{"unevenly where evenly takes more blocks", []int{1, 1, 1, 30, 30}, 48, [][]int{{1, 1, 1, 30}, {30}}},
		{"too wide for any", []int{99, 10, 99}, 40, [][]int{{99}, {10}, {99}}},
		{"no columns", nil, 40, [][]int{nil}},
	} {
		var strips []strip
		for _, width := range test.widths {
			strips = append(strips, strip{width: width})
		}
		var got [][]int
		for _, block := range split(strip{width: 4}, strips, test.width) {
			var widths []int
			for _, s := range block {
				widths = append(widths, s.width)
			}
			got = append(got, widths)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestWrapped(t *testing.T) {
	for _, test := range []struct {
		name, lead, words string
		width             int
		want              string
	}{
		{"unbounded", " ¹ ", "one two  three", 0, " ¹ one two three\n"},
		{"hangs", " ¹ ", "one two three four", 12, " ¹ one two\n   three\n   four\n"},
		{"a path too wide", "", "at /a/very/long/path b", 8, "at /a/\nvery/\nlong/\npath b\n"},
		{"a word too wide", " • ", "a 0123456789", 8, " • a\n   01234\n   56789\n"},
		{"pieces too wide", "", "one two three · four", 9, "one two\nthree ·\nfour\n"},
		{"pieces stay together", "", "one two · three four · x", 14, "one two ·\nthree four · x\n"},
		{"a long piece does not", "", "a · " + strings.Repeat("word ", 9), 30, "a · word word word word word\nword word word word\n"},
		{"wide characters", "", "한국어 한국어", 12, "한국어\n한국어\n"},
		{"nothing", "", "", 10, ""},
	} {
		page := &textPage{width: test.width}
		page.wrapped(test.lead, test.words)
		if diff := cmp.Diff(test.want, page.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestHeadline puts what is constant at the table's right end, behind the
// title, or below it.
func TestHeadline(t *testing.T) {
	table := Table{Title: "Requests", Constant: "50 clients"}
	for _, test := range []struct {
		name         string
		page, column int
		want         string
	}{
		{"at the end", 80, 40, "Requests                      50 clients\n"},
		{"behind", 80, 15, "Requests   50 clients\n"},
		{"behind, unbounded", 0, 15, "Requests   50 clients\n"},
		{"below", 20, 15, "Requests\n50 clients\n"},
	} {
		page := &textPage{width: test.page}
		page.headline(table, test.column)
		if diff := cmp.Diff(test.want, page.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	for _, test := range []struct {
		table Table
		want  string
	}{
		{Table{}, ""},
		{Table{Title: "t"}, "t\n"},
		{Table{Constant: "a constant"}, "a constant\n"},
	} {
		page := &textPage{width: 10}
		page.headline(test.table, 5)
		if diff := cmp.Diff(test.want, page.String()); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.table, diff)
		}
	}
}

// TestRemarksMoveBelow sets remarks in a column while there is room, and below
// the table else; other words are never moved.
func TestRemarksMoveBelow(t *testing.T) {
	table := numbers(1, 2)
	table.Columns = append(table.Columns, Column{Head: "remark", Text: true, Remark: true})
	table.Rows[0].Cells = append(table.Rows[0].Cells, Cell{Text: "the first"})
	table.Rows[1].Cells = append(table.Rows[1].Cells, Cell{})
	report := Report{Tables: []Table{table}}
	wide := "        n  remark\n─────────────────────\n r0  1.00  the first\n r1  2.00\n"
	if diff := cmp.Diff(wide, written(t, "text", report, Options{Width: 24})); diff != "" {
		t.Errorf("wide (-want +got):\n%s", diff)
	}
	narrow := "        n\n──────────\n r0  1.00\n r1  2.00\n r0: the first\n"
	if diff := cmp.Diff(narrow, written(t, "text", report, Options{Width: 15})); diff != "" {
		t.Errorf("narrow (-want +got):\n%s", diff)
	}
}

// TestUntitled leaves out headings that say nothing, as the reports of commands
// have none.
func TestUntitled(t *testing.T) {
	report := Report{Tables: []Table{{Corner: "name", Columns: []Column{{Head: "kind", Text: true}},
		Rows: []Row{{Label: "7.0", Cells: []Cell{{Text: "binary"}}}}}}}
	for format, want := range map[string]string{
		"text":     " name  kind\n──────────────\n 7.0   binary\n",
		"markdown": "| name | kind   |\n|:---- |:------ |\n| 7.0  | binary |\n",
		"csv":      "name,kind\r\n7.0,binary\r\n",
	} {
		if diff := cmp.Diff(want, written(t, format, report, Options{Width: 80})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
}

func TestSteady(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "👨\u200d👩": "👨👩", "❤\ufe0f": "❤", "👍🏽": "👍", "🇫🇷": "🇫🇷", "नि\u200cष": "निष",
	} {
		if got := steady(text); got != want {
			t.Errorf("steady(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPalette(t *testing.T) {
	on, off := palette{true}, palette{}
	got := []string{on.bold("a"), on.dim("b"), on.red("c"), on.red("  "), off.bold("a"), off.red("c")}
	want := []string{"\x1b[1ma\x1b[0m", "\x1b[2mb\x1b[0m", "\x1b[31mc\x1b[0m", "  ", "a", "c"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

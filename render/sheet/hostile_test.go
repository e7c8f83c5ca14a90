package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"redismatrix/matrix"
	"redismatrix/render"
)

// nasty are texts that try to be a formula, a link, markup or no text at all.
var nasty = []string{
	`=HYPERLINK("http://x.example","y")`, "+1+1", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "=cmd|' /C calc'!A0", "http://x.example/", "mailto:x@x.example",
	"<script>alert(1)</script>", "a & b", "]]>", "line\nbreak", "nul\x00 bell\x07 esc\x1b[2J", "right\u202eto left", "\ufffe\uffff", "bad \xff utf-8",
	"_x0041_", "_x005F_x0041_x0042_", " spaces ", "'quoted'", "1e3", "TRUE", "#N/A", "", "服务器 🚀", "'", "History",
}

// hostile is a dossier all of whose names are nasty.
func hostile() render.Dossier {
	table := render.Table{Title: "=1+1", Constant: "@x", Unit: "=u", Corner: "-c", Evidence: "+e"}
	config := texts("=d", nasty[:3], []string{"=a", "=b", "+c", "-d"})
	config.Rows[0].Cells[1].Mark = render.MarkDiffers
	d := render.Dossier{Verdicts: &render.Verdicts{Headline: "=HYPERLINK(\"x\")", Verdict: matrix.VerdictInvalid}, Config: config}
	for i, text := range nasty {
		table.Columns = append(table.Columns, render.Column{Head: text, Sub: text, Notes: []int{i}, Text: i%2 == 0})
		table.Notes = append(table.Notes, render.Note{Text: text, Remedy: text})
		d.Tables = append(d.Tables, render.Table{Title: text, Columns: []render.Column{{Head: text}}, Rows: []render.Row{{Label: text, Cells: []render.Cell{ok(1)}}}})
		d.Facts = append(d.Facts, render.Fact{Name: text, Value: text})
		d.Charts = append(d.Charts, render.Chart{Kind: render.ChartBars, Title: text, Constant: text, Unit: text, Axis: text, Labels: []string{text}, Table: i,
			Series: []render.Series{{Name: text, Values: []float64{1}}}})
	}
	for _, text := range nasty {
		row := render.Row{Label: text, Unit: text}
		for range nasty {
			row.Cells = append(row.Cells, render.Cell{Text: text})
		}
		table.Rows = append(table.Rows, row)
	}
	d.Tables, d.Title = append(d.Tables, table), "=1&P"
	d.Notes, d.Host, d.Log = table.Notes, d.Facts, config
	d.Samples = render.Samples{Heads: append(nasty, nasty...), Count: 2, Rows: func(yield func([]any) bool) {
		row := make([]any, 2*len(nasty))
		for i := range row {
			row[i] = nasty[i%len(nasty)]
		}
		_ = yield(row) && yield(row[:3])
	}}
	return d
}

var elements = regexp.MustCompile(`<(f|hyperlink|hyperlinks|externalReference|ddeLink|oleLink)[ />]`)

// TestNothingRuns finds no formula, link or reference to elsewhere in any part,
// and that every part is well-formed.
func TestNothingRuns(t *testing.T) {
	book := opened(t, written(t, hostile()))
	for name, part := range book.parts {
		wellFormed(t, name, part)
		if strings.HasPrefix(name, "xl/charts/") {
			continue // whose f are references
		}
		if found := elements.FindString(part); found != "" {
			t.Errorf("%s holds %s", name, found)
		}
		if strings.Contains(part, `TargetMode="External"`) {
			t.Errorf("%s refers to elsewhere", name)
		}
	}
}

func wellFormed(t *testing.T, name, part string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(part))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// TestTextStaysText reads nasty names back as the text that every format shows,
// and finds that what looks like a formula is kept from becoming one.
func TestTextStaysText(t *testing.T) {
	d := hostile()
	book := opened(t, written(t, d))
	clean := d.Clean()
	table := clean.Tables[len(nasty)]
	sheet := "=1+1"
	for i, row := range table.Rows {
		for _, text := range []string{row.Head(), row.Cells[0].Text} {
			if text == "" {
				continue
			}
			column := 2
			if text == row.Head() {
				column = 1
			}
			cell, err := excelCell(column, 6+i)
			if got := book.at(sheet, must(t, cell, err)); got != inXML(text) {
				t.Errorf("%s reads %q, want %q", cell, got, text)
			}
			if guard := book.format(sheet, cell); formulaLike(text) != (guard == formatText) {
				t.Errorf("%s, %q, has the format %q", cell, text, guard)
			}
		}
	}
	for i, name := range nasty {
		cell, err := excelCell(i+1, 2)
		if got, want := book.at(nameSamples, must(t, cell, err)), inXML(clean.Facts[i].Value); got != want {
			t.Errorf("sample %q reads %q, want %q", name, got, want)
		}
	}
}

// inXML is a text without what no XML can hold.
func inXML(text string) string {
	return strings.NewReplacer("\ufffe", "\ufffd", "\uffff", "\ufffd").Replace(text)
}

// TestLongText cuts what a cell cannot hold, and says so.
func TestLongText(t *testing.T) {
	long := strings.Repeat("漢🚀x", 20_000)
	table := texts("x", []string{"y"}, []string{"short", long}, []string{long, "z"})
	d := render.Dossier{Report: render.Report{Title: long, Tables: []render.Table{table}}, Host: []render.Fact{{Name: long, Value: long}}}
	d.Samples = render.Samples{Heads: []string{long}, Count: 1, Rows: func(yield func([]any) bool) { yield([]any{long}) }}
	book := opened(t, written(t, d))
	for _, at := range [][2]string{{"Table", "B5"}, {"Table", "A6"}, {nameHost, "A3"}, {nameHost, "B3"}, {nameSamples, "A2"}, {nameSummary, "A2"}} {
		got := book.at(at[0], at[1])
		kept, remark, _ := strings.Cut(got, "…")
		if units(got) > cellLimit || units(kept) < cellLimit-100 || !strings.HasPrefix(long, kept) || remark != " (cut: a cell holds 32767 of 80000 characters)" {
			t.Errorf("%s!%s holds %d units, and says %q", at[0], at[1], units(got), remark)
		}
	}
	if head := book.at(nameSamples, "A1"); units(head) != 240 {
		t.Errorf("the head of a sample's column has %d units", units(head))
	}
}

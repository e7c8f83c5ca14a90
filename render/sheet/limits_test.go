package sheet

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/render"
)

func writtenWithin(t *testing.T, d render.Dossier, most limits) (bookFile, error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, d, most); err != nil {
		return bookFile{}, err
	}
	return opened(t, b.Bytes()), nil
}

// TestWideTables go on in another sheet, with a remark; their charts follow.
func TestWideTables(t *testing.T) {
	table := wide(10) // of 4 columns each
	chart := render.Chart{Kind: render.ChartBars, Title: "c", Labels: []string{"SET", "GET"}}
	for j := range table.Columns {
		chart.Series = append(chart.Series, column(table, j))
	}
	d := render.Dossier{Report: render.Report{Tables: []render.Table{table}}, Charts: []render.Chart{chart}}
	book, err := writtenWithin(t, d, limits{100, 25, 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{nameSummary, "Wide", "Wide (2)", nameCharts}, book.GetSheetList()); diff != "" {
		t.Errorf("sheets (-want +got):\n%s", diff)
	}
	for sheet, want := range map[string][2]string{
		"Wide":     {"Wide · columns 1 to 6 of 10 (sheet 1 of 2)", "setup 1"},
		"Wide (2)": {"Wide · columns 7 to 10 of 10 (sheet 2 of 2)", "setup 7"},
	} {
		if got := [2]string{book.at(sheet, "A1"), book.at(sheet, "B4")}; got != want || book.at(sheet, "A6") != "SET" {
			t.Errorf("%s begins with %q, want %q", sheet, got, want)
		}
	}
	for j, s := range book.charts()[0].series() {
		if diff := cmp.Diff(chart.Series[j].Values, book.numbers(s.Values)); diff != "" {
			t.Errorf("series %d (-want +got):\n%s", j, diff)
		}
	}
}

// TestSamplesGoOn in another sheet, each a table with heads.
func TestSamplesGoOn(t *testing.T) {
	book, err := writtenWithin(t, render.Dossier{Samples: samples(250)}, limits{101, 20, 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{nameSummary, nameSamples, "Samples (2)", "Samples (3)"}, book.GetSheetList()); diff != "" {
		t.Errorf("sheets (-want +got):\n%s", diff)
	}
	rows := 0
	for i, sheet := range book.GetSheetList()[1:] {
		held := book.raw(sheet)
		if diff := cmp.Diff(samples(0).Heads, held[0]); diff != "" {
			t.Errorf("heads of %s (-want +got):\n%s", sheet, diff)
		}
		if got, want := held[1][4], fmt.Sprintf("%g", 100000.125+float64(rows)); got != want {
			t.Errorf("%s begins with %s, want %s", sheet, got, want)
		}
		rows += len(held) - 1
		tables, err := book.GetTables(sheet)
		found := must(t, tables, err)
		want := fmt.Sprintf("A1:H%d", len(held))
		if len(found) != 1 || found[0].Name != fmt.Sprintf("Samples_%d", i+1) || found[0].Range != want {
			t.Errorf("%s has the tables %+v, want one of %s", sheet, found, want)
		}
	}
	if rows != 250 {
		t.Errorf("there are %d samples", rows)
	}
}

// TestBeyondLimits says what does not fit, and where.
func TestBeyondLimits(t *testing.T) {
	long := wide(1)
	for len(long.Rows) < 100 {
		long.Rows = append(long.Rows, long.Rows[0])
	}
	for want, d := range map[string]render.Dossier{
		`fill sheet "Wide": it has at most 60 rows and 20 columns; report less at a time`: {Report: render.Report{Tables: []render.Table{long}}},
		`fill sheet "Samples": samples have 21 columns, and a sheet at most 20`: {Samples: render.Samples{Count: 1, Heads: make([]string, 21),
			Rows: func(yield func([]any) bool) { yield(make([]any, 21)) }}},
		`fill sheet "Log": it has at most 60 rows and 20 columns; report less at a time`: {Log: wide(6)},
	} {
		if _, err := writtenWithin(t, d, limits{60, 20, 20_000}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestManyTables gives each of 200 tables a sheet and a name, and a chart.
func TestManyTables(t *testing.T) {
	var d render.Dossier
	for i := range 200 {
		table := latencies()
		table.Title = fmt.Sprintf("p99 latency, ms · appendonly everysec · value_size %dKiB", i/2)
		d.Tables = append(d.Tables, table)
		d.Charts = append(d.Charts, render.Chart{Kind: render.ChartBars, Title: table.Title, Labels: []string{"SET", "GET"}, Table: i,
			Series: []render.Series{column(table, 0), column(table, 1)}})
	}
	book := opened(t, written(t, d))
	if n := len(book.GetSheetList()); n != 202 {
		t.Errorf("there are %d sheets", n)
	}
	for i, c := range book.charts() {
		if got := book.numbers(c.series()[1].Values); !cmp.Equal(got, []float64{1.92, 3.54}) {
			t.Errorf("chart %d draws %v", i, got)
		}
	}
	names := map[string]bool{}
	for _, name := range book.GetDefinedName() {
		names[name.Name] = true
	}
	if len(names) != 202 { // one a table, the summary's, and that of repeated rows
		t.Errorf("there are %d names", len(names))
	}
	if column, row := book.find(nameSummary, "p99 latency, ms · appendonly everysec · value_size 99KiB · appendonly no · 50 clients"); column != 2 || row < 200 {
		t.Errorf("the last sheet is listed in row %d, column %d", row, column)
	}
}

// TestThousandColumns lays out a table of 1,000 columns on one sheet.
func TestThousandColumns(t *testing.T) {
	d := render.Dossier{Report: render.Report{Tables: []render.Table{wide(1000)}}, Config: texts("d", make([]string, 1000), append([]string{"save"}, make([]string, 1000)...))}
	book := opened(t, written(t, d))
	rows := book.raw("Wide")
	if len(rows[3]) != 3998 || len(rows[5]) != 4001 || rows[3][3997] != "setup 1000" || rows[5][3997] != "1999" {
		t.Errorf("the heads take %d columns, the first row %d", len(rows[3]), len(rows[5]))
	}
	if n := len(book.raw(nameConfig)); n != 4 {
		t.Errorf("the configuration has %d rows", n)
	}
}

// TestStreamed finds the same in sheets whether they are streamed or not, and the
// same bytes however often they are.
func TestStreamed(t *testing.T) {
	streaming := excel
	streaming.cells = 0
	for _, d := range []render.Dossier{full(), hostile()} {
		var first []byte
		for range 4 {
			var b bytes.Buffer
			if err := write(&b, d, streaming); err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = b.Bytes()
			}
			if !bytes.Equal(first, b.Bytes()) {
				t.Fatalf("%q is streamed in two ways", d.Title)
			}
		}
		want, got := opened(t, written(t, d)), opened(t, first)
		if diff := cmp.Diff(want.text(), got.text()); diff != "" {
			t.Errorf("%q (-held +streamed):\n%s", d.Title, diff)
		}
		for name, part := range got.parts {
			wellFormed(t, name, part)
			if found := elements.FindString(part); found != "" && !strings.HasPrefix(name, "xl/charts/") {
				t.Errorf("%s holds %s", name, found)
			}
		}
	}
}

package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"redismatrix/render"
)

// bookFile is a written workbook, opened again.
type bookFile struct {
	*excelize.File
	t     testing.TB
	parts map[string]string
}

func written(t testing.TB, d render.Dossier) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func opened(t testing.TB, content []byte) bookFile {
	t.Helper()
	file, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	book := bookFile{file, t, map[string]string{}}
	for _, part := range archive.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		book.parts[part.Name] = string(text)
	}
	return book
}

// must fails the test on an error of the library's.
func must[T any](t testing.TB, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// raw are the rows of a sheet as they are stored.
func (b bookFile) raw(sheet string) [][]string {
	b.t.Helper()
	rows, err := b.GetRows(sheet, excelize.Options{RawCellValue: true})
	return must(b.t, rows, err)
}

// at is the value of a cell as it is stored.
func (b bookFile) at(sheet, cell string) string {
	b.t.Helper()
	value, err := b.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true})
	return must(b.t, value, err)
}

// format is the number format of a cell.
func (b bookFile) format(sheet, cell string) string {
	b.t.Helper()
	id, err := b.GetCellStyle(sheet, cell)
	style, styleErr := b.GetStyle(must(b.t, id, err))
	if must(b.t, style, styleErr).CustomNumFmt == nil {
		return ""
	}
	return *style.CustomNumFmt
}

// find is the first cell of a sheet with a text.
func (b bookFile) find(sheet, text string) (column, row int) {
	b.t.Helper()
	for i, cells := range b.raw(sheet) {
		if j := slices.Index(cells, text); j >= 0 {
			return j + 1, i + 1
		}
	}
	b.t.Fatalf("sheet %q has no cell %q", sheet, text)
	return 0, 0
}

// text is all of the book that a reader would see, for goldens.
func (b bookFile) text() string {
	var out strings.Builder
	for _, sheet := range b.GetSheetList() {
		b.sheetText(&out, sheet)
	}
	out.WriteString("\n== names\n")
	for _, name := range b.GetDefinedName() {
		fmt.Fprintf(&out, "%s [%s] %s\n", name.Name, name.Scope, name.RefersTo)
	}
	for _, c := range b.charts() {
		out.WriteString("\n" + c.text())
	}
	return out.String()
}

func (b bookFile) sheetText(out *strings.Builder, sheet string) {
	visible, err := b.GetSheetVisible(sheet)
	panes, panesErr := b.GetPanes(sheet)
	fmt.Fprintf(out, "\n== %s · visible %t · frozen at %s\n", sheet, must(b.t, visible, err), must(b.t, panes, panesErr).TopLeftCell)
	for i, row := range b.raw(sheet) {
		for j, value := range row {
			cell, err := excelize.CoordinatesToCellName(j+1, i+1)
			kind, kindErr := b.GetCellType(sheet, must(b.t, cell, err))
			if must(b.t, kind, kindErr); value == "" {
				continue
			}
			shown, err := b.GetCellValue(sheet, cell)
			if kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString {
				value = strconv.Quote(value)
			}
			fmt.Fprintf(out, "%s\t%s", cell, value)
			if format := b.format(sheet, cell); format != "" {
				fmt.Fprintf(out, "\t%s\t%s", format, must(b.t, shown, err))
			}
			out.WriteString("\n")
		}
	}
	merged, err := b.GetMergeCells(sheet)
	for _, m := range must(b.t, merged, err) {
		fmt.Fprintf(out, "merged %s\n", m[0])
	}
	formats, err := b.GetConditionalFormats(sheet)
	for _, ranges := range slices.Sorted(keys(must(b.t, formats, err))) {
		for _, f := range formats[ranges] {
			fmt.Fprintf(out, "coloured %s: %s %s %s, %s %s, %s %s %s\n", ranges, f.Type, f.MinValue, f.MinColor, f.MidValue, f.MidColor, f.MaxType, f.MaxValue, f.MaxColor)
		}
	}
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// chartPart is what a chart's XML says.
type chartPart struct {
	Titles []string `xml:"chart>title>tx>rich>p>r>t"`
	Plots  struct {
		Bars    []seriesPart `xml:"barChart>ser"`
		Lines   []seriesPart `xml:"lineChart>ser"`
		Scatter []seriesPart `xml:"scatterChart>ser"`
		Cat     []axisPart   `xml:"catAx"`
		Val     []axisPart   `xml:"valAx"`
	} `xml:"chart>plotArea"`
}

type seriesPart struct {
	Name   string `xml:"tx>strRef>f"`
	Labels string `xml:"cat>strRef>f"`
	Values string `xml:"val>numRef>f"`
	X      string `xml:"xVal>numRef>f"`
	Y      string `xml:"yVal>numRef>f"`
}

type axisPart struct {
	Titles []string   `xml:"title>tx>rich>p>r>t"`
	Log    *valuePart `xml:"scaling>logBase"`
	Least  *valuePart `xml:"scaling>min"`
}

type valuePart struct {
	Value string `xml:"val,attr"`
}

// charts are the book's charts, in the order in which they were drawn.
func (b bookFile) charts() []chartPart {
	b.t.Helper()
	var charts []chartPart
	for i := 1; ; i++ {
		part, there := b.parts[fmt.Sprintf("xl/charts/chart%d.xml", i)]
		if !there {
			return charts
		}
		var c chartPart
		if err := xml.Unmarshal([]byte(part), &c); err != nil {
			b.t.Fatal(err)
		}
		charts = append(charts, c)
	}
}

// series are the chart's, whatever draws them, with what is below in Labels and
// with their values in Values.
func (c chartPart) series() []seriesPart {
	all := slices.Concat(c.Plots.Bars, c.Plots.Lines)
	for _, s := range c.Plots.Scatter {
		all = append(all, seriesPart{Name: s.Name, Labels: s.X, Values: s.Y})
	}
	return all
}

func (c chartPart) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "== chart %q\n", c.Titles)
	for _, a := range slices.Concat(c.Plots.Cat, c.Plots.Val) {
		fmt.Fprintf(&out, "axis %q logarithmic %t from 0 %t\n", a.Titles, a.Log != nil, a.Least != nil)
	}
	for _, s := range c.series() {
		fmt.Fprintf(&out, "series %s over %s: %s\n", s.Name, s.Labels, s.Values)
	}
	return out.String()
}

var excelCell = func(column, row int) (string, error) { return excelize.CoordinatesToCellName(column, row) }

package sheet

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"

	"redismatrix/render"
)

var referenced = regexp.MustCompile(`^'([^']+)'!\$([A-Z]+)\$([0-9]+)(?::\$([A-Z]+)\$([0-9]+))?$`)

// values are what stands in the cells of a reference, as stored.
func (b bookFile) values(reference string) []string {
	b.t.Helper()
	var values []string
	for _, part := range strings.Split(strings.Trim(reference, "()"), "','") {
		for _, one := range strings.Split(part, ",'") {
			m := referenced.FindStringSubmatch("'" + strings.TrimPrefix(one, "'"))
			if m == nil {
				b.t.Fatalf("%q is no reference", reference)
			}
			if m[4] == "" {
				m[4], m[5] = m[2], m[3]
			}
			first, _ := strconv.Atoi(m[3])
			last, _ := strconv.Atoi(m[5])
			for row := first; row <= last; row++ {
				values = append(values, b.at(m[1], m[2]+strconv.Itoa(row)))
			}
		}
	}
	return values
}

// numbers are those of a reference; NaN is what is none.
func (b bookFile) numbers(reference string) []float64 {
	b.t.Helper()
	var numbers []float64
	for _, value := range b.values(reference) {
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			v = math.NaN()
		}
		numbers = append(numbers, v)
	}
	return numbers
}

// TestChartsFollowCells finds in the cells that charts refer to what they draw.
func TestChartsFollowCells(t *testing.T) {
	d := full()
	book := opened(t, written(t, d))
	drawn := book.charts()
	if len(drawn) != len(d.Charts)+1 { // and the summary's
		t.Fatalf("%d charts are drawn", len(drawn))
	}
	for i, c := range append(d.Charts, d.Charts[0]) {
		if got := drawn[i].Titles[0]; got != c.Title {
			t.Errorf("chart %d is called %q, want %q", i, got, c.Title)
		}
		for j, s := range c.Series {
			found := drawn[i].series()[j]
			if name := book.values(found.Name)[0]; !strings.HasPrefix(s.Name, name) {
				t.Errorf("series %q is called %q", s.Name, name)
			}
			values, positions := s.Values, c.Positions
			if s.Positions != nil {
				positions = s.Positions
			}
			if positions == nil {
				if diff := cmp.Diff(c.Labels, book.values(found.Labels)); diff != "" {
					t.Errorf("%s: labels (-want +got):\n%s", s.Name, diff)
				}
			} else {
				shown := valued(values)
				values, positions = pickFloats(values, shown), pickFloats(positions, shown)
				if diff := cmp.Diff(positions, book.numbers(found.Labels)); diff != "" {
					t.Errorf("%s: positions (-want +got):\n%s", s.Name, diff)
				}
			}
			if diff := cmp.Diff(values, book.numbers(found.Values), cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("%s: values (-want +got):\n%s", s.Name, diff)
			}
		}
	}
}

func pickFloats(list []float64, indexes []int) []float64 {
	var picked []float64
	for _, i := range indexes {
		picked = append(picked, list[i])
	}
	return picked
}

// TestChartsReferToTables finds no copies of what the tables hold: whoever edits a
// cell edits the chart.
func TestChartsReferToTables(t *testing.T) {
	book := opened(t, written(t, full()))
	for i, want := range []string{"'Requests per second'!", "'Requests per second · SET'!", "'Chart data'!"} {
		for _, s := range book.charts()[i].series() {
			if !strings.HasPrefix(strings.TrimPrefix(s.Values, "("), want) {
				t.Errorf("chart %d refers to %s", i, s.Values)
			}
		}
	}
}

// TestChartsOfOtherOrder draws labels in the order of their numbers, and leaves
// tables that a chart does not show as they are.
func TestChartsOfOtherOrder(t *testing.T) {
	d := full()
	lines := d.Charts[1]
	slices.Reverse(d.Tables[2].Rows)
	shorter := lines
	shorter.Labels, shorter.Positions = lines.Labels[1:], lines.Positions[1:]
	shorter.Series = []render.Series{{Name: "appendonly no", Values: lines.Series[0].Values[1:]}}
	other := lines
	other.Series = []render.Series{{Name: "appendonly no", Values: []float64{1, 2, 3, 4}}}
	unlabelled := lines
	unlabelled.Labels = []string{"a", "b", "c", "d"}
	d.Charts = []render.Chart{lines, shorter, other, unlabelled}
	drawn := opened(t, written(t, d)).charts()
	for i, want := range []string{
		"('Requests per second · SET'!$B$9,'Requests per second · SET'!$B$8,'Requests per second · SET'!$B$7,'Requests per second · SET'!$B$6)",
		"('Requests per second · SET'!$B$8,'Requests per second · SET'!$B$7,'Requests per second · SET'!$B$6)",
		"'Chart data'!$B$24:$B$27", "'Chart data'!$B$31:$B$34",
	} {
		if got := drawn[i].series()[0].Values; got != want {
			t.Errorf("chart %d refers to %s, want %s", i, got, want)
		}
	}
}

// TestNothingToDraw says what has no chart, and why a chart leaves columns out.
func TestNothingToDraw(t *testing.T) {
	d := full()
	nan := math.NaN()
	d.Charts[0].Series = []render.Series{{Name: "x", Values: []float64{nan}}}
	d.Charts[1].Series[1].Values = []float64{nan}
	d.Charts[1].Series[0].Values[0] = -1 // which has no logarithm
	d.Charts[2].Series = nil
	for range 30 {
		d.Charts[2].Series = append(d.Charts[2].Series, render.Series{Name: "x", Values: []float64{1, 2}})
	}
	book := opened(t, written(t, d))
	column, row := book.find(nameCharts, "nothing to draw: Requests per second · "+rates().Constant)
	if column != 1 || row != 3 {
		t.Errorf("it is said in column %d of row %d", column, row)
	}
	drawn := book.charts()
	if len(drawn) != 3 || len(drawn[0].series()) != 1 || drawn[0].Plots.Val[1].Log != nil || len(drawn[1].series()) != mostSeries {
		t.Errorf("drawn are %+v", drawn)
	}
	if want := "Latency of SET (the first 24 columns of 30)"; drawn[1].Titles[0] != want {
		t.Errorf("the chart is called %q, want %q", drawn[1].Titles[0], want)
	}
}

// TestChartsStandApart finds no two charts of a sheet in the same cells.
func TestChartsStandApart(t *testing.T) {
	d := full()
	wide := d.Charts[0]
	wide.Table = -1
	for range 10 {
		wide.Labels = append(wide.Labels, "more")
	}
	d.Charts = append(d.Charts, wide, d.Charts[0], wide)
	book := opened(t, written(t, d))
	numbers := regexp.MustCompile(`<xdr:(from|to)><xdr:col>(\d+)</xdr:col><xdr:colOff>\d+</xdr:colOff><xdr:row>(\d+)`)
	taken := map[[2]int]bool{}
	found := numbers.FindAllStringSubmatch(book.parts["xl/drawings/drawing1.xml"], -1)
	if len(found) != 2*len(d.Charts) {
		t.Fatalf("%d corners of %d charts", len(found), len(d.Charts))
	}
	for i := 0; i < len(found); i += 2 {
		column, row := whole(t, found[i][2]), whole(t, found[i][3])
		lastColumn, lastRow := whole(t, found[i+1][2]), whole(t, found[i+1][3])
		if lastColumn <= column || lastRow <= row {
			t.Errorf("chart %d has no area", i/2)
		}
		for c := column; c < lastColumn; c++ {
			for r := row; r < lastRow; r++ {
				if taken[[2]int{c, r}] {
					t.Fatalf("chart %d stands on another", i/2)
				}
				taken[[2]int{c, r}] = true
			}
		}
	}
}

func whole(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	return must(t, n, err)
}

// TestMend refuses charts that the library writes in another way than expected.
func TestMend(t *testing.T) {
	for _, part := range []string{"", "<xVal><strRef></strRef></xVal>"} {
		b := &book{file: excelize.NewFile(), drawn: 1}
		b.file.Pkg.Store("xl/charts/chart1.xml", []byte(part))
		if err := b.mend(true); err == nil || !strings.Contains(err.Error(), "in another way than expected") {
			t.Errorf("%q: %v", part, err)
		}
	}
}

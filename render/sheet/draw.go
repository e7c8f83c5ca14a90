package sheet

import (
	"bytes"
	"fmt"
	"math"

	"github.com/xuri/excelize/v2"

	"redismatrix/render"
)

// strokes tell series apart, in colours that most people tell apart, and lines
// by the shape of their points and by their dashes as well.
var strokes = []struct {
	color, symbol string
	dash          excelize.LineDashType
}{
	{"0072B2", "circle", excelize.LineDashSolid}, {"E69F00", "square", excelize.LineDashDash},
	{"009E73", "diamond", excelize.LineDashSysDash}, {"CC79A7", "triangle", excelize.LineDashLgDash},
	{"56B4E9", "x", excelize.LineDashSysDot}, {"D55E00", "star", excelize.LineDashLgDashDotDot},
	{"6A51A3", "plus", excelize.LineDashLgDashDot}, {"7F7F7F", "dash", excelize.LineDashSysDashDot},
}

// mostMarkers is how many points of a line have marks that can be told apart.
const mostMarkers = 12

// draw adds a chart to a sheet, with its corner in a cell.
func (b *book) draw(t *tab, column, row, width int, p plot) {
	cell, err := t.address(column, row)
	b.check(err)
	if b.err != nil {
		return
	}
	for i := range chartRows { // whatever the program and its fonts
		b.check(b.file.SetRowHeight(t.name, row+i, rowHeight))
	}
	chart := p.chart()
	chart.Dimension = excelize.ChartDimension{Width: uint(width), Height: chartHeight}
	b.check(b.file.AddChart(t.name, cell, chart))
	b.drawn++
	if chart.Type == excelize.Scatter {
		b.check(b.mend(p.LogX))
	}
}

// chart is the chart as the library has it.
func (p plot) chart() *excelize.Chart {
	same := false
	chart := &excelize.Chart{
		Type: p.kind(), VaryColors: &same, ShowBlanksAs: "gap",
		Title:  excelize.ChartTitle{Paragraph: p.titles()},
		Legend: excelize.ChartLegend{Position: "bottom"},
		XAxis:  axis(p.axisTitle()), YAxis: axis(p.Unit),
		Border: excelize.LineOptions{Type: excelize.LineSolid, Width: 0.75},
		Format: excelize.GraphicOptions{AltText: cut(p.described(), 250)},
	}
	chart.YAxis.MajorGridLines = true
	chart.YAxis.NumFmt.CustomNumFmt = p.numbers()
	if chart.Type == excelize.Scatter {
		chart.XAxis.MajorGridLines = true
		chart.XAxis.NumFmt.CustomNumFmt = "#,##0"
	}
	if p.LogY {
		chart.YAxis.LogBase = 10
	} else if p.least() >= 0 {
		chart.YAxis.Minimum = new(float64)
	}
	for i, s := range p.series {
		chart.Series = append(chart.Series, s.drawn(i, len(p.Series[i].Values) <= mostMarkers))
	}
	return chart
}

// kind is the library's kind of chart: lines over an axis of numbers are
// scattered points to it.
func (p plot) kind() excelize.ChartType {
	switch {
	case p.Kind == render.ChartBars:
		return excelize.Col
	case p.Kind == render.ChartPercentiles || p.Positions != nil:
		return excelize.Scatter
	}
	return excelize.Line
}

func (p plot) titles() []excelize.RichTextRun {
	title := p.Title
	if p.left > 0 {
		title += fmt.Sprintf(" (the first %d columns of %d)", len(p.series), len(p.series)+p.left)
	}
	runs := []excelize.RichTextRun{{Text: cut(title, 150), Font: &excelize.Font{Size: 11, Color: "262626", Bold: true}}}
	if p.Constant != "" {
		runs = append(runs, excelize.RichTextRun{Text: cut(p.Constant, 150), Font: &excelize.Font{Size: 9, Color: inkDim}})
	}
	return runs
}

// axisTitle says what stands below the chart. The places of percentiles are
// numbers that not everyone knows.
func (p plot) axisTitle() string {
	if p.Kind == render.ChartPercentiles {
		return p.Axis + ": 10 is p90, 100 p99, 1,000 p99.9"
	}
	return p.Axis
}

func axis(title string) excelize.ChartAxis {
	a := excelize.ChartAxis{Font: excelize.Font{Color: "404040", Size: 9}}
	if title != "" {
		a.Title.Paragraph = []excelize.RichTextRun{{Text: cut(title, 100), Font: &excelize.Font{Size: 9, Color: "404040"}}}
	}
	return a
}

// numbers is the format of the values' axis.
func (p plot) numbers() string {
	most := 0.0
	for _, s := range p.Series {
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				most = max(most, math.Abs(v))
			}
		}
	}
	if most >= 10 && !(p.LogY && p.least() < 10) { // the axis begins at 1 or below
		return "#,##0"
	}
	return "General"
}

// least is the least of the values.
func (p plot) least() float64 {
	least := math.Inf(1)
	for _, s := range p.Series {
		for _, v := range s.Values {
			if v < least {
				least = v
			}
		}
	}
	return least
}

// described is the chart in words, for those who cannot see it.
func (p plot) described() string {
	said := string(p.Kind) + ": " + saying(separator, p.Title, p.Constant)
	for i, s := range p.Series {
		if i > 0 {
			said += ", "
		} else {
			said += "; "
		}
		said += s.Name
	}
	return said
}

// drawn is the series with its stroke, and with its points marked or not.
func (r reference) drawn(i int, marked bool) excelize.ChartSeries {
	stroke := strokes[i%len(strokes)]
	fill := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{stroke.color}}
	symbol := "none"
	if marked {
		symbol = stroke.symbol
	}
	return excelize.ChartSeries{
		Name: r.name, Categories: r.places, Values: r.values, Fill: fill,
		Line:   excelize.LineOptions{Type: excelize.LineSolid, Width: 1.75, Dash: stroke.dash},
		Marker: excelize.ChartMarker{Symbol: symbol, Size: 6, Fill: fill},
	}
}

// mend has the chart drawn last take its places for numbers, and logarithmic
// where asked: the library takes them for words, and has no such axis.
func (b *book) mend(logarithmic bool) error {
	name := fmt.Sprintf("xl/charts/chart%d.xml", b.drawn)
	held, _ := b.file.Pkg.Load(name)
	part, _ := held.([]byte)
	mended := bytes.ReplaceAll(part, []byte("<xVal><strRef>"), []byte("<xVal><numRef>"))
	mended = bytes.ReplaceAll(mended, []byte("</strRef></xVal>"), []byte("</numRef></xVal>"))
	if bytes.Equal(mended, part) {
		return fmt.Errorf("draw %s: its places are written in another way than expected", name)
	}
	if logarithmic {
		const before = `<valAx><axId val="100000000"></axId><scaling>`
		if bytes.Count(mended, []byte(before)) != 1 {
			return fmt.Errorf("draw %s: its axis is written in another way than expected", name)
		}
		mended = bytes.Replace(mended, []byte(before), []byte(before+`<logBase val="10"></logBase>`), 1)
	}
	b.file.Pkg.Store(name, mended)
	return nil
}

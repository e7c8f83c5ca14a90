package sheet

import (
	"math"
	"strings"

	"redismatrix/render"
)

// The size of charts in pixels, and the rows and columns of the sheet that they
// take with the space around them. The library takes a row for 18 pixels.
const (
	chartWidth, chartHeight = 630, 360
	chartColumns, chartRows = 9, 22
	wideWidth               = 2*chartWidth + 10
	manyBars, mostSeries    = 40, 24
	rowHeight               = 15
)

// charts adds the sheet of charts, two side by side where they are not wide.
func (b *book) charts(tables []placed) []plot {
	if len(b.Charts) == 0 {
		return nil
	}
	t := b.add(nameCharts)
	t.hideGrid()
	t.say(nameCharts, looksTitle)
	t.say("The charts follow the cells of the tables' sheets.", looksDim)
	var plots []plot
	for _, c := range b.Charts {
		if p := b.plot(c, tables); len(p.series) > 0 {
			plots = append(plots, p)
		} else {
			t.say("nothing to draw: "+saying(separator, c.Title, c.Constant), looksDim)
		}
	}
	for i := range 2 * chartColumns {
		t.widths[i+1] = defaultWidth
	}
	t.finish()
	t.hang(plots)
	return plots
}

// hang draws charts in rows, of which a printed page has two.
func (t *tab) hang(plots []plot) {
	first, row, column := t.row+2, 0, 0
	for _, p := range plots {
		if p.wide() && column > 0 {
			row, column = row+1, 0
		}
		if column == 0 && row > 0 && row%2 == 0 {
			t.breakPage(first + row*chartRows - 1)
		}
		width := chartWidth
		if p.wide() {
			width = wideWidth
		}
		t.book.draw(t, 1+column*chartColumns, first+row*chartRows, width, p)
		if column++; p.wide() || column == 2 {
			row, column = row+1, 0
		}
	}
}

// plot is a chart with where its values stand.
type plot struct {
	render.Chart
	series []reference
	// left is how many series no chart has room for.
	left int
}

// reference is where a series stands: its name, what is below it, and its
// values.
type reference struct{ name, places, values string }

// wide tells whether a chart has too many bars for half a page.
func (p plot) wide() bool {
	return p.Kind == render.ChartBars && len(p.Labels)*len(p.series) > manyBars
}

// plot finds where the values of a chart stand, or writes them where charts
// have their own. Series without values are left out, and those that no chart
// has room for.
func (b *book) plot(c render.Chart, tables []placed) plot {
	var series []render.Series
	for _, s := range c.Series {
		if hasValue(s.Values) {
			series = append(series, s)
		}
	}
	left := max(len(series)-mostSeries, 0)
	series = series[:len(series)-left]
	c.Series = series
	c.LogX = c.LogX && positive(c.Positions)
	for _, s := range series {
		c.LogX = c.LogX && positive(s.Positions)
		c.LogY = c.LogY && positive(s.Values)
	}
	p := plot{Chart: c, left: left}
	if c.Table >= 0 && c.Table < len(tables) {
		p.series = b.within(c, tables[c.Table])
	}
	if p.series == nil && len(series) > 0 {
		p.series = b.data.hold(c)
	}
	return p
}

func hasValue(values []float64) bool {
	for _, v := range values {
		if !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// positive tells whether all numbers have a logarithm; NaN is none.
func positive(values []float64) bool {
	for _, v := range values {
		if v <= 0 {
			return false
		}
	}
	return true
}

// within are the references of a chart into its table; nil where the chart does
// not show the table's cells one by one.
func (b *book) within(c render.Chart, p placed) []reference {
	rows := p.rowsOf(c.Labels)
	if rows == nil || c.Kind == render.ChartPercentiles {
		return nil
	}
	columns := make([]int, len(c.Series))
	for i, s := range c.Series {
		if columns[i] = p.columnOf(s, rows); columns[i] < 0 {
			return nil
		}
	}
	references := make([]reference, len(c.Series))
	for i, s := range c.Series {
		at := p.columns[columns[i]]
		shown := all(len(rows))
		if c.Positions != nil {
			shown = valued(s.Values)
		}
		sheetRows := pick(p.sheetRows(rows), shown)
		references[i] = reference{
			name:   at.tab.span(area{at.column, p.head, at.column, p.head}),
			places: at.tab.union(1, sheetRows),
			values: at.tab.union(at.column, sheetRows),
		}
		if c.Positions != nil {
			references[i].places = b.data.places(c, shown)
		}
	}
	return references
}

// rowsOf are the table's rows that have labels, each in its turn; nil where one of
// them has none. Charts of numbers order them by number.
func (p placed) rowsOf(labels []string) []int {
	free := map[string][]int{}
	for i, row := range p.table.Rows {
		if !row.Fact {
			free[row.Label] = append(free[row.Label], i)
		}
	}
	var rows []int
	for _, label := range labels {
		if len(free[label]) == 0 {
			return nil
		}
		rows, free[label] = append(rows, free[label][0]), free[label][1:]
	}
	return rows
}

// columnOf is the table's column that has a series' name and values, -1 where
// there is none.
func (p placed) columnOf(s render.Series, rows []int) int {
	for j, column := range p.table.Columns {
		named := s.Name == column.Head || s.Name == column.Head+" ("+column.Sub+")"
		if named && !column.Text && p.shows(s, rows, j) {
			return j
		}
	}
	return -1
}

func (p placed) shows(s render.Series, rows []int, column int) bool {
	if len(s.Values) != len(rows) {
		return false
	}
	for i, row := range rows {
		v := p.table.Rows[row].Cells[column].Value
		if (v == nil) != math.IsNaN(s.Values[i]) || v != nil && *v != s.Values[i] {
			return false
		}
	}
	return true
}

func (p placed) sheetRows(rows []int) []int { return pick(p.rows, rows) }

// pick are the elements of a list with some indexes.
func pick(list, indexes []int) []int {
	picked := make([]int, len(indexes))
	for i, index := range indexes {
		picked[i] = list[index]
	}
	return picked
}

// all are the indexes of a list.
func all(n int) []int {
	indexes := make([]int, n)
	for i := range indexes {
		indexes[i] = i
	}
	return indexes
}

// valued are the indexes of the values that there are. A line would take words
// for zero.
func valued(values []float64) []int {
	var indexes []int
	for i, v := range values {
		if !math.IsNaN(v) {
			indexes = append(indexes, i)
		}
	}
	return indexes
}

// union is a reference to rows of a column, in several parts where they are not
// one below the other.
func (t *tab) union(column int, rows []int) string {
	var parts []string
	for from := 0; from < len(rows); {
		to := from
		for to+1 < len(rows) && rows[to+1] == rows[to]+1 {
			to++
		}
		parts = append(parts, t.span(area{column, rows[from], column, rows[to]}))
		from = to + 1
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ",") + ")"
}

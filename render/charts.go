package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Bounds of what can be read in a chart, and of how many charts are looked at. A
// table with more than that gets several charts, or none.
const (
	mostSeries    = 8
	mostLabels    = 40
	mostParts     = 4
	mostCharts    = 60
	logarithmicAt = 50 // times the least value or position
)

// charts draw the tables. The log is of those that are not drawn.
func (s *source) charts(tables []pivoted) (charts []Chart, undrawn []logged) {
	for i, t := range tables {
		if t.layout.metric.Name == "" { // of several units, which share no axis
			continue
		}
		parts, values := t.chart(i, s).split(), t.numbers()
		why := ""
		switch {
		case values < 2: // which the table itself says better
			continue
		case len(parts) > mostParts:
			why = fmt.Sprintf("%s × %s are too many for charts that can be read",
				plural(len(t.entries), "row"), plural(len(t.entries[0]), "column"))
		case len(charts)+len(parts) > mostCharts:
			why = fmt.Sprintf("there are %d charts before it", len(charts))
		}
		if why != "" {
			undrawn = append(undrawn, logged{"chart", t.table.Title, "not drawn: " + why, "show less in a table (rows, columns, where)"})
			continue
		}
		charts = append(charts, parts...)
	}
	return charts, undrawn
}

// numbers counts the numbers of the table.
func (t pivoted) numbers() int {
	n := 0
	for _, row := range t.entries {
		for _, e := range row {
			if e.cell.Value != nil {
				n++
			}
		}
	}
	return n
}

// chart is the whole table as a chart: lines where its rows lie on an axis of
// numbers, else bars.
func (t pivoted) chart(index int, s *source) Chart {
	c := Chart{
		Kind: ChartBars, Title: t.table.Title, Constant: t.table.Constant, Unit: t.table.Unit, Axis: t.table.Corner, Table: index,
	}
	for _, row := range t.table.Rows {
		if !row.Fact {
			c.Labels = append(c.Labels, row.Label)
		}
	}
	order := indexes(len(t.entries))
	if positions := t.positions(); positions != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(positions[a], positions[b]) })
		c.Kind, c.Axis = ChartLines, axisTitle(t.layout.rows)
		c.Positions, c.Labels = picked(positions, order), picked(c.Labels, order)
		c.LogX = logarithmic(c.Positions)
	}
	for j := range columnsOf(t.entries) {
		if series := t.series(j, order, s); slices.ContainsFunc(series.Values, finite) {
			c.Series = append(c.Series, series)
		}
	}
	c.LogY = c.wideValues()
	return c
}

// Sparse is a chart of the first table where no table has the numbers that a chart
// needs: what there is, what there is not, and why. False where there is no row.
func (d Dossier) Sparse() (Chart, bool) {
	if len(d.Charts) > 0 || len(d.Tables) == 0 {
		return Chart{}, false
	}
	t := d.Tables[0]
	rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r Row) bool { return r.Fact })
	rows = rows[:min(len(rows), mostLabels)]
	c := Chart{
		Kind: ChartBars, Title: t.Title, Constant: t.Constant, Unit: t.Unit, Axis: t.Corner, Notes: t.Notes,
		Labels: mapEach(rows, func(r Row) string { return r.Label }),
	}
	for j, column := range t.Columns[:min(len(t.Columns), mostSeries)] {
		series := Series{Name: column.Head}
		for _, row := range rows {
			value := math.NaN()
			if v := row.Cells[j].Value; v != nil {
				value = *v
			}
			series.Values = append(series.Values, value)
		}
		c.Series = append(c.Series, series)
	}
	return c, len(rows) > 0 && len(c.Series) > 0
}

func columnsOf(entries [][]entry) int {
	if len(entries) == 0 {
		return 0
	}
	return len(entries[0])
}

// series is a column of the table, with its rows in an order.
func (t pivoted) series(column int, order []int, s *source) Series {
	head := t.table.Columns[column]
	series := Series{Name: head.Head}
	if head.Sub != "" {
		series.Name += " (" + head.Sub + ")"
	}
	spreads := false
	for _, i := range order {
		e := t.entries[i][column]
		value, low, high := math.NaN(), math.NaN(), math.NaN()
		if e.cell.Value != nil {
			value = *e.cell.Value
			rounds := s.roundsOf(e.point, t.layout.metric.Name)
			low, high, spreads = rounds.low, rounds.high, spreads || e.cell.Rounds > 1
		}
		series.Values = append(series.Values, value)
		series.Low, series.High = append(series.Low, low), append(series.High, high)
	}
	if !spreads {
		series.Low, series.High = nil, nil
	}
	return series
}

// roundsOf are the least and the greatest of a metric over the rounds of a point
// that is ok.
func (s *source) roundsOf(p point, metric string) extent {
	var rounds extent
	for _, sample := range s.result(p).Samples {
		if v, known := sample.Value(metric); known {
			rounds.add(v)
		}
	}
	return rounds
}

// wideValues tells whether the values of a chart ask for a logarithmic axis.
func (c Chart) wideValues() bool {
	var all []float64
	for _, series := range c.Series {
		all = append(all, series.Values...)
	}
	return logarithmic(all)
}

// logarithmic tells whether numbers ask for a logarithmic axis; those that are none do
// not count, and where one has no logarithm there is no such axis.
func logarithmic(values []float64) bool {
	var e extent
	for _, v := range values {
		if finite(v) {
			e.add(v)
		}
	}
	return e.filled && e.low > 0 && e.high >= logarithmicAt*e.low
}

// split is the chart in parts that can be read: of some series each and, where
// labels are words, of some labels.
func (c Chart) split() []Chart {
	var parts []Chart
	for _, series := range evenly(c.Series, mostSeries) {
		part := c
		part.Series = series
		if c.Kind == ChartBars {
			parts = append(parts, part.splitLabels()...)
		} else {
			parts = append(parts, part)
		}
	}
	for i := range parts {
		if len(parts) > 1 {
			parts[i].Title = saying(c.Title, fmt.Sprintf("part %d of %d", i+1, len(parts)))
		}
	}
	return parts
}

func (c Chart) splitLabels() []Chart {
	var parts []Chart
	for _, places := range evenly(indexes(len(c.Labels)), mostLabels) {
		part := c
		part.Labels, part.Series = picked(c.Labels, places), nil
		for _, series := range c.Series {
			series.Values = picked(series.Values, places)
			if series.Low != nil {
				series.Low, series.High = picked(series.Low, places), picked(series.High, places)
			}
			part.Series = append(part.Series, series)
		}
		parts = append(parts, part)
	}
	return parts
}

// evenly is a list in parts of about the same length, of at most so many.
func evenly[T any](list []T, most int) [][]T {
	if len(list) == 0 {
		return nil
	}
	parts := (len(list) + most - 1) / most
	return slices.Collect(slices.Chunk(list, (len(list)+parts-1)/parts))
}

// indexes are those of a list.
func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// picked are the elements with some indexes.
func picked[T any](list []T, indexes []int) []T {
	return mapEach(indexes, func(i int) T { return list[i] })
}

package render

import (
	"fmt"
	"slices"

	"redismatrix/matrix"
)

// mostCurves is how many charts of latency curves there are at most.
const mostCurves = 24

// bundle is points whose latency curves stand in one chart. The axes of fixed are
// named in its title.
type bundle struct {
	points []point
	fixed  []string
}

// curves draw the latency of what the tables show: a chart per test, with a curve
// for each setup and load, or several where these are many. What several tables
// show is drawn once. The log says what could not be drawn.
func (s *source) curves(tables []pivoted) (charts []Chart, undrawn []logged) {
	seen, left := map[string]bool{}, 0
	for _, t := range tables {
		for _, b := range t.bundles() {
			key := b.key()
			if seen[key] || !s.hasCurve(b) {
				continue
			}
			seen[key] = true
			if len(charts) == mostCurves {
				left++
				continue
			}
			chart, unread := s.curveChart(b)
			undrawn = append(undrawn, unread...)
			if len(chart.Series) > 0 {
				charts = append(charts, chart)
			}
		}
	}
	if left > 0 {
		undrawn = append(undrawn, logged{"chart", "latency curves",
			fmt.Sprintf("not drawn: those of %s beyond the first %d", plural(left, "chart"), mostCurves), "see the tables of percentiles"})
	}
	return charts, undrawn
}

// bundles are the points of a table by test and, where there are too many of one,
// by row, and then in parts.
func (t pivoted) bundles() []bundle {
	fixed := slices.DeleteFunc(slices.Clone(t.layout.fixed), func(axis string) bool { return axis == matrix.AxisTest })
	var all []bundle
	for _, points := range pointsBy(t.points(), func(p point) string { return p.test }) {
		if len(points) <= mostSeries || t.layout.rows == matrix.AxisTest || t.layout.columns == matrix.AxisTest {
			all = append(all, parted(points, fixed)...)
			continue
		}
		for _, row := range pointsBy(points, func(p point) string { return p.value(t.layout.rows) }) {
			all = append(all, parted(row, append(slices.Clone(fixed), t.layout.rows))...)
		}
	}
	return all
}

// points are those of the table's cells, row by row.
func (t pivoted) points() []point {
	var points []point
	for _, row := range t.entries {
		for _, e := range row {
			if e.point.cell != nil {
				points = append(points, e.point)
			}
		}
	}
	return points
}

func parted(points []point, fixed []string) []bundle {
	return mapEach(evenly(points, mostSeries), func(part []point) bundle { return bundle{part, fixed} })
}

// key is the same for bundles of the same points.
func (b bundle) key() string {
	keys := mapEach(b.points, func(p point) string { return fmt.Sprintf("%q %q", p.cell.ID, p.test) })
	slices.Sort(keys)
	return fmt.Sprint(keys)
}

func (s *source) hasCurve(b bundle) bool {
	return slices.ContainsFunc(b.points, func(p point) bool {
		result := s.result(p)
		return result.Status == matrix.StatusOK &&
			(slices.ContainsFunc(result.Samples, func(of matrix.Sample) bool { return of.Latency.Histogram != "" }) ||
				slices.ContainsFunc(s.measuredAs(p).Samples, s.shelf.Holds))
	})
}

// curveChart draws a bundle. The log is of histograms that cannot be read.
func (s *source) curveChart(b bundle) (Chart, []logged) {
	test := b.points[0]
	title := latencyTitle(b.points) + " of " + s.phrase(matrix.AxisTest, []point{test})
	varying := s.varyingAxes(b.points)
	c := Chart{
		Kind: ChartPercentiles, Title: saying(append([]string{title}, s.phrases(b.fixed, test)...)...), Unit: "ms", Axis: "percentile",
		Constant: s.constant(layout{rows: matrix.AxisTest, fixed: append(varying, b.fixed...), points: b.points}),
		LogX:     true, Table: -1,
	}
	var undrawn []logged
	names := s.namesOf(b.points, varying)
	longest := int64(0)
	for i, read := range s.mergeAll(b.points) {
		if read.unread > 0 {
			note := read.note(names[i])
			c.Notes = append(c.Notes, note)
			undrawn = append(undrawn, logged{"chart", c.Title, note.Text, note.Remedy})
		}
		if positions, values := read.curve(); len(values) > 0 {
			c.Series = append(c.Series, Series{Name: names[i], Values: values, Positions: positions})
			longest = max(longest, read.total())
		}
	}
	c.Labels, c.Positions = percentileMarks(longest)
	c.LogY = c.wideValues()
	return c, undrawn
}

// latencyTitle says from when on points' latencies are counted.
func latencyTitle(points []point) string {
	open, closed := slices.ContainsFunc(points, point.open), slices.ContainsFunc(points, func(p point) bool { return !p.open() })
	switch {
	case open && closed:
		return "Latency or response time"
	case open:
		return "Response time"
	}
	return "Latency"
}

// varyingAxes are the axes on which points differ, the test left out.
func (s *source) varyingAxes(points []point) []string {
	return slices.DeleteFunc(s.axisNames(), func(name string) bool { return !s.varies(points, name) })
}

// phrases say a point's values on axes.
func (s *source) phrases(axes []string, p point) []string {
	return mapEach(axes, func(axis string) string { return s.phrase(axis, []point{p}) })
}

// namesOf tell points apart by what they have on axes; where that reads the same,
// by what the spec asks for.
func (s *source) namesOf(points []point, axes []string) []string {
	if len(axes) == 0 {
		axes = []string{matrix.AxisVersion}
	}
	names, count := make([]string, len(points)), map[string]int{}
	for i, p := range points {
		names[i] = saying(s.phrases(axes, p)...)
		count[names[i]]++
	}
	for i, p := range points {
		if count[names[i]] > 1 {
			names[i] += " (" + p.cell.ID + ")"
		}
	}
	return names
}

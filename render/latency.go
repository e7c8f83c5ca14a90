package render

import (
	"slices"

	"redismatrix/matrix"
)

// mostCellTables is how many cells have a table of latencies each; more of them
// are rows of a table per test.
const mostCellTables = 24

// percentiles are the columns of tables of latencies; service times are known
// apart only where there is a rate.
var percentiles = []string{
	matrix.MetricP50, matrix.MetricP95, matrix.MetricP99, matrix.MetricP999, matrix.MetricP9999, matrix.MetricMax,
	matrix.MetricServiceP50, matrix.MetricServiceP99,
}

// latency are the tables of percentiles: one per cell of the plan with tests down
// or, where there are many cells and few tests, one per test with cells down.
// What is invalid or failed has a row that says so, in tables that have a number.
func (s *source) latency() []Table {
	points := slices.DeleteFunc(slices.Clone(s.points), func(p point) bool { return s.result(p).Status != matrix.StatusOK && !s.spoiled(p) })
	varying := s.varyingAxes(points)
	byCell, byTest := pointsBy(points, func(p point) string { return p.cell.ID }), pointsBy(points, func(p point) string { return p.test })
	var tables []Table
	if len(byTest) > 1 && len(byCell) <= mostCellTables || len(byCell) == 1 {
		for _, cell := range byCell {
			tables = append(tables, s.percentilesOf(cell, matrix.AxisTest, varying))
		}
	} else {
		for _, test := range byTest {
			tables = append(tables, s.percentilesOf(test, "cell", varying))
		}
	}
	return slices.DeleteFunc(tables, func(t Table) bool { return !t.numbers() })
}

// spoiled reports whether a point was measured and has no number.
func (s *source) spoiled(p point) bool {
	status := s.result(p).Status
	return status == matrix.StatusInvalid || status == matrix.StatusFailed
}

// numbers reports whether the table has a number.
func (t Table) numbers() bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Value != nil })
	})
}

// pointsBy are points with the same key, in the order in which keys come.
func pointsBy(points []point, key func(point) string) [][]point {
	at := map[string]int{}
	var groups [][]point
	for _, p := range points {
		k := key(p)
		i, known := at[k]
		if !known {
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// percentilesOf is the table of points, of which rows are the tests or the cells.
// The table is empty where none of them recorded a latency.
func (s *source) percentilesOf(points []point, rows string, varying []string) Table {
	title, labels, remarks := []string{latencyTitle(points) + ", ms"}, []string(nil), []string(nil)
	if rows == matrix.AxisTest {
		title = append(title, s.phrases(varying, points[0])...)
		labels = mapEach(points, func(p point) string { return p.test })
		remarks = mapEach(points, point.remark)
	} else {
		title = append(title, s.phrase(matrix.AxisTest, points[:1]))
		labels = s.namesOf(points, varying)
	}
	t := Table{
		Title: saying(title...), Unit: "ms", Corner: rows,
		Constant: s.constant(layout{rows: matrix.AxisTest, fixed: varying, points: points}),
	}
	heads, entries, kept := s.percentileEntries(points)
	notes := &noteList{index: map[Note]int{}}
	for j, shared := range shareQualifiers(entries, len(heads)) {
		t.Columns = append(t.Columns, Column{Head: heads[j], Notes: notes.indexes(shared)})
	}
	for i, row := range entries {
		t.Rows = append(t.Rows, Row{Label: labels[kept[i]], Cells: notes.cells(row)})
	}
	t.remark(remarks, kept)
	t.Notes = notes.notes
	return t
}

// remark adds a column of remarks, those of which the rows are kept, where there
// are any.
func (t *Table) remark(remarks []string, kept []int) {
	if !slices.ContainsFunc(remarks, func(text string) bool { return text != "" }) {
		return
	}
	t.Columns = append(t.Columns, Column{Head: "remark", Text: true, Remark: true})
	for i := range t.Rows {
		t.Rows[i].Cells = append(t.Rows[i].Cells, Cell{Text: remarks[kept[i]]})
	}
}

// percentileEntries are the latencies of points: those of the points that have
// any, by index, in the columns in which there is any.
func (s *source) percentileEntries(points []point) (heads []string, entries [][]entry, kept []int) {
	var metrics []matrix.Metric
	for _, name := range percentiles {
		if m, _ := matrix.LookupMetric(name); s.tells(points, m) {
			metrics = append(metrics, m)
			heads = append(heads, headOf(m))
		}
	}
	for i, p := range points {
		row := mapEach(metrics, func(m matrix.Metric) entry { return s.entry(p, true, m) })
		if s.spoiled(p) || slices.ContainsFunc(row, func(e entry) bool { return e.cell.Value != nil }) {
			entries, kept = append(entries, row), append(kept, i)
		}
	}
	return heads, entries, kept
}

// headOf is a metric's column: "p99", "service p99".
func headOf(m matrix.Metric) string {
	switch m.Name {
	case matrix.MetricServiceP50:
		return "service p50"
	case matrix.MetricServiceP99:
		return "service p99"
	}
	return m.Name
}

// tells reports whether any of the points has a number for a metric. In a closed
// loop the service time is the latency, and is not told again.
func (s *source) tells(points []point, m matrix.Metric) bool {
	service := m.Name == matrix.MetricServiceP50 || m.Name == matrix.MetricServiceP99
	return slices.ContainsFunc(points, func(p point) bool {
		_, recorded := s.result(p).Median(m.Name)
		return recorded && (!service || p.open())
	})
}

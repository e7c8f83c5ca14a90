package render

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// layout is one table to be filled: what stands in its rows and columns, and
// the points that it shows.
type layout struct {
	rows, columns string
	metric        matrix.Metric
	// fixed are the axes that vary over the spec'd tables and are constant in
	// this one; the title names their values.
	fixed []string
	// beside are the axes that follow the columns, whose heads name their values.
	beside []string
	points []point
	// told is what recordings of the table tell apart from the axes.
	told []string
	// byRow and byColumn are the points of each row and column, by its value.
	byRow, byColumn map[string][]point
}

func newLayout(spec matrix.TableSpec, m matrix.Metric, fixed, beside []string, points []point) layout {
	l := layout{
		rows: spec.Rows, columns: spec.Columns, metric: m, fixed: fixed, beside: beside, points: points,
		byRow: map[string][]point{}, byColumn: map[string][]point{},
	}
	for _, p := range points {
		row, column := p.value(l.rows), p.value(l.columns)
		l.byRow[row] = append(l.byRow[row], p)
		l.byColumn[column] = append(l.byColumn[column], p)
	}
	return l
}

// pivoted is a table, and what it was pivoted from: an entry for each of its rows
// that is no fact and each of its columns that is no remark, in their order.
type pivoted struct {
	table   Table
	layout  layout
	entries [][]entry
}

// tables are the tables that a TableSpec asks for: one per combination of
// values of the axes that are neither its rows nor its columns.
func (s *source) tables(spec matrix.TableSpec) ([]pivoted, error) {
	if len(spec.Measures) > 0 {
		return s.measureTables(spec)
	}
	m, known := matrix.LookupMetric(spec.Metric)
	if !known {
		return nil, fmt.Errorf("find metric %q: a table's metric is one of %s", spec.Metric, strings.Join(matrix.Metrics(), ", "))
	}
	points := s.where(spec.Where)
	if len(points) == 0 {
		return []pivoted{{table: emptyTable(spec, m)}}, nil
	}
	fixed, beside := s.otherAxes(points, spec)
	var tables []pivoted
	for _, group := range s.groups(points, fixed) {
		tables = append(tables, s.table(newLayout(spec, m, fixed, beside, group)))
	}
	return tables, nil
}

func emptyTable(spec matrix.TableSpec, m matrix.Metric) Table {
	return Table{
		Title: metricTitle(m, nil), Unit: m.Unit, Corner: spec.Rows,
		Notes: []Note{{Text: "no cell of the plan matches " + selectorPhrase(spec.Where),
			Remedy: "change the table's where, or the axes it picks from"}},
	}
}

// selectorPhrase is a selector in words: "test SET, version 6.0 or 7.0".
func selectorPhrase(selector matrix.Selector) string {
	var parts []string
	for name, values := range selector {
		parts = append(parts, name+" "+strings.Join(values, " or "))
	}
	slices.Sort(parts)
	if len(parts) == 0 {
		return "any selection: it has no cells"
	}
	return strings.Join(parts, ", ")
}

// otherAxes are the axes that vary over points and get neither rows nor columns:
// those that have a table for each value, and those that follow the columns.
func (s *source) otherAxes(points []point, spec matrix.TableSpec) (fixed, beside []string) {
	for _, axis := range s.axes {
		switch {
		case axis.name == spec.Rows || axis.name == spec.Columns || !s.varies(points, axis.name):
		case s.follows(points, axis.name, spec.Columns):
			beside = append(beside, axis.name)
		default:
			fixed = append(fixed, axis.name)
		}
	}
	return fixed, beside
}

// follows tells whether points of what others recorded have one value on an axis
// where they have one on another: each recording may have been of another version
// and of other clients as well.
func (s *source) follows(points []point, axis, of string) bool {
	if s.run.Recorded == nil || axis == matrix.AxisTest || of == matrix.AxisTest {
		return false
	}
	values := map[string]string{}
	for _, p := range points {
		value, known := values[p.value(of)]
		if known && value != p.value(axis) {
			return false
		}
		values[p.value(of)] = p.value(axis)
	}
	return true
}

// groups splits points by their values on the fixed axes, in the axes' order.
func (s *source) groups(points []point, fixed []string) [][]point {
	index := map[string]int{}
	var groups [][]point
	for _, p := range points {
		var key strings.Builder
		for _, axis := range fixed {
			fmt.Fprintf(&key, "%q", p.value(axis))
		}
		i, known := index[key.String()]
		if !known {
			i = len(groups)
			index[key.String()] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	slices.SortStableFunc(groups, func(a, b []point) int {
		for _, axis := range fixed {
			if order := s.order(axis, a[0].value(axis), b[0].value(axis)); order != 0 {
				return order
			}
		}
		return 0
	})
	return groups
}

// table fills a layout.
func (s *source) table(l layout) pivoted {
	l.told = s.toldApart(l.points)
	rows, columns := s.values(l.points, l.rows), s.values(l.points, l.columns)
	at := map[[2]string]point{}
	for _, p := range l.points {
		at[[2]string{p.value(l.rows), p.value(l.columns)}] = p
	}
	entries := make([][]entry, len(rows))
	for i, row := range rows {
		for _, column := range columns {
			p, found := at[[2]string{row, column}]
			entries[i] = append(entries[i], s.entry(p, found, l.metric))
		}
	}
	t := Table{Title: s.title(l), Constant: s.constant(l), Unit: l.metric.Unit, Corner: cornerOf(l.rows)}
	shown := s.judge(entries, l.metric.Name)
	t.Evidence = s.evidence(l, shown)
	notes := &noteList{index: map[Note]int{}}
	shared := shareQualifiers(entries, len(columns))
	t.Columns = s.columns(l, columns, shared, notes)
	t.Rows = s.factRows(l, columns)
	for i, row := range rows {
		t.Rows = append(t.Rows, Row{Label: s.rowLabel(l, row), Cells: notes.cells(entries[i])})
	}
	t.addRemarks(l, rows)
	t.addMean(l, len(columns))
	t.Notes = notes.notes
	return pivoted{t, l, entries}
}

// cornerOf says what rows are that are values of an axis.
func cornerOf(axis string) string { return strings.TrimPrefix(axis, "config.") }

// shareQualifiers takes the remarks that every number of a column carries off
// the numbers, for the column's head to carry them.
func shareQualifiers(entries [][]entry, columns int) [][]Note {
	shared := make([][]Note, columns)
	for j := range shared {
		count, numbers := map[Note]int{}, 0
		for i := range entries {
			e := &entries[i][j]
			e.qualifiers = unique(e.qualifiers)
			for _, note := range e.qualifiers {
				count[note]++
			}
			if e.cell.Value != nil {
				numbers++
			}
		}
		everywhere := func(n Note) bool { return numbers > 1 && count[n] == numbers }
		for i := range entries {
			e := &entries[i][j]
			for _, note := range e.qualifiers {
				if everywhere(note) {
					shared[j] = append(shared[j], note)
				}
			}
			e.qualifiers = slices.DeleteFunc(e.qualifiers, everywhere)
		}
		shared[j] = unique(shared[j])
	}
	return shared
}

// unique keeps the first of what is equal, in order.
func unique[T comparable](list []T) []T {
	var kept []T
	for _, one := range list {
		if !slices.Contains(kept, one) {
			kept = append(kept, one)
		}
	}
	return kept
}

// noteList numbers notes as they are met; equal ones share a number.
type noteList struct {
	notes []Note
	index map[Note]int
}

func (l *noteList) indexes(notes []Note) []int {
	var indexes []int
	for _, note := range unique(notes) {
		i, known := l.index[note]
		if !known {
			i = len(l.notes)
			l.index[note] = i
			l.notes = append(l.notes, note)
		}
		indexes = append(indexes, i)
	}
	slices.Sort(indexes)
	return indexes
}

func (l *noteList) cells(entries []entry) []Cell {
	cells := make([]Cell, len(entries))
	for i, e := range entries {
		cells[i] = e.cell
		cells[i].Notes = l.indexes(append(e.reason, e.qualifiers...))
	}
	return cells
}

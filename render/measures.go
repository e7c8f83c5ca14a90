package render

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// measureTables are tables whose columns are metrics of tests: what each setting
// costs and what it protects, in one row. There is one for each combination of
// values of the axes that are not its rows.
func (s *source) measureTables(spec matrix.TableSpec) ([]pivoted, error) {
	for _, measure := range spec.Measures {
		if _, known := matrix.LookupMetric(measure.Metric); !known {
			return nil, fmt.Errorf("find metric %q: a measure's metric is one of %s", measure.Metric, strings.Join(matrix.Metrics(), ", "))
		}
	}
	points := slices.DeleteFunc(s.where(spec.Where), func(p point) bool {
		return !slices.ContainsFunc(spec.Measures, func(m matrix.Measure) bool { return m.Test == p.test })
	})
	if len(points) == 0 {
		empty := emptyTable(spec, matrix.Metric{})
		empty.Title = atAGlance(spec)
		return []pivoted{{table: empty}}, nil
	}
	spec.Columns = matrix.AxisTest
	fixed, _ := s.otherAxes(points, spec)
	var tables []pivoted
	for _, group := range s.groups(points, fixed) {
		tables = append(tables, s.measureTable(spec, fixed, group))
	}
	return tables, nil
}

func atAGlance(spec matrix.TableSpec) string { return cornerOf(spec.Rows) + " at a glance" }

// measureTable fills one table. Each column is judged as a table of its metric is.
func (s *source) measureTable(spec matrix.TableSpec, fixed []string, points []point) pivoted {
	whole := newLayout(spec, matrix.Metric{}, fixed, nil, points)
	rows := s.values(points, spec.Rows)
	title := append([]string{atAGlance(spec)}, s.phrases(fixed, points[0])...)
	t := Table{Title: saying(title...), Constant: s.constant(whole), Corner: cornerOf(spec.Rows)}
	entries := make([][]entry, len(rows))
	notes := &noteList{index: map[Note]int{}}
	for _, measure := range spec.Measures {
		column, filled := s.measureColumn(spec, measure, whole, rows)
		shared := shareQualifiers(filled, 1)
		column.head.Notes = notes.indexes(append(shared[0], column.notes...))
		t.Columns = append(t.Columns, column.head)
		for i := range rows {
			entries[i] = append(entries[i], filled[i][0])
		}
	}
	for i, row := range rows {
		t.Rows = append(t.Rows, Row{Label: s.rowLabel(whole, row), Cells: notes.cells(entries[i])})
	}
	t.Notes = notes.notes
	return pivoted{t, whole, entries}
}

// measureHead is the head of a measure, and what its verdicts rest on.
type measureHead struct {
	head  Column
	notes []Note
}

// measureColumn is what one measure says of each row.
func (s *source) measureColumn(spec matrix.TableSpec, measure matrix.Measure, whole layout, rows []string) (measureHead, [][]entry) {
	m, _ := matrix.LookupMetric(measure.Metric)
	points := slices.DeleteFunc(slices.Clone(whole.points), func(p point) bool { return p.test != measure.Test })
	l := newLayout(spec, m, whole.fixed, nil, points)
	entries := make([][]entry, len(rows))
	for i, row := range rows {
		p, found := point{}, len(l.byRow[row]) > 0
		if found {
			p = l.byRow[row][0]
		}
		entries[i] = []entry{s.entry(p, found, m)}
	}
	head := measureHead{head: Column{Head: measure.Test, Sub: metricTitle(m, points)}}
	if evidence := s.evidence(l, s.judge(entries, m.Name)); evidence != "" {
		head.notes = []Note{{Text: evidence}}
	}
	return head, entries
}

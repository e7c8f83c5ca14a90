package render

import (
	"errors"
	"fmt"
	"slices"

	"redismatrix/matrix"
)

// FromRun pivots a run into its report, however the run ended: what was not
// measured is missing, with a footnote. It fails where there is no run or no
// spec in it, or where a table asks for a metric that does not exist.
func FromRun(run *matrix.Run) (Report, error) {
	s, tables, err := pivot(run)
	if err != nil {
		return Report{}, err
	}
	return s.report(tables), nil
}

// pivot fills the tables of a run's report.
func pivot(run *matrix.Run) (*source, []pivoted, error) {
	if run == nil || run.Plan.Spec == nil {
		return nil, nil, errors.New("build report: there is no run with a spec")
	}
	s := newSource(run)
	specs := s.spec.Report.Tables
	if len(specs) == 0 {
		specs = s.defaultTables()
	}
	var all []pivoted
	for i, spec := range specs {
		tables, err := s.tables(spec)
		if err != nil {
			return nil, nil, fmt.Errorf("build table %d of the report: %w", i+1, err)
		}
		all = append(all, tables...)
	}
	return s, all, nil
}

// report is what is to be said of the run, with its tables.
func (s *source) report(tables []pivoted) Report {
	report := Report{Title: s.reportTitle(), Facts: s.facts(), Notes: append(s.reportNotes(), s.controlNotes()...), Axes: s.axisNames()}
	for _, t := range tables {
		report.Tables = append(report.Tables, t.table)
	}
	return report
}

// reportNotes are what holds for the whole run.
func (s *source) reportNotes() []Note {
	notes := notesOf(s.common)
	if len(s.points) == 0 {
		notes = append(notes, Note{Text: "the plan has no cells", Remedy: "check the spec's axes, exclude and tests"})
	}
	return unique(notes)
}

// defaultTable is how points stand where nobody says: tests, or the axis that
// varies where there is one test, against versions or what varies instead. What
// else varies makes it several tables; no number is in two of them.
func (s *source) defaultTable(points []point) matrix.TableSpec {
	points = slices.DeleteFunc(slices.Clone(points), point.part)
	varying := s.varying()
	columns := s.columnAxis(varying)
	rows := matrix.AxisTest
	if !s.varies(points, rows) {
		if i := slices.IndexFunc(varying, func(axis string) bool { return axis != columns && !s.follows(s.points, axis, columns) }); i >= 0 {
			rows = varying[i]
		}
	}
	return matrix.TableSpec{Rows: rows, Columns: columns}
}

// columnAxis is the axis that stands across: the version or, where that is one,
// another axis of the server, or the first that varies. Of what others recorded it is
// the first of these that tells all others.
func (s *source) columnAxis(varying []string) string {
	rank := func(axis string) int {
		switch {
		case axis == matrix.AxisVersion:
			return 0
		case matrix.ServerAxis(axis):
			return 1
		}
		return 2
	}
	ranked := slices.SortedStableFunc(slices.Values(varying), func(a, b string) int { return rank(a) - rank(b) })
	if len(ranked) == 0 {
		return matrix.AxisVersion
	}
	tells := func(axis string) bool {
		return !slices.ContainsFunc(varying, func(other string) bool { return !s.follows(s.points, other, axis) })
	}
	if i := slices.IndexFunc(ranked, tells); i >= 0 {
		return ranked[i]
	}
	return ranked[0]
}

// varying are the axes that have several values in the plan, in the spec's
// order, the test left out.
func (s *source) varying() []string {
	return slices.DeleteFunc(s.axisNames(), func(name string) bool { return !s.varies(s.points, name) })
}

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
	report := Report{Title: s.reportTitle(), Facts: s.facts(), Notes: s.reportNotes(), Axes: s.axisNames()}
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

// defaultTables are the table of a spec that asks for none: tests, or the axis
// that varies where there is one test, against versions or what varies instead.
// What else varies makes it several tables; no number is in two of them.
func (s *source) defaultTables() []matrix.TableSpec {
	if len(s.points) == 0 {
		return nil
	}
	varying := s.varying()
	columns := matrix.AxisVersion
	if len(varying) > 0 && !slices.Contains(varying, columns) {
		columns = varying[0]
		if i := slices.IndexFunc(varying, matrix.ServerAxis); i >= 0 {
			columns = varying[i]
		}
	}
	rows := matrix.AxisTest
	if !s.varies(s.tests(), rows) {
		if i := slices.IndexFunc(varying, func(axis string) bool { return axis != columns }); i >= 0 {
			rows = varying[i]
		}
	}
	return []matrix.TableSpec{{Rows: rows, Columns: columns}}
}

// varying are the axes that have several values in the plan, in the spec's
// order, the test left out.
func (s *source) varying() []string {
	return slices.DeleteFunc(s.axisNames(), func(name string) bool { return !s.varies(s.points, name) })
}

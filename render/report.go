package render

import (
	"errors"
	"fmt"

	"redismatrix/matrix"
)

// FromRun pivots a run into its report, however the run ended: what was not
// measured is missing, with a footnote. It fails where there is no run or no
// spec in it, or where a table asks for a metric that does not exist.
func FromRun(run *matrix.Run) (Report, error) {
	if run == nil || run.Plan.Spec == nil {
		return Report{}, errors.New("build report: there is no run with a spec")
	}
	s := newSource(run)
	report := Report{Title: s.reportTitle(), Facts: s.facts(), Notes: s.reportNotes()}
	specs := s.spec.Report.Tables
	if len(specs) == 0 {
		specs = s.defaultTables()
	}
	for i, spec := range specs {
		tables, err := s.tables(spec)
		if err != nil {
			return Report{}, fmt.Errorf("build table %d of the report: %w", i+1, err)
		}
		report.Tables = append(report.Tables, tables...)
	}
	return report, nil
}

// reportNotes are what holds for the whole run.
func (s *source) reportNotes() []Note {
	notes := notesOf(s.common)
	if len(s.points) == 0 {
		notes = append(notes, Note{Text: "the plan has no cells", Remedy: "check the spec's axes, exclude and tests"})
	}
	return unique(notes)
}

// defaultTables are the tables of a spec that asks for none: tests against
// versions (or the first axis that varies), against AOF modes, and value sizes
// against versions or AOF modes.
func (s *source) defaultTables() []matrix.TableSpec {
	if len(s.points) == 0 {
		return nil
	}
	varies := func(name string) bool { return s.varies(s.points, name) }
	across := s.mainAxis()
	specs := []matrix.TableSpec{{Rows: matrix.AxisTest, Columns: across}}
	if varies("appendonly") && across != "appendonly" {
		specs = append(specs, matrix.TableSpec{Rows: matrix.AxisTest, Columns: "appendonly"})
	}
	if !varies("value_size") {
		return specs
	}
	where := matrix.Selector{matrix.AxisTest: s.sizedTests()}
	for _, columns := range []string{"version", "appendonly"} {
		if varies(columns) && len(where[matrix.AxisTest]) > 0 {
			specs = append(specs, matrix.TableSpec{Rows: "value_size", Columns: columns, Where: where})
		}
	}
	return specs
}

// mainAxis is the axis that is compared first.
func (s *source) mainAxis() string {
	if s.varies(s.points, "version") {
		return "version"
	}
	for _, axis := range s.axes {
		if axis.name != matrix.AxisTest && s.varies(s.points, axis.name) {
			return axis.name
		}
	}
	return "version"
}

// sizedTests are the tests that a value's size matters to: those that send or
// read values, and those that the catalogue does not know.
func (s *source) sizedTests() []string {
	var sized []string
	for _, name := range s.values(s.points, matrix.AxisTest) {
		test, known := matrix.LookupTest(name)
		if !known || sendsValue(test) || test.Needs == matrix.DataKeys || test.Needs == matrix.DataList {
			sized = append(sized, name)
		}
	}
	return sized
}

func sendsValue(test matrix.Test) bool {
	for _, word := range test.Command {
		if word == "__data__" {
			return true
		}
	}
	return false
}

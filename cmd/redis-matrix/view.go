package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
)

// viewFlags choose the tables of a run that is there already, and how its
// differences are judged.
type viewFlags struct {
	rows, columns string
	threshold     string
	metrics       []string
	where         []string
}

func (v *viewFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&v.rows, "rows", "", "an `AXIS` of the spec, or test, down the table")
	flags.StringVar(&v.columns, "columns", "", "an `AXIS` of the spec, or test, across the table")
	flags.StringSliceVar(&v.metrics, "metric", nil, "show `METRICS`: "+strings.Join(matrix.Metrics(), ", "))
	flags.StringArrayVar(&v.where, "where", nil, "only what has `AXIS=V1,V2`, such as test=SET,GET; repeatable")
	flags.StringVar(&v.threshold, "threshold", "", "call no change a difference below `PERCENT`, such as 5%")
	complete(cmd, "metric", matrix.Metrics())
}

// apply puts the threshold into the spec, and replaces its tables where a flag
// asks for others: one table per metric.
func (v *viewFlags) apply(spec *matrix.Spec) error {
	if v.threshold != "" {
		threshold, err := matrix.ParseThreshold(v.threshold)
		if err != nil {
			return usagef("judge differences: %w", err)
		}
		spec.Gate.Threshold = threshold
	}
	if !v.chosen() {
		return nil
	}
	if twice := repeated(v.metrics); twice != "" {
		return usagef("--metric names %s twice; name each once", twice)
	}
	where, err := selector("--where", v.where)
	if err != nil {
		return err
	}
	table := matrix.TableSpec{Rows: v.rows, Columns: v.columns, Where: where}
	table.Rows = cmp.Or(table.Rows, otherThan(table.Columns, matrix.AxisTest, spec))
	table.Columns = cmp.Or(table.Columns, otherThan(table.Rows, matrix.AxisVersion, spec))
	metrics := v.metrics
	if len(metrics) == 0 {
		metrics = []string{matrix.MetricRPS}
	}
	spec.Report.Tables = nil
	for _, table.Metric = range metrics {
		if err := spec.CheckTable(table); err != nil {
			return usagef("choose a table: %w", err)
		}
		spec.Report.Tables = append(spec.Report.Tables, table)
	}
	return nil
}

// chosen reports whether flags ask for other tables than the spec does.
func (v *viewFlags) chosen() bool {
	return v.rows != "" || v.columns != "" || len(v.metrics) > 0 || len(v.where) > 0
}

// otherThan is the wanted axis, unless that is the one taken or the spec has none
// of the name: then the first axis that varies, the first of all, or test.
func otherThan(taken, wanted string, spec *matrix.Spec) string {
	has := func(name string) bool {
		return name == matrix.AxisTest || slices.ContainsFunc(spec.Axes, func(a matrix.Axis) bool { return a.Name == name })
	}
	if taken != wanted && has(wanted) {
		return wanted
	}
	for _, name := range spec.Varying() {
		if name != taken {
			return name
		}
	}
	if taken == matrix.AxisTest && len(spec.Axes) > 0 {
		return spec.Axes[0].Name
	}
	return matrix.AxisTest
}

// selector reads AXIS=V1,V2 of a flag that may be repeated; nil where it was not
// given.
func selector(flag string, texts []string) (matrix.Selector, error) {
	var s matrix.Selector
	for _, text := range texts {
		axis, values, ok := strings.Cut(text, "=")
		if !ok || axis == "" {
			return nil, usagef("%s %q names no value; write AXIS=V1,V2, such as version=7.0 or test=SET,GET", flag, text)
		}
		if s == nil {
			s = matrix.Selector{}
		}
		s[axis] = append(s[axis], strings.Split(values, ",")...)
	}
	return s, nil
}

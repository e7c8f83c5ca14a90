package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// CheckTable says what is wrong with a table that is asked for after a run: an
// axis or a metric that the spec does not have, or rows that are the columns.
func (s *Spec) CheckTable(t TableSpec) error {
	names := []string{AxisTest}
	for _, axis := range s.Axes {
		names = append(names, axis.Name)
	}
	for _, name := range append([]string{t.Rows, t.Columns}, axesOf(t.Where)...) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%q is no axis of %s; it has %s", name, s.Name, strings.Join(names, ", "))
		}
	}
	if t.Rows == t.Columns {
		return fmt.Errorf("%q cannot be both rows and columns", t.Rows)
	}
	if _, known := LookupMetric(t.Metric); !known {
		return fmt.Errorf("%q is no metric; there are %s", t.Metric, strings.Join(Metrics(), ", "))
	}
	return nil
}

// axesOf are the axes that a selector names, sorted.
func axesOf(s Selector) []string {
	var names []string
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Varying are the axes of the spec that have several values, in its order.
func (s *Spec) Varying() []string {
	var names []string
	for _, axis := range s.Axes {
		if len(axis.Values) > 1 {
			names = append(names, axis.Name)
		}
	}
	return names
}

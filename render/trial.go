package render

import (
	"math"
	"slices"

	"redismatrix/matrix"
)

// trial tells whether the point is a test that ends its server.
func (p point) trial() bool {
	test, _ := p.cell.Load.Test(p.test)
	return test.Trial != ""
}

// trialsOf are the names of the trials that a metric is told of.
func trialsOf(m matrix.Metric) []string {
	return slices.DeleteFunc(matrix.TrialNames(), func(name string) bool {
		test, _ := matrix.LookupTrial(name)
		return !slices.Contains(m.Trials, test.Trial)
	})
}

// defaultTables are the tables of a spec that asks for none: one of the tests,
// and one for each metric of those that end their servers.
func (s *source) defaultTables() []matrix.TableSpec {
	if len(s.points) == 0 {
		return nil
	}
	var plain, trials []point
	for _, p := range s.points {
		if p.trial() {
			trials = append(trials, p)
		} else {
			plain = append(plain, p)
		}
	}
	if len(trials) == 0 {
		return []matrix.TableSpec{s.defaultTable(plain)}
	}
	var tables []matrix.TableSpec
	if len(plain) > 0 {
		table := s.defaultTable(plain)
		table.Where = matrix.Selector{matrix.AxisTest: s.values(plain, matrix.AxisTest)}
		tables = append(tables, table)
	}
	for _, name := range matrix.Metrics() {
		m, _ := matrix.LookupMetric(name)
		of := slices.DeleteFunc(slices.Clone(trials), func(p point) bool { return !slices.Contains(trialsOf(m), p.test) })
		if len(of) == 0 {
			continue
		}
		table := s.defaultTable(of)
		table.Metric, table.Where = name, matrix.Selector{matrix.AxisTest: s.values(of, matrix.AxisTest)}
		tables = append(tables, table)
	}
	return tables
}

// digitsOf is how many decimals show a value of a metric. Counts are whole.
func digitsOf(m matrix.Metric, v float64) int {
	if m.Count && v == math.Trunc(v) {
		return 0
	}
	return digitsFor(v)
}

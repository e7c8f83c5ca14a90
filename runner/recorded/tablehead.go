package recorded

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// benchmarkHead tells whether a row is the head of redis-benchmark's CSV: "test",
// "rps", and from 6.2 on latencies.
func benchmarkHead(row []string) bool {
	return len(row) > 1 && strings.EqualFold(row[0], "test") && strings.EqualFold(row[1], csvColumns[0])
}

// of is how a table is read. The head of redis-benchmark's CSV tells that itself,
// where nobody has said otherwise.
func (o Tabular) of(g grid) (Tabular, error) {
	head := g.rows[0]
	if !benchmarkHead(head) || o.Rows+o.Columns+o.Metric != "" || len(o.Metrics) > 0 {
		return o, o.misread(g)
	}
	o.Metrics = map[string]string{}
	for _, name := range head[1:] {
		if metric, _ := csvMetric(strings.ToLower(name)); metric != "" {
			o.Metrics[name] = metric
		}
	}
	return o, nil
}

// misread is why a table cannot hold what it is said to hold, nil where it can.
func (o Tabular) misread(g grid) error {
	head, line := g.rows[0], g.lines[0]
	axis := cmp.Or(o.Columns, matrix.AxisVersion)
	switch {
	case slices.Contains(head, "metric") && slices.Contains(head, "value"):
		return fmt.Errorf("line %d is the head of a report's CSV, of which each row is one number; read the run that it is of", line)
	case benchmarkHead(head) && o.Rows != "":
		return fmt.Errorf("line %d is the head of redis-benchmark's CSV, whose rows are tests and no values of %s; leave out --rows", line, o.Rows)
	case benchmarkHead(head) && len(o.Metrics) == 0:
		return fmt.Errorf("line %d is the head of redis-benchmark's CSV, whose columns are metrics and no values of %s; leave out --columns and --metric", line, axis)
	case numeric.MatchString(head[0]) && !slices.ContainsFunc(head, notFigure):
		return fmt.Errorf("line %d has numbers alone where the head of a table is expected; write the columns' names above it, or take out the empty line above it", line)
	case o.Rows == "" && known(head[0]):
		return fmt.Errorf("line %d has a result of %s where the head of a table is expected; write the columns' names above it, "+
			"or where redis-benchmark has printed it, leave out %s", line, head[0], tableFlags)
	}
	for _, name := range head[1:] {
		if len(o.Metrics) == 0 && slices.Contains(matrix.Metrics(), strings.ToLower(name)) {
			return fmt.Errorf("line %d heads a column %q, which is a metric and no value of %s; name it with --column '%s=%s'",
				line, name, axis, name, strings.ToLower(name))
		}
	}
	return nil
}

// tableFlags are those that have a text read as tables.
const tableFlags = "--table, --rows, --columns, --column, --metric and --scale"

// unquoted reads redis-benchmark's CSV as spreadsheets save it, without quotes.
func unquoted(found []grid) ([]Block, []Problem, error) {
	return Tabular{}.tables(slices.DeleteFunc(slices.Clone(found), func(g grid) bool { return len(g.rows) == 1 || !benchmarkHead(g.rows[0]) }))
}

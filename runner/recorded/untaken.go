package recorded

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// untaken are the tables of a text on whose lines nothing was read, and nothing is
// wrong.
func untaken(found []grid, blocks []Block, problems []Problem) []grid {
	taken := map[int]bool{}
	for _, b := range blocks {
		for _, m := range b.Measured {
			taken[m.Line] = true
		}
	}
	for _, p := range problems {
		taken[p.Line] = true
	}
	return slices.DeleteFunc(found, func(g grid) bool {
		return slices.ContainsFunc(g.lines, func(line int) bool { return taken[line] })
	})
}

// figures tells whether a row holds a number behind its label.
func figures(row []string) bool {
	return slices.ContainsFunc(row[1:], numeric.MatchString)
}

// passedOver are the tables of tests among what tools have printed: their columns
// may be anything.
func passedOver(left []grid) (problems []Problem) {
	for _, g := range left {
		i := slices.IndexFunc(g.rows, func(row []string) bool { return known(row[0]) && figures(row) })
		if i < 0 || benchmarkHead(g.rows[0]) {
			continue
		}
		what := "it is a row of a table, and nobody says what its columns are"
		if len(g.rows) == 1 {
			what = "it is a row without the head of a table above it"
		}
		problems = append(problems, Problem{
			Line: g.lines[i], Text: strings.Join(g.rows[i], " | "), What: what,
			Remedy: "import the table by itself: " + g.ways(),
		})
	}
	return problems
}

// unsaid is the error of a text in which there is a table and nothing else, nil where
// there is none.
func unsaid(lines []string) error {
	found := grids(lines)
	i := slices.IndexFunc(found, func(g grid) bool { return slices.ContainsFunc(g.rows[1:], figures) })
	if i < 0 {
		return nil
	}
	g := found[i]
	return errors.New(fmt.Sprintf("line %d heads a table, and nobody says what its columns are: ", g.lines[0]) + g.ways())
}

// ways are the flags with which a table can be read, as far as its heads tell.
func (g grid) ways() string {
	head := g.rows[0]
	rows := ""
	if !slices.ContainsFunc(g.rows, func(row []string) bool { return known(row[0]) }) {
		rows = "; add --rows AXIS --test TEST where the first column is no tests but values of an axis"
	}
	for _, name := range head[1:] {
		if metric := strings.ToLower(name); slices.Contains(matrix.Metrics(), metric) {
			return fmt.Sprintf("name each that is a metric, as --column '%s=%s'", name, metric) + rows
		}
	}
	return fmt.Sprintf("--columns version where they are versions, --columns AXIS where they are values of another axis, or --column '%s=METRIC' for each that is a metric",
		head[1]) + rows
}

package recorded

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// Tabular says what the tables of a text hold. Its zero value reads tables of
// tests down and versions across, in requests a second.
type Tabular struct {
	// Rows is the axis of the first column, "" for the test. Where it is an axis,
	// Test names what was measured.
	Rows, Test string
	// Columns is the axis of the other columns' heads, "" for the version. Where
	// Metrics is set, columns are metrics instead: by head, as written.
	Columns string
	Metrics map[string]string
	// Metric is that of all numbers, where columns are an axis; "" is
	// matrix.MetricRPS.
	Metric string
	// Scale is what a number is multiplied by that a word follows: "W" by 10000.
	// A word that is not in it is a problem; "%" stands for itself.
	Scale map[string]float64
	// DecimalComma reads 1.234,5 rather than 1,234.5.
	DecimalComma bool
}

// remarkHead is the head of a column of words on the row's test.
const remarkHead = "remark"

// grid is a table as it stands in a text.
type grid struct {
	lines []int // of the rows, the head first
	rows  [][]string
	// wide are rows among them that have more cells than the head.
	wide []Problem
}

// tables reads tables. It is an error where one of them is something else than it
// is said to be, or where there are more than mostResults.
func (o Tabular) tables(found []grid) (blocks []Block, problems []Problem, err error) {
	results := 0
	found, problems = several(found)
	for part, g := range found {
		read := layout{at: map[string]int{}, results: results}
		o, err := o.of(g)
		if err != nil {
			return nil, nil, err
		}
		var wrong []Problem
		if len(o.Metrics) > 0 {
			wrong = o.byMetric(g, &read)
		} else {
			wrong = o.byAxis(g, &read)
		}
		if results = read.results; results > mostResults {
			return nil, nil, errTooMany
		}
		for i := range read.blocks {
			read.blocks[i].Tool, read.blocks[i].Part = ToolTable, part+1
		}
		blocks, problems = append(blocks, read.blocks...), append(problems, wrong...)
	}
	if len(problems) > mostProblems {
		problems = append(problems[:mostProblems], more(problems[mostProblems]))
	}
	return blocks, problems, nil
}

// byAxis reads a table whose heads are values of an axis: a block a column.
func (o Tabular) byAxis(g grid, to *layout) (problems []Problem) {
	head := g.rows[0]
	remarks := slices.IndexFunc(head, func(h string) bool { return strings.EqualFold(h, remarkHead) })
	for j := 1; j < len(head) && to.results <= mostResults; j++ {
		if strings.EqualFold(head[j], remarkHead) {
			continue
		}
		axis := cmp.Or(o.Columns, matrix.AxisVersion)
		at := matrix.Coordinate{Axis: axis, Value: Value(axis, head[j])}
		for i, row := range g.rows[1:] {
			line := g.lines[i+1]
			metric := cmp.Or(o.Metric, matrix.MetricRPS)
			v, ok, problem := o.cell(row, j, line, metric)
			if problem != nil {
				problems = append(problems, *problem)
			}
			if !ok {
				continue
			}
			m := o.measured(row[0], line)
			m.Values[metric] = v
			if remarks >= 0 && remarks < len(row) {
				m.Remark = row[remarks]
			}
			to.put(o.coordinates(at, row[0]), m)
		}
	}
	return problems
}

// byMetric reads a table whose heads are metrics: a block a row.
func (o Tabular) byMetric(g grid, to *layout) (problems []Problem) {
	head := g.rows[0]
	for _, name := range slices.Sorted(maps.Keys(o.Metrics)) {
		if !slices.Contains(head, name) {
			problems = append(problems, Problem{Line: g.lines[0], Text: strings.Join(head, " | "),
				What: fmt.Sprintf("no column is headed %q", name), Remedy: "write it as it stands there"})
		}
	}
	for i, row := range g.rows[1:] {
		line := g.lines[i+1]
		m := o.measured(row[0], line)
		for j := 1; j < len(head); j++ {
			metric, wanted := o.Metrics[head[j]]
			if !wanted {
				continue
			}
			v, ok, problem := o.cell(row, j, line, metric)
			if problem != nil {
				problems = append(problems, *problem)
			}
			if ok {
				m.Values[metric] = v
			}
		}
		if len(m.Values) > 0 {
			to.put(o.coordinates(matrix.Coordinate{}, row[0]), m)
		}
	}
	return problems
}

// measured is what a row measured, without a value yet.
func (o Tabular) measured(label string, line int) Measured {
	m := Measured{Test: o.Test, Title: label, Line: line, Values: map[string]float64{}}
	if o.Rows == "" {
		m.name(nil)
	}
	return m
}

// coordinates are the values that a column and a row stand for.
func (o Tabular) coordinates(column matrix.Coordinate, row string) []matrix.Coordinate {
	var at []matrix.Coordinate
	if column.Axis != "" {
		at = append(at, column)
	}
	if o.Rows != "" {
		at = append(at, matrix.Coordinate{Axis: o.Rows, Value: Value(o.Rows, row)})
	}
	return at
}

// layout is what a table gives: blocks by their coordinates.
type layout struct {
	blocks  []Block
	at      map[string]int
	results int
}

// put adds what was measured to the block of its coordinates, which is made where
// it is the first.
func (l *layout) put(at []matrix.Coordinate, m Measured) {
	key := fmt.Sprintf("%q", at)
	i, known := l.at[key]
	if !known {
		i = len(l.blocks)
		l.at[key], l.blocks = i, append(l.blocks, Block{At: at, First: m.Line})
	}
	l.blocks[i].Last = m.Line
	l.blocks[i].Measured = append(l.blocks[i].Measured, m)
	l.results++
}

// cell is the number in a column; not ok where there is none.
func (o Tabular) cell(row []string, j, line int, metric string) (v float64, ok bool, problem *Problem) {
	if j >= len(row) {
		return 0, false, nil
	}
	switch strings.ToLower(row[j]) {
	case "", "-", "–", "—", "n/a", "na", "---":
		return 0, false, nil
	}
	v, what, remedy := o.number(row[j])
	if metric == matrix.MetricRPS && !o.DecimalComma && thousands.MatchString(row[j]) {
		what, remedy = manyWays, "write 1234 or 1234.0, or tell with --decimal-comma how points are meant"
	}
	if what != "" {
		return 0, false, &Problem{Line: line, Text: row[j], What: what, Remedy: remedy}
	}
	return v, true, nil
}

// grids finds the tables of a text, in Markdown, CSV, or between tabs: lines with two
// cells or more, of which none has more than the first. Single lines are among them.
func grids(lines []string) []grid {
	var found []grid
	open := false
	for i, line := range lines {
		cells := cellsOf(line)
		if len(cells) < 2 {
			open = false
		}
		if len(cells) < 2 || ruled(cells) {
			continue
		}
		if !open {
			found, open = append(found, grid{}), true
		}
		found[len(found)-1].add(cells, i+1)
	}
	return found
}

// add adds a row.
func (g *grid) add(cells []string, line int) {
	if len(g.rows) > 0 && len(cells) > len(g.rows[0]) {
		g.wide = append(g.wide, Problem{
			Line: line, Text: strings.Join(cells, " | "), What: fmt.Sprintf("it has %d cells, and the head of its table %d", len(cells), len(g.rows[0])),
			Remedy: "write the heads that lack, or an empty line above another table",
		})
		return
	}
	g.rows, g.lines = append(g.rows, cells), append(g.lines, line)
}

// several are the tables that have rows below their head, and what is wrong with lines
// that stand alone: rows that an empty line keeps from their table.
func several(found []grid) (tables []grid, problems []Problem) {
	for i, g := range found {
		row := g.rows[0]
		if problems = append(problems, g.wide...); len(g.rows) > 1 {
			tables = append(tables, g)
			continue
		}
		alike := i > 0 && len(row) == len(found[i-1].rows[0])
		if !slices.ContainsFunc(row[1:], notFigure) && (alike || known(row[0]) || numeric.MatchString(row[0])) {
			problems = append(problems, Problem{Line: g.lines[0], Text: strings.Join(row, " | "), What: "it is a row without the head of a table above it",
				Remedy: "take out the empty line above it, or the row"})
		}
	}
	return tables, problems
}

// notFigure tells whether a cell holds neither a number nor nothing.
func notFigure(cell string) bool { return cell != "" && !numeric.MatchString(cell) }

// ruled tells whether cells are the line below a Markdown table's head.
func ruled(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.Trim(c, ":-=") != "" || c == "" })
}

// cellsOf are the cells of a line; one where it is no row of a table.
func cellsOf(line string) []string {
	trimmed := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(trimmed, "|") && strings.Count(trimmed, "|") > 1:
		return trimmedAll(strings.Split(strings.TrimSuffix(trimmed[1:], "|"), "|"))
	case strings.Contains(trimmed, "\t"):
		return trimmedAll(strings.Split(trimmed, "\t"))
	case strings.Contains(trimmed, ",") || strings.Contains(trimmed, ";"):
		return separated(trimmed)
	}
	return []string{trimmed}
}

// separated are the fields of a line of CSV, between commas or semicolons.
// Prose has commas as well: its words behind them begin with spaces.
func separated(line string) []string {
	comma := ','
	if strings.Count(line, ";") > 0 {
		comma = ';'
	}
	reader := csv.NewReader(strings.NewReader(line))
	reader.Comma = comma
	cells, err := reader.Read()
	if err != nil || slices.ContainsFunc(cells, func(c string) bool { return strings.HasPrefix(c, " ") }) {
		return []string{line}
	}
	return trimmedAll(cells)
}

func trimmedAll(cells []string) []string {
	all := make([]string, len(cells))
	for i, cell := range cells {
		all[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\u00a0", " "))
	}
	return all
}

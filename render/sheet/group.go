package sheet

import (
	"math"

	"redismatrix/matrix"
	"redismatrix/render"
)

// group is what a column of a table takes on its sheet: the numbers, and beside
// them what its cells have of spread, change, verdict and notes. Where there is
// none of it, its place is 0.
type group struct {
	index                                 int // in the table
	value, spread, change, verdict, notes int
	last                                  int
}

// groupOf lays a column out, from a column of the sheet on. It has room for what
// any of the tables has in a column of that head, so that tables can stand one
// below the other.
func groupOf(t render.Table, index, from int, like ...render.Table) group {
	g := group{index: index, value: from, last: from}
	if t.Columns[index].Text {
		return g
	}
	var spread, change, verdict, notes bool
	for _, table := range append(like, t) {
		if index >= len(table.Columns) || table.Columns[index].Head != t.Columns[index].Head {
			continue
		}
		for _, row := range table.Rows {
			cell := row.Cells[index]
			spread = spread || cell.Spreads()
			change = change || told(cell)
			verdict = verdict || cell.Mark != ""
			notes = notes || len(cell.Notes) > 0
		}
	}
	place := func(there bool) int {
		if !there {
			return 0
		}
		g.last++
		return g.last
	}
	g.spread, g.change, g.verdict, g.notes = place(spread), place(change), place(verdict), place(notes)
	return g
}

// told tells whether the verdict is that there is a change. Any other change is
// shown in no table: without its interval it looks more certain than it is.
func told(c render.Cell) bool {
	return c.Value != nil && c.Difference != nil && !math.IsInf(percent(c.Difference.Change), 0) &&
		(c.Difference.Verdict == matrix.VerdictFaster || c.Difference.Verdict == matrix.VerdictSlower)
}

// percent is a fraction in percent, without the noise that comes of multiplying.
func percent(fraction float64) float64 {
	if scaled := math.Round(fraction*1e12) / 1e10; math.Abs(fraction) < 1e3 {
		return scaled
	}
	return fraction * 100
}

// groups lay out columns of a table side by side, behind the labels.
func groups(t render.Table, columns []int, like ...render.Table) []group {
	all := make([]group, len(columns))
	last := 1
	for i, index := range columns {
		all[i] = groupOf(t, index, last+1, like...)
		last = all[i].last
	}
	return all
}

// parts splits the columns of a table into those that one sheet can hold.
func (b *book) parts(t render.Table) [][]int {
	parts := [][]int{nil}
	last := 1
	for index := range t.Columns {
		g := groupOf(t, index, last+1)
		if g.last > b.most.columns && len(parts[len(parts)-1]) > 0 {
			parts = append(parts, nil)
			g = groupOf(t, index, 2)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], index)
		last = g.last
	}
	return parts
}

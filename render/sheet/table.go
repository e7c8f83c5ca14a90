package sheet

import (
	"cmp"
	"fmt"

	"redismatrix/render"
)

// placed is where a table stands in the book.
type placed struct {
	table render.Table
	// tabs are the sheets that the table takes.
	tabs []*tab
	// head is the row of the heads, and rows that of each of the table's rows.
	head int
	rows []int
	// columns are where the numbers of each of the table's columns stand.
	columns []spot
}

// spot is a column of a sheet.
type spot struct {
	tab    *tab
	column int
}

// table adds the sheets that a table takes: one, where it is not too wide.
func (b *book) table(t render.Table) placed {
	p := placed{table: t, columns: make([]spot, len(t.Columns))}
	parts := b.parts(t)
	for i, columns := range parts {
		tab := b.add(b.sheets.name(t.Title))
		p.tabs = append(p.tabs, tab)
		tab.say(saying(separator, t.Title, partPhrase(i, parts, len(t.Columns))), looksTitle)
		tab.say(t.Constant, looksDim)
		tab.row++
		g := tab.grid(t, columns)
		if len(columns) > 0 {
			tab.freeze(g.first - 1)
			tab.repeat(g.head, g.first-1)
		}
		tab.finish()
		p.head, p.rows = g.head, g.rows()
		for _, group := range g.groups {
			p.columns[group.index] = spot{tab, group.value}
		}
	}
	return p
}

// partPhrase says which columns a sheet has of a table that takes several.
func partPhrase(i int, parts [][]int, columns int) string {
	if len(parts) < 2 {
		return ""
	}
	part := parts[i]
	return fmt.Sprintf("columns %d to %d of %d (sheet %d of %d)", part[0]+1, part[len(part)-1]+1, columns, i+1, len(parts))
}

// grid adds a table's heads and rows, and below them what it rests on and its
// notes. The range of heads and rows gets a name. It is laid out like other tables
// of the same heads.
func (t *tab) grid(table render.Table, columns []int, like ...render.Table) *grid {
	g := &grid{tab: t, table: table, groups: groups(table, columns, like...), head: t.row + 1}
	if len(columns) > 0 {
		g.heads()
		g.body()
		g.scale()
		t.book.nameRange(cmp.Or(table.Title, t.name), t.span(area{1, g.head, g.lastColumn(), max(t.row, g.first-1)}))
	}
	g.below()
	return g
}

// grid is a table being laid out on a sheet.
type grid struct {
	*tab
	table  render.Table
	groups []group
	// head is the row of the heads, first that of the first row.
	head, first int
	// coloured is true where a scale colours changes.
	coloured bool
}

// rows are the sheet's rows of the table's.
func (g *grid) rows() []int {
	rows := make([]int, len(g.table.Rows))
	for i := range rows {
		rows[i] = g.first + i
	}
	return rows
}

func (g *grid) lastColumn() int { return g.groups[len(g.groups)-1].last }

// below adds the evidence, the footnotes and what the colours mean.
func (g *grid) below() {
	if len(g.groups) > 0 {
		g.row++
	}
	if len(g.groups) > 0 && len(g.table.Rows) == 0 {
		g.say("none", looksDim)
	}
	if g.table.Evidence != "" {
		g.say(g.table.Evidence, look{})
	}
	for _, note := range g.table.Footnotes() {
		g.say(saying(" ", note.Mark, note.Text), look{})
	}
	if g.coloured {
		g.say(legend, looksDim)
	}
}

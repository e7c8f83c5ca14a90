package sheet

import (
	"fmt"
	"slices"

	"redismatrix/render"
)

// latency adds the tables of percentiles, one below the other.
func (b *book) latency() {
	if len(b.Latency) == 0 {
		return
	}
	t := b.add(nameLatency)
	frozen := 0
	for i, table := range b.Latency {
		if i > 0 {
			t.row += 2
		}
		g := t.section(table, b.Latency...)
		frozen = g.first - 1
	}
	if len(b.Latency) > 1 {
		frozen = 0 // each table has heads of its own
	}
	t.freeze(max(frozen, 0))
	t.finish()
	b.Latency = nil // the cells are many
}

// section adds a table with its title, laid out like others of the same heads.
func (t *tab) section(table render.Table, like ...render.Table) *grid {
	if table.Title != "" {
		t.say(table.Title, looksTitle)
	}
	if table.Constant != "" {
		t.say(table.Constant, looksDim)
	}
	if t.row > 0 {
		t.row++
	}
	return t.grid(table, all(len(table.Columns)), like...)
}

// host adds what is known of the machine, and of the servers.
func (b *book) host() {
	if len(b.Host) == 0 && empty(b.Servers) {
		return
	}
	t := b.add(nameHost)
	if len(b.Host) > 0 {
		t.say("Host", looksTitle)
		t.row++
		t.facts(b.Host)
		t.row++
	}
	if !empty(b.Servers) {
		t.section(b.Servers)
	}
	t.freeze(0)
	t.finish()
}

func empty(t render.Table) bool { return len(t.Columns) == 0 && len(t.Rows) == 0 && len(t.Notes) == 0 }

// facts adds names with their values behind them.
func (t *tab) facts(facts []render.Fact) {
	for _, fact := range facts {
		t.pair(fact.Name, fact.Value)
	}
}

// pair adds a name and what is said of it.
func (t *tab) pair(name, text string) {
	t.row++
	t.words(1, t.row, name, look{bold: true, align: "left"})
	t.paragraphs = append(t.paragraphs, paragraph{2, t.row, text, look{align: "left", wrap: true}})
}

// config adds the effective configuration, with a column that tells which rows
// differ. Those come first, and the others are folded behind them.
func (b *book) config() {
	table := b.Config
	if empty(table) {
		return
	}
	table.Columns = slices.Insert(slices.Clone(table.Columns), 0, render.Column{Head: "differs"})
	for j := range table.Columns {
		table.Columns[j].Text = true
	}
	var differing, others []render.Row
	for _, row := range table.Rows {
		var differs render.Cell
		if slices.ContainsFunc(row.Cells, func(c render.Cell) bool { return c.Mark == render.MarkDiffers }) {
			differs.Text = render.MarkDiffers
		}
		row.Cells = slices.Insert(slices.Clone(row.Cells), 0, differs)
		if differs.Text == "" {
			others = append(others, row)
		} else {
			differing = append(differing, row)
		}
	}
	table.Rows = slices.Concat(differing, others)
	if len(differing) == 0 {
		b.list(nameConfig, table, 0)
		return
	}
	if len(others) > 0 {
		table.Constant = saying(separator, table.Constant,
			fmt.Sprintf("%d of %d differ and come first; the others are folded: unfold them with + at the left", len(differing), len(table.Rows)))
	}
	b.list(nameConfig, table, len(others))
}

// log adds what failed, and why.
func (b *book) log() {
	if !empty(b.Log) {
		b.list(nameLog, b.Log, 0)
	}
}

// list adds a table of words on a sheet of its own, that can be filtered. So many
// of its last rows are folded.
func (b *book) list(name string, table render.Table, folded int) {
	t := b.add(name)
	if table.Title == "" {
		table.Title = name
	}
	g := t.section(table)
	if len(table.Columns) > 0 {
		t.freeze(g.first - 1)
		t.repeat(g.head, g.first-1)
	}
	if len(table.Columns) > 0 && len(table.Rows) > 0 && b.err == nil {
		first, last := t.corners(area{1, g.first - 1, g.lastColumn(), g.first - 1 + len(table.Rows)})
		b.check(b.file.AutoFilter(name, first+":"+last, nil))
		t.fitPage() // which the filter undoes
		t.fold(g.first+len(table.Rows)-folded, folded)
	}
	t.finish()
}

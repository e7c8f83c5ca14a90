package sheet

import (
	"math"

	"redismatrix/matrix"
	"redismatrix/render"
)

// headWidth is how wide a head may be before it goes on in another line.
const headWidth = 24

// heads adds the heads, and below them the units and what stands beside the
// numbers, where there is any of that.
func (g *grid) heads() {
	g.row++
	corner := looksHead
	corner.align = "left"
	g.words(1, g.row, g.table.Corner, corner)
	if g.table.Corner == "" {
		g.put(1, g.row, nil, looksHead)
	}
	subs := g.subs()
	for _, group := range g.groups {
		column := g.table.Columns[group.index]
		head := looksHead
		if column.Text {
			head = head.left()
		}
		for at := group.value; at <= group.last; at++ {
			g.put(at, g.row, nil, head.edged())
		}
		g.put(group.value, g.row, g.headOf(column), head.edged())
		g.merges = append(g.merges, area{group.value, g.row, group.last, g.row})
	}
	if subs {
		g.subheads()
	}
	g.first = g.row + 1
}

// headOf is a head; words have the marks of their notes behind them.
func (g *grid) headOf(c render.Column) string {
	if c.Text && c.Sub == "" {
		return saying(" ", c.Head, render.NoteMarks(c.Notes))
	}
	return c.Head
}

// subs tells whether anything is said below the heads.
func (g *grid) subs() bool {
	for _, group := range g.groups {
		column := g.table.Columns[group.index]
		if column.Sub != "" || group.last > group.value || !column.Text && (g.table.Unit != "" || len(column.Notes) > 0) {
			return true
		}
	}
	return false
}

func (g *grid) subheads() {
	g.row++
	g.put(1, g.row, nil, looksSub)
	for _, group := range g.groups {
		said, sub := g.subOf(group.index), looksSub
		if g.table.Columns[group.index].Text {
			sub = sub.left()
		}
		g.put(group.value, g.row, said, sub.edged())
		g.fit(group.value, min(displayed(said), 14))
		for _, beside := range []struct {
			column int
			head   string
		}{{group.spread, "± %"}, {group.change, "change, %"}, {group.verdict, "verdict"}, {group.notes, "note"}} {
			if beside.column > 0 {
				g.words(beside.column, g.row, beside.head, looksSub)
			}
		}
	}
}

// subOf is what stands below a head: the unit of its numbers, what is said of the
// column, and the marks of its notes.
func (g *grid) subOf(index int) string {
	column, unit := g.table.Columns[index], g.table.Unit
	if column.Text {
		unit = ""
	}
	return saying(" ", saying(", ", unit, column.Sub), render.NoteMarks(column.Notes))
}

// body adds the rows, and makes the columns as wide as their heads need.
func (g *grid) body() {
	for _, row := range g.table.Rows {
		g.row++
		base := look{}
		if row.Fact {
			base = look{italic: true, color: inkDim}
		}
		label := base
		label.align = "left"
		g.words(1, g.row, row.Head(), label)
		for _, group := range g.groups {
			g.cellsOf(group, row.Cells[group.index], base)
		}
	}
	g.widen()
	g.heighten()
}

// widen makes groups as wide as their heads, and rows of heads as high.
func (g *grid) widen() {
	heads, subs := 1.0, 1.0
	for _, group := range g.groups {
		head := displayed(g.headOf(g.table.Columns[group.index])) * looksHead.scale()
		wide := 0.0
		for at := group.value; at <= group.last; at++ {
			g.widths[at] = max(g.widths[at], leastWidth)
			wide += g.widths[at]
		}
		if short := min(head, headWidth) + 2 - wide; short > 0 {
			g.widths[group.value] += short
			wide += short
		}
		heads = max(heads, math.Ceil(head/(wide-1)))
		subs = max(subs, math.Ceil(displayed(g.subOf(group.index))/(g.widths[group.value]-1)))
	}
	g.height(g.head, 15*heads+3)
	if g.first > g.head+1 {
		g.height(g.head+1, 15*subs+3)
	}
}

// heighten makes rows as high as their words need, where they go on in another
// line.
func (g *grid) heighten() {
	room := g.room()
	for i, row := range g.table.Rows {
		lines := 1.0
		for _, group := range g.groups {
			if g.table.Columns[group.index].Text {
				if wide := displayed(row.Cells[group.index].Number()); wide > room {
					lines = max(lines, math.Ceil(1.1*wide/(g.widths[group.value]-2)))
				}
			}
		}
		if lines > 1 {
			g.height(g.first+i, 15*lines)
		}
	}
}

// cellsOf adds a cell and what stands beside it.
func (g *grid) cellsOf(group group, c render.Cell, base look) {
	edge := base.edged()
	switch {
	case g.table.Columns[group.index].Text:
		g.wordsOf(group.value, c, edge)
	case c.Value != nil:
		g.number(group.value, *c.Value, edge.number(c.Digits), c.Number())
	default:
		g.words(group.value, g.row, c.Text, edge.status(c.Status))
		if c.Text == "" {
			g.put(group.value, g.row, nil, edge)
		}
	}
	if group.spread > 0 && c.Spreads() {
		g.number(group.spread, percent(math.Abs(c.Spread)), look{color: inkDim, format: formatPercent}, "100")
	}
	if group.change > 0 && told(c) {
		g.change(group.change, c)
	}
	if group.verdict > 0 && c.Mark != "" {
		g.words(group.verdict, g.row, verdictOf(c), markLook(c))
	}
	if group.notes > 0 {
		g.words(group.notes, g.row, render.NoteMarks(c.Notes), look{align: "center"})
	}
}

// number writes a number that its column has to be wide enough for, as shown.
func (t *tab) number(column int, v float64, l look, shown string) {
	t.fit(column, displayed(shown))
	t.put(column, t.row, v, l)
}

// change writes the change in percent.
func (g *grid) change(column int, c render.Cell) {
	change := percent(c.Difference.Change)
	l := look{format: formatChange}
	if math.Abs(change) >= 99.95 {
		l.format = formatLarge
	}
	g.number(column, change, l, "+100.0")
}

// verdictOf is the mark and, where there is a verdict, its word.
func verdictOf(c render.Cell) string {
	if c.Difference == nil {
		return c.Mark
	}
	return saying(" ", c.Mark, string(c.Difference.Verdict))
}

func markLook(c render.Cell) look {
	if told(c) {
		return look{bold: true}.left()
	}
	return look{color: inkDim}.left()
}

// wordsOf writes a cell of a column of words; its notes stand behind them.
func (g *grid) wordsOf(column int, c render.Cell, base look) {
	base = base.left()
	base.wrap = true
	notes := render.NoteMarks(c.Notes)
	switch {
	case c.Mark == render.MarkDiffers:
		base.fill, base.format = fillDiffer, `General" ≠";-General" ≠";General" ≠";@" ≠"`
		g.text(column, saying(" ", c.Number(), notes), 2, base)
	case c.Value != nil && notes == "" && c.Mark == "":
		base.align, base.indent = "", 0
		g.number(column, *c.Value, base.number(c.Digits), c.Number())
	default:
		g.text(column, saying(" ", c.Number(), c.Beside(), c.Mark, notes), 0, base.status(c.Status))
	}
}

// text writes words of which many columns share the room, with something more
// behind them.
func (g *grid) text(column int, text string, more float64, l look) {
	if text != "" {
		g.fit(column, min(displayed(text)+more, g.room()))
		g.put(column, g.row, text, l)
	}
}

// room is how wide a column of words may be: less, where there are many.
func (g *grid) room() float64 {
	words := 0
	for _, group := range g.groups {
		if g.table.Columns[group.index].Text {
			words++
		}
	}
	return min(max(greatestProse/float64(max(words, 1)), headWidth), greatestWide)
}

// left is the look of words at the left, a step away from what is before them.
func (l look) left() look {
	l.align, l.indent = "left", 1
	return l
}

// status is the look of words that stand for a number.
func (l look) status(s matrix.Status) look {
	if l.align == "" {
		l.align = "right"
	}
	if s == matrix.StatusFailed || s == matrix.StatusInvalid {
		l.color, l.bold = inkBad, true
	}
	return l
}

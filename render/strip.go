package render

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"redismatrix/matrix"
)

// strip is a column of a text table, composed: numbers stand above each other
// by their decimal point, and so do spreads, marks and notes.
type strip struct {
	head  string
	cells []string
	width int
	left  bool
	// remark is true for words that may stand below the table instead; plain
	// holds them as they are.
	remark bool
	plain  []string
}

// zones are the widths of what stands side by side in a column of numbers.
// Where a cell has neither spread nor mark, its notes follow the number.
type zones struct{ whole, fraction, spread, mark, notes int }

func (z zones) number() int { return z.whole + z.fraction }

// main is the width of a column without its notes; heads are as wide.
func (z zones) main() int { return z.number() + z.spread + z.mark }

func labelStrip(t Table, paint palette) strip {
	s := strip{head: t.Corner, left: true}
	for _, row := range t.Rows {
		s.cells = append(s.cells, row.Label)
	}
	return s.sized(paint)
}

// strips composes the columns of the table, each number with room for notes as
// wide as given at least, so that the columns stand at even distances.
func (t Table) strips(notes int, paint palette) []strip {
	var strips []strip
	for j, column := range t.Columns {
		if column.Text {
			strips = append(strips, wordStrip(t, j, paint))
		} else {
			strips = append(strips, numberStrip(t, j, notes, paint))
		}
	}
	return strips
}

// numberStrip composes a column of numbers.
func numberStrip(t Table, j, notes int, paint palette) strip {
	z := zonesOf(t, j)
	z.notes = max(z.notes, notes)
	column := t.Columns[j]
	heads := []string{padLeft(column.Head, z.main()) + lead(noteMarks(column.Notes), z.notes)}
	if column.Sub != "" {
		heads = append(heads, padLeft(column.Sub, z.main())+strings.Repeat(" ", z.notes))
	}
	s := strip{head: strings.Join(heads, "\n")}
	for _, row := range t.Rows {
		s.cells = append(s.cells, compose(row.Cells[j], row, z, paint))
	}
	return s.sized(paint)
}

// wordStrip is a column of words; notes stand right behind them.
func wordStrip(t Table, j int, paint palette) strip {
	column := t.Columns[j]
	s := strip{head: saidWith(column.Head, noteMarks(column.Notes)), left: true, remark: column.Remark}
	if column.Sub != "" {
		s.head += "\n" + column.Sub
	}
	for _, row := range t.Rows {
		cell := row.Cells[j]
		words := saidWith(cell.number(row), cell.spread(), cell.Mark, noteMarks(cell.Notes))
		s.cells = append(s.cells, words)
		s.plain = append(s.plain, words)
	}
	return s.sized(paint)
}

// sized measures the strip and makes its first line, the head, bold.
func (s strip) sized(paint palette) strip {
	for _, line := range append(strings.Split(s.head, "\n"), s.cells...) {
		s.width = max(s.width, columns(line))
	}
	heads := strings.SplitN(s.head, "\n", 2)
	heads[0] = paint.bold(heads[0])
	if len(heads) > 1 {
		heads[1] = paint.dim(heads[1])
	}
	s.head = strings.Join(heads, "\n")
	return s
}

// legend is a column of remarks in a line: "MSET: 10 keys · …".
func (s strip) legend(t Table) string {
	var remarks []string
	for i, words := range s.plain {
		if words != "" {
			remarks = append(remarks, t.Rows[i].Label+": "+words)
		}
	}
	return saying(remarks...)
}

func zonesOf(t Table, j int) zones {
	var z zones
	number := 0
	for _, row := range t.Rows {
		cell := row.Cells[j]
		if shown := cell.number(row); cell.plain(row) {
			whole, fraction := atPoint(shown)
			z.whole, z.fraction = max(z.whole, len(whole)), max(z.fraction, len(fraction))
		} else {
			number = max(number, columns(shown))
		}
		z.spread = max(z.spread, widthWithLead(cell.spread()))
		z.mark = max(z.mark, widthWithLead(cell.Mark))
	}
	z.whole += max(number-z.number(), 0)
	z.whole += max(columns(t.Columns[j].Head)-z.main(), columns(t.Columns[j].Sub)-z.main(), 0)
	z.notes = widthWithLead(noteMarks(t.Columns[j].Notes))
	for _, row := range t.Rows {
		cell := row.Cells[j]
		room := z.spread + z.mark
		if cell.qualified() {
			room = 0
		}
		z.notes = max(z.notes, widthWithLead(noteMarks(cell.Notes))-room)
	}
	return z
}

// plain tells a number that stands by its decimal point from one with a unit of
// its own and from words.
func (c Cell) plain(row Row) bool { return c.Value != nil && row.Unit == "" }

// qualified tells whether something stands between the number and its notes.
func (c Cell) qualified() bool { return c.spread() != "" || c.Mark != "" }

// atPoint splits a number before its decimal point.
func atPoint(number string) (whole, fraction string) {
	whole, fraction, found := strings.Cut(number, ".")
	if found {
		fraction = "." + fraction
	}
	return whole, fraction
}

// compose sets a cell into its zones. What is no plain number ends where
// numbers end.
func compose(cell Cell, row Row, z zones, paint palette) string {
	shown := padLeft(cell.number(row), z.number())
	if cell.plain(row) {
		whole, fraction := atPoint(cell.number(row))
		shown = padLeft(whole, z.whole) + text.Pad(fraction, z.fraction, ' ')
	}
	if cell.Status == matrix.StatusFailed || cell.Status == matrix.StatusInvalid {
		shown = paint.red(shown)
	}
	notes := noteMarks(cell.Notes)
	if !cell.qualified() {
		return shown + lead(notes, z.spread+z.mark+z.notes)
	}
	return shown + paint.dim(padLeft(cell.spread(), z.spread)) + padLeft(cell.Mark, z.mark) + lead(notes, z.notes)
}

// lead is a space and words, filled up to width; nothing where width is 0.
func lead(words string, width int) string {
	if width == 0 {
		return ""
	}
	return text.Pad(" "+words, width, ' ')
}

func widthWithLead(words string) int {
	if words == "" {
		return 0
	}
	return 1 + columns(words)
}

func padLeft(words string, width int) string {
	return strings.Repeat(" ", max(width-columns(words), 0)) + words
}

// saidWith joins what is not empty with spaces.
func saidWith(words ...string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// gutter is the space between two columns.
const gutter = 2

// total is the width of strips side by side.
func total(label strip, strips []strip) int {
	width := label.width + gutter
	for _, s := range strips {
		width += s.width + gutter
	}
	return width
}

// apart takes the strips of remarks out.
func apart(strips []strip) (kept, remarks []strip) {
	for _, s := range strips {
		if s.remark {
			remarks = append(remarks, s)
		} else {
			kept = append(kept, s)
		}
	}
	return kept, remarks
}

// split cuts strips into blocks that fit width next to the label, of about the
// same number of columns. A column that is wider than that gets a block of its
// own.
func split(label strip, strips []strip, width int) [][]strip {
	blocks := pack(label, strips, width, len(strips))
	if n := len(blocks); n > 1 {
		if even := pack(label, strips, width, (len(strips)+n-1)/n); len(even) == n {
			return even
		}
	}
	return blocks
}

// pack fills blocks one after the other, each with at most limit strips.
func pack(label strip, strips []strip, width, limit int) [][]strip {
	blocks := [][]strip{nil}
	for _, s := range strips {
		last := len(blocks) - 1
		full := len(blocks[last]) >= limit || width > 0 && total(label, append(blocks[last], s)) > width
		if full && len(blocks[last]) > 0 {
			blocks = append(blocks, nil)
			last++
		}
		blocks[last] = append(blocks[last], s)
	}
	return blocks
}

// blockWidth is the width of the widest block.
func blockWidth(label strip, blocks [][]strip) int {
	width := 0
	for _, block := range blocks {
		width = max(width, total(label, block))
	}
	return width
}

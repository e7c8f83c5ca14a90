package render

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"redismatrix/matrix"
)

// strip is a column of a text table, composed: numbers stand above each other
// by their decimal point, and so do changes or spreads, marks and notes. Heads and words
// may have several lines.
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
// Where a cell has nothing beside the number and no mark, its notes follow the
// number.
type zones struct{ whole, fraction, beside, mark, notes int }

func (z zones) number() int { return z.whole + z.fraction }

// main is the width of a column without its notes; heads are as wide.
func (z zones) main() int { return z.number() + z.beside + z.mark }

// form is how a table's strips are composed.
type form struct {
	// notes is the least room for notes beside numbers: columns that all have it
	// stand at even distances.
	notes int
	// words is how wide labels, words and heads may be before they go on in
	// another line; 0 is unbounded.
	words int
	paint palette
}

// labels composes the labels of the table's rows.
func (f form) labels(t Table) strip {
	s := strip{left: true}
	for _, row := range t.Rows {
		s.cells = append(s.cells, f.within(row.Head(), 0))
	}
	return s.headed(f.paint, f.within(t.Corner, 0), "")
}

// strips composes the columns of the table.
func (f form) strips(t Table) []strip {
	var strips []strip
	for j, column := range t.Columns {
		if column.Text {
			strips = append(strips, f.wordStrip(t, j))
		} else {
			strips = append(strips, f.numberStrip(t, j))
		}
	}
	return strips
}

// within is words on as many lines as they need beside something of a width.
func (f form) within(words string, beside int) string {
	if f.words <= 0 || columns(words) <= f.words-beside {
		return words
	}
	return strings.Join(fold(words, max(f.words-beside, 1)), "\n")
}

// numberStrip composes a column of numbers.
func (f form) numberStrip(t Table, j int) strip {
	column := t.Columns[j]
	z := zonesOf(t, j)
	z.notes = max(z.notes, f.notes)
	heads := strings.Split(f.within(column.Head, z.notes), "\n")
	widen := func(lines []string) {
		for _, line := range lines {
			z.whole += max(columns(line)-z.main(), 0)
		}
	}
	widen(heads)
	subs := mapEach(fold(column.Sub, max(z.main(), leastWords)), func(line string) string {
		return strings.TrimSuffix(line, strings.TrimRight(separator, " "))
	})
	widen(subs)
	for i, line := range heads {
		notes := ""
		if i == 0 {
			notes = NoteMarks(column.Notes)
		}
		heads[i] = padLeft(line, z.main()) + lead(notes, z.notes)
	}
	sub := ""
	if column.Sub != "" {
		sub = strings.Join(mapEach(subs, func(line string) string {
			return padLeft(line, z.main()) + strings.Repeat(" ", z.notes)
		}), "\n")
	}
	var s strip
	for _, row := range t.Rows {
		s.cells = append(s.cells, compose(row.Cells[j], z, f.paint))
	}
	return s.headed(f.paint, strings.Join(heads, "\n"), sub)
}

// wordStrip is a column of words; notes stand right behind them.
func (f form) wordStrip(t Table, j int) strip {
	column := t.Columns[j]
	s := strip{left: true, remark: column.Remark}
	for _, row := range t.Rows {
		cell := row.Cells[j]
		words := saidWith(cell.Number(), cell.Beside(), cell.Mark, NoteMarks(cell.Notes))
		s.cells = append(s.cells, f.within(words, 0))
		s.plain = append(s.plain, words)
	}
	return s.headed(f.paint, f.within(saidWith(column.Head, NoteMarks(column.Notes)), 0), f.within(column.Sub, 0))
}

// headed puts a head above the strip, with what is said below it, and measures
// the strip.
func (s strip) headed(paint palette, head, sub string) strip {
	for _, words := range append(s.cells, head, sub) {
		for line := range strings.SplitSeq(words, "\n") {
			s.width = max(s.width, columns(line))
		}
	}
	s.head = paint.lines(paint.bold, head)
	if sub != "" {
		s.head += "\n" + paint.lines(paint.dim, sub)
	}
	return s
}

// legend is a column of remarks in a line, each once: "MSET, MIX/MSET: 10 keys ·
// …".
func (s strip) legend(t Table) string {
	labels := map[string][]string{}
	for i, words := range s.plain {
		labels[words] = append(labels[words], t.Rows[i].Label)
	}
	return saying(mapEach(unique(s.plain), func(words string) string {
		if words == "" {
			return ""
		}
		return strings.Join(labels[words], ", ") + ": " + words
	})...)
}

// zonesOf measures the cells of a column of numbers. Facts do not take part in
// the places behind the point.
func zonesOf(t Table, j int) zones {
	var z zones
	number := 0
	for _, row := range t.Rows {
		cell := row.Cells[j]
		if shown := cell.Number(); cell.Value != nil && !row.Fact {
			whole, fraction := atPoint(shown)
			z.whole, z.fraction = max(z.whole, len(whole)), max(z.fraction, len(fraction))
		} else {
			number = max(number, columns(shown))
		}
		z.beside = max(z.beside, widthWithLead(cell.Beside()))
		z.mark = max(z.mark, widthWithLead(cell.Mark))
	}
	z.whole += max(number-z.number(), 0)
	z.notes = widthWithLead(NoteMarks(t.Columns[j].Notes))
	for _, row := range t.Rows {
		cell := row.Cells[j]
		room := z.beside + z.mark
		if cell.qualified() {
			room = 0
		}
		z.notes = max(z.notes, widthWithLead(NoteMarks(cell.Notes))-room)
	}
	return z
}

// qualified tells whether something stands between the number and its notes.
func (c Cell) qualified() bool { return c.Beside() != "" || c.Mark != "" }

// atPoint splits a number before its decimal point.
func atPoint(number string) (whole, fraction string) {
	whole, fraction, found := strings.Cut(number, ".")
	if found {
		fraction = "." + fraction
	}
	return whole, fraction
}

// compose sets a cell into its zones. What has no place by the decimal point,
// as words have none, ends where numbers end.
func compose(cell Cell, z zones, paint palette) string {
	shown := padLeft(cell.Number(), z.number())
	if whole, fraction := atPoint(cell.Number()); cell.Value != nil && len(fraction) <= z.fraction {
		shown = padLeft(whole, z.whole) + text.Pad(fraction, z.fraction, ' ')
	}
	if cell.Status == matrix.StatusFailed || cell.Status == matrix.StatusInvalid {
		shown = paint.red(shown)
	}
	notes := NoteMarks(cell.Notes)
	if !cell.qualified() {
		return shown + lead(notes, z.beside+z.mark+z.notes)
	}
	return shown + paint.verdict(cell.Mark, padLeft(cell.Beside(), z.beside), padLeft(cell.Mark, z.mark)) + lead(notes, z.notes)
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

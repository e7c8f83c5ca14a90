package sheet

import (
	"fmt"
	"math"

	"github.com/xuri/excelize/v2"
)

// tab is a sheet of the book being filled.
type tab struct {
	book  *book
	index int
	name  string
	// row is the last that is in use.
	row int
	// cells are what is to be written, and heights those of rows, in points.
	cells   []cell
	heights map[int]float64
	// canvas is true for a sheet that charts stand on.
	canvas bool
	// widths are how wide columns have to be, in digits.
	widths map[int]float64
	// paragraphs are texts over several columns, to be set when the columns'
	// widths are known.
	paragraphs []paragraph
	// merges are ranges that become one cell.
	merges []area
	// folded are rows that are hidden until they are unfolded.
	folded map[int]bool
}

// area is a range of a sheet.
type area struct{ column, row, lastColumn, lastRow int }

// paragraph is a text from a column on.
type paragraph struct {
	column, row int
	text        string
	look        look
}

// The widths of columns, in digits. A paragraph is as wide as columns that have
// at least proseWidth, and at most greatestProse where they are used.
const (
	leastWidth    = 6
	greatestWide  = 60
	defaultWidth  = 9.14
	mostWidths    = 300
	proseWidth    = 110
	greatestProse = 160
)

// guarded has text that looks like a formula stay text when it is edited.
func guarded(text string, l look) look {
	if l.format == "" && formulaLike(text) {
		l.format = formatText
	}
	return l
}

// fit makes a column wide enough for a text, as far as columns may be wide.
func (t *tab) fit(column int, width float64) {
	t.widths[column] = max(t.widths[column], min(width, greatestWide)+1.5, leastWidth)
}

// words writes a text that its column has to be wide enough for.
func (t *tab) words(column, row int, text string, l look) {
	if text == "" {
		return
	}
	t.fit(column, displayed(text)*l.scale())
	t.put(column, row, text, l)
}

// say adds a text in a row of its own, over several columns.
func (t *tab) say(text string, l look) {
	t.row++
	if text != "" {
		l.wrap = true
		t.paragraphs = append(t.paragraphs, paragraph{1, t.row, text, l})
	}
}

// address is the name of a cell, which has to be within the sheet.
func (t *tab) address(column, row int) (string, error) {
	if most := t.book.most; row > most.rows || column > most.columns {
		return "", fmt.Errorf("fill sheet %q: it has at most %d rows and %d columns; report less at a time", t.name, most.rows, most.columns)
	}
	return excelize.CoordinatesToCellName(column, row)
}

// span is a range of the sheet as formulas and charts refer to it.
func (t *tab) span(a area) string {
	first, err := excelize.CoordinatesToCellName(a.column, a.row, true)
	t.book.check(err)
	last, err := excelize.CoordinatesToCellName(a.lastColumn, a.lastRow, true)
	t.book.check(err)
	if first == last {
		return "'" + t.name + "'!" + first
	}
	return "'" + t.name + "'!" + first + ":" + last
}

// corners are the first and the last cell of a range.
func (t *tab) corners(a area) (first, last string) {
	first, err := t.address(a.column, a.row)
	t.book.check(err)
	last, err = t.address(a.lastColumn, a.lastRow)
	t.book.check(err)
	return first, last
}

// freeze keeps the first column and rows in sight.
func (t *tab) freeze(rows int) {
	if t.book.err != nil {
		return
	}
	t.book.check(t.book.file.SetPanes(t.name, t.panes(1, rows)))
}

// panes freeze columns and rows.
func (t *tab) panes(columns, rows int) *excelize.Panes {
	corner, err := t.address(columns+1, rows+1)
	t.book.check(err)
	pane := "bottomRight"
	switch {
	case columns == 0:
		pane = "bottomLeft"
	case rows == 0:
		pane = "topRight"
	}
	return &excelize.Panes{Freeze: true, XSplit: columns, YSplit: rows, TopLeftCell: corner, ActivePane: pane,
		Selection: []excelize.Selection{{SQRef: corner, ActiveCell: corner, Pane: pane}}}
}

// level makes all columns behind the first equally wide where there are many: for
// each that has a width of its own the library copies all others.
func (t *tab) level() {
	if len(t.widths) <= mostWidths {
		return
	}
	widest := 0.0
	for column, width := range t.widths {
		if column > 1 {
			widest = max(widest, width)
		}
	}
	for column := range t.widths {
		if column > 1 {
			t.widths[column] = widest
		}
	}
}

// widen gives columns their width.
func (t *tab) widen(first, last int, width float64) {
	from, err := excelize.ColumnNumberToName(first)
	t.book.check(err)
	to, err := excelize.ColumnNumberToName(last)
	t.book.check(err)
	t.book.check(t.book.file.SetColWidth(t.name, from, to, width))
}

// prose is the last column that paragraphs take, and how wide all of them are:
// as wide as the table, where that is not too wide to be read.
func (t *tab) prose() (last int, wide float64) {
	for last < t.book.most.columns {
		next := t.width(last + 1)
		if _, used := t.widths[last+1]; wide >= proseWidth && (!used || wide+next > greatestProse) {
			break
		}
		last++
		wide += next
	}
	return last, wide
}

func (t *tab) width(column int) float64 {
	if width, known := t.widths[column]; known {
		return width
	}
	return defaultWidth
}

// lines is how many lines a text takes in a width, about.
func (l look) lines(text string, wide float64) float64 {
	return max(math.Ceil(1.1*displayed(text)*l.scale()/(wide-3)), 1)
}

// scale is how much wider than usual the look's letters are.
func (l look) scale() float64 {
	scale := 1.0
	if l.size > 0 {
		scale = l.size / 11
	}
	if l.bold {
		scale *= 1.08
	}
	return scale
}

func (l look) lineHeight() float64 { return rowHeight * max(l.size/11, 1) }

// fold folds n rows from a first one on, below the row that unfolds them.
func (t *tab) fold(first, n int) {
	if n == 0 {
		return
	}
	t.folded = map[int]bool{}
	for i := range n {
		t.folded[first+i] = true
	}
	below := false
	t.book.check(t.book.file.SetSheetProps(t.name, &excelize.SheetPropsOptions{OutlineSummaryBelow: &below}))
}

// hideGrid makes the sheet a canvas for charts, without lines between cells.
func (t *tab) hideGrid() {
	t.canvas = true
	show := false
	t.book.check(t.book.file.SetSheetView(t.name, 0, &excelize.ViewOptions{ShowGridLines: &show}))
}

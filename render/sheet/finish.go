package sheet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/xuri/excelize/v2"
)

// cell is a value with its style, waiting to be written.
type cell struct {
	column, row, style int
	value              any
}

// put adds a value: a text, a number, or nothing where it is nil. What is put into
// a cell last stays there.
func (t *tab) put(column, row int, value any, l look) {
	if most := t.book.most; row > most.rows || column > most.columns {
		_, err := t.address(column, row)
		t.book.check(err)
	}
	if t.book.err != nil {
		return
	}
	if text, words := value.(string); words {
		l, value = guarded(text, l), held(text)
	}
	t.cells = append(t.cells, cell{column, row, t.book.styleOf(l), value})
}

// height makes a row so many points high.
func (t *tab) height(row int, points float64) { t.heights[row] = min(points, excelize.MaxRowHeight) }

// finish writes the sheet: columns with their widths, paragraphs, and all cells.
// Only charts can be added to it then.
func (t *tab) finish() {
	t.setWidths()
	t.setParagraphs()
	if t.book.err != nil {
		return
	}
	if len(t.cells) > t.book.most.cells && !t.canvas {
		t.stream()
	} else {
		t.write()
	}
	t.cells = nil
}

// setWidths gives columns their widths, those at once that are alike.
func (t *tab) setWidths() {
	t.level()
	columns := slices.Sorted(maps.Keys(t.widths))
	for from := 0; from < len(columns); {
		to := from
		for to+1 < len(columns) && columns[to+1] == columns[to]+1 && t.widths[columns[to+1]] == t.widths[columns[from]] {
			to++
		}
		t.widen(columns[from], columns[to], t.widths[columns[from]])
		from = to + 1
	}
}

// setParagraphs puts the paragraphs over several columns, on as many lines as they
// need.
func (t *tab) setParagraphs() {
	last, wide := t.prose()
	for _, p := range t.paragraphs {
		room := wide
		if p.column > 1 {
			room -= t.width(1)
		}
		t.put(p.column, p.row, p.text, p.look)
		t.merges = append(t.merges, area{p.column, p.row, last, p.row})
		t.height(p.row, p.look.lines(p.text, room)*p.look.lineHeight())
	}
}

// write hands the cells to the library, and merges them in the end: before each
// cell the library looks through all that are merged.
func (t *tab) write() {
	file := t.book.file
	for _, c := range t.cells {
		address, err := t.address(c.column, c.row)
		t.book.check(err)
		if text, words := c.value.(string); words {
			c.value = literal(text)
		}
		t.book.check(file.SetCellValue(t.name, address, c.value))
		t.book.check(file.SetCellStyle(t.name, address, address, c.style))
	}
	for _, row := range slices.Sorted(maps.Keys(t.heights)) {
		t.book.check(file.SetRowHeight(t.name, row, t.heights[row]))
	}
	for _, row := range slices.Sorted(maps.Keys(t.folded)) {
		t.book.check(file.SetRowOutlineLevel(t.name, row, 1))
		t.book.check(file.SetRowVisible(t.name, row, false))
	}
	for _, a := range t.merges {
		if first, last := t.corners(a); first != last {
			t.book.check(file.MergeCell(t.name, first, last))
		}
	}
}

// stream has the library write the cells row by row, and hold none of them.
func (t *tab) stream() {
	stream, err := t.book.stream(t, nil)
	if t.book.check(err); err != nil {
		return
	}
	slices.SortStableFunc(t.cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column)) })
	var values []any
	for i, c := range t.cells {
		if c.column > len(values) {
			values = slices.Grow(values, c.column-len(values))[:c.column]
		}
		values[c.column-1] = excelize.Cell{StyleID: c.style, Value: c.value}
		if i+1 < len(t.cells) && t.cells[i+1].row == c.row {
			continue
		}
		row := excelize.RowOpts{Height: t.heights[c.row], Hidden: t.folded[c.row]}
		if row.Hidden {
			row.OutlineLevel = 1
		}
		t.book.check(stream.SetRow(fmt.Sprintf("A%d", c.row), values, row))
		clear(values)
	}
	for _, a := range t.merges {
		if first, last := t.corners(a); first != last {
			t.book.check(stream.MergeCell(first, last))
		}
	}
	t.book.check(stream.Flush())
}

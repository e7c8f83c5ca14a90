package sheet

import (
	"math"

	"redismatrix/render"
)

// dataTab is the hidden sheet of what charts draw that no table holds: the
// places on their axes, and curves.
type dataTab struct {
	book *book
	*tab
}

// ready has the sheet there.
func (d *dataTab) ready() {
	if d.tab == nil {
		d.tab = d.book.add(nameData)
		d.say("What charts draw that no table holds.", looksDim)
	}
}

// hide finishes the sheet, where there is one.
func (d *dataTab) hide() {
	if d.tab == nil {
		return
	}
	d.finish()
	d.book.check(d.book.file.SetSheetVisible(d.name, false))
}

// title begins a block.
func (d *dataTab) title(c render.Chart) {
	d.ready()
	d.row += 2
	d.put(1, d.row, saying(separator, c.Title, c.Constant), look{bold: true})
	d.row++
}

// places writes the places of some labels on the chart's axis, and refers to
// them.
func (d *dataTab) places(c render.Chart, shown []int) string {
	d.title(c)
	d.words(1, d.row, c.Axis, looksHead)
	d.words(2, d.row, "position", looksHead)
	first := d.row + 1
	for _, i := range shown {
		d.row++
		d.words(1, d.row, c.Labels[i], look{})
		d.put(2, d.row, c.Positions[i], look{})
	}
	return d.span(area{2, first, 2, d.row})
}

// hold writes a chart's values, and refers to them.
func (d *dataTab) hold(c render.Chart) []reference {
	d.title(c)
	head, last := d.row, d.row
	references := make([]reference, len(c.Series))
	for i, s := range c.Series {
		column := 3*i + 1
		d.words(column, head, c.Axis, looksHead)
		d.words(column+1, head, s.Name, looksHead)
		for j, v := range s.Values {
			d.place(c, s, j, column, head+1+j)
			if !math.IsNaN(v) {
				d.put(column+1, head+1+j, v, look{})
			}
		}
		places := len(s.Values)
		last = max(last, head+places)
		references[i] = reference{
			name:   d.span(area{column + 1, head, column + 1, head}),
			places: d.span(area{column, head + 1, column, head + places}),
			values: d.span(area{column + 1, head + 1, column + 1, head + places}),
		}
	}
	d.row = last
	return references
}

// place writes where a value stands on the axis.
func (d *dataTab) place(c render.Chart, s render.Series, j, column, row int) {
	switch {
	case s.Positions != nil:
		d.put(column, row, s.Positions[j], look{})
	case c.Positions != nil:
		d.put(column, row, c.Positions[j], look{})
	default:
		d.words(column, row, c.Labels[j], look{})
	}
}

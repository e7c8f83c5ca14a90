package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	gutter   = 15   // between labels and bars, for the marks of series
	longArea = 2400 // how high bars may become where no height is asked for
	// From this thickness on, values stand beside bars.
	thickBar = 12
	valueGap = 5
)

// bars are groups of bars that lie above each other; they are a gonum plotter.
type bars struct {
	p     *picture
	thick vg.Length
	floor float64 // where bars begin
	// numbers is how wide the column of values beside bars with intervals is, at
	// whose ends values would read as those of the intervals; 0 for none.
	numbers vg.Length
}

// layBars finds how thick bars are and how many labels there is room for.
func (p *picture) layBars() error {
	f := &p.chart
	p.unit = p.caption(f.Unit, f.LogY)
	b := &bars{p: p}
	b.scaleValues()
	p.plot.X.Width, p.plot.X.Tick.Width, p.plot.X.Padding = 0, 0, 5
	p.plot.Y.Width, p.plot.Y.Tick.Length, p.plot.Y.Padding = 0, 0, gutter
	p.plot.Add(&plotter.Grid{Vertical: draw.LineStyle{Color: p.theme.grid, Width: 1}}, b)
	p.numbers = true // for which there has to be room
	p.annotate(p.remarks()...)
	fit, group, err := b.room()
	if err != nil {
		return err
	}
	p.numbers = b.thick >= thickBar
	p.annotate(p.remarks()...)
	if n := len(f.Labels); fit < n {
		f.omitLast(n-fit, n, "labels")
		f.Labels = f.Labels[:fit]
		for i := range f.points {
			f.points[i] = f.points[i][:fit]
		}
		b.scaleValues()
		p.annotate(p.remarks()...)
	}
	b.numbers = b.column()
	b.nameGroups()
	if p.height == 0 {
		p.height = p.above() + p.below() + b.beside() + vg.Length(len(f.Labels))*group
	}
	return nil
}

// scaleValues makes the axis of values, below the bars; where there are none it has
// no marks.
func (b *bars) scaleValues() {
	f := &b.p.chart
	if !f.measured() {
		b.p.plot.X.Min, b.p.plot.X.Max, b.p.plot.X.Tick.Marker = 0, 1, plot.ConstantTicks(nil)
		return
	}
	s, names := f.values(), max(int(b.p.width/85), 3)
	if !f.LogY {
		fromZero(s, names, false).set(&b.p.plot.X)
		b.floor = 0
		return
	}
	made := fromPower(s, names)
	made.set(&b.p.plot.X)
	b.floor = made.low
}

// nameGroups puts labels before the groups, the first on top.
func (b *bars) nameGroups() {
	p := b.p
	var names []plot.Tick
	for i, label := range p.chart.Labels {
		names = append(names, plot.Tick{Value: float64(i), Label: cut(label, p.plot.Y.Tick.Label, p.width*0.3)})
	}
	p.plot.Y.Tick.Marker = plot.ConstantTicks(names)
	p.plot.Y.Min, p.plot.Y.Max = -0.5, float64(len(names))-0.5
	p.plot.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
}

// beside is the height of the axis of values.
func (b *bars) beside() vg.Length {
	style := b.p.plot.X.Tick.Label
	return style.Height("0") + b.p.plot.X.Padding
}

// room is how many groups there is room for, and how high each is. Its error says
// which height would do.
func (b *bars) room() (fit int, group vg.Length, err error) {
	p := b.p
	labels, series := len(p.chart.Labels), vg.Length(len(p.chart.Series))
	if p.height == 0 {
		b.thick = 10
		switch all := labels * len(p.chart.Series); {
		case all <= 12:
			b.thick = 18
		case all <= 40:
			b.thick = 14
		}
		group = max(series*b.thick+max(8, 0.7*b.thick), 20)
		fit = min(labels, max(int(longArea/group), 1))
		p.echo = vg.Length(fit)*group > 480
		return fit, group, nil
	}
	// A line more of notes may become necessary.
	room := p.height - p.above() - p.below() - b.beside() - noteHeight
	least := max(5*series+4, 15)
	fit = min(labels, int(room/least))
	if fit < 1 {
		return 0, 0, fmt.Errorf("a height of %.0f pixels is too little for %d bars: ask for %.0f or more", p.height, len(p.chart.Series), math.Ceil(float64(p.height-room+least)))
	}
	group = room / vg.Length(fit)
	b.thick = min((group-max(4, group*0.2))/series, 28)
	return fit, group, nil
}

// middle is how high the bar of a series lies in the group of a label.
func (b *bars) middle(c draw.Canvas, p *plot.Plot, label, series int) vg.Length {
	return c.Y(p.Y.Norm(float64(label))) + b.thick*(vg.Length(len(b.p.chart.Series)-1)/2-vg.Length(series))
}

// Plot draws the bars, series by series, then the intervals upon them and what
// stands beside them.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	floor := c.X(p.X.Norm(b.floor))
	for i, points := range b.p.chart.points {
		for j, at := range points {
			if !at.missing() {
				fillBar(c, seriesInk(i), floor, c.X(p.X.Norm(at.y)), b.middle(c, p, j, i), b.thick-1)
			}
		}
	}
	for i, points := range b.p.chart.points {
		mark := glyph(i, min(3.5, b.thick*0.4))
		for j := range points {
			c.DrawGlyphNoClip(mark, vg.Point{X: c.Min.X - gutter/2, Y: b.middle(c, p, j, i)})
		}
	}
	b.plotIntervals(c, p)
	c.StrokeLine2(draw.LineStyle{Color: b.p.theme.axis, Width: 1}, floor, c.Min.Y, floor, c.Max.Y)
	b.plotValues(c, p)
}

func (b *bars) plotIntervals(c draw.Canvas, p *plot.Plot) {
	style := draw.LineStyle{Color: b.p.theme.text, Width: 1}
	for i, points := range b.p.chart.points {
		for j, at := range points {
			if at.interval() {
				y := b.middle(c, p, j, i)
				from, to := c.X(p.X.Norm(max(at.low, p.X.Min))), c.X(p.X.Norm(max(at.high, p.X.Min)))
				whisker(c, style, vg.Point{X: from, Y: y}, vg.Point{X: to, Y: y}, min(b.thick/4, 3))
			}
		}
	}
}

// column is how wide a column of the values has to be, where they stand in one.
func (b *bars) column() vg.Length {
	var widest vg.Length
	intervals := false
	for _, points := range b.p.chart.points {
		for _, at := range points {
			if !at.missing() {
				intervals = intervals || at.interval()
				widest = max(widest, b.valueStyle().Width(value(at.y)))
			}
		}
	}
	if !intervals {
		return 0
	}
	return widest
}

// plotValues writes values at the ends of thick bars, or in a column where they have
// intervals, and a dash where there is none.
func (b *bars) plotValues(c draw.Canvas, p *plot.Plot) {
	style, floor := b.valueStyle(), c.X(p.X.Norm(b.floor))
	for i, points := range b.p.chart.points {
		for j, at := range points {
			y := b.middle(c, p, j, i) - style.Font.Size*0.36
			text := value(at.y)
			switch {
			case at.missing():
				b.p.letters.set("–", style, vg.Point{X: floor + valueGap, Y: y + 1})
			case b.p.numbers && b.numbers > 0:
				b.p.letters.set(text, style, vg.Point{X: c.Max.X + valueGap + b.numbers - style.Width(text), Y: y})
			case b.p.numbers:
				b.p.letters.set(text, style, vg.Point{X: c.X(p.X.Norm(max(at.y, b.floor))) + valueGap, Y: y})
			}
		}
	}
}

func (b *bars) valueStyle() text.Style {
	return b.p.letters.style(min(noteSize, b.thick+2), b.p.theme.text)
}

// GlyphBoxes make room for the values.
func (b *bars) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	if !b.p.numbers {
		return nil
	}
	if b.numbers > 0 {
		return []plot.GlyphBox{{X: 1, Rectangle: vg.Rectangle{
			Min: vg.Point{X: valueGap}, Max: vg.Point{X: valueGap + b.numbers},
		}}}
	}
	var boxes []plot.GlyphBox
	for _, points := range b.p.chart.points {
		for _, at := range points {
			if !at.missing() {
				width := b.valueStyle().Width(value(at.y))
				boxes = append(boxes, plot.GlyphBox{X: p.X.Norm(max(at.y, b.floor)), Rectangle: vg.Rectangle{
					Min: vg.Point{X: valueGap}, Max: vg.Point{X: valueGap + width},
				}})
			}
		}
	}
	return boxes
}

package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"redismatrix/render"
)

// draw draws the picture on a surface of its size.
func (p *picture) draw(s surface) {
	p.letters.surface = s
	all := draw.NewCanvas(s, p.width, p.height)
	y := p.height - margin
	for _, line := range p.head {
		y -= line.style.Font.Size
		p.letters.set(line.words, line.style, vg.Point{X: margin, Y: y})
		y -= 6
	}
	for _, row := range p.keys {
		y -= lineHeight
		p.drawKeys(all, row, y)
	}
	area := draw.Canvas{Canvas: s, Rectangle: p.area()}
	p.plot.Draw(area)
	p.drawAround(p.plot.DataCanvas(area))
	faint := p.letters.style(noteSize, p.theme.faint)
	for i, note := range p.notes {
		p.letters.set(note, faint, vg.Point{X: margin, Y: margin + vg.Length(len(p.notes)-1-i)*noteHeight})
	}
}

// drawKeys draws a row of keys above a line.
func (p *picture) drawKeys(c draw.Canvas, row []key, y vg.Length) {
	x := vg.Length(margin)
	for _, k := range row {
		p.drawSample(c, k.series, vg.Point{X: x, Y: y + 4})
		p.letters.set(k.name, p.letters.style(textSize, p.theme.text), vg.Point{X: x + sampleSize, Y: y})
		x += k.width
	}
}

// drawSample draws what a series looks like, from a point to the right.
func (p *picture) drawSample(c draw.Canvas, series int, at vg.Point) {
	const length = sampleSize - 6
	if p.chart.Kind != render.ChartBars {
		c.StrokeLine2(stroke(series), at.X, at.Y, at.X+length, at.Y)
		c.DrawGlyphNoClip(glyph(series, 4), vg.Point{X: at.X + length/2, Y: at.Y})
		return
	}
	c.DrawGlyphNoClip(glyph(series, 3.5), vg.Point{X: at.X + 4, Y: at.Y})
	fillBar(c, seriesInk(series), at.X+11, at.X+length, at.Y, 9)
}

// drawAround writes the unit above what is drawn, the name of the axis below it,
// and again the marks of the values above.
func (p *picture) drawAround(data draw.Canvas) {
	faint := p.letters.style(textSize, p.theme.faint)
	y := data.Max.Y + 12
	if p.echo {
		marks := aligned(p.letters.style(textSize, p.theme.text), text.XCenter)
		for _, tick := range p.plot.X.Tick.Marker.Ticks(p.plot.X.Min, p.plot.X.Max) {
			if !tick.IsMinor() {
				p.letters.set(tick.Label, marks, vg.Point{X: data.X(p.plot.X.Norm(tick.Value)), Y: y - 5})
			}
		}
		y += lineHeight
	}
	if p.unit != "" {
		x := vg.Length(margin)
		if p.chart.Kind == render.ChartBars {
			x = data.Min.X
		}
		p.letters.set(cut(p.unit, faint, p.width-margin-x), faint, vg.Point{X: x, Y: y})
	}
	if p.axis != "" {
		at := vg.Point{X: data.Center().X, Y: p.area().Min.Y - 12}
		p.letters.set(cut(p.axis, faint, p.width-2*margin), aligned(faint, text.XCenter), at)
	}
}

// whisker draws an interval between two points, with a cap at either end that
// is twice as long as half.
func whisker(c draw.Canvas, style draw.LineStyle, from, to vg.Point, half vg.Length) {
	across := vg.Point{X: half}
	if from.Y == to.Y {
		across = vg.Point{Y: half}
	}
	c.StrokeLines(style,
		[]vg.Point{from, to},
		[]vg.Point{from.Sub(across), from.Add(across)},
		[]vg.Point{to.Sub(across), to.Add(across)})
}

// fillBar fills a bar that lies around a height.
func fillBar(c draw.Canvas, paint ink, from, to, middle, thickness vg.Length) {
	half := thickness / 2
	c.FillPolygon(paint, []vg.Point{{X: from, Y: middle - half}, {X: to, Y: middle - half}, {X: to, Y: middle + half}, {X: from, Y: middle + half}})
}

// words is a plotter that writes in the middle of what is drawn.
type words struct {
	letters *letters
	style   text.Style
	line    string
}

// Plot writes the words; it makes them one of gonum's plotters.
func (w words) Plot(c draw.Canvas, _ *plot.Plot) {
	w.letters.set(w.line, aligned(w.style, text.XCenter), c.Center())
}

package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"redismatrix/render"
)

const (
	// leastArea is the least height in which curves can be told apart.
	leastArea = 60
	// markGap is the least distance of a series' marks from each other.
	markGap = 30
	// Among more marks of the axis than these, only those with names are drawn.
	mostMarks = 60
)

// layLines lays out lines and latency curves.
func (p *picture) layLines() error {
	f := &p.chart
	p.unit = p.caption(f.Unit, f.LogY)
	p.axis = p.caption(f.Axis, f.LogX && f.Kind == render.ChartLines)
	p.scaleLines()
	p.plot.Y.Width, p.plot.Y.Tick.Length, p.plot.Y.Padding = 0, 0, 4
	thin := draw.LineStyle{Color: p.theme.grid, Width: 1}
	p.plot.Add(&plotter.Grid{Vertical: thin, Horizontal: thin})
	p.addLines()
	p.nameMarks()
	p.annotate(p.remarks()...)
	axis := p.plot.X.Tick.Label.Height("0") + p.plot.X.Tick.Length
	least := p.above() + p.below() + axis + leastArea
	if p.height == 0 {
		p.height = p.above() + p.below() + axis + defaultArea
	}
	if p.height < least {
		return fmt.Errorf("a height of %.0f pixels is too little: ask for %.0f or more", p.height, math.Ceil(float64(least)))
	}
	return nil
}

// scaleLines finds the ranges of the axes.
func (p *picture) scaleLines() {
	f := &p.chart
	names := 8
	if p.height > 0 {
		names = min(max(int((p.height-p.above()-p.below())/30), 2), 12)
	}
	if f.LogY {
		logarithmic(f.values(), names).set(&p.plot.Y)
	} else {
		fromZero(f.values(), names, true).set(&p.plot.Y)
	}
	at := newSpan()
	for _, points := range f.points {
		for _, one := range points {
			at.add(one.x)
		}
	}
	positions(at, f.LogX).set(&p.plot.X)
}

// addLines adds what is drawn of each series: first the intervals, and the marks
// above all lines.
func (p *picture) addLines() {
	var above []plot.Plotter
	empty := true
	for i, points := range p.chart.points {
		marked := p.marked(points)
		p.plot.Add(intervals{draw.LineStyle{Color: seriesInk(i), Width: 1}, marked})
		for _, piece := range pieces(points) {
			empty = false
			line := &plotter.Line{XYs: piece, LineStyle: stroke(i)}
			if p.chart.Kind == render.ChartPercentiles {
				line.StepStyle = plotter.PreStep
			}
			p.plot.Add(unbounded{line})
		}
		marks := &plotter.Scatter{GlyphStyle: glyph(i, 4)}
		for _, at := range marked {
			marks.XYs = append(marks.XYs, plotter.XY{X: at.x, Y: at.y})
		}
		above = append(above, unbounded{marks})
	}
	p.plot.Add(above...)
	if empty {
		p.plot.Add(words{p.letters, p.letters.style(textSize, p.theme.faint), "no values"})
	}
}

// unbounded is a plotter that neither widens axes nor asks for room beside them.
type unbounded struct{ plot.Plotter }

// pieces are the lines between points that are not missing.
func pieces(points []point) []plotter.XYs {
	var all []plotter.XYs
	broken := true
	for _, at := range points {
		if at.missing() {
			broken = true
			continue
		}
		if broken {
			all = append(all, nil)
		}
		broken = false
		last := len(all) - 1
		all[last] = append(all[last], plotter.XY{X: at.x, Y: at.y})
	}
	return all
}

// marked are the points that have marks: those far enough from each other, and
// those that no line leads to.
func (p *picture) marked(points []point) []point {
	var chosen []point
	last := math.Inf(-1)
	gap := markGap / float64(p.width-2*margin)
	for i, at := range points {
		if at.missing() {
			continue
		}
		alone := (i == 0 || points[i-1].missing()) && (i == len(points)-1 || points[i+1].missing())
		if x := p.plot.X.Norm(at.x); alone || x-last >= gap {
			chosen, last = append(chosen, at), x
		}
	}
	return chosen
}

// nameMarks puts the labels at their positions, as many as there is room for.
func (p *picture) nameMarks() {
	style := p.plot.X.Tick.Label
	data := p.plot.DataCanvas(draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: p.width - 2*margin, Y: 1000}}})
	var named, all []plot.Tick
	end := vg.Length(math.Inf(-1))
	for _, mark := range p.axisMarks() {
		mark.Label = cut(mark.Label, style, 90)
		half := style.Width(mark.Label) / 2
		if at := data.X(p.plot.X.Norm(mark.Value)); mark.Label != "" && at-half > end+8 {
			end = at + half
			named = append(named, mark)
		} else {
			mark.Label = ""
		}
		all = append(all, mark)
	}
	p.plot.X.Tick.Marker = plot.ConstantTicks(all)
	if len(all) > mostMarks {
		p.plot.X.Tick.Marker = plot.ConstantTicks(named)
	}
	if len(p.chart.Labels) > 0 {
		bare := len(all) - len(named)
		p.chart.omit(bare, number(float64(bare), 0)+" of "+count(len(all), "label", "labels")+" of the axis")
	}
}

// intervals are the intervals of a series' points; they are a gonum plotter.
type intervals struct {
	style  draw.LineStyle
	points []point
}

// Plot draws each interval as an upright line, cut at the axis.
func (l intervals) Plot(c draw.Canvas, p *plot.Plot) {
	for _, at := range l.points {
		if at.interval() && at.high > p.Y.Min {
			x := c.X(p.X.Norm(at.x))
			from, to := c.Y(p.Y.Norm(max(at.low, p.Y.Min))), c.Y(p.Y.Norm(at.high))
			whisker(c, l.style, vg.Point{X: x, Y: from}, vg.Point{X: x, Y: to}, 3)
		}
	}
}

package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"redismatrix/render"
)

// picture is a chart with all that it needs to be drawn: what stands where, and
// what is left out for want of room.
type picture struct {
	chart         figure
	theme         theme
	letters       *letters
	width, height vg.Length
	scale         float64 // of an image
	head          []headline
	keys          [][]key
	plot          *plot.Plot
	// unit stands above what is drawn and below it is the name of its axis.
	unit, axis string
	notes      []string // below all
	// numbers has the values stand beside their bars.
	numbers bool
	// echo repeats the marks of the values above what is drawn, which is high.
	echo bool
}

// headline is a line above what is drawn.
type headline struct {
	words string
	style text.Style
}

// key tells what a series looks like.
type key struct {
	series int
	name   string
	width  vg.Length
}

// Distances in CSS pixels.
const (
	margin      = 12
	lineHeight  = 17
	noteHeight  = 15
	sampleSize  = 30 // of a key's line and mark
	keyGap      = 18
	defaultArea = 320 // the height of lines and curves
)

// newPicture lays a chart out. With anyFont, text has room for a font that is
// wider than what it is measured with.
func newPicture(c render.Chart, o Options, anyFont bool) (*picture, error) {
	slack := vg.Length(1)
	if anyFont {
		slack = 1.15
	}
	p := &picture{
		theme: newTheme(o.Dark && !anyFont), letters: newLetters(slack),
		width: vg.Length(o.Width), height: vg.Length(o.Height),
	}
	var err error
	if p.chart, err = newFigure(c); err != nil {
		return nil, err
	}
	p.layHead()
	p.layKeys()
	p.plot = p.newPlot()
	if p.chart.Kind == render.ChartBars {
		return p, p.layBars()
	}
	return p, p.layLines()
}

// newPlot is a plot that draws nothing yet, with its text and axes in our style.
func (p *picture) newPlot() *plot.Plot {
	made := plot.New()
	made.BackgroundColor = nil
	made.TextHandler = p.letters
	for _, axis := range []*plot.Axis{&made.X, &made.Y} {
		align := axis.Tick.Label
		axis.Tick.Label = p.letters.style(textSize, p.theme.text)
		axis.Tick.Label.XAlign, axis.Tick.Label.YAlign = align.XAlign, align.YAlign
		axis.Label.TextStyle = axis.Tick.Label
		axis.LineStyle = draw.LineStyle{Color: p.theme.axis, Width: 1}
		axis.Tick.LineStyle = axis.LineStyle
		axis.Tick.Length = 4
		axis.Padding = 0
	}
	return made
}

// layHead folds the title and what is constant.
func (p *picture) layHead() {
	add := func(words string, style text.Style, most int) {
		for _, line := range fold(words, style, p.width-2*margin, most) {
			p.head = append(p.head, headline{line, style})
		}
	}
	add(p.chart.Title, bold(p.letters.style(titleSize, p.theme.text)), 2)
	add(p.chart.Constant, p.letters.style(textSize, p.theme.faint), 3)
}

// layKeys sets the keys of all series side by side, in as many lines as they need.
// In a picture of a given height, series for whose keys there is no room are left
// out.
func (p *picture) layKeys() {
	style := p.letters.style(textSize, p.theme.text)
	room := p.width - 2*margin
	used := room
	for i, s := range p.chart.Series {
		name := cut(s.Name, style, max(room/2-sampleSize-keyGap, 150))
		k := key{series: i, name: name, width: sampleSize + style.Width(name) + keyGap}
		if used+k.width-keyGap > room {
			if p.height > 0 && vg.Length(len(p.keys)+1)*lineHeight > p.height/3 {
				p.chart.keep(i)
				return
			}
			p.keys, used = append(p.keys, nil), 0
		}
		used += k.width
		last := len(p.keys) - 1
		p.keys[last] = append(p.keys[last], k)
	}
}

// above is the height of all that stands above what is drawn.
func (p *picture) above() vg.Length {
	h := vg.Length(margin)
	for _, line := range p.head {
		h += line.style.Font.Size + 6
	}
	if len(p.keys) > 0 {
		h += vg.Length(len(p.keys))*lineHeight + 6
	}
	if p.unit != "" {
		h += lineHeight
	}
	if p.echo {
		h += lineHeight
	}
	return h + 9
}

// below is the height of all that stands below it.
func (p *picture) below() vg.Length {
	h := vg.Length(margin)
	if p.axis != "" {
		h += lineHeight
	}
	if len(p.notes) > 0 {
		h += vg.Length(len(p.notes))*noteHeight + 3
	}
	return h
}

// area is where the plot stands.
func (p *picture) area() vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: margin, Y: p.below()},
		Max: vg.Point{X: p.width - margin, Y: p.height - p.above()},
	}
}

// annotate folds what is to be said below the plot.
func (p *picture) annotate(remarks ...string) {
	p.notes = nil
	style := p.letters.style(noteSize, p.theme.faint)
	for _, remark := range remarks {
		p.notes = append(p.notes, fold(remark, style, p.width-2*margin, 3)...)
	}
}

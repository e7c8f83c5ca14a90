package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ink is a colour by its part in a chart. SVG says it in CSS, PNG in RGB; both
// with the same opacity.
type ink struct {
	color.NRGBA
	css string
}

// faded is the ink with an opacity from 0 to 1.
func (i ink) faded(opacity float64) ink {
	i.A = uint8(opacity*0xff + 0.5)
	return i
}

// theme is the inks of a chart on a light or on a dark page.
type theme struct {
	paper color.NRGBA
	// text is for what is read first, faint for what explains it.
	text, faint, axis, grid ink
}

func newTheme(dark bool) theme {
	paper, text := color.NRGBA{0xff, 0xff, 0xff, 0xff}, color.NRGBA{0x1b, 0x1f, 0x24, 0xff}
	if dark {
		paper, text = color.NRGBA{0x0d, 0x11, 0x17, 0xff}, color.NRGBA{0xe6, 0xed, 0xf3, 0xff}
	}
	current := ink{text, "currentColor"}
	return theme{paper: paper, text: current, faint: current.faded(0.7), axis: current.faded(0.55), grid: current.faded(0.14)}
}

// seriesInks are for series in their order: the colours of Okabe and Ito, which
// colour-blind readers tell apart (https://jfly.uni-koeln.de/color/), and a grey.
// Orange and sky blue are darkened to stand out from white as from black by 3:1,
// which WCAG asks of graphics; yellow cannot be, and is left out.
func seriesInks() []ink {
	return []ink{
		{color.NRGBA{0x00, 0x72, 0xb2, 0xff}, "#0072b2"}, // blue
		{color.NRGBA{0xd5, 0x5e, 0x00, 0xff}, "#d55e00"}, // vermillion
		{color.NRGBA{0x00, 0x9e, 0x73, 0xff}, "#009e73"}, // bluish green
		{color.NRGBA{0xcc, 0x79, 0xa7, 0xff}, "#cc79a7"}, // reddish purple
		{color.NRGBA{0xc2, 0x85, 0x00, 0xff}, "#c28500"}, // orange, darkened
		{color.NRGBA{0x3a, 0x98, 0xce, 0xff}, "#3a98ce"}, // sky blue, darkened
		{color.NRGBA{0x76, 0x76, 0x76, 0xff}, "#767676"}, // grey
	}
}

// dashes are for lines in their order. There are as many as are told apart, and
// not as many as inks, so that what shares one differs in the other.
func dashes() [][]vg.Length {
	return [][]vg.Length{nil, {7, 3}, {2, 2.5}, {9, 3, 2, 3}, {4, 3, 4, 3, 1, 3}}
}

// shapes are marks for series in their order, as corners within a circle of
// radius 1; one without corners is that circle.
func shapes() []shape {
	return []shape{
		nil, // circle
		{{X: -0.85, Y: -0.85}, {X: 0.85, Y: -0.85}, {X: 0.85, Y: 0.85}, {X: -0.85, Y: 0.85}}, // square
		{{X: -1.05, Y: -0.8}, {X: 1.05, Y: -0.8}, {X: 0, Y: 1.1}},                            // triangle
		{{X: 0, Y: -1.2}, {X: 1.1, Y: 0}, {X: 0, Y: 1.2}, {X: -1.1, Y: 0}},                   // diamond
		{{X: -1.05, Y: 0.8}, {X: 1.05, Y: 0.8}, {X: 0, Y: -1.1}},                             // triangle on its tip
		cross(), // plus
		{{X: -0.5, Y: -1.1}, {X: 0.5, Y: -1.1}, {X: 0.5, Y: 1.1}, {X: -0.5, Y: 1.1}}, // upright bar
		{{X: -1.1, Y: -0.5}, {X: 1.1, Y: -0.5}, {X: 1.1, Y: 0.5}, {X: -1.1, Y: 0.5}}, // flat bar
	}
}

// shape is a mark: a polygon around 0, or a circle.
type shape []vg.Point

// cross is a plus sign with arms as wide as long.
func cross() shape {
	const out, in = 1.1, 0.37
	return shape{{X: -in, Y: out}, {X: in, Y: out}, {X: in, Y: in}, {X: out, Y: in}, {X: out, Y: -in}, {X: in, Y: -in},
		{X: in, Y: -out}, {X: -in, Y: -out}, {X: -in, Y: -in}, {X: -out, Y: -in}, {X: -out, Y: in}, {X: -in, Y: in}}
}

// DrawGlyph draws the mark at a point; it makes a shape one of gonum's glyphs.
func (s shape) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	if len(s) == 0 {
		draw.CircleGlyph{}.DrawGlyph(c, style, at)
		return
	}
	corners := make([]vg.Point, len(s))
	for i, corner := range s {
		corners[i] = at.Add(corner.Scale(style.Radius))
	}
	c.FillPolygon(style.Color, corners)
}

// glyph is the mark of the series with an index, of a radius.
func glyph(i int, radius vg.Length) draw.GlyphStyle {
	all := shapes()
	return draw.GlyphStyle{Color: seriesInk(i), Radius: radius, Shape: all[i%len(all)]}
}

// seriesInk is the colour of the series with an index.
func seriesInk(i int) ink {
	all := seriesInks()
	return all[i%len(all)]
}

// stroke is the line of the series with an index.
func stroke(i int) draw.LineStyle {
	all := dashes()
	return draw.LineStyle{Color: seriesInk(i), Width: 2, Dashes: all[i%len(all)]}
}

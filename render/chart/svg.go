package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svg is a canvas whose content is SVG, to a tenth of a pixel. What is drawn in
// the same colour and line shares a group, which keeps it small. Charts draw
// neither images nor with transformations, so it has none.
type svg struct {
	width, height vg.Length
	body          bytes.Buffer
	group         string // the attributes of the group that is open
	style         strokeStyle
	saved         []strokeStyle
}

type strokeStyle struct {
	paint  color.Color
	width  vg.Length
	dashes []vg.Length
}

func (c *svg) SetLineWidth(w vg.Length)                     { c.style.width = w }
func (c *svg) SetLineDash(pattern []vg.Length, _ vg.Length) { c.style.dashes = pattern }
func (c *svg) SetColor(paint color.Color)                   { c.style.paint = paint }
func (c *svg) Push()                                        { c.saved = append(c.saved, c.style) }
func (c *svg) Pop() {
	last := len(c.saved) - 1
	c.style, c.saved = c.saved[last], c.saved[:last]
}
func (c *svg) Rotate(float64)                                   {}
func (c *svg) Translate(vg.Point)                               {}
func (c *svg) Scale(float64, float64)                           {}
func (c *svg) DrawImage(vg.Rectangle, image.Image)              {}
func (c *svg) FillString(f font.Face, at vg.Point, line string) { c.letter(f, at, line, 0) }

// Stroke draws along a path; a line without width is none.
func (c *svg) Stroke(path vg.Path) {
	if c.style.width <= 0 {
		return
	}
	attributes := ` fill="none"` + paint("stroke", c.style.paint) + attribute("stroke-width", tenths(c.style.width))
	if len(c.style.dashes) > 0 {
		pattern := make([]string, len(c.style.dashes))
		for i, length := range c.style.dashes {
			pattern[i] = tenths(length)
		}
		attributes += attribute("stroke-dasharray", strings.Join(pattern, " "))
	}
	c.within(attributes)
	c.path(path)
}

// Fill fills a path.
func (c *svg) Fill(path vg.Path) {
	c.within(paint("fill", c.style.paint))
	c.path(path)
}

func (c *svg) letter(face font.Face, at vg.Point, line string, align float64) {
	attributes := paint("fill", c.style.paint) + attribute("font-size", tenths(face.Font.Size))
	if face.Font.Weight >= xfont.WeightBold {
		attributes += attribute("font-weight", "bold")
	}
	switch {
	case align <= -0.75:
		attributes += attribute("text-anchor", "end")
	case align <= -0.25:
		attributes += attribute("text-anchor", "middle")
	}
	c.within(attributes)
	fmt.Fprintf(&c.body, "<text x=%q y=%q>%s</text>\n", tenths(at.X), tenths(c.height-at.Y), escaped(line))
}

// within opens a group with attributes, unless it is the one that is open.
func (c *svg) within(attributes string) {
	if c.group == attributes {
		return
	}
	c.close()
	c.group = attributes
	fmt.Fprintf(&c.body, "<g%s>\n", attributes)
}

func (c *svg) close() {
	if c.group != "" {
		c.body.WriteString("</g>\n")
	}
	c.group = ""
}

// path writes a path in steps from point to point. An arc is always a circle.
func (c *svg) path(path vg.Path) {
	var d strings.Builder
	var x, y int // in tenths
	for _, part := range path {
		toX, toY := inTenths(part.Pos.X), inTenths(c.height-part.Pos.Y)
		switch part.Type {
		case vg.MoveComp:
			d.WriteString("M" + decimal(toX) + " " + decimal(toY))
		case vg.LineComp:
			d.WriteString(step(toX-x, toY-y))
		case vg.ArcComp:
			r := decimal(inTenths(part.Radius))
			across := decimal(2 * inTenths(part.Radius))
			arc := "a" + r + " " + r + " 0 1 0 "
			d.WriteString(arc + "-" + across + " 0" + arc + across + " 0")
			continue
		case vg.CloseComp:
			d.WriteString("z")
			continue
		}
		x, y = toX, toY
	}
	fmt.Fprintf(&c.body, "<path d=\"%s\"/>\n", d.String())
}

// step is a line to a point that is so many tenths away; "" for none.
func step(dx, dy int) string {
	switch {
	case dx == 0 && dy == 0:
		return ""
	case dy == 0:
		return "h" + decimal(dx)
	case dx == 0:
		return "v" + decimal(dy)
	}
	return "l" + decimal(dx) + " " + decimal(dy)
}

func inTenths(v vg.Length) int { return int(math.Round(float64(v) * 10)) }

// decimal is a number of tenths: "12.5" for 125.
func decimal(tenths int) string { return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64) }

func tenths(v vg.Length) string { return decimal(inTenths(v)) }

func attribute(name, value string) string { return fmt.Sprintf(" %s=%q", name, value) }

// paint is the attributes that paint something in a colour.
func paint(what string, c color.Color) string {
	i, ok := c.(ink)
	if !ok {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		i = ink{n, fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)}
	}
	attributes := attribute(what, i.css)
	if i.A != 0xff {
		attributes += attribute(what+"-opacity", strconv.FormatFloat(float64(i.A)/0xff, 'f', 2, 64))
	}
	return attributes
}

// escaped is text as XML has it; characters that it cannot hold become U+FFFD.
func escaped(words string) string {
	var b strings.Builder
	// A strings.Builder never fails.
	_ = xml.EscapeText(&b, []byte(words))
	return b.String()
}

// writeSVG writes a picture as an element that can stand alone or in a page.
func writeSVG(w io.Writer, p *picture) error {
	c := &svg{width: p.width, height: p.height}
	p.draw(c)
	c.close()
	width, height := tenths(p.width), tenths(p.height)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img"`+
		` font-family="sans-serif" fill="currentColor" stroke-linejoin="round">
<title>%s</title>
<desc>%s</desc>
%s</svg>
`, width, height, width, height, escaped(p.chart.name()), escaped(p.said()), c.body.String())
	return err
}

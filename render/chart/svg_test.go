package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// element is what an SVG is made of.
type element struct {
	name       string
	attributes map[string]string
	words      string
}

// elements reads an SVG, which must be valid XML.
func elements(t testing.TB, svg string) []element {
	t.Helper()
	var all []element
	var open []int
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			open, all = append(open, len(all)), append(all, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				all[open[len(open)-1]].words += string(token)
			}
		}
	}
}

// Only these stand in a chart: nothing that runs, loads, or has a name that
// another chart of the same page could have.
func TestSVGHasNothingElse(t *testing.T) {
	allowed := map[string][]string{
		"svg":  {"xmlns", "width", "height", "viewBox", "role", "font-family", "fill", "stroke-linejoin"},
		"g":    {"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "text-anchor"},
		"path": {"d"}, "text": {"x", "y"}, "title": {}, "desc": {},
	}
	for name, c := range charts() {
		for _, e := range elements(t, drawn(t, c, "svg", Options{})) {
			known, ok := allowed[e.name]
			if !ok {
				t.Errorf("%s has a <%s>", name, e.name)
			}
			for attribute, value := range e.attributes {
				if !slices.Contains(known, attribute) || strings.Contains(value, "url") {
					t.Errorf("%s has a <%s %s=%q>", name, e.name, attribute, value)
				}
			}
		}
	}
}

// Neutral parts follow the page; only series have colours of their own.
func TestSVGColours(t *testing.T) {
	series := []string{"currentColor", "none", ""}
	for _, i := range seriesInks() {
		series = append(series, i.css)
	}
	for name, c := range charts() {
		for _, e := range elements(t, drawn(t, c, "svg", Options{})) {
			for _, attribute := range []string{"fill", "stroke"} {
				if colour := e.attributes[attribute]; !slices.Contains(series, colour) {
					t.Errorf("%s has %s=%q", name, attribute, colour)
				}
			}
		}
	}
}

func TestSVGSaysWhatItShows(t *testing.T) {
	c := hostile()
	all := elements(t, drawn(t, c, "svg", Options{}))
	got := map[string]string{"role": all[0].attributes["role"], all[1].name: all[1].words, all[2].name: all[2].words}
	want := map[string]string{"role": "img", "title": c.Title, "desc": strings.ReplaceAll(Describe(c), "\ufffe", "\ufffd")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUntitled(t *testing.T) {
	c := durability()
	c.Title = ""
	if got := elements(t, drawn(t, c, "svg", Options{}))[1].words; got != "chart" {
		t.Errorf("the title is %q", got)
	}
}

var numbers = regexp.MustCompile(`-?[0-9.]+`)

// inside tells whether all that is drawn is within the picture.
func inside(t testing.TB, svg string) {
	t.Helper()
	all := elements(t, svg)
	var width, height float64
	if _, err := fmt.Sscanf(all[0].attributes["viewBox"], "0 0 %g %g", &width, &height); err != nil {
		t.Fatal(err)
	}
	within := func(what string, x, y float64) {
		if !(x >= 0 && x <= width && y >= 0 && y <= height) {
			t.Errorf("%s is at %g, %g, outside of %g×%g, in\n%s", what, x, y, width, height, svg)
		}
	}
	for _, e := range all {
		switch e.name {
		case "text":
			x, errX := strconv.ParseFloat(e.attributes["x"], 64)
			y, errY := strconv.ParseFloat(e.attributes["y"], 64)
			if errX != nil || errY != nil {
				t.Fatalf("%v", e)
			}
			within(e.words, x, y)
		case "path":
			start := numbers.FindAllString(e.attributes["d"], 2)
			x, _ := strconv.ParseFloat(start[0], 64)
			y, _ := strconv.ParseFloat(start[1], 64)
			within(e.attributes["d"], x, y)
		}
	}
}

func TestSVGIsWithinItself(t *testing.T) {
	for _, c := range charts() {
		inside(t, drawn(t, c, "svg", Options{}))
		inside(t, drawn(t, c, "svg", Options{Width: 320, Height: 500}))
	}
}

// A canvas of SVG has its origin at the top, draws in steps and shares groups.
func TestCanvas(t *testing.T) {
	c := &svg{width: 100, height: 50}
	canvas := draw.NewCanvas(c, 100, 50)
	style := draw.LineStyle{Color: seriesInk(0), Width: 2, Dashes: []vg.Length{7, 2.5}}
	canvas.StrokeLine2(style, 1, 2, 11, 2)
	c.Push()
	canvas.StrokeLine2(style, 1.04, 2, 1.04, 12.26)
	canvas.StrokeLine2(draw.LineStyle{Color: seriesInk(0)}, 0, 0, 9, 9)
	c.Pop()
	canvas.DrawGlyph(glyph(0, 4), vg.Point{X: 20, Y: 20})
	canvas.DrawGlyph(glyph(1, 10), vg.Point{X: 50, Y: 20})
	face := newLetters(1).Fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 12)
	c.SetColor(newTheme(true).faint)
	c.letter(face, vg.Point{X: 1, Y: 49}, "a<b", -0.5)
	c.SetColor(newTheme(false).paper)
	c.FillString(face, vg.Point{}, "&")
	c.close()
	want := `<g fill="none" stroke="#0072b2" stroke-width="2" stroke-dasharray="7 2.5">
<path d="M1 48h10"/>
<path d="M1 48v-10.3"/>
</g>
<g fill="#0072b2">
<path d="M24 30a4 4 0 1 0 -8 0a4 4 0 1 0 8 0z"/>
</g>
<g fill="#d55e00">
<path d="M41.5 38.5h17v-17h-17z"/>
</g>
<g fill="currentColor" fill-opacity="0.70" font-size="12" text-anchor="middle">
<text x="1" y="1">a&lt;b</text>
</g>
<g fill="#ffffff" font-size="12">
<text x="0" y="50">&amp;</text>
</g>
`
	if diff := cmp.Diff(want, c.body.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

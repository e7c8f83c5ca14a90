// Package chart draws a render.Chart as SVG or PNG.
//
// Bars lie down, in groups by label, so that names stay readable however many
// there are; a mark of the series' own stands where each begins. Lines and
// latency curves have a colour, a dash pattern and a mark each, so that none is
// told by its colour alone.
//
// An SVG takes the colour of text, axes and grid from what surrounds it
// (currentColor), has no background, no identifiers and no fonts, and can stand
// in a page as often as one likes. The same chart gives the same bytes.
package chart

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"redismatrix/render"
)

// ErrEmpty is in the error of a chart that has no series, or no place for a
// value. A chart whose values are all missing is drawn, and says so.
var ErrEmpty = errors.New("there is nothing to draw")

// Options say how a chart is drawn; the zero value is a good choice.
type Options struct {
	// Width and Height are in CSS pixels. Where they are 0, a chart is as wide as
	// a page's column and as high as what it shows needs.
	Width, Height int
	// Dark draws a PNG for dark pages. An SVG follows the page that it stands in.
	Dark bool
	// Scale is how many of a PNG's pixels stand for a CSS pixel, to a 72nd; 0 is 2.
	Scale float64
}

const (
	defaultWidth = 720
	// Below these no names fit beside what is drawn.
	leastWidth, leastHeight = 320, 240
	// mostPixels is about what a picture viewer opens; an image takes 4 bytes for each.
	mostSide, mostPixels = 10_000, 100_000_000
	defaultScale         = 2
)

// Formats lists the names that Write knows.
func Formats() []string { return []string{"svg", "png"} }

// Write draws a chart in a format. Names are neutralised, escaped and, where they
// are long, cut. The error names the formats where format is none of them, or the
// size that is possible; it is ErrEmpty, or the writer's.
func Write(w io.Writer, c render.Chart, format string, o Options) error {
	var write func(io.Writer, *picture) error
	switch format {
	case "svg":
		write = writeSVG
	case "png":
		write = writePNG
	default:
		return fmt.Errorf("draw chart as %q: the formats are %s", format, strings.Join(Formats(), ", "))
	}
	o, err := o.complete()
	if err != nil {
		return fmt.Errorf("draw chart: %w", err)
	}
	p, err := newPicture(c, o, format == "svg")
	if err == nil && format == "png" {
		err = p.fits(o.Scale)
	}
	if err != nil {
		return fmt.Errorf("draw chart %q: %w", shorten(c.Title, longSaid), err)
	}
	if err := write(w, p); err != nil {
		return fmt.Errorf("write chart %q as %s: %w", shorten(c.Title, longSaid), format, err)
	}
	return nil
}

// complete checks the options and fills in what is 0, but for the height.
func (o Options) complete() (Options, error) {
	var wrong []error
	within := func(name string, v, least, most int) {
		if v != 0 && (v < least || v > most) {
			wrong = append(wrong, fmt.Errorf("a %s of %d pixels: ask for %d to %d", name, v, least, most))
		}
	}
	within("width", o.Width, leastWidth, mostSide)
	within("height", o.Height, leastHeight, mostSide)
	if o.Scale != 0 && !(o.Scale >= 0.5 && o.Scale <= 8) {
		wrong = append(wrong, fmt.Errorf("a scale of %g: ask for 0.5 to 8", o.Scale))
	}
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	if o.Scale == 0 {
		o.Scale = defaultScale
	}
	return o, errors.Join(wrong...)
}

// fits tells whether the picture can be had as an image.
func (p *picture) fits(scale float64) error {
	p.scale = math.Round(scale*pointsPerInch) / pointsPerInch
	width, height := p.pixels()
	if width*height > mostPixels {
		return fmt.Errorf("an image of %d×%d pixels: ask for a smaller size or scale", width, height)
	}
	return nil
}

// pixels is the size of an image of the picture.
func (p *picture) pixels() (width, height int) {
	return int(math.Round(float64(p.width) * p.scale)), int(math.Round(float64(p.height) * p.scale))
}

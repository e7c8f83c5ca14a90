package chart

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/bidi"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// raster is gonum's canvas of pixels.
type raster struct{ *vgimg.Canvas }

func (c raster) letter(face font.Face, at vg.Point, line string, align float64) {
	line = inFont(face, line)
	at.X += face.Width(line) * vg.Length(align)
	c.FillString(face, at, line)
}

// pointsPerInch is how many of gonum's points make an inch. A CSS pixel is drawn
// as one of them.
const pointsPerInch = 72

// writePNG writes a picture as an image of the size asked for.
func writePNG(w io.Writer, p *picture) error {
	width, height := p.pixels()
	c := vgimg.NewWith(
		vgimg.UseImage(image.NewRGBA(image.Rect(0, 0, width, height))),
		vgimg.UseDPI(int(math.Round(pointsPerInch*p.scale))),
	)
	draw.Draw(c.Image(), c.Image().Bounds(), image.NewUniform(p.theme.paper), image.Point{}, draw.Src)
	p.draw(raster{c})
	return png.Encode(w, c.Image())
}

// inFont is a line in which a box stands for each character that the font does not
// have, or that would have to be set from right to left.
func inFont(face font.Face, line string) string {
	var buffer sfnt.Buffer
	return strings.Map(func(r rune) rune {
		properties, _ := bidi.LookupRune(r)
		if class := properties.Class(); class == bidi.R || class == bidi.AL {
			return '□'
		}
		switch i, err := face.Face.GlyphIndex(&buffer, r); {
		case unicode.In(r, unicode.Mn, unicode.Cf):
			return -1
		case err != nil || i == 0:
			return '□'
		}
		return r
	}, line)
}

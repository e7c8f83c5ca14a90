package chart

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// raster is gonum's canvas of pixels.
type raster struct {
	*vgimg.Canvas
	ink color.Color
}

// SetColor sets the colour of what is drawn from then on.
func (c *raster) SetColor(ink color.Color) {
	c.ink = ink
	c.Canvas.SetColor(ink)
}

func (c *raster) letter(face font.Face, at vg.Point, line string, align float64) {
	parts := parted(face, line)
	for _, part := range parts {
		at.X += part.width(face) * vg.Length(align)
	}
	dots := c.DPI() / pointsPerInch
	for _, part := range parts {
		if part.spare {
			y := float64(c.Image().Bounds().Dy()) - float64(at.Y)*dots
			stamp(c.Image(), float64(at.X)*dots, y, float64(face.Font.Size)*dots/spareSize, part.text, c.ink)
		} else {
			c.FillString(face, at, part.text)
		}
		at.X += part.width(face)
	}
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
	p.draw(&raster{Canvas: c})
	return png.Encode(w, c.Image())
}

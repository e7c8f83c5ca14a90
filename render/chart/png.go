package chart

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// raster is gonum's canvas of pixels.
type raster struct{ *vgimg.Canvas }

func (c raster) letter(face font.Face, at vg.Point, line string, align float64) {
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

package chart

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"unicode"

	"github.com/hajimehoshi/bitmapfont/v3"
	xdraw "golang.org/x/image/draw"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// spareSize is the size of the spare font, which has the scripts of East Asia and
// more that the font of charts lacks: its glyphs are made of so many pixels.
const spareSize = 12

func spare() xfont.Face { return bitmapfont.FaceSC }

// piece is a part of a line that one font has.
type piece struct {
	text  string
	spare bool
}

// parted are the pieces of a line in the order in which it is seen, from left to right.
func parted(face font.Face, line string) []piece {
	var buffer sfnt.Buffer
	var all []piece
	for _, r := range seen(line) {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			continue // nothing can be set upon another letter
		}
		text, other := string(r), false
		if i, err := face.Face.GlyphIndex(&buffer, r); err != nil || i == 0 {
			if _, other = spare().GlyphAdvance(r); !other {
				text = fmt.Sprintf("[U+%04X]", r)
			}
		}
		if n := len(all); n > 0 && all[n-1].spare == other {
			all[n-1].text += text
		} else {
			all = append(all, piece{text, other})
		}
	}
	return all
}

// seen is a line as it is seen: what is read from right to left is turned round,
// and its letters are joined.
func seen(line string) string {
	return bitmapfont.PresentationForms(norm.NFC.String(line), bitmapfont.DirectionLeftToRight, language.Und)
}

// width is how wide the piece is in a face.
func (p piece) width(face font.Face) vg.Length {
	if !p.spare {
		return face.Width(p.text)
	}
	wide := fixed.I(0)
	for _, r := range p.text {
		advance, _ := spare().GlyphAdvance(r)
		wide += advance
	}
	return vg.Length(wide) / 64 * face.Font.Size / spareSize
}

// stamp sets a piece of the spare font on an image with its baseline at a point,
// its pixels as many times larger.
func stamp(on draw.Image, x, y, times float64, text string, ink color.Color) {
	for _, r := range text {
		at, mask, from, advance, known := spare().Glyph(fixed.Point26_6{}, r)
		if known {
			place := func(v int, origin float64) int { return int(origin + float64(v)*times + 0.5) }
			to := image.Rect(place(at.Min.X, x), place(at.Min.Y, y), place(at.Max.X, x), place(at.Max.Y, y))
			larger := image.NewAlpha(to)
			xdraw.ApproxBiLinear.Scale(larger, to, alpha(mask, image.Rectangle{Min: from, Max: from.Add(at.Size())}), at.Sub(at.Min), draw.Src, nil)
			draw.DrawMask(on, to, image.NewUniform(ink), image.Point{}, larger, to.Min, draw.Over)
		}
		x += float64(advance) / 64 * times
	}
}

// alpha is a part of a mask, beginning at 0.
func alpha(mask image.Image, part image.Rectangle) *image.Alpha {
	a := image.NewAlpha(part.Sub(part.Min))
	draw.Draw(a, a.Bounds(), mask, part.Min, draw.Src)
	return a
}

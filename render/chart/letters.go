package chart

import (
	"image/color"
	"strings"

	xfont "golang.org/x/image/font"
	"golang.org/x/text/width"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// The sizes of text, in CSS pixels.
const (
	titleSize, textSize, noteSize = 15, 12, 11
)

// surface is what a chart is drawn on: a canvas that sets text by its anchor, so
// that it stands right whatever font it is shown in.
type surface interface {
	vg.Canvas
	// letter sets a line of text with its baseline at a point. As in gonum, it
	// begins there with an alignment of 0, is centred with -0.5 and ends with -1.
	letter(face font.Face, at vg.Point, line string, align float64)
}

// letters measure text and set it on a surface; they are gonum's text handler.
type letters struct {
	text.Plain
	surface surface
	// slack is how much wider than measured a text may become, as browsers
	// choose the font of an SVG.
	slack vg.Length
	// fixed is true where text is set in our fonts, and not in those of a browser.
	fixed bool
}

func newLetters(slack vg.Length) *letters {
	return &letters{Plain: text.Plain{Fonts: plot.DefaultTextHandler.Cache()}, slack: slack, fixed: slack == 1}
}

// style is that of text in a size and an ink.
func (l *letters) style(size vg.Length, paint color.Color) text.Style {
	return text.Style{Color: paint, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: l}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

// aligned is a style whose text ends at its point with text.XRight.
func aligned(s text.Style, align text.XAlignment) text.Style {
	s.XAlign = align
	return s
}

// Box measures a line. In a browser's font the scripts of East Asia are as wide as
// high.
func (l *letters) Box(line string, f font.Font) (wide, height, depth vg.Length) {
	face := l.Fonts.Lookup(f, f.Size)
	extents := face.Extents()
	if l.fixed {
		for _, part := range parted(face, line) {
			wide += part.width(face)
		}
		return wide, extents.Ascent, extents.Descent
	}
	narrow := strings.Map(func(r rune) rune {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			wide += f.Size
			return -1
		}
		return r
	}, line)
	return (wide + face.Width(narrow)) * l.slack, extents.Ascent, extents.Descent
}

// Draw sets a line where gonum's own handler sets it.
func (l *letters) Draw(_ vg.Canvas, line string, s text.Style, at vg.Point) {
	extents := l.Extents(s.Font)
	at.Y += (extents.Ascent+extents.Descent)*vg.Length(s.YAlign) - extents.Ascent + s.Font.Size
	l.set(line, s, at)
}

// set sets a line with its baseline at a point.
func (l *letters) set(line string, s text.Style, at vg.Point) {
	l.surface.SetColor(s.Color)
	l.surface.letter(l.Fonts.Lookup(s.Font, s.Font.Size), at, line, float64(s.XAlign))
}

const ellipsis = "…"

// cut is a line that fits into a width: one that is too long loses what is in its
// middle, since names differ at their ends.
func cut(line string, s text.Style, room vg.Length) string {
	line = shorten(line, 400)
	if s.Width(line) <= room {
		return line
	}
	least, most := 0, len([]rune(line))
	for least+1 < most {
		if n := (least + most) / 2; s.Width(shorten(line, n)) <= room {
			least = n
		} else {
			most = n
		}
	}
	return shorten(line, least)
}

// shorten is a line with at most n characters and an ellipsis for those left out.
func shorten(line string, n int) string {
	runes := []rune(line)
	if len(runes) <= n {
		return line
	}
	tail := n / 3
	return strings.TrimRight(string(runes[:n-tail]), " ") + ellipsis + strings.TrimLeft(string(runes[len(runes)-tail:]), " ")
}

// fold sets words on as many lines as they need, and on no more than most: the
// last is cut.
func fold(words string, s text.Style, room vg.Length, most int) []string {
	var lines []string
	line, rest := "", strings.Fields(words)
	for i, word := range rest {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && s.Width(longer) > room {
			if len(lines) == most-1 {
				return append(lines, cut(strings.Join(append([]string{line}, rest[i:]...), " "), s, room))
			}
			lines, longer = append(lines, cut(line, s, room)), word
		}
		line = longer
	}
	if line == "" {
		return lines
	}
	return append(lines, cut(line, s, room))
}

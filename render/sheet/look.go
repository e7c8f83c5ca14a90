package sheet

import "github.com/xuri/excelize/v2"

// look is how a cell looks. Its zero value is the book's default.
type look struct {
	bold, italic, wrap bool
	size               float64 // in points; 0 is the default
	color, fill        string  // such as "C00000"; "" is none
	align              string  // horizontally; "" is by kind of value
	indent             int     // steps from the side that it is aligned to
	format             string  // of numbers; "" is general
	// edges are the sides that have a border: any of "lrtb".
	edges string
}

// The colours. Better and worse are told apart by people who do not see red and
// green as well, and stand beside a sign and a mark.
const (
	inkDim     = "595959"
	inkBad     = "C00000"
	fillHead   = "DCE6F1"
	fillGood   = "92C5DE"
	fillNone   = "FFFFFF"
	fillBad    = "F4A582"
	fillDiffer = "FFE699"
	lineColor  = "A6A6A6"
)

// The formats of numbers.
const (
	formatPercent = "0"
	formatChange  = "+0.0;-0.0;0.0"
	formatLarge   = "+#,##0;-#,##0;0"
	formatTime    = "yyyy-mm-dd hh:mm:ss"
	formatText    = "@"
)

var (
	looksTitle = look{bold: true, size: 14}
	looksDim   = look{color: inkDim}
	looksHead  = look{bold: true, fill: fillHead, wrap: true, align: "center"}
	looksSub   = look{fill: fillHead, color: inkDim, wrap: true, align: "center", edges: "b"}
)

// number is the look with a format of so many decimals.
func (l look) number(digits int) look {
	l.format = decimals("#,##0", digits)
	return l
}

func decimals(format string, digits int) string {
	if digits > 0 {
		format += "."
	}
	for range digits {
		format += "0"
	}
	return format
}

// edged is the look with a border at the left.
func (l look) edged() look {
	l.edges += "l"
	return l
}

// sides are the names of a look's edges.
var sides = map[rune]string{'l': "left", 'r': "right", 't': "top", 'b': "bottom"}

func (l look) style() *excelize.Style {
	style := &excelize.Style{
		Font:      &excelize.Font{Bold: l.bold, Italic: l.italic, Size: l.size, Color: l.color, Family: "Calibri"},
		Alignment: &excelize.Alignment{Horizontal: l.align, Indent: l.indent, WrapText: l.wrap, Vertical: "top"},
	}
	if l.size == 0 {
		style.Font.Size = 11
	}
	if l.size > 14 {
		style.Alignment.Vertical = "center"
	}
	if l.fill != "" {
		style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{l.fill}}
	}
	if l.format != "" {
		style.CustomNumFmt = &l.format
	}
	for _, edge := range l.edges {
		style.Border = append(style.Border, excelize.Border{Type: sides[edge], Color: lineColor, Style: 1})
	}
	return style
}

package sheet

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// separator stands between things that are said in one line.
const separator = " · "

// cellLimit is how many UTF-16 units a cell can hold.
const cellLimit = 32767

// held is as much of a text as a cell can hold, and how much that is where it is
// not all.
func held(s string) string {
	if len(s) <= cellLimit {
		return s
	}
	all := units(s)
	if all <= cellLimit {
		return s
	}
	remark := fmt.Sprintf(" (cut: a cell holds %d of %d characters)", cellLimit, all)
	return cut(s, cellLimit-len(remark)) + remark
}

// literal is a text as a cell's XML has to say it: "_x0041_" stands for "A"
// there.
func literal(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if escapes(s[i:]) {
			b.WriteString("_x005F")
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// escapes tells whether a text begins with what stands for a character.
func escapes(s string) bool {
	if len(s) < 7 || s[0] != '_' || s[1] != 'x' || s[6] != '_' {
		return false
	}
	return strings.Trim(s[2:6], "0123456789abcdefABCDEF") == ""
}

// plain is a text without what stands for a character, for names that other parts
// of the file have to call alike: the X is one that says nothing.
func plain(s string) string {
	b := []byte(s)
	for i := range b {
		if escapes(s[i:]) {
			b[i+1] = 'X'
		}
	}
	return string(b)
}

// formulaLike tells whether a spreadsheet would take a text for a formula if it
// was typed in.
func formulaLike(s string) bool {
	return strings.IndexAny(strings.TrimLeft(s, " "), "=+-@\t\r＝＋－＠") == 0
}

// displayed is the width of a text in digits, about: as letters are wide in
// Calibri.
func displayed(s string) float64 {
	wide := 0.0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			wide += 2
		case strings.ContainsRune(" fijlrt.,:;·'|!()/-", r):
			wide += 0.6
		case strings.ContainsRune("mwMW@%", r):
			wide += 1.5
		case unicode.IsUpper(r):
			wide += 1.15
		default:
			wide++
		}
	}
	return wide
}

// saying joins what is not empty.
func saying(separator string, parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, separator)
}

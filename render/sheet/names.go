package sheet

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// sheetNames are the names that sheets have, folded: Excel and the library take
// two that differ only in case for one.
type sheetNames map[string]bool

// newSheetNames reserves names. Excel keeps "History" for itself.
func newSheetNames(reserved ...string) sheetNames {
	names := sheetNames{folded("History"): true}
	for _, name := range reserved {
		names[folded(name)] = true
	}
	return names
}

// sheetLimit is how many UTF-16 units a sheet's name can have.
const sheetLimit = 31

// forbidden replaces what a sheet's name cannot hold. An apostrophe could stand
// within one, but references would have to double it.
var forbidden = strings.NewReplacer(":", "-", `\`, "-", "/", "-", "?", "-", "*", "-", "[", "(", "]", ")", "'", "’")

// name is a name that is free, and as close to title as can be.
func (n sheetNames) name(title string) string {
	base := strings.TrimSpace(forbidden.Replace(plain(title)))
	if base == "" {
		base = "Table"
	}
	name := shortened(base, sheetLimit)
	for i := 2; n[folded(name)]; i++ {
		suffix := fmt.Sprintf(" (%d)", i)
		name = shortened(base, sheetLimit-len(suffix)) + suffix
	}
	n[folded(name)] = true
	return name
}

// shortened is a title of most units. What follows the first of its parts tells
// tables apart, so that the first is cut before the others, and those at their
// beginning.
func shortened(title string, most int) string {
	first, rest, parts := strings.Cut(title, separator)
	if units(title) <= most || !parts {
		return cut(title, most)
	}
	const least = 8
	rest = separator + rest
	for units(rest) > most-least {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return cut(first, most-units(rest)) + rest
}

// folded is the same for texts that differ only in case.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}

// cut shortens a text to a number of UTF-16 units; "…" is at its end then.
func cut(s string, most int) string {
	if units(s) <= most {
		return s
	}
	n := 1 // the ellipsis
	for i, r := range s {
		if n += utf16.RuneLen(r); n > most {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// units is the length of a text in UTF-16 units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// rangeNames count the names of ranges by what they begin with.
type rangeNames map[string]int

// name is a valid name that is free: "Requests_per_second_1". The number at its
// end also keeps it from being a reference to a cell.
func (n rangeNames) name(title string) string {
	words := strings.FieldsFunc(title, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	base := strings.Join(words, "_")
	if base = base[:min(len(base), 60)]; base == "" || base[0] <= '9' {
		base = "Table_" + base
	}
	base = plain(strings.TrimRight(base, "_") + "_")
	n[strings.ToLower(base)]++
	return fmt.Sprintf("%s%d", base, n[strings.ToLower(base)])
}

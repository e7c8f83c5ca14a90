package matrix

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
)

// figure is a number in a reason.
var figure = regexp.MustCompile(`\d+(\.\d+)?`)

// gathered are reasons with those made one that differ in one number only, which
// then goes from the least to the greatest: "gave 6 to 32 % of the CPU time".
func gathered(reasons []string) []string {
	var all []string
	for len(reasons) > 0 {
		first := reasons[0]
		alike, rest := []string{first}, reasons[1:]
		at := -1
		rest = slices.DeleteFunc(slices.Clone(rest), func(other string) bool {
			differs, one := differing(first, other)
			if !one || at >= 0 && differs != at {
				return false
			}
			at, alike = differs, append(alike, other)
			return true
		})
		all, reasons = append(all, spanning(alike, at)), rest
	}
	return all
}

// differing is the place of the one number that two texts differ in.
func differing(a, b string) (at int, one bool) {
	if figure.ReplaceAllString(a, "#") != figure.ReplaceAllString(b, "#") {
		return 0, false
	}
	at = -1
	others := figure.FindAllString(b, -1)
	for i, text := range figure.FindAllString(a, -1) {
		if text == others[i] {
			continue
		}
		if at >= 0 {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// spanning is the first of some texts, with what the number at a place is among all
// of them.
func spanning(texts []string, at int) string {
	if len(texts) == 1 {
		return texts[0]
	}
	numbers := make([]string, len(texts))
	for i, text := range texts {
		numbers[i] = figure.FindAllString(text, -1)[at]
	}
	slices.SortFunc(numbers, func(a, b string) int { return cmp.Compare(valueOf(a), valueOf(b)) })
	i := -1
	return figure.ReplaceAllStringFunc(texts[0], func(text string) string {
		if i++; i != at {
			return text
		}
		return numbers[0] + " to " + numbers[len(numbers)-1]
	})
}

// valueOf is the number that a figure writes.
func valueOf(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // it is digits, with a point at most
	return v
}

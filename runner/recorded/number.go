package recorded

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// number reads a cell: a number with commas between thousands, and a word behind
// it that scales it; several with + between them, and "7 W * 3" for three of them.
// What is wrong with it is told where it cannot be read.
func (o Tabular) number(text string) (v float64, what, remedy string) {
	for term := range strings.SplitSeq(text, "+") {
		product := 1.0
		for factor := range strings.SplitSeq(strings.ReplaceAll(term, "×", "*"), "*") {
			f, what, remedy := o.factor(strings.TrimSpace(factor))
			if what != "" {
				return 0, what, remedy
			}
			product *= f
		}
		v += product
	}
	return v, "", ""
}

var measure = regexp.MustCompile(`^([0-9][0-9.,']*)\s*(\S.*)?$`)

// factor is a number and the word that scales it.
func (o Tabular) factor(text string) (v float64, what, remedy string) {
	match := measure.FindStringSubmatch(text)
	if match == nil {
		return 0, "it is no number", "mend it, or leave the cell empty"
	}
	v, what = o.plain(match[1])
	if what != "" {
		return 0, what, "write 1234.5, or tell with --decimal-comma how commas are meant"
	}
	unit := match[2]
	if unit == "" || unit == "%" {
		return v, "", ""
	}
	by, known := o.Scale[unit]
	if !known {
		return 0, fmt.Sprintf("what %q stands for is not told", unit), fmt.Sprintf("say it with --scale '%s=N', 1 where it is a unit", unit)
	}
	return v * by, "", ""
}

// Numbers with separators between thousands, and without.
var (
	withCommas = regexp.MustCompile(`^[0-9]{1,3}(?:[,'][0-9]{3})+(?:\.[0-9]+)?$`)
	withPoints = regexp.MustCompile(`^(?:[0-9]{1,3}(?:[.'][0-9]{3})*|[0-9]+)(?:,[0-9]+)?$`)
	bare       = regexp.MustCompile(`^[0-9]+(?:\.[0-9]+)?$`)
)

// plain reads a number without its unit.
func (o Tabular) plain(text string) (v float64, what string) {
	switch {
	case o.DecimalComma && withPoints.MatchString(text):
		text = strings.NewReplacer(".", "", "'", "", ",", ".").Replace(text)
	case o.DecimalComma:
		return 0, "it is no number with a decimal comma"
	case withCommas.MatchString(text):
		text = strings.NewReplacer(",", "", "'", "").Replace(text)
	case !bare.MatchString(text):
		return 0, "it can be read in more than one way"
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v > 1e15 {
		return 0, "it is no number that can be"
	}
	return v, ""
}

package recorded

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// ReadCommas is Read for a text whose numbers have a decimal comma, and points between
// thousands if any. Where no tool has printed anything, it reads tables of tests in
// versions. It is an error where results have a decimal point.
func ReadCommas(name string, r io.Reader) (Text, error) {
	t, lines, err := open(name, r)
	if err != nil {
		return t, err
	}
	plain, err := pointed(lines)
	if err == nil {
		t.Blocks, t.Problems, err = printed(plain)
	}
	if err == nil && len(t.Blocks)+len(t.Problems) == 0 {
		t.Blocks, t.Problems, err = Tabular{DecimalComma: true}.tables(grids(lines))
	} else {
		for i := range t.Blocks {
			t.Blocks[i].Part = i + 1
		}
	}
	if err != nil {
		return t, fmt.Errorf("read %s: %w", name, err)
	}
	return t, t.complete(nil)
}

var (
	// resultLine matches what the line of a result has, or that of a latency.
	resultLine = regexp.MustCompile(`requests per second|milliseconds|msec|","|^\s*(?:Sets|Gets|Waits|Totals)\s`)
	// numberRun matches a number with all that may separate its digits.
	numberRun = regexp.MustCompile(`[0-9](?:[0-9.,']*[0-9])?`)
	// withPoint matches a number that has a decimal point and no thousands.
	withPoint = regexp.MustCompile(`^(?:[0-9]+\.(?:[0-9]{1,2}|[0-9]{4,})|0\.[0-9]+|[0-9]{4,}\.[0-9]+)$`)
	// pointsAlone matches a number with points between thousands and no decimals.
	pointsAlone = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$`)
)

// pointed writes the numbers of lines with a decimal point. A number that a comma
// stands before or behind is a field of CSV.
func pointed(lines []string) ([]string, error) {
	plain := make([]string, len(lines))
	for i, line := range lines {
		var text strings.Builder
		last := 0
		for _, at := range numberRun.FindAllStringIndex(line, -1) {
			number := line[at[0]:at[1]]
			if withPoint.MatchString(number) && resultLine.MatchString(line) {
				return nil, fmt.Errorf("line %d has %s with a decimal point; leave out --decimal-comma, or write all numbers alike", i+1, number)
			}
			text.WriteString(line[last:at[0]])
			text.WriteString(pointedNumber(number, line[:at[0]], line[at[1]:]))
			last = at[1]
		}
		plain[i] = text.String() + line[last:]
	}
	return plain, nil
}

// pointedNumber is a number with a decimal point, where it stands between others
// signs than a number's. Without a decimal comma it may be a version.
func pointedNumber(number, before, behind string) string {
	inside := func(text string) bool { return text != "" && strings.ContainsAny(text, ",.'-") }
	if inside(before[max(0, len(before)-1):]) || strings.HasPrefix(behind, ",") && len(behind) > 1 && isDigit(behind[1]) {
		return number
	}
	alone := pointsAlone.MatchString(number) && (before == "" || strings.ContainsAny(before[len(before)-1:], " \t\""))
	if !alone && (!strings.Contains(number, ",") || !withPoints.MatchString(number)) {
		return number
	}
	return strings.NewReplacer(".", "", "'", "", ",", ".").Replace(number)
}

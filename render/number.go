package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// grouped is v with the given number of decimals and commas between
// thousands: "131,204".
func grouped(v float64, digits int) string {
	plain := strconv.FormatFloat(v, 'f', digits, 64)
	sign, rest := "", plain
	if strings.HasPrefix(plain, "-") {
		sign, rest = "-", plain[1:]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + b.String() + fraction
}

// digitsFor is how many decimals show v with three significant digits.
func digitsFor(v float64) int {
	v = math.Abs(v)
	switch {
	case v == 0 || v >= 100 || math.IsNaN(v):
		return 0
	case v >= 10:
		return 1
	case v >= 1:
		return 2
	}
	return min(2-int(math.Floor(math.Log10(v))), 6)
}

// Number is what stands in the cell's place: the number, or the words that
// replace it.
func (c Cell) Number() string {
	if c.Value == nil {
		return c.Text
	}
	return grouped(*c.Value, c.Digits)
}

// spread is the spread as shown, in whole percent: "±2 %", and ">±99 %" for all
// that is more; "" where there is none to show.
func (c Cell) spread() string {
	if !c.Spreads() {
		return ""
	}
	if percent := math.Round(math.Abs(c.Spread) * 100); percent <= 99 {
		return fmt.Sprintf("±%.0f %%", percent)
	}
	return ">±99 %"
}

// Spreads reports whether the cell has a spread to show: a number of several
// rounds, of a metric that is no count. Of counts, which are often 0, a share of
// the median says nothing.
func (c Cell) Spreads() bool {
	if c.Value == nil || c.Rounds < 2 || c.At == nil {
		return c.Value != nil && c.Rounds > 1
	}
	m, _ := matrix.LookupMetric(c.At.Metric)
	return !m.Count
}

// Beside is what stands between the number and its mark: the change where the
// verdict is that there is one, nothing where none can be told, else the spread.
func (c Cell) Beside() string {
	if c.Value == nil || c.Difference == nil {
		return c.spread()
	}
	switch c.Difference.Verdict {
	case matrix.VerdictFaster, matrix.VerdictSlower:
		return changePhrase(c.Difference.Change)
	case matrix.VerdictSame, matrix.VerdictInconclusive:
		return ""
	}
	return c.spread()
}

// changePhrase is a change as shown: "-8.6 %", "+2.9 %", "+104 %".
func changePhrase(change float64) string {
	percent, digits, sign := change*100, 1, ""
	if math.Abs(percent) >= 99.95 {
		digits = 0
	}
	if percent >= 0 {
		sign = "+"
	}
	return sign + grouped(percent, digits) + " %"
}

// inPercent is a fraction in percent: "5 %", "1.4 %", "14 %".
func inPercent(fraction float64) string {
	if math.Abs(fraction) >= 0.0995 {
		return grouped(fraction*100, 0) + " %"
	}
	return strconv.FormatFloat(math.Round(fraction*1000)/10, 'f', -1, 64) + " %"
}

// superscripts are the digits of footnote marks.
var superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
	"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// noteMark is the mark of the note with index i: "¹" for 0, "¹⁰" for 9.
func noteMark(i int) string { return superscripts.Replace(strconv.Itoa(i + 1)) }

// NoteMarks are the marks of several notes: "¹ ³".
func NoteMarks(notes []int) string {
	marks := make([]string, len(notes))
	for i, note := range notes {
		marks[i] = noteMark(note)
	}
	return strings.Join(marks, " ")
}

// marked tells which of the table's notes a column or a cell names.
func (t Table) marked() map[int]bool {
	named := map[int]bool{}
	add := func(notes []int) {
		for _, i := range notes {
			named[i] = true
		}
	}
	for _, column := range t.Columns {
		add(column.Notes)
	}
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			add(cell.Notes)
		}
	}
	return named
}

// Footnote is a note as a line below its table.
type Footnote struct {
	Mark string // "¹"; "" for a note on the whole table
	Text string
}

// Footnotes are the table's notes as lines.
func (t Table) Footnotes() []Footnote {
	named := t.marked()
	lines := make([]Footnote, len(t.Notes))
	for i, note := range t.Notes {
		if named[i] {
			lines[i].Mark = noteMark(i)
		}
		lines[i].Text = note.String()
	}
	return lines
}

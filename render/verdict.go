package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// Verdicts is what a gate has to say: the verdict first, then what changed, then
// the rest.
type Verdicts struct {
	// Verdict is that of the whole, and Headline says it in one line.
	Verdict  matrix.Verdict `json:"verdict"`
	Headline string         `json:"headline"`
	// Shown are the differences that a reader has to see, the worst first: all
	// but those that are the same, which are in Rest.
	Shown []Verdicted `json:"shown"`
	Rest  []Verdicted `json:"rest"`
	// Problems are why the whole is invalid, Notes what qualifies it.
	Problems []Note `json:"problems,omitempty"`
	Notes    []Note `json:"notes,omitempty"`
	// Omitted are the tests that are not compared, since a server cannot do them.
	Omitted []matrix.Omission `json:"not_compared,omitempty"`
	// Strict is true where inconclusive differences fail the gate.
	Strict bool `json:"fail_on_inconclusive,omitempty"`
}

// Verdicted is a difference between two sides, in words and numbers. Numbers
// that there are not are nil.
type Verdicted struct {
	Test   string `json:"test"`
	Metric string `json:"metric"`
	Unit   string `json:"unit"`
	// Where is what tells the row from others of the same test, such as
	// "50 clients"; "" where nothing does.
	Where string `json:"where,omitempty"`
	Old   string `json:"old"`
	New   string `json:"new"`
	// Base and Now are medians, in Unit. Change and the interval from Low to
	// High, of 95 % confidence, are fractions of the baseline.
	Base       *float64       `json:"base"`
	Now        *float64       `json:"now"`
	Change     *float64       `json:"change"`
	Low        *float64       `json:"low"`
	High       *float64       `json:"high"`
	P          float64        `json:"p"`
	Detectable *float64       `json:"detectable"`
	Rounds     int            `json:"rounds"`
	Verdict    matrix.Verdict `json:"verdict"`
	Reason     string         `json:"reason,omitempty"`
	Remedy     string         `json:"remedy,omitempty"`
	// Reference is the server that both of two runs measured, where Change is that
	// of the ratio to it; nil where it is that of the values.
	Reference *Reference `json:"reference,omitempty"`

	// base and other are the values of the rounds.
	base, other []float64
	difference  matrix.Difference
}

// FromCompared puts a comparison into words. Strict says that inconclusive
// differences fail the gate.
func FromCompared(c matrix.Compared, strict bool) Verdicts {
	v := Verdicts{Verdict: c.Verdict(), Problems: notesOf(c.Problems), Omitted: c.Omitted, Strict: strict, Shown: []Verdicted{}, Rest: []Verdicted{}}
	varying := varyingAxes(c.Sides)
	for i, d := range c.Differences {
		row := verdicted(d, c.Sides[i], varying)
		switch {
		case d.Control && d.Verdict != matrix.VerdictInvalid:
		case d.Verdict == matrix.VerdictSame:
			v.Rest = append(v.Rest, row)
		default:
			v.Shown = append(v.Shown, row)
		}
	}
	slices.SortStableFunc(v.Shown, worse)
	v.Headline = v.headline(c)
	v.Notes = slices.Concat(precision(c), omissionNotes(c.Omitted), notesOf(c.Notes))
	if v.unexplained() {
		v.Problems = []Note{{Text: "nothing was compared", Remedy: "check that the two have tests in common"}}
	}
	return v
}

// unexplained reports that the whole is invalid, and that neither a row nor a
// problem says why.
func (v Verdicts) unexplained() bool {
	return v.Verdict == matrix.VerdictInvalid && len(v.Problems) == 0 && v.first(matrix.VerdictInvalid) < 0
}

// first is the index of the first row shown that has a verdict, -1 where none
// has it.
func (v Verdicts) first(verdict matrix.Verdict) int {
	return slices.IndexFunc(v.Shown, func(r Verdicted) bool { return r.Verdict == verdict })
}

// Refused are verdicts where nothing could be compared.
func Refused(headline string, problems []string) Verdicts {
	v := Verdicts{Verdict: matrix.VerdictInvalid, Headline: headline, Shown: []Verdicted{}, Rest: []Verdicted{}}
	for _, problem := range problems {
		v.Problems = append(v.Problems, Note{Text: problem})
	}
	return v
}

// varyingAxes are the axes on which rows differ that both sides share.
func varyingAxes(sides []matrix.Sides) map[string]bool {
	first, varying := map[string]string{}, map[string]bool{}
	for _, s := range sides {
		for _, at := range s.Shared {
			if value, seen := first[at.Axis]; seen && value != at.Value {
				varying[at.Axis] = true
			}
			first[at.Axis] = at.Value
		}
	}
	return varying
}

func verdicted(d matrix.Difference, s matrix.Sides, varying map[string]bool) Verdicted {
	m, _ := matrix.LookupMetric(d.Metric)
	row := Verdicted{
		Test: d.Test, Metric: m.Name, Unit: m.Unit, Old: s.Old, New: s.New, Rounds: d.Rounds, P: d.P,
		Verdict: d.Verdict, Reason: d.Reason, Remedy: d.Remedy, difference: d,
	}
	if d.Verdict != matrix.VerdictInvalid {
		row.base, row.other = s.Base, s.Other
		base, now := s.Medians()
		row.Base, row.Now = measured(base), measured(now)
		row.Change, row.Low, row.High, row.Detectable = measured(d.Change), measured(d.Low), measured(d.High), measured(d.Detectable)
	}
	row.Where = whereOf(s, varying)
	if d.Control {
		row.Where = saying(row.Where, "control")
	}
	if s.Reference != nil && d.Verdict != matrix.VerdictInvalid {
		row.Reference = newReference(*s.Reference, varying)
	}
	return row
}

// whereOf says the coordinates that two sides share, on axes that vary.
func whereOf(s matrix.Sides, varying map[string]bool) string {
	var where []string
	for _, at := range s.Shared {
		if varying[at.Axis] {
			where = append(where, axisPhrase(at.Axis, at.Value))
		}
	}
	return saying(where...)
}

// measured is a pointer to v, nil for what is no number.
func measured(v float64) *float64 {
	if !finite(v) {
		return nil
	}
	return &v
}

// gravity orders verdicts: what a reader must see first comes first.
var gravity = []matrix.Verdict{
	matrix.VerdictSlower, matrix.VerdictInvalid, matrix.VerdictFaster, matrix.VerdictInconclusive, matrix.VerdictSame,
}

func worse(a, b Verdicted) int {
	return cmp.Or(
		cmp.Compare(slices.Index(gravity, a.Verdict), slices.Index(gravity, b.Verdict)),
		-cmp.Compare(a.magnitude(), b.magnitude()))
}

// magnitude is by what factor a metric changed, as a logarithm in whole
// billionths: half as much is as far from the baseline as twice as much.
func (r Verdicted) magnitude() float64 {
	if r.Change == nil {
		return 0
	}
	return math.Round(1e9 * math.Abs(math.Log1p(*r.Change)))
}

// headline is the verdict in a line: "slower: 2 of 45 comparisons, worst SET
// rps -8.6 % (redis 7.0.15 vs 6.0.16)".
func (v Verdicts) headline(c matrix.Compared) string {
	total := 0
	for _, d := range c.Differences {
		if !d.Control {
			total++
		}
	}
	var said []string
	for _, verdict := range []matrix.Verdict{v.Verdict, matrix.VerdictInvalid, matrix.VerdictSlower, matrix.VerdictFaster, matrix.VerdictInconclusive} {
		i := slices.IndexFunc(v.Shown, func(r Verdicted) bool { return r.Verdict == verdict && !r.difference.Control })
		if n := c.Count(verdict); i >= 0 && n > 0 && (verdict != v.Verdict || len(said) == 0) {
			said = append(said, v.Shown[i].counted(n, total, len(said) == 0 && verdict == v.Verdict))
		}
	}
	if v.Verdict == matrix.VerdictSame {
		return fmt.Sprintf("same: %s within %s", plural(total, "comparison"), inPercent(c.Smallest()))
	}
	if len(said) == 0 || !strings.HasPrefix(said[0], string(v.Verdict)) {
		why := "nothing was compared"
		if i := v.first(matrix.VerdictInvalid); len(v.Problems) > 0 {
			why = v.Problems[0].Text
		} else if i >= 0 { // a control: all others are counted
			why = fmt.Sprintf("the control, %s: %s", v.Shown[i], strings.TrimPrefix(v.Shown[i].Reason, "invalid: "))
		}
		said = append([]string{fmt.Sprintf("%s: %s", v.Verdict, why)}, said...)
	}
	return strings.Join(said, "; ")
}

// counted says how many have the row's verdict, the row being the first of
// them.
func (r Verdicted) counted(n, total int, first bool) string {
	said := fmt.Sprintf("%s %d", r.Verdict, n)
	if first {
		said = fmt.Sprintf("%s: %d of %s", r.Verdict, n, plural(total, "comparison"))
	}
	switch r.Verdict {
	case matrix.VerdictSlower:
		return said + ", worst " + r.String()
	case matrix.VerdictFaster:
		return said + ", most " + r.String()
	case matrix.VerdictInvalid:
		return said + ", such as " + r.String() + r.cause()
	}
	return said
}

// longCause is how much a headline says of why something is invalid.
const longCause = 120

// cause is the reason of an invalid row, as much as a headline holds.
func (r Verdicted) cause() string {
	reason := []rune(strings.TrimPrefix(r.Reason, string(r.Verdict)+": "))
	switch {
	case len(reason) == 0:
		return ""
	case len(reason) > longCause:
		reason = append(reason[:longCause-1:longCause-1], '…')
	}
	return ": " + string(reason)
}

// String is the row in a line: "SET rps -8.6 % (redis 7.0.15 vs 6.0.16)".
func (r Verdicted) String() string {
	parts := []string{r.Test, r.Metric}
	if r.Where != "" {
		parts = append(parts, "at "+r.Where)
	}
	if r.Change != nil {
		parts = append(parts, changeText(*r.Change))
	}
	return strings.Join(parts, " ") + " (" + r.against() + ")"
}

// against says the two sides, the product once where both are of one.
func (r Verdicted) against() string {
	product, _, _ := strings.Cut(r.New, " ")
	return r.New + " vs " + strings.TrimPrefix(r.Old, product+" ")
}

// changeText is a change as text, without a sign where it is shown as none.
func changeText(change float64) string {
	if math.Abs(change) < 0.0005 {
		return "0.0 %"
	}
	return changePhrase(change)
}

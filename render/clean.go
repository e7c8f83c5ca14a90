package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"redismatrix/matrix"
)

// Clean is a copy of the report that every format can lay out safely: no
// control characters, no direction marks, no numbers that are none, as many
// cells as columns, and no note that is not there.
func (r Report) Clean() Report {
	cleaned := r.mapped(Neutral)
	for i := range cleaned.Tables {
		cleaned.Tables[i].repair()
	}
	return cleaned
}

// mapped is a deep copy with change applied to every text. Its lists are
// never nil, so that JSON has [] and not null.
func (r Report) mapped(change func(string) string) Report {
	return Report{
		Title:  change(r.Title),
		Facts:  mapEach(r.Facts, func(f Fact) Fact { return Fact{change(f.Name), change(f.Value)} }),
		Tables: mapEach(r.Tables, func(t Table) Table { return t.mapped(change) }),
		Notes:  mapNotes(r.Notes, change),
		Axes:   mapEach(r.Axes, change),
	}
}

func (t Table) mapped(change func(string) string) Table {
	t.Title, t.Constant = change(t.Title), change(t.Constant)
	t.Unit, t.Corner, t.Evidence = change(t.Unit), change(t.Corner), change(t.Evidence)
	t.Notes = mapNotes(t.Notes, change)
	t.Columns = mapEach(t.Columns, func(c Column) Column {
		c.Head, c.Sub, c.Notes = change(c.Head), change(c.Sub), slices.Clone(c.Notes)
		return c
	})
	t.Rows = mapEach(t.Rows, func(r Row) Row {
		r.Label, r.Unit = change(r.Label), change(r.Unit)
		r.Cells = mapEach(r.Cells, func(c Cell) Cell {
			c.Text, c.Mark, c.Notes, c.At = change(c.Text), change(c.Mark), slices.Clone(c.Notes), c.At.mapped(change)
			c.Difference = mapDifference(c.Difference, change)
			return c
		})
		return r
	})
	return t
}

// mapped leaves names of metrics as they are, by which it is known what they are.
func (p *Place) mapped(change func(string) string) *Place {
	if p == nil {
		return nil
	}
	metric := p.Metric
	if _, ours := matrix.LookupMetric(metric); !ours {
		metric = change(metric)
	}
	return &Place{
		Coordinates: mapEach(p.Coordinates, func(at matrix.Coordinate) matrix.Coordinate {
			return matrix.Coordinate{Axis: change(at.Axis), Value: change(at.Value)}
		}),
		Server: change(p.Server), Test: change(p.Test), Metric: metric, Baseline: p.Baseline,
	}
}

// mapDifference leaves the verdict as it is, which is a word of ours.
func mapDifference(difference *matrix.Difference, change func(string) string) *matrix.Difference {
	if difference == nil {
		return nil
	}
	d := *difference
	d.Cell, d.Baseline, d.Test, d.Metric = change(d.Cell), change(d.Baseline), change(d.Test), change(d.Metric)
	d.Reason, d.Remedy = change(d.Reason), change(d.Remedy)
	return &d
}

func mapNotes(notes []Note, change func(string) string) []Note {
	return mapEach(notes, func(n Note) Note { return Note{change(n.Text), change(n.Remedy)} })
}

func mapEach[T, U any](list []T, change func(T) U) []U {
	mapped := make([]U, len(list))
	for i, one := range list {
		mapped[i] = change(one)
	}
	return mapped
}

// noNumber is the footnote of a value that is NaN or infinite.
var noNumber = Note{Text: "invalid: the value is not a number"}

// repair makes the table's rows as long as its columns, hides numbers that are
// none or are not to be trusted, and drops references to notes that do not
// exist.
func (t *Table) repair() {
	known := len(t.Notes)
	for j := range t.Columns {
		t.Columns[j].Notes = existing(t.Columns[j].Notes, known)
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		for len(row.Cells) < len(t.Columns) {
			row.Cells = append(row.Cells, Cell{})
		}
		row.Cells = row.Cells[:len(t.Columns)]
		for j := range row.Cells {
			row.Cells[j].Notes = existing(row.Cells[j].Notes, known)
			t.repairCell(&row.Cells[j])
		}
	}
}

func (t *Table) repairCell(cell *Cell) {
	cell.Digits = min(max(cell.Digits, 0), 12)
	cell.Spread = bounded(cell.Spread)
	if d := cell.Difference; d != nil {
		d.Change, d.Low, d.High = bounded(d.Change), bounded(d.Low), bounded(d.High)
		d.P, d.Detectable = bounded(d.P), bounded(d.Detectable)
	}
	if cell.Value == nil {
		return
	}
	if cell.Status != "" && cell.Status != matrix.StatusOK {
		cell.Value, cell.Text = nil, statusText(cell.Status)
		return
	}
	if finite(*cell.Value) {
		value := *cell.Value + 0 // -0 becomes 0
		cell.Value, cell.Text = &value, ""
		return
	}
	i := slices.Index(t.Notes, noNumber)
	if i < 0 {
		i = len(t.Notes)
		t.Notes = append(t.Notes, noNumber)
	}
	*cell = Cell{Text: string(matrix.StatusInvalid), Status: matrix.StatusInvalid, Notes: append(cell.Notes, i), At: cell.At}
}

// bounded is v as JSON can write it: it has no number that is none, and none
// beyond the greatest.
func bounded(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, -math.MaxFloat64), math.MaxFloat64)
}

func existing(notes []int, known int) []int {
	return slices.DeleteFunc(notes, func(i int) bool { return i < 0 || i >= known })
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Neutral is text on one line in which nothing acts on a terminal, nor on a CI
// system that looks for commands in a log: line ends become " / ", a tab a space,
// and escape sequences, other control characters and marks that reorder or hide
// text are spelled out (\x1b, \u202e). Joiners and variation selectors stay, since
// scripts and emoji need them.
func Neutral(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if !strings.ContainsFunc(text, unsafe) {
		return inert(text)
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\r\n\u2028\u2029", r) })
	var b strings.Builder
	for _, r := range strings.Join(lines, " / ") {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case !unsafe(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return inert(b.String())
}

// inert breaks what a runner of GitHub takes for a command: "##[" wherever it
// stands, and "::" at the beginning of a line, behind blanks too.
func inert(text string) string {
	text = strings.ReplaceAll(text, "##[", "# #[")
	trimmed := strings.TrimLeftFunc(text, unicode.IsSpace)
	if rest, command := strings.CutPrefix(trimmed, "::"); command {
		return text[:len(text)-len(trimmed)] + ": :" + rest
	}
	return text
}

func unsafe(r rune) bool {
	const joiners = "\u200c\u200d"
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && !strings.ContainsRune(joiners, r)
}

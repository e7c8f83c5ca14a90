package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
	"redismatrix/render"
)

// grid is a table as HTML lays it out.
type grid struct {
	Title, Constant, Corner, Evidence string
	Heads                             []head
	Rows                              []row
	Notes                             []footnote
	// Long is true where a filter is worth its place.
	Long bool
}

// head is a column's.
type head struct {
	Text, Sub string
	Words     bool // left-aligned
	Notes     []reference
}

// row is a label and its cells. Where Fixed, it stays where it is when the table
// is sorted: the binary's size, the geometric mean.
type row struct {
	Label string
	Fixed bool
	Cells []cell
}

// cell is what stands in a place of the table.
type cell struct {
	Number, Beside, Mark string
	// Verdict is the word for the mark, and a class of the style sheet.
	Verdict string
	// Value is what the cell is sorted by, in full precision; "" for words, which
	// are sorted by what they say.
	Value string
	// Hint is what there is to be said beside: the interval, the rounds.
	Hint  string
	Words bool
	// Long is true for words that are set in several lines.
	Long  bool
	Notes []reference
}

// footnote is a note below the table, and reference a mark that leads to it.
type footnote struct{ ID, Mark, Text string }

type reference struct{ ID, Mark string }

// longWords is how many bytes are set in one line.
const longWords = 48

// longTable is how many rows make a filter worth its place.
const longTable = 8

func newGrid(id string, t render.Table) grid {
	g := grid{
		Title: t.Title, Constant: t.Constant, Corner: t.Corner, Evidence: t.Evidence, Long: len(t.Rows) >= longTable,
	}
	for _, c := range t.Columns {
		g.Heads = append(g.Heads, head{Text: c.Head, Sub: c.Sub, Words: c.Text, Notes: references(id, c.Notes)})
	}
	for _, r := range t.Rows {
		laid := row{Label: r.Head(), Fixed: r.Fact}
		for j, c := range r.Cells {
			laid.Cells = append(laid.Cells, newCell(id, c, t.Columns[j].Text))
		}
		g.Rows = append(g.Rows, laid)
	}
	for i, note := range t.Footnotes() {
		g.Notes = append(g.Notes, footnote{noteID(id, i), note.Mark, note.Text})
	}
	return g
}

func newCell(id string, c render.Cell, words bool) cell {
	laid := cell{
		Number: c.Number(), Beside: c.Beside(), Mark: c.Mark, Hint: hint(c), Words: words, Long: len(c.Text) > longWords, Notes: references(id, c.Notes),
	}
	if c.Value != nil {
		laid.Value = strconv.FormatFloat(*c.Value, 'g', -1, 64)
	}
	if c.Mark != "" && c.Difference != nil {
		laid.Verdict = string(c.Difference.Verdict)
	}
	if c.Mark == render.MarkDiffers {
		laid.Verdict = "differs"
	}
	return laid
}

func noteID(table string, i int) string { return fmt.Sprintf("%s-note-%d", table, i+1) }

func references(table string, notes []int) []reference {
	marks := make([]reference, len(notes))
	for i, note := range notes {
		marks[i] = reference{noteID(table, note), render.NoteMarks([]int{note})}
	}
	return marks
}

// hint says what the table has no room for.
func hint(c render.Cell) string {
	var said []string
	if d := c.Difference; d != nil && d.Verdict != matrix.VerdictInvalid && c.Value != nil {
		said = append(said, fmt.Sprintf("%s: %+.1f %%, 95 %% interval %s to %s", d.Verdict, 100*d.Change, bound(d.Low), bound(d.High)))
	}
	if c.Spreads() {
		said = append(said, fmt.Sprintf("median of %d rounds, ±%.1f %%", c.Rounds, 100*c.Spread))
	}
	return strings.Join(said, "; ")
}

// bound is an end of an interval; one that is not there is beyond all that can
// be shown.
func bound(change float64) string {
	if change > 1e6 {
		return "any"
	}
	return fmt.Sprintf("%+.1f %%", 100*change)
}

// samples are the samples as a table, as many as a page can hold.
func samples(s render.Samples) []render.Table {
	t := render.Table{Title: "Samples", Corner: "number"}
	for _, name := range s.Heads {
		t.Columns = append(t.Columns, render.Column{Head: name})
	}
	for values := range s.Rows {
		if len(t.Rows) == mostSamples {
			break
		}
		laid := render.Row{Label: strconv.Itoa(len(t.Rows) + 1)}
		for j, value := range values {
			laid.Cells = append(laid.Cells, sampled(value))
			if _, words := value.(string); words {
				t.Columns[j].Text = true
			}
		}
		t.Rows = append(t.Rows, laid)
	}
	if len(t.Rows) < s.Count {
		t.Constant = fmt.Sprintf("the first %s of %s samples: the spreadsheet (report -o report.xlsx) and run.json have all", whole(len(t.Rows)), whole(s.Count))
	}
	return []render.Table{t}
}

// whole is a count as tables show it.
func whole(n int) string {
	v := float64(n)
	return render.Cell{Value: &v}.Number()
}

// sampled is a value of a sample; numbers have as many digits as they need.
func sampled(value any) render.Cell {
	switch v := value.(type) {
	case string:
		return render.Cell{Text: v}
	case bool:
		return render.Cell{Text: strconv.FormatBool(v)}
	case time.Time:
		return render.Cell{Text: v.UTC().Format("2006-01-02 15:04:05.000")}
	case int64:
		whole := float64(v)
		return render.Cell{Value: &whole}
	case float64:
		return render.Cell{Value: &v, Digits: render.Digits(v)}
	}
	return render.Cell{}
}

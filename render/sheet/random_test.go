package sheet

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/render"
)

// randomTable is a table of any size, with anything in its cells.
func randomTable(random *rand.Rand) render.Table {
	text := func() string { return nasty[random.IntN(len(nasty))] }
	t := render.Table{Title: text(), Constant: text(), Unit: text(), Corner: text(), Evidence: text()}
	for range random.IntN(4) {
		t.Notes = append(t.Notes, render.Note{Text: text(), Remedy: text()})
	}
	for range random.IntN(6) {
		t.Columns = append(t.Columns, render.Column{Head: text(), Sub: text(), Text: random.IntN(4) == 0, Notes: someNotes(random)})
	}
	for range random.IntN(8) {
		row := render.Row{Label: text(), Fact: random.IntN(5) == 0, Unit: text()}
		for range random.IntN(len(t.Columns) + 2) {
			row.Cells = append(row.Cells, randomCell(random, text()))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// someNotes are indexes of notes, some of which there are not.
func someNotes(random *rand.Rand) []int {
	var notes []int
	for range random.IntN(3) {
		notes = append(notes, random.IntN(6)-1)
	}
	return notes
}

func randomCell(random *rand.Rand, text string) render.Cell {
	cell := render.Cell{Text: text, Notes: someNotes(random)}
	if random.IntN(3) == 0 {
		return cell
	}
	v := math.Pow(10, random.Float64()*12-4)
	cell.Value, cell.Digits, cell.Rounds, cell.Spread = &v, random.IntN(5), random.IntN(4), random.Float64()
	if random.IntN(2) == 0 {
		verdicts := []matrix.Verdict{matrix.VerdictFaster, matrix.VerdictSlower, matrix.VerdictSame, matrix.VerdictInconclusive, matrix.VerdictInvalid}
		cell.Difference = &matrix.Difference{Metric: matrix.MetricP99, Change: random.NormFloat64(), Verdict: verdicts[random.IntN(len(verdicts))]}
		cell.Mark = render.MarkOf(cell.Difference.Verdict)
	}
	return cell
}

// TestRandomTables finds each number, word and mark of any table in its place.
func TestRandomTables(t *testing.T) {
	for seed := range uint64(60) {
		table := randomTable(rand.New(rand.NewPCG(seed, 1)))
		d := render.Dossier{Report: render.Report{Tables: []render.Table{table}}}
		book := opened(t, written(t, d))
		clean, sheet := d.Clean().Tables[0], book.GetSheetList()[1]
		groups := groups(clean, all(len(clean.Columns)))
		for i, row := range clean.Rows {
			for j, cell := range row.Cells {
				if clean.Columns[j].Text {
					continue // whose notes stand behind the words
				}
				at := reader{book, sheet, 5 + i}
				if subs := (&grid{table: clean, groups: groups}).subs(); subs {
					at.row++
				}
				want, got := expected(clean, j, cell), at.group(clean, groups[j])
				want.Value = inXML(want.Value)
				if cell.Value == nil {
					want.Format, got.Format = "", ""
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("seed %d: row %d, column %d (-want +got):\n%s", seed, i, j, diff)
				}
			}
		}
	}
}

// TestLatencyStandsBelow lays tables of the same heads out alike, so that each has
// its numbers below those of the others.
func TestLatencyStandsBelow(t *testing.T) {
	noted := percentiles("noted")
	noted.Notes = []render.Note{{Text: "a note"}}
	noted.Rows[0].Cells[1].Notes = []int{0}
	book := opened(t, written(t, render.Dossier{Latency: []render.Table{percentiles("plain"), noted}}))
	rows := book.raw(nameLatency)
	if diff := cmp.Diff(rows[3], rows[13]); diff != "" {
		t.Errorf("heads (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"", "ms", "± %", "ms", "± %", "note", "ms", "± %", "ms", "± %", "ms", "± %"}, rows[4]); diff != "" {
		t.Errorf("what stands below the heads (-want +got):\n%s", diff)
	}
}

package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestGeometricMean is over the tests that have a ratio in every column, and
// doubtful where any of them is.
func TestGeometricMean(t *testing.T) {
	value := 1.0
	baseline := Cell{Value: &value, At: &Place{Baseline: true}}
	of := func(change float64, verdict matrix.Verdict) Cell {
		return Cell{Value: &value, At: &Place{}, Difference: &matrix.Difference{Change: change, Verdict: verdict}}
	}
	faster, doubtful, invalid := of(1, matrix.VerdictFaster), of(-0.5, matrix.VerdictInconclusive), of(0, matrix.VerdictInvalid)
	for _, test := range []struct {
		name, evidence string
		rows           [][]Cell
		want           string
	}{
		{"all", "e", [][]Cell{{baseline, faster}, {baseline, faster}}, "1.00 2.00"},
		{"doubtful", "e", [][]Cell{{baseline, faster}, {baseline, doubtful}}, "1.00 1.00 ?"},
		{"some", "e · mean over 1 of 2 tests: those valid in all columns", [][]Cell{{baseline, faster}, {baseline, invalid}}, "1.00 2.00"},
		{"none", "e · no mean: no test is valid in all columns", [][]Cell{{{Text: none}, faster}, {baseline, invalid}}, "– –"},
		{"the parts of a mix are left out", "e", [][]Cell{{baseline, faster}, {baseline, faster}, {baseline, {Value: &value, At: &Place{}}}}, "1.00 2.00"},
		{"one test", "e", [][]Cell{{baseline, faster}}, ""},
	} {
		table := Table{Evidence: "e", Columns: []Column{{}, {}, {Text: true}}}
		for _, cells := range test.rows {
			table.Rows = append(table.Rows, Row{Cells: append(cells, Cell{Text: "remark"})})
		}
		table.addMean(layout{rows: matrix.AxisTest}, 2)
		shown := ""
		for _, row := range table.Rows[len(test.rows):] {
			for _, cell := range row.Cells {
				shown = saidWith(shown, cell.Number(), cell.Mark)
			}
		}
		if diff := cmp.Diff([]string{test.evidence, test.want}, []string{table.Evidence, shown}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

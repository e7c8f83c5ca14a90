package render

import (
	"fmt"
	"math"

	"redismatrix/matrix"
)

// addMean adds the row of geometric means where rows are tests and cells are
// compared: of the ratios to the baseline in the first columns, over the tests
// that have one in each of them. A mean over others would compare what is not
// alike.
func (t *Table) addMean(l layout, columns int) {
	if l.rows != matrix.AxisTest || t.Evidence == "" {
		return
	}
	sums, tests, valid := make([]float64, columns), 0, 0
	for _, row := range t.Rows {
		logs, compared, whole := ratios(row.Cells[:columns])
		if compared {
			tests++
		}
		if whole {
			valid++
			for j := range sums {
				sums[j] += logs[j]
			}
		}
	}
	if tests < 2 {
		return
	}
	t.Rows = append(t.Rows, meanRow(sums, valid, len(t.Columns)))
	switch {
	case valid == 0:
		t.Evidence = saying(t.Evidence, "no mean: no test is valid in all columns")
	case valid < tests:
		t.Evidence = saying(t.Evidence, fmt.Sprintf("mean over %d of %s: those valid in all columns", valid, plural(tests, "test")))
	}
}

// meanRow has a mean of logarithms, as a ratio, for each of the sums, and words
// for none in the columns behind them.
func meanRow(sums []float64, valid, columns int) Row {
	row := Row{Label: "geometric mean", Fact: true, Unit: "×", Cells: make([]Cell, columns)}
	for j, sum := range sums {
		row.Cells[j] = Cell{Text: none}
		if valid > 0 {
			ratio := math.Exp(sum / float64(valid))
			row.Cells[j] = Cell{Value: &ratio, Digits: 2}
		}
	}
	return row
}

// ratios are the logarithms of how the cells of a row compare with their
// baselines, 0 for a baseline. compared is true where any is compared, whole
// where all are.
func ratios(cells []Cell) (logs []float64, compared, whole bool) {
	logs, whole = make([]float64, len(cells)), true
	for j, cell := range cells {
		switch {
		case cell.Difference != nil:
			compared = true
			logs[j] = math.Log1p(cell.Difference.Change)
			whole = whole && cell.Difference.Verdict != matrix.VerdictInvalid
		default:
			whole = whole && cell.Value != nil && cell.At != nil && cell.At.Baseline
		}
	}
	return logs, compared, whole && compared
}

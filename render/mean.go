package render

import (
	"fmt"
	"math"

	"redismatrix/matrix"
)

// ratio is how a cell, or the mean of several, compares with its baseline.
type ratio struct {
	log float64
	// doubtful is true where any of what it rests on is inconclusive.
	doubtful bool
}

// addMean adds the row of geometric means where rows are tests and cells are
// compared: of the ratios to the baseline in the first columns, over the tests
// that have one in each of them. A mean over others would compare what is not
// alike.
func (t *Table) addMean(l layout, columns int) {
	if l.rows != matrix.AxisTest || t.Evidence == "" {
		return
	}
	sums, tests, valid := make([]ratio, columns), 0, 0
	for _, row := range t.Rows {
		ratios, compared, whole := ratiosOf(row.Cells[:columns])
		if compared {
			tests++
		}
		if whole {
			valid++
			for j, r := range ratios {
				sums[j].log += r.log
				sums[j].doubtful = sums[j].doubtful || r.doubtful
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

// meanRow has a mean for each of the sums, and empty cells in the columns behind
// them.
func meanRow(sums []ratio, valid, columns int) Row {
	row := Row{Label: "geometric mean", Fact: true, Unit: "×", Cells: make([]Cell, columns)}
	for j, sum := range sums {
		row.Cells[j] = Cell{Text: none}
		if valid == 0 {
			continue
		}
		mean := math.Exp(sum.log / float64(valid))
		row.Cells[j] = Cell{Value: &mean, Digits: 2}
		if sum.doubtful {
			row.Cells[j].Mark = markInconclusive
		}
	}
	return row
}

// ratiosOf are how the cells of a row compare with their baselines; a baseline
// equals itself. compared is true where any is compared, whole where all are.
func ratiosOf(cells []Cell) (ratios []ratio, compared, whole bool) {
	ratios, whole = make([]ratio, len(cells)), true
	for j, cell := range cells {
		d := cell.Difference
		if d == nil {
			whole = whole && cell.Value != nil && cell.At != nil && cell.At.Baseline
			continue
		}
		compared = true
		ratios[j] = ratio{math.Log1p(d.Change), d.Verdict == matrix.VerdictInconclusive}
		whole = whole && d.Verdict != matrix.VerdictInvalid
	}
	return ratios, compared, whole && compared
}

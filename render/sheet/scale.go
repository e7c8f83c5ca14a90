package sheet

import (
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"redismatrix/matrix"
	"redismatrix/render"
)

// legend says what the colours of changes mean.
const legend = "change, %: how much more or less than the baseline, where the verdict is that there is a change; " +
	"▲ blue is faster, ▼ orange slower, the deepest from 20 % on"

// deepest is the change in percent from which on a colour is the deepest. It is
// the same everywhere, so that a colour says the same on all sheets.
const deepest = 20

// rangesAtOnce is how many ranges one rule is for.
const rangesAtOnce = 200

// scale colours the changes that there are, symmetrically around 0.
func (g *grid) scale() {
	ranges := map[bool][]string{}
	for _, group := range g.groups {
		if group.change == 0 {
			continue
		}
		for _, run := range g.runs(group.index) {
			first := g.table.Rows[run[0]].Cells[group.index]
			up := matrix.HigherIsBetter(first.Difference.Metric)
			from, to := g.corners(area{group.change, g.first + run[0], group.change, g.first + run[1]})
			if to != from {
				from += ":" + to
			}
			ranges[up] = append(ranges[up], from)
		}
	}
	g.coloured = len(ranges) > 0
	g.colour(ranges[true], fillBad, fillGood)
	g.colour(ranges[false], fillGood, fillBad)
}

// runs are rows one below the other in which a column tells a change of the same
// metric, as the first and the last of them.
func (g *grid) runs(index int) [][2]int {
	var runs [][2]int
	for i, row := range g.table.Rows {
		cell := row.Cells[index]
		if !told(cell) {
			continue
		}
		if n := len(runs); n > 0 && runs[n-1][1] == i-1 && sameMetric(cell, g.table.Rows[i-1].Cells[index]) {
			runs[n-1][1] = i
		} else {
			runs = append(runs, [2]int{i, i})
		}
	}
	return runs
}

func sameMetric(a, b render.Cell) bool { return a.Difference.Metric == b.Difference.Metric }

// colour gives ranges a scale of three colours, white at 0.
func (t *tab) colour(ranges []string, less, more string) {
	for len(ranges) > 0 && t.book.err == nil {
		n := min(len(ranges), rangesAtOnce)
		t.book.check(t.book.file.SetConditionalFormat(t.name, strings.Join(ranges[:n], " "), []excelize.ConditionalFormatOptions{{
			Type: "3_color_scale", Criteria: "=", MinType: "num", MinValue: strconv.Itoa(-deepest), MinColor: "#" + less,
			MidType: "num", MidValue: "0", MidColor: "#" + fillNone, MaxType: "num", MaxValue: strconv.Itoa(deepest), MaxColor: "#" + more,
		}}))
		ranges = ranges[n:]
	}
}

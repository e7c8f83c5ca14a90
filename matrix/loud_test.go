package matrix

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// grid is evidence of as many rounds as there are steps: that of cells A, B, … in
// tests a, b, …, each with steps of its own size.
func grid(steps []float64, cells ...[]float64) []Evidence {
	var evidence []Evidence
	for cell, sizes := range cells {
		for test, size := range sizes {
			e := Evidence{Paired: true, Difference: Difference{Cell: string(rune('A' + cell)), Test: string(rune('a' + test)), Metric: MetricRPS}}
			for _, step := range steps {
				e.Base, e.Other = append(e.Base, 0), append(e.Other, size*step)
			}
			e.estimate = e.estimated()
			evidence = append(evidence, e)
		}
	}
	return evidence
}

func TestLoudest(t *testing.T) {
	five, four := []float64{-1, 1, -1, 1, 0}, []float64{-1, 1, -1, 1}
	test := func(name string) kind { return kind{metric: MetricRPS, of: ofPairs, test: name} }
	cell := func(name string) kind { return kind{metric: MetricRPS, of: ofPairs, cell: name} }
	quiet, noisy := []float64{1, 1, 1}, []float64{5, 5, 5}
	failed := grid(five, quiet, quiet, noisy)
	for i := range failed {
		failed[i].Problem = "failed"
	}
	for name, tt := range map[string]struct {
		evidence []Evidence
		want     loud
	}{
		"all alike":                  {grid(five, quiet, quiet, quiet), loud{}},
		"one cell":                   {grid(five, quiet, noisy, quiet), loud{cell("B"): true}},
		"half of the cells":          {grid(five, quiet, noisy, noisy, quiet), loud{cell("B"): true, cell("C"): true}},
		"most cells":                 {grid(five, quiet, noisy, noisy, noisy), loud{}},
		"one of two":                 {grid(five, quiet, noisy), loud{}},
		"one test":                   {grid(five, []float64{5, 1, 1}, []float64{5, 1, 1}), loud{test("a"): true}},
		"a cell and a test":          {grid(five, []float64{1, 1, 5}, []float64{5, 5, 25}, []float64{1, 1, 5}), loud{cell("B"): true, test("c"): true}},
		"a single comparison":        {grid(five, []float64{1}, []float64{5}, []float64{1}), loud{}},
		"four rounds":                {grid(four, quiet, quiet, noisy), loud{}},
		"no more than four times":    {grid(five, quiet, quiet, []float64{4, 4, 4}), loud{}},
		"no noise in the middle":     {grid(five, []float64{0, 0, 0}, []float64{0, 0, 0}, quiet), loud{}},
		"nothing that can be judged": {failed, loud{}},
		"nothing":                    {nil, loud{}},
	} {
		if diff := cmp.Diff(tt.want, loudest(tt.evidence), cmp.AllowUnexported(kind{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestLoudIsPooledApart holds the noise that is usual beside a loud cell to that
// of the quiet ones, and a quiet cell's verdict to it.
func TestLoudIsPooledApart(t *testing.T) {
	steps := []float64{-0.01, 0.01, -0.01, 0.01, 0}
	evidence := grid(steps, []float64{1, 1.1, 1.2}, []float64{1.1, 1.2, 1}, []float64{20, 22, 24})
	for i := range evidence[0].Other {
		evidence[0].Other[i] += math.Log1p(-0.1)
	}
	differences := Judging{}.Judge(evidence)
	usual := pools(evidence)[kind{metric: MetricRPS, of: ofPairs}].Variance
	if deviation := math.Sqrt(usual); deviation < 0.01 || deviation > 0.015 {
		t.Errorf("the usual noise is %v, want that of two cells", deviation)
	}
	for i, want := range []Verdict{VerdictSlower, VerdictSame, VerdictSame, VerdictSame, VerdictSame, VerdictSame, VerdictInconclusive} {
		if differences[i].Verdict != want {
			t.Errorf("%s of %s is %s, want %s", differences[i].Test, differences[i].Cell, differences[i].Verdict, want)
		}
	}
}

// TestFindsBesideLoud finds a slowdown by 10 % in a version of little noise,
// whatever another one has.
func TestFindsBesideLoud(t *testing.T) {
	const matrices = 150
	u := uneven{"", simOthers, true, 0, where(0.02, 0.2, oneServer)}
	if o := outcomes(matrices, u.measure, []int{FewestRounds}); o.found < matrices*9/10 {
		t.Errorf("%d of %d slowdowns are found", o.found, matrices)
	}
}

package matrix

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDoubt says why a difference is not decided.
func TestDoubt(t *testing.T) {
	for name, tt := range map[string]struct {
		finding        finding
		judging        Judging
		spread         float64
		reason, remedy string
	}{
		"across the threshold": {finding{Difference: Difference{Change: 0.01, Low: -0.03, High: 0.08, P: 1, Rounds: 5}, family: 9}, Judging{}, 0,
			"somewhere between -3 % and +8 %", "about 15 rounds may tell (--rounds 15)"},
		"near 0 on one side": {finding{Difference: Difference{Change: 0.02, Low: -0.003, High: 0.08, P: 1, Rounds: 5}, family: 9}, Judging{}, 0,
			"somewhere between -0.3 % and +8 %", "about 20 rounds may tell (--rounds 20)"},
		"a small threshold": {finding{Difference: Difference{Change: -0.0005, Low: -0.004, High: 0.003, P: 1, Rounds: 5}, family: 9}, Judging{Threshold: 0.001}, 0,
			"somewhere between -0.4 % and +0.3 %", "measure on a quieter machine, or for longer"},
		"likely": {finding{Difference: Difference{Change: -0.1, Low: -0.14, High: -0.06, P: 0.2, Rounds: 5}, family: 60, sure: 0.14}, Judging{}, 0,
			"a change is likely, somewhere between -14 % and -6 %, but not sure beside 60 comparisons", "about 9 rounds may tell (--rounds 9)"},
		"likely, alone": {finding{Difference: Difference{Change: 0.1, Low: 0.06, High: 0.14, P: 0.2, Rounds: 5}, family: 1, sure: 0.14}, Judging{}, 0,
			"somewhere between +6 % and +14 %", "about 11 rounds may tell (--rounds 11)"},
		"the control": {finding{Difference: Difference{Change: 0.1, Low: 0.06, High: 0.14, P: 0.01, Rounds: 5}, family: 60, sure: 0.05}, Judging{}, 0.12,
			"the control, one server measured twice, differs by 12 % as well", "measure on a quieter machine, with a longer duration"},
	} {
		reason, remedy := tt.judging.doubt(&tt.finding, tt.spread)
		if diff := cmp.Diff([]string{tt.reason, tt.remedy}, []string{reason, remedy}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestLooksCountInP has the P that is shown be the one that is judged, and the
// interval grow with the looks.
func TestLooksCountInP(t *testing.T) {
	evidence := func() []Evidence { return append(quiet(MetricRPS, 3), pairs(MetricRPS, 0.975, 5)) }
	once, often := Judging{}.Judge(evidence())[3], Judging{Looks: 7}.Judge(evidence())[3]
	if once.P <= 0 || math.Abs(often.P-7*once.P) > 1e-9*once.P {
		t.Errorf("P is %v with one look and %v with seven", once.P, often.P)
	}
	if often.Low >= once.Low || often.High <= once.High {
		t.Errorf("the interval is %v to %v with one look, %v to %v with seven", once.Low, once.High, often.Low, often.High)
	}
	for _, d := range (Judging{Looks: 1000}).Judge(evidence()) {
		if d.P > 1 {
			t.Errorf("P is %v", d.P)
		}
	}
}

// TestResolution has one step of a histogram be no difference, however often it
// was measured, and many steps be one.
func TestResolution(t *testing.T) {
	flat := func(metric string, base, other float64) Evidence {
		return Evidence{
			Paired: true, Difference: Difference{Metric: metric},
			Base: slices.Repeat([]float64{math.Log(base)}, 30), Other: slices.Repeat([]float64{math.Log(other)}, 30),
		}
	}
	for name, tt := range map[string]struct {
		evidence Evidence
		want     Verdict
	}{
		"one step of the lowest": {flat(MetricP99, 0.009216, 0.009728), VerdictInconclusive},
		"one step down":          {flat(MetricP50, 0.009728, 0.009216), VerdictInconclusive},
		"four steps":             {flat(MetricP99, 0.009216, 0.009216+4*cellMillis), VerdictSlower},
		"one step at 100 µs":     {flat(MetricP99, 0.1, 0.1+cellMillis), VerdictSame},
		"no steps":               {flat(MetricMax, 0.009216, 0.009728), VerdictSlower},
		"a thousandth":           {flat(MetricServiceP99, 20, 20.02), VerdictSame},
	} {
		d := (Judging{}).Judge([]Evidence{tt.evidence})[0]
		if d.Verdict != tt.want || tt.want != VerdictSlower && d.P != 1 {
			t.Errorf("%s: want %s, got %+v", name, tt.want, d)
		}
	}
}

// TestSidesHaveTheirOwnShares holds the variance of a difference of means.
func TestSidesHaveTheirOwnShares(t *testing.T) {
	e := Evidence{Base: []float64{0, 2, 4, 2}, Other: []float64{1, 1, 3, 3, 2}}
	deviation, df := e.estimated().deviation(nil)
	// (8/3)/4 and 1/5; Welch's 0.867² / (0.667²/3 + 0.2²/4) is 4.75.
	if math.Abs(deviation*deviation-(2.0/3+0.2)) > 1e-12 || df != 4 {
		t.Errorf("variance %v of %v degrees of freedom", deviation*deviation, df)
	}
	e.Other = e.Other[:1]
	if deviation, df = e.estimated().deviation(nil); math.Abs(deviation*deviation-8.0/3*(1.0/4+1)) > 1e-12 || df != 3 {
		t.Errorf("a single value: variance %v of %v degrees of freedom", deviation*deviation, df)
	}
	e.Base, e.Other = e.Other, e.Base
	if got, _ := e.estimated().deviation(nil); got != deviation {
		t.Errorf("the other way round: %v, want %v", got, deviation)
	}
}

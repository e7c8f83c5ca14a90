package matrix

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pairs is evidence of rounds in which the other is factor times the base, but
// for a little noise that is the same for every call.
func pairs(metric string, factor float64, rounds int) Evidence {
	e := Evidence{Paired: true, Difference: Difference{Metric: metric}}
	for i := range rounds {
		noise := 0.004 * float64((i*7+3)%5-2)
		e.Base = append(e.Base, math.Log(100_000)+noise)
		e.Other = append(e.Other, math.Log(100_000*factor)-noise)
	}
	return e
}

// quiet are comparisons of equals, which tell what the noise is.
func quiet(metric string, n int) []Evidence {
	var evidence []Evidence
	for i := range n {
		e := pairs(metric, 1, 5)
		e.Test, e.Control = strconv.Itoa(i), i%2 == 0
		evidence = append(evidence, e)
	}
	return evidence
}

func TestVerdicts(t *testing.T) {
	control := func(factor float64) Evidence {
		e := pairs(MetricRPS, factor, 5)
		e.Control = true
		return e
	}
	problem := pairs(MetricRPS, 1, 5)
	problem.Problem = "failed: the server died"
	tests := map[string]struct {
		evidence Evidence
		beside   []Evidence
		judging  Judging
		want     Verdict
	}{
		"more requests a second":     {evidence: pairs(MetricRPS, 1.2, 5), want: VerdictFaster},
		"fewer requests a second":    {evidence: pairs(MetricRPS, 0.9, 5), want: VerdictSlower},
		"more latency":               {evidence: pairs(MetricP99, 1.2, 5), want: VerdictSlower},
		"less CPU":                   {evidence: pairs(MetricServerCPU, 0.8, 5), want: VerdictFaster},
		"no difference":              {evidence: pairs(MetricRPS, 1, 5), want: VerdictSame},
		"clear and small":            {evidence: pairs(MetricRPS, 1.03, 5), want: VerdictSame},
		"one round":                  {evidence: pairs(MetricRPS, 0.5, 1), want: VerdictInconclusive},
		"two rounds":                 {evidence: pairs(MetricRPS, 0.5, 2), want: VerdictInconclusive},
		"too few rounds":             {evidence: pairs(MetricRPS, 0.5, FewestRounds-1), want: VerdictInconclusive},
		"just enough rounds":         {evidence: pairs(MetricRPS, 0.5, FewestRounds), want: VerdictSlower},
		"nothing":                    {evidence: problem, want: VerdictInvalid},
		"near the threshold":         {evidence: pairs(MetricRPS, 0.952, 5), want: VerdictInconclusive},
		"a threshold of its own":     {evidence: pairs(MetricRPS, 1.2, 5), judging: Judging{Threshold: 0.3}, want: VerdictSame},
		"the control does it too":    {evidence: pairs(MetricRPS, 0.9, 5), beside: []Evidence{control(1.12)}, want: VerdictInconclusive},
		"more than the control does": {evidence: pairs(MetricRPS, 0.8, 5), beside: []Evidence{control(1.12)}, want: VerdictSlower},
		"the control itself":         {evidence: control(0.8), want: VerdictInconclusive},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			evidence := append([]Evidence{tt.evidence}, quiet(tt.evidence.Metric, 10)...)
			got := tt.judging.Judge(append(evidence, tt.beside...))[0]
			if got.Verdict != tt.want {
				t.Errorf("verdict %s, want %s: %+v", got.Verdict, tt.want, got)
			}
			if (got.Verdict == VerdictInconclusive || got.Verdict == VerdictInvalid) == (got.Reason == "") {
				t.Errorf("reason %q of %s", got.Reason, got.Verdict)
			}
		})
	}
}

// Values that have no noise at all, as made-up ones, are judged all the same.
func TestVerdictsWithoutNoise(t *testing.T) {
	flat := func(base, other float64) Evidence {
		return Evidence{Paired: true, Difference: Difference{Metric: MetricRPS}, Base: slices.Repeat([]float64{base}, 5), Other: slices.Repeat([]float64{other}, 5)}
	}
	var got []Verdict
	for _, d := range (Judging{}).Judge([]Evidence{flat(1, 1), flat(1, 2)}) {
		got = append(got, d.Verdict)
	}
	if diff := cmp.Diff([]Verdict{VerdictSame, VerdictFaster}, got); diff != "" {
		t.Error(diff)
	}
}

// Nothing that is unpaired may gain from being put in pairs.
func TestUnpairedEvidence(t *testing.T) {
	e := pairs(MetricRPS, 0.8, 8)
	e.Paired, e.Base = false, e.Base[:5]
	d := Judging{}.Judge(append([]Evidence{e}, quiet(MetricRPS, 6)...))[0]
	if d.Verdict != VerdictSlower || d.Rounds != 5 || d.Low > -0.2 || d.High < -0.2 {
		t.Errorf("%+v", d)
	}
}

func TestLooks(t *testing.T) {
	for _, tt := range []struct {
		least, most int
		want        []int
	}{
		{5, 30, []int{5, 7, 10, 14, 20, 28, 30}},
		{5, 5, []int{5}},
		{2, 3, []int{2, 3}},
		{1, 4, []int{1, 2, 3, 4}},
	} {
		if diff := cmp.Diff(tt.want, Looks(tt.least, tt.most)); diff != "" {
			t.Errorf("%d to %d: %s", tt.least, tt.most, diff)
		}
	}
}

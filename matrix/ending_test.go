package matrix

import (
	"math"
	"testing"
)

// A run that ended since all was decided says so, whatever threshold it is
// judged by since.
func TestEndingSaysTheReason(t *testing.T) {
	run := pretended(t, `{axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, load: {tests: [SET, GET]}, rounds: 5..9, gate: {metrics: rps}}`,
		func(cell Cell, _ string, round int) float64 {
			return 1e5 * (1 + 0.05*math.Sin(float64(round*29+len(cell.ID))))
		})
	for i := range run.Results {
		run.Results[i].Samples = run.Results[i].Samples[:5]
	}
	run.Plan.Spec.Gate.Threshold = 0.001
	if run.Stopped = (&Stop{5, StopDecided}); run.Ending() != "ended after 5 of 5..9 rounds: every comparison of the gate is decided" {
		t.Error(run.Ending())
	}
	if run.Decided(5) {
		t.Error("decided with a threshold that is far below the noise")
	}
}

// Where nothing can be compared, nothing is decided.
func TestNothingComparedIsNotDecided(t *testing.T) {
	run := pretended(t, `{axes: {version: ["7.0", "2.8"]}, baseline: {version: "7.0"}, load: {tests: [ZPOPMIN]}, rounds: 5..9, gate: {metrics: rps}}`, wobbling("", 1))
	if got, want := run.Ending(), "ended after 9 of 5..9 rounds: no comparison of the gate could be made"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if run.Decided(9) {
		t.Error("decided")
	}
}

// The control of a run's own baseline is judged with whatever else is compared.
func TestControlIsKeptWithAnotherBaseline(t *testing.T) {
	run := pretended(t, `{axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, load: {tests: [SET]}}`, func(cell Cell, test string, round int) float64 {
		v := wobbling("8.0", 0.8)(cell, test, round)
		if cell.Control {
			v *= 0.5
		}
		return v
	})
	c, err := run.CompareCells(Selector{AxisVersion: {"8.0"}}, nil, []string{MetricRPS}, Judging{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if spread, known := c.Spread(MetricRPS); !known || math.Abs(spread-0.5) > 0.02 {
		t.Errorf("the control shows %v %v", spread, known)
	}
	if got := verdicts(c); len(got) != 1 || got[0] != VerdictInconclusive {
		t.Errorf("verdicts %v within what the control shows", got)
	}
}

package matrix

import (
	"testing"
)

// A run says at a look what it will hardly decide with the rounds that it may have.
func TestOutlook(t *testing.T) {
	const spec = `{axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, load: {tests: [SET, GET]}, rounds: 5..9, gate: {metrics: rps}}`
	// drifting is faster in every other round of one version.
	drifting := func(by float64) func(Cell, string, int) float64 {
		return func(cell Cell, test string, round int) float64 {
			v := wobbling("", 1)(cell, test, round)
			if cell.Value(AxisVersion) == "8.0" && test == "SET" && round%2 == 0 {
				v *= by
			}
			return v
		}
	}
	for name, test := range map[string]struct {
		by     float64
		rounds int
		most   int
		want   string
	}{
		"decided":            {1, 5, 9, ""},
		"too few rounds":     {1.2, 5, 9, "after 5 rounds: 1 of 2 comparisons of the gate may stay undecided: about 30 rounds may tell, and there can be 9"},
		"enough rounds":      {1.2, 5, 30, ""},
		"a budget too small": {1.2, 7, 8, "after 7 rounds: 1 of 2 comparisons of the gate may stay undecided: about 22 rounds may tell, and there can be 8"},
	} {
		run := pretended(t, spec, drifting(test.by))
		if got := run.Outlook(test.rounds, test.most); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestHelpOfMoreRounds(t *testing.T) {
	for want, undecided := range map[string][]Difference{
		"fewer than 5 rounds decide nothing": {{Rounds: 2}, {Rounds: 7, Needed: 9}},
		"more rounds will hardly tell":       {{Rounds: 7}},
		"about 40 rounds may tell":           {{Rounds: 7, Needed: 9}, {Rounds: 7, Needed: 40}},
		"about 40 rounds may tell 1 of them": {{Rounds: 7}, {Rounds: 7, Needed: 40}},
	} {
		if got := help(undecided); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

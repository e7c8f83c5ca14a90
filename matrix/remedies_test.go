package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What cannot be compared says what can be done, as its result does.
func TestInvalidDifferencesHaveRemedies(t *testing.T) {
	spoil := func(run *Run, cell string) *Run {
		at, _ := run.find(cell, "SET")
		for i := range run.Results[at].Samples {
			s := &run.Results[at].Samples[i]
			s.Status, s.Reason, s.Remedy = StatusInvalid, "client-bound", "more CPUs"
		}
		run.Results[at].fold(5)
		return run
	}
	alone := func(day int) *Run { return nightly(t, day, "8.0") }
	two := func() *Run { return pretended(t, twoVersions, wobbling("", 1)) }
	cells := func(run *Run) Compared {
		c, err := run.CompareCells(nil, nil, []string{MetricRPS}, Judging{}, false)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	runs := func(old, now *Run) Compared {
		return MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false)
	}
	history := func(old, now *Run) Compared {
		return CompareHistory([]Match{MatchRuns(old, now)}, []string{MetricRPS}, Judging{})
	}
	const candidate, baseline = "invalid: all 5 rounds: client-bound", "the baseline is invalid: all 5 rounds: client-bound"
	for name, c := range map[string]struct {
		c    Compared
		want Note
	}{
		"a candidate":             {cells(spoil(two(), "version=8.0")), Note{candidate, "more CPUs"}},
		"a baseline":              {cells(spoil(two(), "version=7.0")), Note{baseline, "more CPUs"}},
		"a new run":               {runs(alone(1), spoil(alone(2), "version=8.0")), Note{candidate, "more CPUs"}},
		"an old run":              {runs(spoil(alone(1), "version=8.0"), alone(2)), Note{baseline + " (run-1)", "more CPUs"}},
		"a run and its history":   {history(alone(1), spoil(alone(2), "version=8.0")), Note{candidate, "more CPUs"}},
		"a run in a history":      {history(spoil(alone(1), "version=8.0"), alone(2)), Note{baseline + " (run-1)", "more CPUs"}},
		"a reference of two runs": {runs(two(), rebuilt(spoil(two(), "version=7.0"))), Note{candidate, "more CPUs"}},
	} {
		var got []Note
		for _, d := range c.c.Differences {
			if d.Test == "SET" && d.Verdict == VerdictInvalid {
				got = append(got, Note{d.Reason, d.Remedy})
			}
		}
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for _, note := range got {
			if note.Remedy == "" {
				t.Errorf("%s: no remedy for %s", name, note.Text)
			}
		}
	}
}

// What a metric lacks is told with what can be done, in two parts.
func TestUntoldMetricsHaveRemedies(t *testing.T) {
	result := Result{Status: StatusOK, Samples: []Sample{{Round: 1, Status: StatusOK, RPS: 5}}}
	why := unusable("", result, MetricServerCPU)
	untold := result.Untold(MetricServerCPU)
	want := Note{Text: "server_cpu was not recorded", Remedy: untold.Remedy}
	if untold.Text != "" {
		want.Text += ": " + untold.Text
	}
	if diff := cmp.Diff(want, why); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

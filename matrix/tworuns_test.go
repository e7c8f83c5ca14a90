package matrix

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// rebuilt gives version 8.0 another digest in a run, and the run another ID.
func rebuilt(run *Run) *Run {
	for setup, info := range run.Servers {
		if strings.HasPrefix(setup, "version=8.0") {
			info.Digest = "a new build"
			run.Servers[setup] = info
		}
	}
	run.ID += "-rebuilt"
	return run
}

// Rounds of one run tell nothing of what the machine did until the next one.
func TestRunsApartAreInconclusive(t *testing.T) {
	const alone = `{name: one, axes: {version: ["8.0"]}, load: {tests: [SET, GET]}, rounds: 5}`
	old := pretended(t, alone, wobbling("", 1))
	for name, factor := range map[string]float64{"slower": 0.8, "faster": 1.3, "same": 1} {
		now := rebuilt(pretended(t, alone, wobbling("8.0", factor)))
		c := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false)
		if got := c.Verdict(); got != VerdictInconclusive {
			t.Errorf("%s: %s", name, got)
		}
		d := c.Differences[0]
		want := Difference{Cell: "version=8.0", Baseline: "version=8.0", Test: "SET", Metric: MetricRPS, Rounds: 5, Change: d.Change,
			Low: -1, High: math.Inf(1), P: 1, Detectable: math.Inf(1), Verdict: VerdictInconclusive, Reason: runsApart.Text, Remedy: runsApart.Remedy}
		if diff := cmp.Diff(want, d); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, true); got.Verdict() != Verdict(name) || !slices.Contains(got.Notes, notTogether) {
			t.Errorf("%s, trusted: %s, notes %v", name, got.Verdict(), got.Notes)
		}
	}
}

// What the machine did to a server that both runs measured, it did to the one
// beside it.
func TestRatiosToTheSameServer(t *testing.T) {
	old := pretended(t, twoVersions, wobbling("", 1))
	for name, test := range map[string]struct {
		machine, server float64
		want            Verdict
	}{
		"as it was":                       {1, 1, VerdictSame},
		"a slower machine":                {0.7, 1, VerdictSame},
		"a slower server":                 {1, 0.8, VerdictSlower},
		"a slower server, faster machine": {1.25, 0.8, VerdictSlower},
		"a faster server, slower machine": {0.8, 1.25, VerdictFaster},
	} {
		now := rebuilt(pretended(t, twoVersions, func(c Cell, at string, round int) float64 {
			return test.machine * wobbling("8.0", test.server)(c, at, round)
		}))
		got := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false)
		if diff := cmp.Diff(slices.Repeat([]Verdict{test.want}, 3), verdicts(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Versions that only one of the runs has stand against each other, beside one that
// both have.
func TestVersionsBesideTheSameServer(t *testing.T) {
	of := func(version string) string {
		return `{name: "` + version + `", axes: {version: ["` + version + `", "8.0"], clients: [1, 50]}, baseline: {version: "8.0"}, load: {tests: [SET]}, rounds: 5}`
	}
	old := pretended(t, of("6.0"), wobbling("", 1))
	now := pretended(t, of("7.0"), func(c Cell, at string, round int) float64 {
		return 0.7 * wobbling("7.0", 0.8)(c, at, round) // on a machine that became slower
	})
	match := MatchRuns(old, now)
	if err := match.Comparable(false, false); err != nil {
		t.Fatal(err)
	}
	c := match.Compare([]string{MetricRPS}, Judging{}, false)
	if diff := cmp.Diff([]Verdict{VerdictSlower, VerdictSlower}, verdicts(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i, d := range c.Differences {
		if s := c.Sides[i]; !d.Control && (s.Old != "redis 6.0.1" || s.New != "redis 7.0.1" || s.Reference == nil || s.Reference.New[:11] != "redis 8.0.1") {
			t.Errorf("%s: %+v", d.Cell, s)
		}
	}
	third := pretended(t, strings.ReplaceAll(of("7.0"), `"8.0"]`, `"8.0", "7.2"]`), wobbling("", 1))
	if err := MatchRuns(old, third).Comparable(false, false); err == nil || !strings.Contains(err.Error(), "cell version=7.2 clients=1: missing in the old run") {
		t.Errorf("two versions against one: %v", err)
	}
}

// The runs' own controls are the same server once more: what they do beside the
// reference is no difference, and in a run of its own it says nothing of two.
func TestControlsOfBothRuns(t *testing.T) {
	old := pretended(t, twoVersions, wobbling("", 1))
	moved := func(c Cell, test string, round int) float64 {
		v := wobbling("8.0", 0.8)(c, test, round)
		if c.Control {
			v *= 0.7
		}
		return v
	}
	now := rebuilt(pretended(t, twoVersions, moved))
	c := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false)
	if spread, known := c.Spread(MetricRPS); !known || math.Abs(spread-0.3) > 0.02 {
		t.Errorf("spread %v %v", spread, known)
	}
	if diff := cmp.Diff(slices.Repeat([]Verdict{VerdictInconclusive}, 3), verdicts(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, trust := range []bool{false, true} {
		same := pretended(t, twoVersions, moved)
		same.ID = "again"
		if spread, known := MatchRuns(old, same).Compare([]string{MetricRPS}, Judging{}, trust).Spread(MetricRPS); known {
			t.Errorf("all servers are the same, and a control shows %v", spread)
		}
	}
}

// The values of the reference stand beside what is judged by it.
func TestReferenceIsShown(t *testing.T) {
	old, now := pretended(t, twoVersions, wobbling("", 1)), rebuilt(pretended(t, twoVersions, wobbling("7.0", 0.5)))
	c := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false)
	for i, d := range c.Differences {
		of := c.Sides[i].Reference
		if of == nil {
			t.Fatalf("%s of %s has no reference", d.Test, d.Cell)
		}
		base, other := c.Sides[i].Medians()
		was, is := of.Medians()
		if recomputed := other/base/(is/was) - 1; math.Abs(recomputed-d.Change) > 0.01 || d.Control != (d.Cell == "version=7.0 control") {
			t.Errorf("%s of %s: change %v, recomputed %v", d.Test, d.Cell, d.Change, recomputed)
		}
		if of.Old != "redis 7.0.1 in two" || of.New != "redis 7.0.1 in two-rebuilt" || math.Abs(is/was-0.5) > 0.01 {
			t.Errorf("reference %s to %s: %v", of.Old, of.New, is/was)
		}
	}
}

// A reference is the very same binary, build, allocator and set-up.
func TestReferenceIsTheSameServer(t *testing.T) {
	old := pretended(t, twoVersions, wobbling("", 1))
	info := func(change func(*ServerInfo)) func(*Run) {
		return func(r *Run) {
			s := r.Servers["version=7.0"]
			change(&s)
			r.Servers["version=7.0"] = s
		}
	}
	for name, test := range map[string]struct {
		change func(*Run)
		want   Verdict
	}{
		"the same":          {func(*Run) {}, VerdictSlower},
		"another digest":    {info(func(s *ServerInfo) { s.Digest = "other" }), VerdictInconclusive},
		"no digest":         {info(func(s *ServerInfo) { s.Digest = "" }), VerdictInconclusive},
		"another build":     {info(func(s *ServerInfo) { s.Build = "other" }), VerdictInconclusive},
		"another allocator": {info(func(s *ServerInfo) { s.Allocator = "libc" }), VerdictInconclusive},
		"other CPUs":        {func(r *Run) { r.Plan.Setups[0].CPUs = "7" }, VerdictInconclusive},
		"recorded":          {func(r *Run) { r.Recorded = []Recording{} }, VerdictInconclusive},
		"not to be trusted": {func(r *Run) { r.Results[0].Status = StatusInvalid }, VerdictInvalid},
	} {
		now := rebuilt(pretended(t, twoVersions, wobbling("8.0", 0.8)))
		test.change(now)
		if got := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false).Verdict(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestMachineThatChanges has the machine change between runs as noise does, and
// nothing else: few of many comparisons say that anything differs.
func TestMachineThatChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	const matrices = 400
	wrong := 0
	old, now := pretended(t, twoVersions, wobbling("", 1)), rebuilt(pretended(t, twoVersions, wobbling("", 1)))
	again := func(run *Run) {
		machine := map[string]float64{}
		for _, test := range []string{"SET", "GET", "INCR"} {
			machine[test] = math.Exp(0.1 * r.NormFloat64())
		}
		for i := range run.Results {
			for j := range run.Results[i].Samples {
				s := &run.Results[i].Samples[j]
				s.RPS = 1e5 * machine[s.Test] * math.Exp(0.03*r.NormFloat64())
			}
		}
	}
	for range matrices {
		again(old)
		again(now)
		c := MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false)
		if c.Count(VerdictSlower)+c.Count(VerdictFaster) > 0 {
			wrong++
		}
	}
	if rate := float64(wrong) / matrices; rate > 0.05 {
		t.Errorf("%.1f %% of matrices say that something differs", 100*rate)
	}
}

// The rate of errors is divided among the looks of the run that has most.
func TestLooksOfTwoRuns(t *testing.T) {
	old, now := pretended(t, twoVersions, wobbling("", 1)), rebuilt(pretended(t, twoVersions, wobbling("", 1)))
	old.Plan.Spec.LeastRounds, old.Plan.Spec.Rounds = 5, 30
	if got := MatchRuns(old, now).Compare([]string{MetricRPS}, now.Judging(), false).Looks; got != old.Judging().Looks {
		t.Errorf("%d looks", got)
	}
	if got := MatchRuns(now, old).Compare([]string{MetricRPS}, old.Judging(), false).Looks; got != old.Judging().Looks {
		t.Errorf("%d looks the other way", got)
	}
}

// What qualifies a comparison is said.
func TestNotesOfTwoRuns(t *testing.T) {
	old, now := nightly(t, 1, "7.0"), nightly(t, 2, "8.0")
	old.Tool, old.Started = "0.1.0", old.Started.Add(48*time.Hour)
	now.Recorded = []Recording{}
	now.Plan.Cells[0].Load.Tests = []string{"SET"}
	var got []string
	for _, note := range MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false).Notes {
		got = append(got, note.Text)
	}
	want := []string{
		"run-1 was measured by redis-matrix 0.1.0, and run-2 by test: what the programs do differently shows as a difference as well",
		"the old run, run-1, began after the new one, run-2",
		"run-2 was recorded by other tools: on what machine, and when, is not known, and its rounds were not taken together",
		"left out of run-1 and run-2: tests: SET, GET in the old run, SET in the new",
		"no server relates the two runs: run-2 was recorded by other tools, and its rounds were not taken together",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Rounds that were recorded at different times are no pairs.
func TestRecordedRoundsAreNoPairs(t *testing.T) {
	run := pretended(t, twoVersions, wobbling("", 1))
	metrics := []string{MetricRPS}
	if e := run.evidence(metrics)[0]; !e.Paired {
		t.Error("measured rounds are no pairs")
	}
	run.Recorded = []Recording{}
	run.Results[0].Samples = run.Results[0].Samples[:3]
	if e := run.evidence(metrics)[0]; e.Paired || len(e.Base) != 3 || len(e.Other) != 5 {
		t.Errorf("paired %v, %d and %d values", e.Paired, len(e.Base), len(e.Other))
	}
	c, err := run.CompareCells(nil, nil, metrics, Judging{}, false)
	if diff := cmp.Diff(run.Doubts(), c.Notes); diff != "" || err != nil {
		t.Errorf("%v, notes (-want +got):\n%s", err, diff)
	}
}

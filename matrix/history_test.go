package matrix

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Each run is one value, however many rounds it has.
func TestCompareHistory(t *testing.T) {
	const spec = `{name: nightly, axes: {version: ["8.0"]}, load: {tests: [SET, GET, INCR, LPUSH]}, rounds: 5}`
	at := func(day int, factor float64) *Run {
		run := pretended(t, spec, func(c Cell, test string, round int) float64 {
			return factor * (1 + 0.01*math.Sin(float64(day*71+len(test)*13))) * wobbling("", 1)(c, test, round)
		})
		run.Started = time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)
		return run
	}
	var olds []*Run
	for day := range 6 {
		olds = append(olds, at(day+1, 1))
	}
	compare := func(now *Run, olds ...*Run) Compared {
		var matches []Match
		for _, old := range olds {
			matches = append(matches, MatchRuns(old, now))
		}
		return CompareHistory(matches, []string{MetricRPS}, Judging{})
	}
	slow := compare(at(7, 0.8), olds...)
	if slow.Verdict() != VerdictSlower || slow.Differences[0].Rounds != 6 || len(slow.Sides[0].Base) != 6 || len(slow.Sides[0].Other) != 1 {
		t.Errorf("%s: %+v", slow.Verdict(), slow.Differences)
	}
	if got := compare(at(7, 1), olds...); got.Count(VerdictSlower)+got.Count(VerdictFaster) > 0 {
		t.Errorf("%s: %+v", got.Verdict(), got.Differences)
	}
	two := compare(at(7, 0.8), olds[0], olds[1])
	if two.Verdict() != VerdictInvalid || two.Differences[0].Reason != fewRuns.Text {
		t.Errorf("%s: %+v", two.Verdict(), two.Differences)
	}
	if got := compare(at(7, 1)); got.Verdict() != VerdictInvalid {
		t.Errorf("against nothing: %s", got.Verdict())
	}
}

// nightly is a run of a version on a day of November, or on another host.
func nightly(t *testing.T, day int, version string) *Run {
	t.Helper()
	run := pretended(t, `{axes: {version: ["`+version+`"]}, load: {tests: [SET, GET]}}`, wobbling("", 1))
	run.ID, run.Started = fmt.Sprintf("run-%d", day), time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)
	return run
}

// The baseline is of one server, complete, earlier, and each run once.
func TestHistory(t *testing.T) {
	now, half, elsewhere := nightly(t, 9, "8.0"), nightly(t, 7, "8.0"), nightly(t, 6, "8.0")
	half.State, elsewhere.Host.CPUs = StateInterrupted, 64
	runs := []*Run{
		nightly(t, 1, "8.0"), nightly(t, 2, "8.0"), nightly(t, 3, "7.0"), nightly(t, 4, "8.0"), nightly(t, 5, "8.0"), elsewhere, half,
		nightly(t, 4, "8.0"), nightly(t, 5, "8.0"), nightly(t, 4, "8.0"), now, nightly(t, 10, "8.0"),
	}
	for name, test := range map[string]struct {
		now    *Run
		last   int
		want   []string
		passed []string
	}{
		"the last two": {now, 2, []string{"run-4", "run-5"}, []string{"run-7 is interrupted", "run-6 and run-9 cannot be compared"}},
		"all of one server": {now, 9, []string{"run-1", "run-2", "run-4", "run-5"}, []string{
			"run-7 is interrupted", "run-6 and run-9 cannot be compared",
			"run-3 has version 7.0, and the newer run-5 version 8.0: they are no baseline together"}},
		"another version": {nightly(t, 4, "8.0"), 9, []string{"run-3"}, []string{
			"run-2 has version 8.0, and the newer run-3 version 7.0: they are no baseline together",
			"run-1 has version 8.0, and the newer run-3 version 7.0: they are no baseline together"}},
		"nothing before": {nightly(t, 1, "8.0"), 9, nil, nil},
	} {
		matches, passed := History(test.now, runs, test.last, false)
		var got, why []string
		for _, m := range matches {
			got = append(got, m.Old.ID)
		}
		for _, reason := range passed {
			line, _, _ := strings.Cut(reason.Error(), ";")
			why = append(why, line)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: compared with (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(test.passed, why); diff != "" {
			t.Errorf("%s: passed over (-want +got):\n%s", name, diff)
		}
	}
}

// A run that calls itself complete and lacks samples does not spoil the others.
func TestHistoryPassesOverWhatIsLacking(t *testing.T) {
	now, lacks := nightly(t, 9, "8.0"), nightly(t, 8, "8.0")
	lacks.Results[0].Samples = lacks.Results[0].Samples[:3]
	runs := []*Run{lacks}
	for day := range 6 {
		runs = append(runs, nightly(t, day+1, "8.0"))
	}
	matches, passed := History(now, runs, 5, false)
	if diff := cmp.Diff([]error{&LackingError{Run: "run-8", Missing: 2}}, passed); diff != "" || len(matches) != 5 {
		t.Errorf("%d runs; passed over (-want +got):\n%s", len(matches), diff)
	}
	if c := CompareHistory(matches, []string{MetricRPS}, Judging{}); len(c.Problems) > 0 {
		t.Errorf("problems: %v", c.Problems)
	}
	want := Note{Text: "left out: run-8 is complete and lacks 2 of its samples", Remedy: "take it out of the history, or measure it anew"}
	if diff := cmp.Diff(want, (&LackingError{Run: "run-8", Missing: 2}).Note()); diff != "" {
		t.Errorf("note (-want +got):\n%s", diff)
	}
}

// Machines that nobody told of are not taken for one, and never in a history.
func TestHostsThatNobodyTold(t *testing.T) {
	untold := func(day int) *Run {
		run := nightly(t, day, "8.0")
		run.Host = Host{}
		return run
	}
	for name, c := range map[string]struct {
		old, now *Run
		want     Mismatch
	}{
		"neither": {untold(1), untold(2), Mismatch{"host", "not told", "not told"}},
		"the old": {untold(1), nightly(t, 2, "8.0"), Mismatch{"host", "not told", "model"}},
		"the new": {nightly(t, 1, "8.0"), untold(2), Mismatch{"host", "model", "not told"}},
	} {
		m := MatchRuns(c.old, c.now)
		if diff := cmp.Diff([]Mismatch{c.want}, m.Host); diff != "" || !m.Untold {
			t.Errorf("%s: untold %v (-want +got):\n%s", name, m.Untold, diff)
		}
		if err := m.Comparable(true, false); err == nil || !strings.Contains(err.Error(), "nobody told on what machine") {
			t.Errorf("%s: %v", name, err)
		}
		if err := m.Comparable(false, true); err != nil {
			t.Errorf("%s, trusted: %v", name, err)
		}
		want := Note{Text: "nobody told on what machines run-1 and run-2 were measured; they are taken for one, since --trust-runs says so",
			Remedy: "measure both in one run"}
		if notes := m.Compare([]string{MetricRPS}, Judging{}, true).Notes; !slices.Contains(notes, want) {
			t.Errorf("%s: notes %v", name, notes)
		}
	}
	if matches, passed := History(untold(9), []*Run{untold(1), untold(2)}, 5, true); len(matches) > 0 || len(passed) != 2 {
		t.Errorf("a history of %d, passed over %v", len(matches), passed)
	}
	other := nightly(t, 2, "8.0")
	other.Host.CPUs = 64
	if err := MatchRuns(nightly(t, 1, "8.0"), other).Comparable(true, true); err == nil {
		t.Error("another machine is trusted to be the same")
	}
}

// A version that was updated meanwhile is named, once.
func TestHistoryOfSeveralServers(t *testing.T) {
	now, runs := nightly(t, 9, "8.0"), []*Run{}
	for day := 1; day <= 6; day++ {
		run := nightly(t, day, "8.0")
		for setup, info := range run.Servers {
			if day > 3 {
				info.Version = "8.0.2"
			}
			run.Servers[setup] = info
		}
		runs = append(runs, run)
	}
	count := func(last int) int {
		matches, _ := History(now, runs, last, false)
		n := 0
		for _, note := range CompareHistory(matches, []string{MetricRPS}, Judging{}).Notes {
			if note.Text == "the runs before measured several servers: redis 8.0.1, redis 8.0.2; what they differ in counts as noise" {
				n++
			}
		}
		return n
	}
	if all, last := count(6), count(3); all != 1 || last != 0 {
		t.Errorf("said %d times of all, %d of the last three", all, last)
	}
}

// The baseline of a history is called what it is.
func TestHistoryIsAMedian(t *testing.T) {
	matches, _ := History(nightly(t, 9, "8.0"), []*Run{nightly(t, 1, "8.0"), nightly(t, 2, "8.0"), nightly(t, 3, "8.0")}, 5, false)
	for _, s := range CompareHistory(matches, []string{MetricRPS}, Judging{}).Sides {
		if s.Old != "redis 8.0.1, median of 3 runs" || s.New != "redis 8.0.1 in run-9" {
			t.Errorf("%q against %q", s.New, s.Old)
		}
	}
	other, _ := History(nightly(t, 9, "8.2"), []*Run{nightly(t, 1, "8.0"), nightly(t, 2, "8.0")}, 5, false)
	if s := CompareHistory(other, []string{MetricRPS}, Judging{}).Sides[0]; s.Old != "redis 8.0.1, median of 2 runs" || s.New != "redis 8.2.1" {
		t.Errorf("%q against %q", s.New, s.Old)
	}
	one, _ := History(nightly(t, 9, "8.0"), []*Run{nightly(t, 1, "8.0")}, 5, false)
	if s := CompareHistory(one, []string{MetricRPS}, Judging{}).Sides[0]; s.Old != "redis 8.0.1 in run-1" {
		t.Errorf("one run is called %q", s.Old)
	}
}

// Runs of one name that are not one run are told so: nothing would tell them apart.
func TestNamesakes(t *testing.T) {
	a, b, copied := nightly(t, 1, "8.0"), nightly(t, 2, "8.0"), nightly(t, 1, "8.0")
	a.ID, b.ID, copied.ID = "out", "out", "out"
	if err := MatchRuns(a, copied).Comparable(true, true); err == nil || !strings.Contains(err.Error(), "never compared with itself") {
		t.Errorf("a copy: %v", err)
	}
	const measured = "two runs are called out, and would not be told apart; one of them must be measured anew"
	if err := MatchRuns(a, b).Comparable(true, true); err == nil || err.Error() != measured {
		t.Errorf("measured: %v", err)
	}
	b.Recorded = []Recording{{}}
	const imported = "two runs are called out, and would not be told apart; import one of them anew with --name (without it a run is called after the first file)"
	if err := MatchRuns(a, b).Comparable(true, true); err == nil || err.Error() != imported {
		t.Errorf("imported: %v", err)
	}
	b.Recorded = nil
	matches, passed := History(nightly(t, 9, "8.0"), []*Run{a, copied, b}, 5, false)
	if len(matches) != 1 || matches[0].Old != b || len(passed) != 2 || passed[0].Error() != measured {
		t.Errorf("in a history: %d matches, passed over %v", len(matches), passed)
	}
}

func TestComparableNeedsTwoRuns(t *testing.T) {
	run := nightly(t, 1, "8.0")
	if err := MatchRuns(run, run).Comparable(true, false); err == nil || !strings.Contains(err.Error(), "never compared with itself") {
		t.Errorf("with itself: %v", err)
	}
	other := nightly(t, 2, "8.0")
	other.Plan.Cells[0].Load.Tests = []string{"SET"}
	if err := MatchRuns(run, other).Comparable(false, false); err == nil || !strings.Contains(err.Error(), "tests: SET, GET in the old run, SET in the new") {
		t.Errorf("other tests: %v", err)
	}
	if err := MatchRuns(run, other).Comparable(true, false); err != nil {
		t.Errorf("what both have: %v", err)
	}
}

// What is left out of a history is said, and the run with most looks divides the
// rate of errors.
func TestHistorySaysWhatItLeavesOut(t *testing.T) {
	now, bad := nightly(t, 9, "8.0"), nightly(t, 2, "8.0")
	bad.Results[1].Status, bad.Results[1].Reason = StatusInvalid, "client-bound"
	bad.Plan.Spec.LeastRounds, bad.Plan.Spec.Rounds, bad.Stopped = 5, 30, &Stop{Round: 5, Reason: StopDecided}
	runs := []*Run{nightly(t, 1, "8.0"), bad, nightly(t, 3, "8.0"), nightly(t, 4, "8.0"), nightly(t, 5, "8.0"), nightly(t, 6, "8.0")}
	matches, _ := History(now, runs, 9, false)
	c := CompareHistory(matches, []string{MetricRPS}, Judging{Looks: 1})
	if want := bad.Judging().Looks; c.Looks != want {
		t.Errorf("%d looks, want %d", c.Looks, want)
	}
	want := []Note{notTogether, {Text: "left out: GET in version=8.0: the baseline is invalid: client-bound (run-2)"}}
	if diff := cmp.Diff(want, c.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

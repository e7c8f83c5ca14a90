package matrix

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testRun has two versions, of which 4.0 cannot run XADD, and three rounds.
func testRun(t *testing.T) *Run {
	t.Helper()
	return NewRun("test", "demo-1", mustPlan(t, testSpec("version=4.0,7.0")))
}

func TestNewRunResults(t *testing.T) {
	want := []Result{
		{Cell: "version=4.0", Test: "SET", Status: StatusMissing},
		{Cell: "version=4.0", Test: "XADD", Status: StatusNA, Reason: "needs Redis 5.0"},
		{Cell: "version=7.0", Test: "SET", Status: StatusMissing},
		{Cell: "version=7.0", Test: "XADD", Status: StatusMissing},
	}
	if diff := cmp.Diff(want, testRun(t).Results); diff != "" {
		t.Error(diff)
	}
}

func TestRecordFolds(t *testing.T) {
	bad := func(round int, status Status, reason, remedy string) Sample {
		return Sample{Round: round, Status: status, Reason: reason, Remedy: remedy}
	}
	good := func(round int) Sample { return Sample{Round: round, Status: StatusOK} }
	for _, c := range []struct {
		name    string
		samples []Sample
		want    Result // without samples
	}{
		{"all ok", []Sample{good(1), good(2), good(3)}, Result{Status: StatusOK}},
		{"some rounds are missing", []Sample{good(2)}, Result{Status: StatusOK}},
		{"one invalid", []Sample{good(1), bad(2, StatusInvalid, "client-bound", "more CPUs"), good(3)},
			Result{Status: StatusInvalid, Reason: "round 2 of 3: client-bound", Remedy: "more CPUs"}},
		{"out of order", []Sample{bad(3, StatusInvalid, "b", ""), bad(1, StatusInvalid, "a", "do")},
			Result{Status: StatusInvalid, Reason: "rounds 1 and 3 of 3: a, b", Remedy: "do"}},
		{"a reason is said once", []Sample{bad(1, StatusInvalid, "a", ""), bad(2, StatusInvalid, "a", "")},
			Result{Status: StatusInvalid, Reason: "rounds 1 and 2 of 3: a"}},
		{"failed is worse than invalid", []Sample{bad(1, StatusInvalid, "a", "first"), bad(2, StatusFailed, "b", "second"), good(3)},
			Result{Status: StatusFailed, Reason: "round 2 of 3: b; invalid: round 1 of 3: a", Remedy: "second"}},
		{"no reason", []Sample{bad(1, StatusFailed, "", "")},
			Result{Status: StatusFailed, Reason: "round 1 of 3: no reason is known"}},
		{"an unknown status is no pass", []Sample{bad(1, "fine", "odd", ""), bad(2, "", "", "")},
			Result{Status: StatusFailed, Reason: "rounds 1 and 2 of 3: odd"}},
		{"the later sample of a round counts", []Sample{bad(1, StatusFailed, "a", "do"), good(1)}, Result{Status: StatusOK}},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := testRun(t)
			for _, s := range c.samples {
				s.Cell, s.Test = "version=7.0", "SET"
				if err := run.Record(s); err != nil {
					t.Fatal(err)
				}
			}
			got := run.Results[2]
			if !slices.IsSortedFunc(got.Samples, func(a, b Sample) int { return a.Round - b.Round }) {
				t.Errorf("samples are not in order of rounds: %v", got.Samples)
			}
			got.Samples, c.want.Cell, c.want.Test = nil, "version=7.0", "SET"
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRecordOfOneRoundCountsNone(t *testing.T) {
	spec := testSpec("version=7.0")
	spec.Rounds = 1
	run := NewRun("test", "demo-1", mustPlan(t, spec))
	if err := run.Record(Sample{Cell: "version=7.0", Test: "SET", Round: 1, Status: StatusInvalid, Reason: "swapped"}); err != nil {
		t.Fatal(err)
	}
	if got := run.Results[0].Reason; got != "swapped" {
		t.Errorf("got %q", got)
	}
}

func TestRecordRejects(t *testing.T) {
	for want, s := range map[string]Sample{
		`no test "GET" in a cell "version=7.0"`:  {Cell: "version=7.0", Test: "GET", Round: 1},
		`no test "SET" in a cell "version=8.0"`:  {Cell: "version=8.0", Test: "SET", Round: 1},
		`no test "XADD" in a cell "version=4.0"`: {Cell: "version=4.0", Test: "XADD", Round: 1},
		"3 rounds and no round 4":                {Cell: "version=7.0", Test: "SET", Round: 4},
		"3 rounds and no round 0":                {Cell: "version=7.0", Test: "SET"},
	} {
		run := testRun(t)
		before := slices.Clone(run.Results)
		if err := run.Record(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if diff := cmp.Diff(before, run.Results); diff != "" {
			t.Error(diff)
		}
	}
}

// What was recorded and what is missing are together what the plan measures,
// and a run that lacks anything is faulty.
func TestMissing(t *testing.T) {
	run := testRun(t)
	run.Results = nil // as where the document was written before there were any
	due := run.Missing()
	if len(due) != 9 {
		t.Fatalf("%d samples are missing, not 9: %v", len(due), due)
	}
	for i, d := range due {
		if i > 0 && d.Round < due[i-1].Round {
			t.Errorf("round %d comes after round %d", d.Round, due[i-1].Round)
		}
		if diff := cmp.Diff(due[i:], run.Missing()); diff != "" {
			t.Errorf("after %d samples: %s", i, diff)
		}
		if !run.Faulty() {
			t.Errorf("with %d samples of 9 the run is not faulty", i)
		}
		if err := run.Record(Sample{Cell: d.Cell, Test: d.Test, Round: d.Round, Status: StatusOK}); err != nil {
			t.Fatal(err)
		}
	}
	if missing := run.Missing(); len(missing) != 0 {
		t.Errorf("still missing: %v", missing)
	}
	if run.Faulty() {
		t.Error("the run is faulty")
	}
	last := due[len(due)-1]
	for _, status := range []Status{StatusFailed, StatusInvalid} {
		if err := run.Record(Sample{Cell: last.Cell, Test: last.Test, Round: last.Round, Status: status}); err != nil {
			t.Fatal(err)
		}
		if !run.Faulty() {
			t.Errorf("with a sample that is %s the run is not faulty", status)
		}
	}
}

func TestResultSummaries(t *testing.T) {
	result := Result{Samples: []Sample{
		{Status: StatusOK, RPS: 90}, {Status: StatusInvalid, RPS: 1}, {Status: StatusOK, RPS: 110}, {Status: StatusOK, RPS: 100},
	}}
	if got, ok := result.Median(MetricRPS); !ok || got != 100 {
		t.Errorf("median: got %v, %v", got, ok)
	}
	if got := result.Spread(MetricRPS); got != 0.1 {
		t.Errorf("spread: got %v", got)
	}
	if got, ok := result.Median(MetricP50); ok {
		t.Errorf("median of nothing: got %v", got)
	}
}

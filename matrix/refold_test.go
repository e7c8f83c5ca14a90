package matrix

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// measuredRun is testRun with an ok sample wherever its plan measures.
func measuredRun(t testing.TB) *Run {
	t.Helper()
	run := NewRun("test", "demo-1", mustPlan(t, testSpec("version=4.0,7.0")))
	for _, due := range run.Missing() {
		sample := Sample{Cell: due.Cell, Test: due.Test, Round: due.Round, Status: StatusOK, RPS: float64(100 * due.Round)}
		if err := run.Record(sample); err != nil {
			t.Fatal(err)
		}
	}
	return run
}

func document(t testing.TB, run *Run) string {
	t.Helper()
	var text bytes.Buffer
	if err := run.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// The third result of measuredRun, of SET in 7.0, is what these change.
func TestReadRunFoldsAnew(t *testing.T) {
	bad := func(status Status, rounds ...int) func(*Run) {
		return func(r *Run) {
			for _, round := range rounds {
				r.Results[2].Samples[round-1].Status = status
			}
		}
	}
	claim := func(status Status, samples bool) func(*Run) {
		return func(r *Run) {
			r.Results[2].Status, r.Results[2].Reason, r.Results[2].Remedy = status, "because", "nothing"
			if !samples {
				r.Results[2].Samples = nil
			}
		}
	}
	for _, c := range []struct {
		name   string
		change func(*Run)
		want   Result // of SET in 7.0, without samples
	}{
		{"as it was", func(*Run) {}, Result{Status: StatusOK}},
		{"no status", claim("", true), Result{Status: StatusOK}},
		{"failed, and all samples are ok", claim(StatusFailed, true), Result{Status: StatusOK}},
		{"ok without samples", claim(StatusOK, false), Result{Status: StatusMissing}},
		{"failed without samples", claim(StatusFailed, false), Result{Status: StatusMissing}},
		{"no status and no samples", claim("", false), Result{Status: StatusMissing}},
		{"n/a that the plan does not know of", claim(StatusNA, false), Result{Status: StatusMissing}},
		{"n/a and measured", claim(StatusNA, true), Result{Status: StatusOK}},
		{"ok with an invalid sample", bad(StatusInvalid, 2),
			Result{Status: StatusInvalid, Reason: "round 2 of 3: no reason is known"}},
		{"ok with failed samples", bad(StatusFailed, 1, 2, 3), Result{Status: StatusFailed, Reason: "all 3 rounds: no reason is known"}},
		{"ok with a sample of no status", bad("", 3), Result{Status: StatusFailed, Reason: "round 3 of 3: no reason is known"}},
		{"a status in capitals", bad("OK", 1), Result{Status: StatusFailed, Reason: "round 1 of 3: no reason is known"}},
		{"a sample that is n/a", bad(StatusNA, 1), Result{Status: StatusFailed, Reason: "round 1 of 3: no reason is known"}},
		{"a sample that is missing", bad(StatusMissing, 1), Result{Status: StatusFailed, Reason: "round 1 of 3: no reason is known"}},
		{"a rate below zero", func(r *Run) { r.Results[2].Samples[0].RPS = -1 },
			Result{Status: StatusInvalid, Reason: "round 1 of 3: its rate is no number: -1"}},
		{"a round less", func(r *Run) { r.Results[2].Samples = r.Results[2].Samples[1:] }, Result{Status: StatusOK}},
		{"rounds out of order", func(r *Run) { slices.Reverse(r.Results[2].Samples) }, Result{Status: StatusOK}},
		{"no entry", func(r *Run) { r.Results = slices.Delete(r.Results, 2, 3) }, Result{Status: StatusMissing}},
		{"results out of order", func(r *Run) { slices.Reverse(r.Results) }, Result{Status: StatusOK}},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := measuredRun(t)
			c.change(run)
			read, err := ReadRun(strings.NewReader(document(t, run)))
			if err != nil {
				t.Fatal(err)
			}
			c.want.Cell, c.want.Test = "version=7.0", "SET"
			want := measuredRun(t).Results
			want[2] = c.want
			got := slices.Clone(read.Results)
			for i := range got {
				got[i].Samples, want[i].Samples = nil, nil
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("results (-want +got):\n%s", diff)
			}
			if due := len(read.Missing()); read.Faulty() != (due > 0 || c.want.Status == StatusFailed || c.want.Status == StatusInvalid) {
				t.Errorf("faulty is %v of a run that lacks %d samples and is %s", read.Faulty(), due, c.want.Status)
			}
		})
	}
}

func TestReadRunRefuses(t *testing.T) {
	const remedy = "; take back what changed the document since it was written, or run anew"
	for _, c := range []struct {
		name   string
		change func(*Run)
		want   string
	}{
		{"a cell of no plan", func(r *Run) { r.Results[2].Cell = "version=9.9" },
			`the plan has no test "SET" in a cell "version=9.9"` + remedy},
		{"a test of no plan", func(r *Run) { r.Results[2].Test = "GET" },
			`the plan has no test "GET" in a cell "version=7.0"` + remedy},
		{"a result of nothing", func(r *Run) { r.Results = append(r.Results, Result{}) },
			`the plan has no test "" in a cell ""` + remedy},
		{"a sample of another cell", func(r *Run) { r.Results[2].Samples[0].Cell = "version=4.0" },
			`the result of test "SET" in cell "version=7.0" holds a sample of "SET" in "version=4.0"` + remedy},
		{"a sample of another test", func(r *Run) { r.Results[2].Samples[1].Test = "XADD" },
			`the result of test "SET" in cell "version=7.0" holds a sample of "XADD" in "version=7.0"` + remedy},
		{"a sample of no cell", func(r *Run) { r.Results[2].Samples[2].Cell = "" },
			`the result of test "SET" in cell "version=7.0" holds a sample of "SET" in ""` + remedy},
		{"a round twice", func(r *Run) { r.Results[2].Samples[1].Round = 1 },
			`the result of test "SET" in cell "version=7.0" holds two samples of round 1` + remedy},
		{"an entry twice", func(r *Run) { r.Results = append(r.Results, r.Results[2]) },
			`it has two results of test "SET" in cell "version=7.0"` + remedy},
		{"in two entries", func(r *Run) {
			half := r.Results[2]
			half.Samples, r.Results[2].Samples = half.Samples[:1], half.Samples[1:]
			r.Results = append(r.Results, half)
		}, `it has two results of test "SET" in cell "version=7.0"` + remedy},
		{"round 0", func(r *Run) { r.Results[2].Samples[0].Round = 0 },
			`record a sample of "SET" in "version=7.0": there are 3 rounds and no round 0` + remedy},
		{"a round too many", func(r *Run) { r.Plan.Spec.Rounds = 2; r.Digest = r.Plan.Spec.Digest() },
			`record a sample of "SET" in "version=4.0": there are 2 rounds and no round 3` + remedy},
		{"a sample of what is n/a", func(r *Run) {
			r.Results[1].Samples = []Sample{{Cell: "version=4.0", Test: "XADD", Round: 1, Status: StatusOK}}
		}, `record a sample: the plan measures no test "XADD" in a cell "version=4.0"` + remedy},
		{"no rounds", func(r *Run) { r.Plan.Spec.Rounds = 0 }, "its spec has 0 rounds; accepted are 1 to 1000"},
		{"rounds without end", func(r *Run) { r.Plan.Spec.Rounds = 1 << 40 }, "its spec has 1099511627776 rounds; accepted are 1 to 1000"},
		{"no spec", func(r *Run) { r.Plan.Spec = nil }, "it has no spec"},
	} {
		run := measuredRun(t)
		c.change(run)
		read, err := ReadRun(strings.NewReader(document(t, run)))
		if err == nil {
			t.Errorf("%s: accepted as %+v", c.name, read.Results)
		} else if diff := cmp.Diff("read run: "+c.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A document that lacks results and servers can be gone on with as any other.
func TestReadRunFillsIn(t *testing.T) {
	run := measuredRun(t)
	run.Servers, run.Results = nil, nil
	read, err := ReadRun(strings.NewReader(document(t, run)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(testRun(t).Results, read.Results); diff != "" || read.Servers == nil {
		t.Errorf("servers %v, results (-want +got):\n%s", read.Servers, diff)
	}
}

// In whatever order samples come, and whatever is wrong with them, the results
// are the same, and none is ok that holds anything but ok samples.
func TestRecordInAnyOrder(t *testing.T) {
	statuses := []Status{StatusOK, StatusOK, StatusOK, StatusInvalid, StatusFailed, "", "odd"}
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		var samples []Sample
		for _, due := range testRun(t).Missing() {
			status := statuses[random.IntN(len(statuses))]
			samples = append(samples, Sample{Cell: due.Cell, Test: due.Test, Round: due.Round, Status: status,
				Reason: "reason " + string(status), Remedy: "remedy " + string(status)})
		}
		record := func() []Result {
			shuffle(random, samples)
			run := testRun(t)
			for _, s := range samples {
				if err := run.Record(s); err != nil {
					t.Fatal(err)
				}
			}
			return run.Results
		}
		first := record()
		if diff := cmp.Diff(first, record()); diff != "" {
			t.Fatalf("seed %d: another order has another result:\n%s", seed, diff)
		}
		for _, result := range first {
			if got := worst(result); got != result.Status {
				t.Fatalf("seed %d: %s of %v", seed, result.Status, result.Samples)
			}
		}
	}
}

// worst is the status that a result's samples allow it.
func worst(result Result) Status {
	count := map[Status]int{}
	for _, s := range result.Samples {
		count[s.Status]++
	}
	total := len(result.Samples)
	switch {
	case total == 0 && result.Status == StatusNA:
		return StatusNA
	case total == 0:
		return StatusMissing
	case count[StatusOK] == total:
		return StatusOK
	case count[StatusOK]+count[StatusInvalid] == total:
		return StatusInvalid
	}
	return StatusFailed
}

// FuzzReadRun refuses or reads whatever it gets. What it reads has one result
// for each that its plan has, is no better than its samples, and stays as it is
// when written and read again.
func FuzzReadRun(f *testing.F) {
	whole := document(f, measuredRun(f))
	f.Add(whole)
	f.Add(document(f, NewRun("test", "demo-1", mustPlan(f, testSpec("version=4.0,7.0", "appendonly=no,always")))))
	for _, edit := range [][2]string{
		{`"status": "ok"`, `"status": "fine"`}, {`"status": "ok"`, `"status": null`}, {`"round": 1`, `"round": -1`},
		{`"rounds": 3`, `"rounds": 1000`}, {`"cells": [`, `"cells": [{},`}, {`"results": [`, `"results": [{},`},
		{`"rps": 100`, `"rps": 1e308`}, {`"rps": 200`, `"rps": -5e-324`}, {`"version=7.0"`, `"version=4.0"`},
	} {
		f.Add(strings.ReplaceAll(whole, edit[0], edit[1]))
	}
	f.Add(`{"schema":1,"plan":{"spec":{"rounds":1},"cells":[{"id":"a","load":{"tests":["x","x"]}},{"id":"a","load":{"tests":["x"]}}]}}`)
	f.Add(`{"schema":1,"plan":{"spec":{"rounds":2}},"servers":null,"results":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, err := ReadRun(strings.NewReader(text))
		if err != nil {
			if run != nil || !strings.HasPrefix(err.Error(), "read run: ") {
				t.Fatalf("got %v and %v", run, err)
			}
			return
		}
		for i, planned := range run.Plan.Results() {
			got := run.Results[i]
			if got.Cell != planned.Cell || got.Test != planned.Test {
				t.Fatalf("result %d is of %s in %s, not of %s in %s", i, got.Test, got.Cell, planned.Test, planned.Cell)
			}
			if allowed := worst(got); got.Status != allowed && (allowed != StatusOK || got.Status != StatusInvalid) {
				t.Fatalf("result %d is %s and its samples are %s", i, got.Status, allowed)
			}
			for _, metric := range []string{MetricRPS, MetricP50, MetricP99, MetricP999, MetricServerCPU} {
				if median, ok := got.Median(metric); median < 0 || ok && got.Status == StatusMissing || got.Spread(metric) < 0 {
					t.Fatalf("result %d: %s is %v, %v", i, metric, median, got.Spread(metric))
				}
			}
		}
		run.Faulty()
		again, err := ReadRun(strings.NewReader(document(t, run)))
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
		if diff := cmp.Diff(run, again, cmpopts.IgnoreUnexported(Run{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("another run when read again:\n%s", diff)
		}
	})
}

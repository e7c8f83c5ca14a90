package matrix

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A run that ended anywhere goes on with what it lacks, in the order of the
// rounds, and ends as one that was never interrupted.
func TestResume(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		plan := randomPlan(t, random)
		take := func(run *Run, all []Due) {
			for _, due := range all {
				sample := Sample{Cell: due.Cell, Test: due.Test, Round: due.Round, Status: StatusOK, RPS: float64(due.Round)}
				if err := run.Record(sample); err != nil {
					t.Fatal(err)
				}
			}
		}
		whole, broken := NewRun("test", "whole", plan), NewRun("test", "broken", plan)
		all := whole.Missing()
		take(whole, all)
		// Failed servers leave holes too, so what is taken is no beginning.
		var taken, left []Due
		for _, due := range all {
			if random.IntN(3) == 0 {
				left = append(left, due)
			} else {
				taken = append(taken, due)
			}
		}
		take(broken, taken)
		read, err := ReadRun(strings.NewReader(document(t, broken)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(left, read.Missing()); diff != "" {
			t.Fatalf("missing (-want +got):\n%s", diff)
		}
		if read.Faulty() != (len(left) > 0) {
			t.Errorf("faulty is %v with %d samples missing", read.Faulty(), len(left))
		}
		take(read, left)
		if diff := cmp.Diff(whole.Results, read.Results); diff != "" {
			t.Fatalf("results (-whole +resumed):\n%s", diff)
		}
		if read.Faulty() || len(read.Missing()) > 0 {
			t.Errorf("still missing: %v", read.Missing())
		}
	}
}

// A sample that is taken again, as --resume does with what failed, makes good
// what it replaces and nothing else.
func TestRecordAgain(t *testing.T) {
	run := measuredRun(t)
	want := slices.Clone(run.Results)
	for round := 1; round <= 3; round++ {
		bad := Sample{Cell: "version=7.0", Test: "XADD", Round: round, Status: StatusFailed, Reason: "died"}
		if err := run.Record(bad); err != nil {
			t.Fatal(err)
		}
		if got := run.Results[3]; got.Status != StatusFailed || len(got.Samples) != 3 || !run.Faulty() {
			t.Errorf("round %d failed: %+v", round, got)
		}
		bad.Status, bad.Reason, bad.RPS = StatusOK, "", float64(100*round)
		if err := run.Record(bad); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, run.Results); diff != "" {
			t.Errorf("round %d (-want +got):\n%s", round, diff)
		}
	}
}

// What a metric says of a result is what the matrix says everywhere.
func TestSummariesByMetric(t *testing.T) {
	var result Result
	for round, rate := range []float64{100, 110, 130, 90} {
		tenths := int64(rate * 1e5)
		result.Samples = append(result.Samples, Sample{
			Round: round + 1, Status: StatusOK, RPS: rate, Requests: 20, ServerCPU: 1000 * 1000 * 1000 / 20,
			Latency: Latency{P50: tenths, P99: 2 * tenths, P999: 4 * tenths},
		})
	}
	result.Samples[3].Latency, result.Samples[3].ServerCPU = Latency{}, 0
	type summary struct {
		Median float64
		Known  bool
		Spread float64
	}
	for metric, want := range map[string]summary{
		"":              {105, true, 20.0 / 105},
		MetricRPS:       {105, true, 20.0 / 105},
		MetricP50:       {11, true, 1.5 / 11},
		MetricP99:       {22, true, 3.0 / 22},
		MetricP999:      {44, true, 6.0 / 44},
		MetricServerCPU: {2500, true, 0},
		"p42":           {},
	} {
		var got summary
		got.Median, got.Known = result.Median(metric)
		got.Spread = result.Spread(metric)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", metric, diff)
		}
	}
}

package matrix

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestGateOfARun(t *testing.T) {
	for name, test := range map[string]struct {
		spec    Spec
		gate    []string
		judging Judging
	}{
		"defaults":                           {Spec{Rounds: 5}, []string{MetricRPS, MetricP99}, Judging{Looks: 1}},
		"its own":                            {Spec{Rounds: 5, Gate: Gate{[]string{MetricP50}, 0.1}}, []string{MetricP50}, Judging{Threshold: 0.1, Looks: 1}},
		"until decided":                      {Spec{Rounds: 30, LeastRounds: 5}, []string{MetricRPS, MetricP99}, Judging{Looks: 7}},
		"no rounds":                          {Spec{}, []string{MetricRPS, MetricP99}, Judging{Looks: 1}},
		"a least that is more than the most": {Spec{Rounds: 3, LeastRounds: 9}, []string{MetricRPS, MetricP99}, Judging{Looks: 1}},
	} {
		run := &Run{Plan: Plan{Spec: &test.spec}}
		if diff := cmp.Diff(test.gate, run.Gate()); diff != "" {
			t.Errorf("%s: gate (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(test.judging, run.Judging()); diff != "" {
			t.Errorf("%s: judging (-want +got):\n%s", name, diff)
		}
	}
}

// TestDecided looks at the first rounds alone, whatever follows them.
func TestDecided(t *testing.T) {
	late := compared(t, 9, func(s *Sample) bool {
		if s.Cell == seven && s.Round > 6 {
			s.RPS *= float64(1 + 9*(s.Round%2))
		}
		return true
	})
	early := compared(t, 9, func(s *Sample) bool {
		if s.Cell == seven && s.Round < 6 {
			s.RPS *= float64(1 + 9*(s.Round%2))
		}
		return true
	})
	failed := compared(t, 9, set(seven, 1, func(s *Sample) { s.Status = StatusFailed }))
	for name, test := range map[string]struct {
		run    *Run
		rounds int
		want   bool
	}{
		"equals":               {compared(t, 9, nil), 6, true},
		"a single round":       {compared(t, 9, nil), 1, false},
		"before the noise":     {late, 6, true},
		"with the noise":       {late, 9, false},
		"noise at first":       {early, 5, false},
		"failed and undecided": {failed, 1, false},
		"failed and decided":   {failed, 6, true},
	} {
		before := document(t, test.run)
		if got := test.run.Decided(test.rounds); got != test.want {
			t.Errorf("%s: decided is %v after %d rounds", name, got, test.rounds)
		}
		if document(t, test.run) != before {
			t.Errorf("%s: the run is another one", name)
		}
	}
}

// early is a run of 5..9 rounds that has seven, all decided.
func early(t *testing.T, change func(*Sample) bool) *Run {
	t.Helper()
	run := compared(t, 9, func(s *Sample) bool { return s.Round <= 7 && (change == nil || change(s)) })
	run.Plan.Spec.LeastRounds, run.Plan.Spec.Budget = 5, 90*time.Minute
	run.State, run.Digest = StateComplete, run.Plan.Spec.Digest()
	return run
}

// TestStop ends a run: nothing beyond is missing, and results speak of the
// rounds that were taken.
func TestStop(t *testing.T) {
	run := early(t, set(seven, 2, func(s *Sample) { s.Status, s.Reason = StatusInvalid, "client-bound" }))
	if len(run.Missing()) != 2*6 || run.Rounds() != 9 {
		t.Fatalf("%d samples missing of %d rounds", len(run.Missing()), run.Rounds())
	}
	if err := run.Stop(Stop{Round: 7, Reason: StopDecided}); err != nil {
		t.Fatal(err)
	}
	read, err := ReadRun(strings.NewReader(document(t, run)))
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []*Run{run, read} {
		if len(run.Missing()) > 0 || run.Rounds() != 7 || !run.Faulty() {
			t.Errorf("missing %v of %d rounds, faulty %v", run.Missing(), run.Rounds(), run.Faulty())
		}
		if got, want := run.result(seven, "SET").Reason, "round 2 of 7: client-bound"; got != want {
			t.Errorf("reason %q, want %q", got, want)
		}
	}
	if err := read.Record(Sample{Cell: seven, Test: "SET", Round: 8}); err == nil {
		t.Error("a round after the end is recorded")
	}
}

func TestStopRefuses(t *testing.T) {
	for name, stop := range map[string]Stop{
		"between looks":     {6, StopDecided},
		"before the first":  {4, StopDecided},
		"after the last":    {10, StopBudget},
		"at the last":       {9, StopBudget},
		"before all":        {0, StopBudget},
		"for no reason":     {7, ""},
		"for an odd reason": {7, "weather"},
	} {
		run := early(t, nil)
		if err := run.Stop(stop); err == nil || run.Stopped != nil {
			t.Errorf("%s: accepted", name)
		}
		run.Stopped = &stop
		if _, err := ReadRun(strings.NewReader(document(t, run))); err == nil || !strings.Contains(err.Error(), "does not allow it") {
			t.Errorf("%s: read with error %v", name, err)
		}
	}
	run := early(t, nil)
	run.Plan.Spec.Budget = 0
	want := `stop after round 7 for the reason "budget": the spec, of 5..9 rounds, does not allow it`
	if err := run.Stop(Stop{7, StopBudget}); err == nil || err.Error() != want {
		t.Errorf("without a budget: %v", err)
	}
}

func TestEnding(t *testing.T) {
	noisy := func(s *Sample) bool {
		if s.Cell == seven {
			s.RPS *= float64(1 + 9*(s.Round%2))
		}
		return true
	}
	whole := func(change func(*Sample) bool) *Run {
		run := compared(t, 7, change)
		run.Plan.Spec.LeastRounds, run.State = 5, StateComplete
		return run
	}
	with := func(run *Run, change func(*Run)) *Run { change(run); return run }
	stop := func(reason StopReason) func(*Run) {
		return func(r *Run) { r.Stopped = &Stop{7, reason} }
	}
	for want, run := range map[string]*Run{
		"": with(whole(nil), func(r *Run) { r.Plan.Spec.LeastRounds = 0 }),
		"ended after 7 of 5..9 rounds: every comparison of the gate is decided":                                                                                     with(early(t, nil), stop(StopDecided)),
		"ended after 7 of 5..9 rounds: another would not fit into the budget of 1h30m":                                                                              with(early(t, nil), stop(StopBudget)),
		"ended after 7 of 5..7 rounds: every comparison of the gate is decided":                                                                                     whole(nil),
		"ended after 7 of 5..7 rounds: 2 comparisons of the gate are still undecided, and about 14 rounds may tell":                                                 whole(noisy),
		"ended after 7 of 5..9 rounds: another would not fit into the budget of 1h30m; 2 comparisons of the gate are still undecided, and about 15 rounds may tell": with(early(t, noisy), stop(StopBudget)),
		"ended after 7 of 5..7 rounds: every comparison of the gate is decided but for 2 that cannot be":                                                            whole(set(seven, 1, func(s *Sample) { s.Status = StatusFailed })),
	} {
		if diff := cmp.Diff(want, run.Ending()); diff != "" {
			t.Error(diff)
		}
		run.State = StateInterrupted
		if got := run.Ending(); got != "" {
			t.Errorf("interrupted: %q", got)
		}
	}
}

func TestSpanText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		10 * time.Minute: "10m", time.Hour: "1h", 90 * time.Second: "1m30s", 70 * time.Minute: "1h10m", 20 * time.Second: "20s",
	} {
		if got := spanText(d); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

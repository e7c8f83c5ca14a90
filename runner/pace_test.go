package runner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// upgrade compares two versions by their rates alone, in least to most rounds of
// six samples: two of each version and of the control.
func upgrade(least, most int) *matrix.Spec {
	spec := specOf(most, "3")
	spec.Axes[0].Values = []string{"7.0", "8.0"}
	spec.Baseline, spec.Control = matrix.Selector{"version": {"7.0"}}, true
	spec.LeastRounds = least
	spec.Gate.Metrics = []string{matrix.MetricRPS}
	return spec
}

// wavering are rates that tell nothing.
func wavering() func() float64 {
	n := 0
	return func() float64 { n++; return 10 + float64(n*7%13) }
}

// settling are rates that differ less and less.
func settling() func() float64 {
	n := 0
	return func() float64 { n++; return 100 + 6*float64(n*7%13-6)/float64(n) }
}

func TestGoesOnUntilDecided(t *testing.T) {
	for name, test := range map[string]struct {
		next func() float64
		spec *matrix.Spec
		want *matrix.Stop
	}{
		"decided at the first look": {spec: upgrade(5, 15), want: &matrix.Stop{Round: 5, Reason: matrix.StopDecided}},
		"decided at a later look":   {next: settling(), spec: upgrade(3, 30), want: &matrix.Stop{Round: 12, Reason: matrix.StopDecided}},
		"never decided":             {next: wavering(), spec: upgrade(5, 15)},
		"all rounds asked for":      {spec: upgrade(0, 9)},
	} {
		t.Run(name, func(t *testing.T) {
			f, run := newFake(), runOf(t, test.spec)
			f.next = test.next
			dir, err := start(t.Context(), t, f, run)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, run.Stopped); diff != "" {
				t.Fatalf("stopped (-want +got):\n%s", diff)
			}
			measured := strings.Count(strings.Join(f.calls, "\n"), "measure")
			if run.State != matrix.StateComplete || run.Faulty() || measured != 6*run.Rounds() {
				t.Errorf("state %s, faulty %v, %d samples", run.State, run.Faulty(), measured)
			}
			read, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(run.Stopped, read.Stopped); diff != "" {
				t.Errorf("read again: %s", diff)
			}
		})
	}
}

// TestEarlyEndKeepsTheOrder takes the same samples in the same order as a run of
// all rounds, only fewer.
func TestEarlyEndKeepsTheOrder(t *testing.T) {
	whole, early := newFake(), newFake()
	for f, spec := range map[*fake]*matrix.Spec{whole: upgrade(0, 15), early: upgrade(5, 15)} {
		if _, err := start(t.Context(), t, f, runOf(t, spec)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(whole.calls[:len(early.calls)], early.calls); diff != "" || len(early.calls) != len(whole.calls)/3 {
		t.Error(diff)
	}
}

// TestInvalidIsDecided does not wait for a test that failed to get better.
func TestInvalidIsDecided(t *testing.T) {
	f, run := newFake(), runOf(t, upgrade(5, 15))
	f.fail["measure SET"] = errors.New("broken")
	if _, err := start(t.Context(), t, f, run); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&matrix.Stop{Round: 5, Reason: matrix.StopDecided}, run.Stopped); diff != "" || !run.Faulty() {
		t.Errorf("faulty %v, stopped (-want +got):\n%s", run.Faulty(), diff)
	}
	if got, want := run.Results[0].Reason, "all 5 rounds: broken"; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
}

// TestForeseesWhatStaysUndecided warns at the looks, by as many rounds as fit into
// the budget, and not where all is decided in time.
func TestForeseesWhatStaysUndecided(t *testing.T) {
	for name, test := range map[string]struct {
		next   func() float64
		budget time.Duration
		want   []int
		most   string
	}{
		"decided":      {nil, 0, nil, ""},
		"never":        {wavering(), 0, []int{5, 7, 10, 14}, "there can be 15"},
		"in no budget": {wavering(), 48 * time.Second, []int{5, 7}, "there can be 8"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				spec := upgrade(5, 15)
				spec.Budget = test.budget
				f, run := newFake(), runOf(t, spec)
				if f.next = func() float64 { time.Sleep(time.Second); return 10 }; test.next != nil {
					f.next = func() float64 { time.Sleep(time.Second); return test.next() }
				}
				dir, err := Create(t.TempDir(), run)
				if err != nil {
					t.Fatal(err)
				}
				options := f.options(dir)
				var got []int
				options.Events = func(e Event) {
					if e.Kind != Undecidable {
						return
					}
					if got = append(got, e.Round); !strings.Contains(e.Text, test.most) {
						t.Errorf("%q says not that %s", e.Text, test.most)
					}
				}
				if err := Run(t.Context(), run, options); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("warned after rounds (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestBudget measures rounds of six seconds.
func TestBudget(t *testing.T) {
	for name, test := range map[string]struct {
		budget time.Duration
		want   *matrix.Stop
	}{
		"none":             {0, nil},
		"ample":            {30 * time.Second, nil},
		"just two":         {12 * time.Second, &matrix.Stop{Round: 2, Reason: matrix.StopBudget}},
		"not quite three":  {17 * time.Second, &matrix.Stop{Round: 2, Reason: matrix.StopBudget}},
		"less than one":    {time.Second, &matrix.Stop{Round: 1, Reason: matrix.StopBudget}},
		"before all looks": {18 * time.Second, &matrix.Stop{Round: 3, Reason: matrix.StopBudget}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				spec := upgrade(0, 5)
				spec.Budget = test.budget
				f, run := newFake(), runOf(t, spec)
				f.next = func() float64 { time.Sleep(time.Second); return 10 }
				if _, err := start(t.Context(), t, f, run); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, run.Stopped); diff != "" {
					t.Errorf("stopped (-want +got):\n%s", diff)
				}
				if run.State != matrix.StateComplete || run.Faulty() {
					t.Errorf("state %s, faulty %v", run.State, run.Faulty())
				}
			})
		})
	}
}

// TestBudgetCountsEarlierSessions resumes a run that was interrupted in its
// second round: it finishes that round and begins no other.
func TestBudgetCountsEarlierSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := upgrade(0, 5)
		spec.Budget = 24 * time.Second
		run := runOf(t, spec)
		dir := interrupted(t, run, 8, func() float64 { time.Sleep(2 * time.Second); return 10 })
		again, f := reopen(t, dir), newFake()
		if err := Run(t.Context(), again, f.options(dir)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&matrix.Stop{Round: 2, Reason: matrix.StopBudget}, again.Stopped); diff != "" || again.Faulty() {
			t.Errorf("faulty %v, stopped (-want +got):\n%s", again.Faulty(), diff)
		}
	})
}

// interrupted runs until a number of samples are taken.
func interrupted(t *testing.T, run *matrix.Run, samples int, next func() float64) (dir string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := newFake()
	f.next = func() float64 {
		if samples--; samples < 0 {
			cancel()
		}
		return next()
	}
	dir, err := start(ctx, t, f, run)
	if !errors.Is(err, context.Canceled) || run.State != matrix.StateInterrupted || run.Stopped != nil {
		t.Fatalf("error %v, state %s, stopped %v", err, run.State, run.Stopped)
	}
	return dir
}

func reopen(t *testing.T, dir string) *matrix.Run {
	t.Helper()
	run, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestResumeUntilDecided interrupts a run anywhere: it ends where it would have.
func TestResumeUntilDecided(t *testing.T) {
	for samples := range 30 {
		dir := interrupted(t, runOf(t, upgrade(5, 15)), samples, func() float64 { return 10 })
		run, f := reopen(t, dir), newFake()
		if err := Run(t.Context(), run, f.options(dir)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&matrix.Stop{Round: 5, Reason: matrix.StopDecided}, run.Stopped); diff != "" {
			t.Fatalf("after %d samples (-want +got):\n%s", samples, diff)
		}
		if got := strings.Count(strings.Join(f.calls, "\n"), "measure"); got != 30-samples || run.Faulty() {
			t.Errorf("%d samples taken after %d", got, samples)
		}
	}
}

// TestKilledAfterTheLastLook has only the journal tell that a run has ended.
func TestKilledAfterTheLastLook(t *testing.T) {
	run := runOf(t, upgrade(5, 15))
	before := runOf(t, upgrade(5, 15))
	dir, err := start(t.Context(), t, newFake(), run)
	if err != nil {
		t.Fatal(err)
	}
	if err := save(dir, before); err != nil {
		t.Fatal(err)
	}
	again, f := reopen(t, dir), newFake()
	if diff := cmp.Diff(run.Stopped, again.Stopped); diff != "" || len(again.Missing()) > 0 {
		t.Fatalf("missing %v, stopped %s", again.Missing(), diff)
	}
	if err := Run(t.Context(), again, f.options(dir)); err != nil {
		t.Fatal(err)
	}
	if len(f.calls) > 0 || again.State != matrix.StateComplete {
		t.Errorf("state %s, calls %q", again.State, f.calls)
	}
}

func TestEventsTellTheLeastAndTheMost(t *testing.T) {
	run := runOf(t, upgrade(5, 15))
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	options := newFake().options(dir)
	var seen [][3]int
	options.Events = func(event Event) { seen = append(seen, [3]int{event.Done, event.Least, event.Total}) }
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	ends := [][3]int{seen[0], seen[len(seen)-1]}
	if diff := cmp.Diff([][3]int{{0, 30, 90}, {30, 30, 30}}, ends); diff != "" || !slices.IsSortedFunc(seen, func(a, b [3]int) int { return a[0] - b[0] }) {
		t.Errorf("first and last (-want +got):\n%s", diff)
	}
}

package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// fakeTrials writes down the trials among the calls of a fake.
type fakeTrials struct {
	*fake
	tried []matrix.Attempt
	// hosts are what the host did during the trials, one after the other.
	hosts []*matrix.HostUse
}

func (f *fakeTrials) Try(ctx context.Context, of matrix.Attempt) (matrix.Sample, matrix.ServerInfo, error) {
	f.tried = append(f.tried, of)
	err := f.call("try %s", of.Test.Name)
	var host *matrix.HostUse
	if len(f.hosts) > 0 {
		host, f.hosts = f.hosts[0], f.hosts[1:]
	}
	return matrix.Sample{Status: matrix.StatusOK, Host: host, Trial: &matrix.Trial{Restart: time.Second}},
		fakeServer{f.fake}.Info(), errors.Join(err, ctx.Err())
}

// newTrials is a run of trials and another test, and what carries it out.
func newTrials(t *testing.T) (*fakeTrials, *matrix.Run, Options) {
	t.Helper()
	spec := specOf(1, "3")
	spec.Load.Tests = []string{matrix.TestCrash, "SET", matrix.TestRestart}
	f, run := &fakeTrials{fake: newFake()}, runOf(t, spec)
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	options := f.options(dir)
	options.Trials = f
	return f, run, options
}

func TestTrialsComeLast(t *testing.T) {
	f, run, options := newTrials(t)
	var events []string
	options.Events = func(e Event) {
		if e.Kind == SampleStarted || e.Kind == SampleDone {
			events = append(events, e.Test)
		}
	}
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	want := []string{"launch " + setupID, "open 3", "memory", "prepare SET", "measure SET", "memory", "close", "stop", "try CRASH", "try RESTART"}
	if diff := cmp.Diff(want, f.calls); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"SET", "SET", "CRASH", "CRASH", "RESTART", "RESTART"}, events); diff != "" {
		t.Error(diff)
	}
	crash, _ := matrix.LookupTrial(matrix.TestCrash)
	attempt := matrix.Attempt{
		Setup: run.Plan.Setups[0], Cell: run.Plan.Cells[0], Test: crash, Round: 1, Seed: 1,
		Log: filepath.Join(options.Dir, "servers", logName(setupID)),
	}
	if diff := cmp.Diff(attempt, f.tried[0]); diff != "" {
		t.Error(diff)
	}
	for _, result := range run.Results {
		if sample := result.Samples[0]; result.Test != "SET" && (sample.Trial == nil || sample.Started.IsZero() || sample.Elapsed <= 0) {
			t.Errorf("%+v", sample)
		}
	}
}

func TestTrialThatFails(t *testing.T) {
	f, run, options := newTrials(t)
	f.fail["try CRASH"] = errors.New("it hangs")
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	want := map[string]matrix.Status{cell3 + " CRASH": "failed", cell3 + " SET": "ok", cell3 + " RESTART": "ok"}
	if diff := cmp.Diff(want, statuses(run)); diff != "" {
		t.Error(diff)
	}
	if got := run.Results[0].Reason; got != "it hangs" {
		t.Errorf("reason %q", got)
	}
}

func TestNobodyForTrials(t *testing.T) {
	_, run, options := newTrials(t)
	options.Trials = nil
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	if got := run.Results[0]; got.Status != matrix.StatusFailed || got.Reason != errNoTrials.Error() {
		t.Errorf("%+v", got)
	}
}

// TestTrialsAreResumed stops a run within a trial, and goes on with it from what is
// on disk.
func TestTrialsAreResumed(t *testing.T) {
	f, run, options := newTrials(t)
	ctx, cancel := context.WithCancel(t.Context())
	f.cancel["try RESTART"] = cancel
	if err := Run(ctx, run, options); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(options.Dir, Document)); err != nil {
		t.Fatal(err)
	}
	run.Results, run.State = nil, matrix.StateRunning
	if err := save(options.Dir, run); err != nil {
		t.Fatal(err)
	}
	again, err := Open(options.Dir)
	if err != nil {
		t.Fatal(err)
	}
	f.calls, f.cancel = nil, nil
	if err := Run(t.Context(), again, options); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"try RESTART"}, f.calls); diff != "" {
		t.Error(diff)
	}
	if again.Faulty() || again.State != matrix.StateComplete {
		t.Errorf("%s: %v", again.State, statuses(again))
	}
}

func TestTrialOfAnotherServer(t *testing.T) {
	f, run, options := newTrials(t)
	f.cancel["measure SET"] = func() { f.digest = "other" }
	var mismatch *MismatchError
	if err := Run(t.Context(), run, options); !errors.As(err, &mismatch) {
		t.Errorf("got %v, want a MismatchError", err)
	}
}

// TestDisturbedTrials are carried out again, and void where that is in vain.
func TestDisturbedTrials(t *testing.T) {
	use := func(steal time.Duration) *matrix.HostUse {
		return &matrix.HostUse{Interval: time.Second, CPUs: 2, Steal: steal}
	}
	for name, c := range map[string]struct {
		hosts  []*matrix.HostUse
		shared bool
		want   matrix.Status
		voided int
	}{
		"left alone":       {hosts: []*matrix.HostUse{use(0)}, want: matrix.StatusOK},
		"once":             {hosts: []*matrix.HostUse{use(time.Second), use(0)}, want: matrix.StatusOK, voided: 1},
		"always":           {hosts: []*matrix.HostUse{use(time.Second), use(time.Second), use(time.Second)}, want: matrix.StatusInvalid, voided: 2},
		"where that is so": {hosts: []*matrix.HostUse{use(time.Second)}, shared: true, want: matrix.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			f, run, options := newTrials(t)
			f.hosts, options.Shared = c.hosts, c.shared
			if err := Run(t.Context(), run, options); err != nil {
				t.Fatal(err)
			}
			got := run.Results[0]
			if got.Test != matrix.TestCrash || got.Status != c.want || len(got.Samples[0].Voided) != c.voided || len(f.hosts) > 0 {
				t.Errorf("%s %s: %+v", got.Test, got.Status, got.Samples)
			}
		})
	}
}

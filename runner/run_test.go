package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

const (
	setupID = "version=7.0"
	cell3   = "version=7.0 value_size=3"
)

func TestOrderOfOneRound(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	if _, err := start(t.Context(), t, f, run); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"launch " + setupID, "open 3", "memory", "prepare SET", "measure SET", "memory", "prepare GET", "measure GET", "memory", "close", "stop",
	}
	if diff := cmp.Diff(want, f.calls); diff != "" {
		t.Error(diff)
	}
	if run.State != matrix.StateComplete {
		t.Errorf("state %s", run.State)
	}
}

func TestEachRoundStartsAFreshServer(t *testing.T) {
	f, run := newFake(), newRun(t, 3, "3", "10")
	if _, err := start(t.Context(), t, f, run); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, call := range f.calls {
		counts[strings.Fields(call)[0]]++
	}
	want := map[string]int{"launch": 3, "stop": 3, "open": 6, "close": 6, "memory": 18, "prepare": 12, "measure": 12}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
}

func TestFailureAtEachStep(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		step     string
		want     map[string]matrix.Status
		launches int
	}{
		{"launch " + setupID, map[string]matrix.Status{"SET": "failed", "GET": "failed"}, 1},
		{"probe", map[string]matrix.Status{"SET": "failed", "GET": "failed"}, 2},
		{"open 3", map[string]matrix.Status{"SET": "failed", "GET": "failed"}, 2},
		{"read", map[string]matrix.Status{"SET": "failed", "GET": "failed"}, 2},
		{"memory", map[string]matrix.Status{"SET": "failed", "GET": "failed"}, 2},
		{"prepare SET", map[string]matrix.Status{"SET": "failed", "GET": "ok"}, 2},
		{"measure SET", map[string]matrix.Status{"SET": "failed", "GET": "ok"}, 2},
		{"measure GET", map[string]matrix.Status{"SET": "ok", "GET": "failed"}, 1},
	} {
		t.Run(test.step, func(t *testing.T) {
			f, run := newFake(), newRun(t, 1, "3")
			f.fail[test.step] = broken
			if _, err := start(t.Context(), t, f, run); err != nil {
				t.Fatal(err)
			}
			want := map[string]matrix.Status{}
			for name, status := range test.want {
				want[cell3+" "+name] = status
			}
			if diff := cmp.Diff(want, statuses(run)); diff != "" {
				t.Error(diff)
			}
			if got := strings.Count(strings.Join(f.calls, "\n"), "launch"); got != test.launches {
				t.Errorf("%d launches, want %d: %q", got, test.launches, f.calls)
			}
		})
	}
}

func TestFailureNamesHowTheServerEnded(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	f.fail["measure SET"] = errors.New("connection reset")
	f.ended = errors.New("redis-server was killed by signal 9")
	if _, err := start(t.Context(), t, f, run); err != nil {
		t.Fatal(err)
	}
	want := "connection reset; redis-server was killed by signal 9"
	if got := run.Results[0].Samples[0].Reason; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
}

// TestFailureQuotesTheLogOfItsServer lets a server that does not end write into
// a log that an earlier server has written into.
func TestFailureQuotesTheLogOfItsServer(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	f.fail["measure SET"] = errors.New("no reply")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "servers", logName(setupID))
	write := func(text string) {
		if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("of another server\n")
	f.cancel["measure SET"] = func() { write("of another server\nfirst\n\nsecond\n") }
	if err := Run(t.Context(), run, f.options(dir)); err != nil {
		t.Fatal(err)
	}
	want := "no reply; the end of the server's log: first | second"
	if got := run.Results[0].Samples[0].Reason; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
}

func TestGivesUpOnASetupThatKeepsFailing(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3", "10", "20")
	for _, step := range []string{"open 3", "open 10", "open 20"} {
		f.fail[step] = errors.New("broken")
	}
	if _, err := start(t.Context(), t, f, run); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(strings.Join(f.calls, "\n"), "launch"); got != attempts {
		t.Errorf("%d launches, want %d", got, attempts)
	}
	for id, status := range statuses(run) {
		if status != matrix.StatusFailed {
			t.Errorf("%s is %s", id, status)
		}
	}
}

func TestCancelAtEachStepAndResume(t *testing.T) {
	for _, step := range []string{
		"launch " + setupID, "open 3", "prepare SET", "measure SET", "prepare GET", "measure GET",
	} {
		t.Run(step, func(t *testing.T) {
			f, run := newFake(), newRun(t, 1, "3")
			ctx, cancel := context.WithCancel(t.Context())
			f.cancel[step] = cancel
			dir, err := start(ctx, t, f, run)
			if !errors.Is(err, context.Canceled) || run.State != matrix.StateInterrupted {
				t.Fatalf("error %v, state %s", err, run.State)
			}
			if strings.Count(strings.Join(f.calls, "\n"), "stop") != 1 && f.calls[0] != step {
				t.Errorf("the server was not stopped: %q", f.calls)
			}
			resume(t, dir)
		})
	}
}

// resume takes the samples that an interrupted run lacks, and no others.
func resume(t *testing.T, dir string) {
	t.Helper()
	run, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	had := newLoop(run, Options{}, nil).done
	f := newFake()
	if err := Run(t.Context(), run, f.options(dir)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(strings.Join(f.calls, "\n"), "measure"); got != 2-had {
		t.Errorf("%d samples taken, want %d", got, 2-had)
	}
	if run.State != matrix.StateComplete {
		t.Errorf("state %s", run.State)
	}
	read, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(statuses(run), statuses(read)); diff != "" {
		t.Error(diff)
	}
}

func TestResumeRefusesAnotherServer(t *testing.T) {
	f, run := newFake(), newRun(t, 2, "3")
	f.digest = "a"
	ctx, cancel := context.WithCancel(t.Context())
	f.cancel["measure GET"] = cancel
	dir, _ := start(ctx, t, f, run)
	again, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	other := newFake()
	other.digest = "b"
	var mismatch *MismatchError
	if err := Run(t.Context(), again, other.options(dir)); !errors.As(err, &mismatch) {
		t.Fatalf("error %v", err)
	}
	if other.calls[len(other.calls)-1] != "stop" {
		t.Errorf("the server was not stopped: %q", other.calls)
	}
}

func TestTwoProcessesCannotRunOneDirectory(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	held, err := openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), run, f.options(dir)); err == nil {
		t.Error("no error")
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestEventsCountSamples(t *testing.T) {
	f, run := newFake(), newRun(t, 2, "3")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	options := f.options(dir)
	var done []int
	options.Events = func(event Event) {
		if event.Kind == SampleDone {
			done = append(done, event.Done*10+event.Total)
		}
	}
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{14, 24, 34, 44}, done); diff != "" {
		t.Error(diff)
	}
}

// TestARunThatCannotBeSavedIsNotComplete removes the run's directory while it
// is measured.
func TestARunThatCannotBeSavedIsNotComplete(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	f.cancel["measure GET"] = func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}
	if err := Run(t.Context(), run, f.options(dir)); err == nil || run.State != matrix.StateFailed {
		t.Errorf("state %s, error %v", run.State, err)
	}
}

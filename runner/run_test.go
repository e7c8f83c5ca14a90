package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// fake is launcher, server, load, session, probe and reader in one: it writes
// down each call and fails or cancels where it is told to.
type fake struct {
	calls  []string
	fail   map[string]error // by call
	cancel map[string]func()
	ended  error // what Stop returns
	digest string
	sample matrix.Sample
	runID  string
}

func (f *fake) call(format string, args ...any) error {
	name := fmt.Sprintf(format, args...)
	f.calls = append(f.calls, name)
	if cancel := f.cancel[name]; cancel != nil {
		cancel()
	}
	return f.fail[name]
}

func (f *fake) Launch(ctx context.Context, setup matrix.Setup, _ string) (Server, error) {
	if err := f.call("launch %s", setup.ID); err != nil {
		return nil, err
	}
	return fakeServer{f}, ctx.Err()
}

type fakeServer struct{ *fake }

func (f fakeServer) Endpoint() matrix.Endpoint { return matrix.Endpoint{Network: "tcp", Owned: true} }
func (f fakeServer) Info() matrix.ServerInfo {
	return matrix.ServerInfo{Product: matrix.Redis, Version: "7.0.15", Digest: f.digest}
}

func (f fakeServer) Stop(ctx context.Context) error {
	return errors.Join(f.call("stop"), f.ended, ctx.Err())
}

type fakeLoad struct{ *fake }

func (f fakeLoad) Open(ctx context.Context, _ matrix.Endpoint, load matrix.Load) (Session, error) {
	if err := f.call("open %d", load.ValueSize); err != nil {
		return nil, err
	}
	return fakeSession(f), ctx.Err()
}

type fakeSession struct{ *fake }

func (f fakeSession) Prepare(ctx context.Context, test matrix.Test) (time.Duration, error) {
	return time.Millisecond, errors.Join(f.call("prepare %s", test.Name), ctx.Err())
}

func (f fakeSession) Measure(ctx context.Context, test matrix.Test) (matrix.Sample, error) {
	return f.sample, errors.Join(f.call("measure %s", test.Name), ctx.Err())
}
func (f fakeSession) Close() error { return f.call("close") }

type fakeProbe struct{ *fake }

func (f fakeProbe) Open(context.Context, matrix.Endpoint) (Reader, error) {
	return fakeReader(f), f.fail["probe"]
}

type fakeReader struct{ *fake }

func (f fakeReader) Read(context.Context) (matrix.Counters, error) {
	return matrix.Counters{RunID: f.runID}, f.fail["read"]
}
func (f fakeReader) Close() error { return nil }

func newFake() *fake {
	return &fake{
		fail: map[string]error{}, cancel: map[string]func(){}, runID: "r",
		sample: matrix.Sample{Elapsed: time.Second, Requests: 10, RPS: 10},
	}
}

// newRun has one version with the given value sizes and the tests SET and GET.
func newRun(t *testing.T, rounds int, sizes ...string) *matrix.Run {
	t.Helper()
	spec := &matrix.Spec{
		Name:   "demo",
		Axes:   []matrix.Axis{{Name: "version", Values: []string{"7.0"}}, {Name: "value_size", Values: sizes}},
		Server: matrix.Server{Launch: matrix.LaunchAuto, CPUs: "off"},
		Load: matrix.Load{
			Tests: []string{"SET", "GET"}, Clients: 1, Pipeline: 1, Keyspace: 1,
			ValuePattern: matrix.PatternFill, Transport: matrix.TransportTCP, Duration: time.Second,
		},
		Rounds: rounds, Seed: 1,
	}
	plan, err := matrix.NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return matrix.NewRun("test", "demo-1", plan)
}

// start creates the run's directory and runs it against the fake.
func start(ctx context.Context, t *testing.T, f *fake, run *matrix.Run) (string, error) {
	t.Helper()
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	return dir, Run(ctx, run, f.options(dir))
}

func (f *fake) options(dir string) Options {
	return Options{Dir: dir, Launcher: f, Load: fakeLoad{f}, Probe: fakeProbe{f}}
}

func statuses(run *matrix.Run) map[string]matrix.Status {
	all := map[string]matrix.Status{}
	for _, result := range run.Results {
		all[result.Cell+" "+result.Test] = result.Status
	}
	return all
}

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
		"launch " + setupID, "open 3", "prepare SET", "measure SET", "prepare GET", "measure GET", "close", "stop",
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
	want := map[string]int{"launch": 3, "stop": 3, "open": 6, "close": 6, "prepare": 12, "measure": 12}
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

func TestFailureNamesHowTheServerEndedAndItsLog(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	f.fail["measure SET"] = errors.New("connection reset")
	f.ended = errors.New("redis-server was killed by signal 9")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "servers", logName(setupID))
	if err := os.WriteFile(log, []byte("first\nsecond\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), run, f.options(dir)); err != nil {
		t.Fatal(err)
	}
	want := "connection reset; redis-server was killed by signal 9; its log ends:\nfirst\nsecond"
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
	had := len(newLoop(run, Options{}, nil).taken)
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
	if err := held.close(); err != nil {
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

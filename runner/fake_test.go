package runner

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

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
	noInfo string // why INFO is refused
	sample matrix.Sample
	runID  string
	// next gives the rate of each sample after the other, where it is set.
	next func() float64
	// commands is what the server has processed.
	commands int64
	// memory is what it holds, reading for reading.
	memory []matrix.Memory
	// disturbs tells of each measurement whether the hypervisor takes half of the
	// time meanwhile; nil where it never does.
	disturbs func(test string) bool
	seconds  int
	stolen   time.Duration
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
	return matrix.ServerInfo{Product: matrix.Redis, Version: "7.0.15", Digest: f.digest, RunID: f.runID}
}

func (f fakeServer) Stop(ctx context.Context) error {
	return errors.Join(f.call("stop"), f.ended, ctx.Err())
}

type fakeLoad struct{ *fake }

func (f fakeLoad) Open(ctx context.Context, _ matrix.Endpoint, load matrix.Load) (Session, error) {
	if err := f.call("open %v", load.ValueSize); err != nil {
		return nil, err
	}
	return fakeSession(f), ctx.Err()
}

type fakeSession struct{ *fake }

func (f fakeSession) Prepare(ctx context.Context, test matrix.Test) (time.Duration, error) {
	return time.Millisecond, errors.Join(f.call("prepare %s", test.Name), ctx.Err())
}

func (f fakeSession) Measure(ctx context.Context, test matrix.Test) (matrix.Sample, error) {
	f.commands += f.sample.Requests
	if f.next != nil {
		f.sample.RPS = f.next()
	}
	f.seconds++
	if f.disturbs != nil && f.disturbs(test.Name) {
		f.stolen += time.Second
	}
	return f.sample, errors.Join(f.call("measure %s", test.Name), ctx.Err())
}
func (f fakeSession) Close() error { return f.call("close") }

type fakeProbe struct{ *fake }

func (f fakeProbe) Open(context.Context, matrix.Endpoint, matrix.ServerInfo) (Reader, error) {
	return fakeReader(f), f.fail["probe"]
}

type fakeReader struct{ *fake }

func (f fakeReader) Read(context.Context) (matrix.Counters, error) {
	return matrix.Counters{
		At: time.Unix(int64(f.seconds), 0), CPU: matrix.CPUTime{User: 1, Steal: f.stolen}, PerCPU: []matrix.CPUTime{{User: 1}, {User: 1}},
		RunID: f.runID, Commands: f.commands, Keys: 1, NoInfo: f.noInfo, Config: map[string]string{"save": ""},
	}, f.fail["read"]
}
func (f fakeReader) Close() error { return nil }

func (f fakeReader) Memory(ctx context.Context) (matrix.Memory, error) {
	err := f.call("memory")
	if len(f.memory) == 0 {
		return matrix.Memory{}, err
	}
	memory := f.memory[0]
	f.memory = f.memory[1:]
	return memory, errors.Join(err, ctx.Err())
}

func newFake() *fake {
	return &fake{
		fail: map[string]error{}, cancel: map[string]func(){}, runID: "r",
		sample: matrix.Sample{Elapsed: time.Second, Requests: 10, RPS: 10},
	}
}

// newRun has one version with the given value sizes and the tests SET and GET.
func newRun(t *testing.T, rounds int, sizes ...string) *matrix.Run {
	t.Helper()
	return runOf(t, specOf(rounds, sizes...))
}

func specOf(rounds int, sizes ...string) *matrix.Spec {
	return &matrix.Spec{
		Name:   "demo",
		Axes:   []matrix.Axis{{Name: "version", Values: []string{"7.0"}}, {Name: "value_size", Values: sizes}},
		Server: matrix.Server{Launch: matrix.LaunchAuto, CPUs: "off"},
		Load: matrix.Load{
			Tests: []string{"SET", "GET"}, Clients: 1, Pipeline: 1, Keyspace: 1,
			ValuePattern: matrix.PatternFill, Transport: matrix.TransportTCP, Duration: time.Second,
		},
		Rounds: rounds, Seed: 1,
	}
}

func runOf(t *testing.T, spec *matrix.Spec) *matrix.Run {
	t.Helper()
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

package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix"
)

// fixture builds runs for the tests, as a runner records them: every combination of the axes, measured
// in every round with numbers that depend on nothing but their place.
type fixture struct {
	axes     []matrix.Axis
	tests    []string
	rounds   int
	baseline matrix.Selector
	report   []matrix.TableSpec
	exclude  func(matrix.Cell) bool
}

func versionByAOF() fixture {
	return fixture{
		axes: []matrix.Axis{
			{Name: "version", Values: []string{"6.0", "7.0", "8.0", "valkey-8.1"}},
			{Name: "appendonly", Values: []string{"no", "everysec", "always"}},
		},
		tests:    []string{"PING_INLINE", "SET", "GET", "ZPOPMIN", "LRANGE_600", "MSET"},
		rounds:   5,
		baseline: matrix.Selector{"version": {"6.0"}},
	}
}

func (f fixture) run() *matrix.Run {
	run := &matrix.Run{
		Schema: matrix.Schema, Tool: "0.1.0", ID: "quickstart-20261130T190455Z", State: matrix.StateComplete,
		Started:  time.Date(2026, 11, 30, 19, 4, 55, 0, time.UTC),
		Finished: time.Date(2026, 11, 30, 19, 7, 25, 0, time.UTC),
		Digest:   "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Host: matrix.Host{Hostname: "bench-1", OS: "Debian GNU/Linux 12 (bookworm)", Kernel: "6.1.0-18-amd64",
			CPUModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", CPUs: 2, Memory: 8 << 30, Virtual: "kvm", ServerCPUs: "0", ClientCPUs: "1"},
		Servers: map[string]matrix.ServerInfo{},
		Timing:  matrix.Timing{Wall: 150 * time.Second, Measured: 130 * time.Second, Warmup: 10 * time.Second},
	}
	var samples []matrix.Sample
	run.Plan.Spec = &matrix.Spec{Name: "quickstart", Axes: f.axes, Baseline: f.baseline,
		Rounds: f.rounds, Seed: 1, Report: matrix.Report{Tables: f.report}}
	for i, at := range combinations(f.axes) {
		cell := f.cell(at)
		if f.exclude != nil && f.exclude(cell) {
			continue
		}
		f.addSetup(run, cell)
		run.Plan.Cells = append(run.Plan.Cells, cell)
		for j, test := range f.tests {
			samples = append(samples, f.samples(cell.ID, test, i, j)...)
		}
	}
	record(run, samples...)
	return run
}

func combinations(axes []matrix.Axis) [][]matrix.Coordinate {
	all := [][]matrix.Coordinate{nil}
	for _, axis := range axes {
		var longer [][]matrix.Coordinate
		for _, at := range all {
			for _, value := range axis.Values {
				longer = append(longer, append(at[:len(at):len(at)], matrix.Coordinate{Axis: axis.Name, Value: value}))
			}
		}
		all = longer
	}
	return all
}

func (f fixture) cell(at []matrix.Coordinate) matrix.Cell {
	cell := matrix.Cell{Coordinates: at, Load: matrix.Load{Tests: f.tests, Clients: 50, Pipeline: 1, ValueSize: matrix.FixedSize(3), Duration: time.Second}}
	var id, setup []string
	for _, c := range at {
		id = append(id, c.Axis+"="+c.Value)
		if c.Axis == "version" || c.Axis == "appendonly" {
			setup = append(setup, c.Axis+"="+c.Value)
		}
	}
	cell.ID, cell.Setup = strings.Join(id, " "), strings.Join(setup, " ")
	cell.Baseline = len(f.baseline) > 0
	for name, values := range f.baseline {
		cell.Baseline = cell.Baseline && cell.Value(name) == values[0]
	}
	return cell
}

func (f fixture) addSetup(run *matrix.Run, cell matrix.Cell) {
	if _, known := run.Servers[cell.Setup]; known {
		return
	}
	asked := cell.Value("version")
	setup := matrix.Setup{ID: cell.Setup, Server: matrix.ServerRef{Text: asked, Kind: matrix.RefVersion}}
	if mode := cell.Value("appendonly"); mode == "" {
		setup.Config = []matrix.Directive{{Name: "appendonly", Args: []string{"no"}}}
	}
	run.Plan.Setups = append(run.Plan.Setups, setup)
	run.Servers[cell.Setup] = server(asked)
}

func server(asked string) matrix.ServerInfo {
	exact := map[string]string{"6.0": "6.0.16", "7.0": "7.0.15", "8.0": "8.0.2", "valkey-8.1": "8.1.1"}
	size := map[string]int64{"6.0": 1402880, "7.0": 1898496, "8.0": 3421184, "valkey-8.1": 2601112}
	info := matrix.ServerInfo{Product: matrix.Redis, Version: exact[asked], Size: size[asked], Launch: matrix.LaunchBinary,
		Path: "/srv/redis-" + asked + "/redis-server", Digest: strings.Repeat(fmt.Sprintf("%02x", len(asked)*7), 32), Allocator: "jemalloc-5.2.1", CPUs: "0"}
	if strings.HasPrefix(asked, "valkey") {
		info.Product = matrix.Valkey
	}
	if info.Version == "" {
		info.Version = asked + ".9"
	}
	return info
}

func (f fixture) samples(cell, test string, i, j int) []matrix.Sample {
	var samples []matrix.Sample
	for round := 1; round <= f.rounds; round++ {
		base := 140_000.0 / float64(1+j*j) * (1 + float64(i%7)/100)
		samples = append(samples, matrix.Sample{
			Cell: cell, Test: test, Round: round, Status: matrix.StatusOK, Elapsed: time.Second,
			Requests: int64(base), RPS: base * (1 + float64(round-3)*float64(1+j)/200),
			ServerCPU: 900 * time.Millisecond,
			Latency:   matrix.Latency{P50: int64(50e9 / base), P99: int64(120e9 / base), P999: int64(400e9 / base)},
		})
	}
	return samples
}

func record(run *matrix.Run, samples ...matrix.Sample) {
	for _, sample := range samples {
		if err := run.Record(sample); err != nil {
			panic(err)
		}
	}
}

// anew records what a run holds once more, each sample as change leaves it; one
// for which change is false was never taken.
func anew(run *matrix.Run, change func(*matrix.Sample) bool) {
	was := run.Results
	run.Results = run.Plan.Results()
	for _, result := range was {
		for _, sample := range result.Samples {
			if change(&sample) {
				record(run, sample)
			}
		}
	}
}

// only applies change to the samples of one result.
func only(cell, test string, change func(*matrix.Sample) bool) func(*matrix.Sample) bool {
	return func(s *matrix.Sample) bool { return s.Cell != cell || s.Test != test || change(s) }
}

// fault gives samples a status and what goes with it, in the rounds named or in
// all.
func fault(status matrix.Status, reason, remedy string, rounds ...int) func(*matrix.Sample) bool {
	return func(s *matrix.Sample) bool {
		if len(rounds) == 0 || slices.Contains(rounds, s.Round) {
			s.Status, s.Reason, s.Remedy = status, reason, remedy
		}
		return true
	}
}

func never(*matrix.Sample) bool { return false }

// until leaves the rounds up to one.
func until(round int) func(*matrix.Sample) bool {
	return func(s *matrix.Sample) bool { return s.Round <= round }
}

// endless gives the third round an infinite rate.
func endless(s *matrix.Sample) bool {
	if s.Round == 3 {
		s.RPS = math.Inf(1)
	}
	return true
}

// forbid has the plan say that a version cannot run a test.
func forbid(run *matrix.Run, version, test, reason string) {
	for i := range run.Plan.Cells {
		if cell := &run.Plan.Cells[i]; cell.Value("version") == version {
			cell.NA = map[string]string{test: reason}
			anew(run, only(cell.ID, test, never))
		}
	}
}

// troubled is a run with everything in it that can go wrong.
func troubled() *matrix.Run {
	run := versionByAOF().run()
	forbid(run, "6.0", "ZPOPMIN", "needs Redis 99")
	const seven, eight, valkey = "version=7.0 appendonly=no", "version=8.0 appendonly=no", "version=valkey-8.1 appendonly=no"
	clientBound := fault(matrix.StatusInvalid, "client-bound: the client used 99 % of its CPU", "give the client more CPUs (server.cpus)")
	died := fault(matrix.StatusFailed, "server exited with 1:\n*** FATAL CONFIG FILE ERROR ***\n>>> 'foo \"bar\"'\n\x1b[31mBad directive\x1b[0m",
		"read servers/x.log", 2, 5)
	for _, change := range []func(*matrix.Sample) bool{
		only(seven, "SET", clientBound), only(seven, "GET", clientBound), only(eight, "MSET", died), only(eight, "LRANGE_600", never),
		only(valkey, "PING_INLINE", fault(matrix.StatusInvalid, "throttled for 12 ms", "", 3)),
		only(valkey, "SET", func(s *matrix.Sample) bool {
			s.Notes = []matrix.Note{{Text: "1 of 8 rounds ran beside a backup", Remedy: "stop it"}}
			return true
		}),
		only(valkey, "GET", func(s *matrix.Sample) bool { return s.Round < 3 }),
	} {
		anew(run, change)
	}
	for id, info := range run.Servers {
		if strings.Contains(id, "valkey") {
			info.Warnings = []matrix.Note{{Text: "reached through a published port, which is slower", Remedy: "use host networking"}}
			run.Servers[id] = info
		}
	}
	run.State, run.Finished = matrix.StateInterrupted, time.Time{}
	run.Warnings = []matrix.Note{{Text: "the data directory is on tmpfs", Remedy: "set TMPDIR to a disk"}}
	return run
}

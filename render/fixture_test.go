package render

import (
	"fmt"
	"strings"
	"time"

	"redismatrix/matrix"
)

// fixture builds runs for the tests: every combination of the axes, measured
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
			run.Results = append(run.Results, f.result(cell.ID, test, i, j))
		}
	}
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
	cell := matrix.Cell{Coordinates: at, Load: matrix.Load{Tests: f.tests, Clients: 50, Pipeline: 1, ValueSize: 3, Duration: time.Second}}
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
		Path: "/srv/redis-" + asked + "/redis-server", Digest: strings.Repeat(fmt.Sprintf("%02x", len(asked)*7), 32), Allocator: "jemalloc-5.2.1"}
	if strings.HasPrefix(asked, "valkey") {
		info.Product = matrix.Valkey
	}
	if info.Version == "" {
		info.Version = asked + ".9"
	}
	return info
}

func (f fixture) result(cell, test string, i, j int) matrix.Result {
	result := matrix.Result{Cell: cell, Test: test, Status: matrix.StatusOK}
	for round := 1; round <= f.rounds; round++ {
		base := 140_000.0 / float64(1+j*j) * (1 + float64(i%7)/100)
		result.Samples = append(result.Samples, matrix.Sample{
			Cell: cell, Test: test, Round: round, Status: matrix.StatusOK, Elapsed: time.Second,
			Requests: int64(base), RPS: base * (1 + float64(round-3)*float64(1+j)/200),
			ServerCPU: 900 * time.Millisecond,
			Latency:   matrix.Latency{P50: int64(50e9 / base), P99: int64(120e9 / base), P999: int64(400e9 / base)},
		})
	}
	return result
}

// at finds a result of a run to change it.
func at(run *matrix.Run, cell, test string) *matrix.Result {
	for i := range run.Results {
		if run.Results[i].Cell == cell && run.Results[i].Test == test {
			return &run.Results[i]
		}
	}
	panic("no result " + cell + " " + test)
}

// troubled is a run with everything in it that can go wrong.
func troubled() *matrix.Run {
	run := versionByAOF().run()
	for i := range run.Plan.Cells {
		cell := &run.Plan.Cells[i]
		if cell.Value("version") == "6.0" {
			cell.NA = map[string]string{"ZPOPMIN": "needs Redis 99"}
			*at(run, cell.ID, "ZPOPMIN") = matrix.Result{Cell: cell.ID, Test: "ZPOPMIN", Status: matrix.StatusNA, Reason: "needs Redis 99"}
		}
	}
	set := at(run, "version=7.0 appendonly=no", "SET")
	set.Status, set.Reason, set.Remedy = matrix.StatusInvalid, "client-bound: the client used 99 % of its CPU", "pin the client to more CPUs (--cpus)"
	get := at(run, "version=7.0 appendonly=no", "GET")
	get.Status, get.Reason = matrix.StatusInvalid, set.Reason
	get.Remedy = set.Remedy
	mset := at(run, "version=8.0 appendonly=no", "MSET")
	*mset = matrix.Result{Cell: mset.Cell, Test: mset.Test, Status: matrix.StatusFailed, Remedy: "read servers/x.log",
		Reason: "server exited with 1:\n*** FATAL CONFIG FILE ERROR ***\n>>> 'foo \"bar\"'\n\x1b[31mBad directive\x1b[0m"}
	lrange := at(run, "version=8.0 appendonly=no", "LRANGE_600")
	*lrange = matrix.Result{Cell: lrange.Cell, Test: lrange.Test}
	ping := at(run, "version=valkey-8.1 appendonly=no", "PING_INLINE")
	ping.Samples[2].Status, ping.Samples[2].Reason = matrix.StatusInvalid, "throttled for 12 ms"
	ping.Samples[0].Notes = []matrix.Note{{Text: "1 of 8 rounds ran beside a backup", Remedy: "stop it"}}
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

package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"redismatrix/matrix"
)

// madeSpec is the spec of runs that are made up.
const madeSpec = `{name: made, axes: {version: ["7.0"]}, load: {tests: [SET, GET, INCR, LPUSH]}, rounds: 5}`

// scriptMade writes the document of a run that nobody measured, in which every
// round has a little noise: made FILE [CHANGE...]. A change is KEY=VALUE of the
// spec, spec=FILE for another one, or one of these: slow:CELL:TEST=FACTOR, void:CELL:TEST=REASON,
// lost:CELL:TEST=ROUNDS, host:CPU=MODEL, host:none=1, digest:CELL=SHA, day=N, state=STATE.
func scriptMade(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: made FILE [CHANGE...]")
	}
	m, source := making{changes: map[string]string{}}, madeSpec
	var overrides []matrix.Override
	for _, arg := range args[1:] {
		key, value, _ := strings.Cut(arg, "=")
		if at := strings.LastIndex(arg, "="); at > 0 && strings.ContainsRune(arg[:at], ':') {
			key, value = arg[:at], arg[at+1:]
		}
		if key == "spec" {
			source = ts.ReadFile(value)
			continue
		}
		if strings.ContainsRune(key, ':') || key == "day" || key == "state" {
			m.changes[key] = value
		} else {
			overrides = append(overrides, matrix.Override{Key: key, Value: value})
		}
	}
	spec, err := matrix.Parse(strings.NewReader(source), "made", overrides...)
	ts.Check(err)
	plan, err := matrix.NewPlan(spec, nil)
	ts.Check(err)
	var text bytes.Buffer
	ts.Check(m.run(plan).Write(&text))
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, text.Bytes(), 0o666))
}

// making makes up a run.
type making struct{ changes map[string]string }

func (m making) run(plan *matrix.Plan) *matrix.Run {
	day, _ := strconv.Atoi(m.changes["day"])
	run := matrix.NewRun("made", fmt.Sprintf("made-%d", day), plan)
	run.Started = time.Date(2026, 11, 1+day, 0, 0, 0, 0, time.UTC)
	run.State = matrix.StateComplete
	if state := m.changes["state"]; state != "" {
		run.State = matrix.State(state)
	}
	run.Host = matrix.Host{CPUModel: m.changes["host:CPU"], CPUs: 2, Memory: 8 << 30}
	if m.changes["host:none"] != "" {
		run.Host = matrix.Host{}
	}
	for _, cell := range plan.Cells {
		version := cell.Value(matrix.AxisVersion) + ".1"
		run.Servers[cell.Setup] = matrix.ServerInfo{Product: matrix.Redis, Version: version, Launch: matrix.LaunchBinary,
			Digest: m.of("digest", cell.ID, "", version+m.changes["digest"])}
		for i, test := range cell.Load.Tests {
			m.measure(run, cell, test, i)
		}
	}
	return run
}

// of is the change that the script asks for of a test in a cell.
func (m making) of(what, cell, test, otherwise string) string {
	for key, value := range m.changes {
		parts := strings.SplitN(key, ":", 3)
		if parts[0] == what && strings.Contains(cell, parts[1]) && (len(parts) < 3 || parts[2] == test) {
			return value
		}
	}
	return otherwise
}

func (m making) measure(run *matrix.Run, cell matrix.Cell, test string, place int) {
	factor, _ := strconv.ParseFloat(m.of("slow", cell.ID, test, "1"), 64)
	lost, _ := strconv.Atoi(m.of("lost", cell.ID, test, "0"))
	void := m.of("void", cell.ID, test, "")
	if _, na := cell.NA[test]; na {
		return
	}
	day, _ := strconv.Atoi(m.changes["day"])
	for round := 1; round <= run.Plan.Spec.Rounds-lost; round++ {
		// As good as random, and the same for every call.
		noise := 1 + 0.02*math.Sin(float64(len(cell.ID)*31+place*17+round*101+day*57))
		latency := int64(1e6 / factor * noise)
		sample := matrix.Sample{Cell: cell.ID, Test: test, Round: round, Status: matrix.StatusOK, Requests: 1000,
			RPS: 100_000 * factor * noise, Latency: matrix.Latency{P50: latency / 2, P99: latency}}
		if void != "" {
			sample.Status, sample.Reason = matrix.StatusInvalid, void
		}
		if err := run.Record(sample); err != nil {
			panic(err) // the plan has it
		}
	}
}

package matrix

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pretended is a complete run of a spec, in which each test gives what value
// says for a cell and a round.
func pretended(t *testing.T, source string, value func(cell Cell, test string, round int) float64) *Run {
	t.Helper()
	spec, err := Parse(strings.NewReader(source), "test")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	run := NewRun("test", spec.Name, plan)
	run.State, run.Host = StateComplete, Host{CPUModel: "model", CPUs: 2, Memory: 8 << 30}
	for _, cell := range plan.Cells {
		run.Servers[cell.Setup] = ServerInfo{Product: Redis, Version: cell.Value(AxisVersion) + ".1", Digest: cell.Value(AxisVersion)}
		for _, test := range cell.Load.Tests {
			for round := 1; round <= spec.Rounds; round++ {
				s := Sample{Cell: cell.ID, Test: test, Round: round, Status: StatusOK, Requests: 1, RPS: value(cell, test, round)}
				if err := run.Record(s); err != nil && cell.NA[test] == "" {
					t.Fatal(err)
				}
			}
		}
	}
	return run
}

// wobbling is 100,000 with a little noise, times a factor for a version.
func wobbling(version string, factor float64) func(Cell, string, int) float64 {
	return func(cell Cell, test string, round int) float64 {
		v := 100_000 * (1 + 0.01*math.Sin(float64(len(cell.ID)*7+len(test)*13+round*29)))
		if cell.Value(AxisVersion) == version {
			v *= factor
		}
		return v
	}
}

const twoVersions = `{name: two, axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, load: {tests: [SET, GET, INCR]}, rounds: 5}`

// verdicts are a comparison's, the control's left out, in order.
func verdicts(c Compared) []Verdict {
	var all []Verdict
	for _, d := range c.Differences {
		if !d.Control {
			all = append(all, d.Verdict)
		}
	}
	return all
}

func TestCompareCells(t *testing.T) {
	run := pretended(t, twoVersions, wobbling("8.0", 0.8))
	compare := func(base, candidate Selector) Compared {
		c, err := run.CompareCells(base, candidate, []string{MetricRPS}, Judging{}, false)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	slower, faster := slices.Repeat([]Verdict{VerdictSlower}, 3), slices.Repeat([]Verdict{VerdictFaster}, 3)
	if diff := cmp.Diff(slower, verdicts(compare(nil, nil))); diff != "" {
		t.Error(diff)
	}
	other := compare(Selector{AxisVersion: {"8.0"}}, Selector{AxisVersion: {"7.0"}})
	if diff := cmp.Diff(faster, verdicts(other)); diff != "" {
		t.Error(diff)
	}
	if _, known := other.Spread(MetricRPS); !known {
		t.Error("the control of the spec's baseline is lost with another baseline")
	}
	if s := other.Sides[0]; s.Old != "redis 8.0.1" || s.New != "redis 7.0.1" || len(s.Base) != 5 || len(s.Other) != 5 {
		t.Errorf("%+v", s)
	}
	for _, bad := range []Selector{{}, {AxisVersion: {"9.9"}}, {AxisSave: {"off"}}} {
		if _, err := run.CompareCells(bad, nil, []string{MetricRPS}, Judging{}, false); err == nil {
			t.Errorf("baseline %v is taken", bad)
		}
	}
}

// The whole is as bad as the worst in it, and nothing is no pass.
func TestComparedVerdict(t *testing.T) {
	of := func(rounds int, verdicts ...Verdict) Compared {
		var c Compared
		for _, v := range verdicts {
			c.Differences = append(c.Differences, Difference{Verdict: v, Rounds: rounds})
		}
		return c
	}
	control := of(5, VerdictSame)
	control.Differences = append(control.Differences, Difference{Control: true, Verdict: VerdictInvalid})
	alone := Compared{Comparison: Comparison{Differences: []Difference{{Control: true, Verdict: VerdictSame, Rounds: 5}}}}
	troubled := of(5, VerdictSame)
	troubled.Problems = []Note{{Text: "incomplete"}}
	for name, tt := range map[string]struct {
		c    Compared
		want Verdict
	}{
		"nothing":            {Compared{}, VerdictInvalid},
		"only a control":     {alone, VerdictInvalid},
		"an invalid control": {control, VerdictInvalid},
		"a problem":          {troubled, VerdictInvalid},
		"two rounds":         {of(2, VerdictInconclusive), VerdictInvalid},
		"same":               {of(5, VerdictSame, VerdictSame), VerdictSame},
		"faster":             {of(5, VerdictFaster, VerdictSame), VerdictFaster},
		"inconclusive":       {of(5, VerdictFaster, VerdictInconclusive), VerdictInconclusive},
		"slower":             {of(5, VerdictInconclusive, VerdictFaster, VerdictSlower), VerdictSlower},
		"invalid":            {of(5, VerdictSlower, VerdictInvalid), VerdictInvalid},
	} {
		if got := tt.c.Verdict(); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

func TestMatchRuns(t *testing.T) {
	const plain = `{name: old, axes: {version: ["7.0"]}, load: {tests: [SET, GET]}, rounds: 5}`
	old := pretended(t, plain, wobbling("", 1))
	for name, tt := range map[string]struct {
		now  string
		want []Mismatch
	}{
		"the same":        {plain, nil},
		"another version": {strings.Replace(plain, "7.0", "8.0", 1), nil},
		"an axis that the other leaves out": {
			`{axes: {version: ["8.0"], appendonly: [always]}, load: {tests: [SET, GET]}}`, nil},
		"clients": {`{axes: {version: ["8.0"]}, load: {tests: [SET, GET], clients: 7}}`,
			[]Mismatch{{"load.clients", "50", "7"}}},
		"clients as an axis": {`{axes: {version: ["8.0"], clients: [7]}, load: {tests: [SET, GET]}}`,
			[]Mismatch{{"load.clients", "50", "7"}}},
		"what is written and the default": {`{axes: {version: ["8.0"], protocol: [2]}, load: {tests: [SET, GET], key_distribution: uniform}}`, nil},
		"tests":                           {`{axes: {version: ["8.0"]}, load: {tests: [SET]}}`, []Mismatch{{"tests", "SET, GET", "SET"}}},
		"a directive": {`{axes: {version: ["8.0"]}, server: {config: {hz: 50}}, load: {tests: [SET, GET]}}`,
			[]Mismatch{{"config.hz", "", "50"}}},
		"a directive that is an axis": {`{axes: {version: ["7.0"], config.hz: [50]}, load: {tests: [SET, GET]}}`, nil},
		"how often AOF is synced": {`{axes: {version: ["8.0"]}, server: {config: {appendonly: yes, appendfsync: always}}, load: {tests: [SET, GET]}}`,
			[]Mismatch{{"config.appendfsync", "", "always"}, {"config.appendonly", "no", "yes"}}},
		"more versions": {strings.Replace(plain, `"7.0"`, `"7.0", "8.0"`, 1), []Mismatch{{"cell version=8.0", "missing", "measured"}}},
	} {
		t.Run(name, func(t *testing.T) {
			m := MatchRuns(old, pretended(t, tt.now, wobbling("", 1)))
			if diff := cmp.Diff(tt.want, m.Parts); diff != "" || len(m.Host) > 0 {
				t.Errorf("host %v; parts (-want +got):\n%s", m.Host, diff)
			}
		})
	}
}

func TestHostMismatches(t *testing.T) {
	old := Host{CPUModel: "a", CPUs: 2, Kernel: "6.1", Memory: 8_000_000_000, ServerCPUs: "0"}
	now := old
	now.Hostname, now.Memory = "another of the same kind", 8_010_000_000
	if got := hostMismatches(old, now); got != nil {
		t.Errorf("got %v", got)
	}
	now.CPUModel, now.Memory, now.ServerCPUs = "b", 16_000_000_000, ""
	want := []Mismatch{{"CPU model", "a", "b"}, {"memory", "7.45 GiB", "14.90 GiB"}, {"pinning of the server", "0", ""}}
	if diff := cmp.Diff(want, hostMismatches(old, now)); diff != "" {
		t.Error(diff)
	}
	if text := want[2].String(); text != "pinning of the server: 0 in the old run, none in the new" {
		t.Error(text)
	}
}

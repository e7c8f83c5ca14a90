package render

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestIncludedValues orders what include adds behind what the axes list, axes
// of its own among them.
func TestIncludedValues(t *testing.T) {
	f := versionByAOF()
	f.axes[0].Values = []string{"8.0", "7.0"}
	f.tests = []string{"SET"}
	run := f.run()
	added := f.cell([]matrix.Coordinate{{Axis: "version", Value: "6.0"}, {Axis: "appendonly", Value: "os"}})
	run.Plan.Cells = append([]matrix.Cell{added}, run.Plan.Cells...)
	run.Plan.Cells[0].Coordinates = append(run.Plan.Cells[0].Coordinates, matrix.Coordinate{Axis: "clients", Value: "9"})
	s := newSource(run)
	got := map[string][]string{}
	for _, axis := range s.axes {
		got[axis.name] = s.values(s.points, axis.name)
	}
	want := map[string][]string{
		"version": {"8.0", "7.0", "6.0"}, "appendonly": {"no", "everysec", "always", "os"}, "clients": {"9", ""}, "test": {"SET"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOrderOfUnknownAxis(t *testing.T) {
	if got := newSource(single()).order("nowhere", "a", "b"); got != 0 {
		t.Errorf("got %d", got)
	}
}

// TestStatus takes what the result says, then what its samples say, then what
// the plan says.
func TestStatus(t *testing.T) {
	ok, bad := matrix.Sample{Status: matrix.StatusOK, RPS: 1}, matrix.Sample{Status: matrix.StatusInvalid, Reason: "throttled"}
	for _, test := range []struct {
		name   string
		result matrix.Result
		na     string
		want   matrix.Status
		note   string
	}{
		{"its own", matrix.Result{Status: matrix.StatusFailed, Samples: []matrix.Sample{ok}}, "", matrix.StatusFailed,
			"failed: for a reason that was not recorded"},
		{"of its samples", matrix.Result{Samples: []matrix.Sample{bad, ok}}, "", matrix.StatusOK,
			"1 of 2 rounds left out, invalid: throttled"},
		{"of bad samples", matrix.Result{Samples: []matrix.Sample{bad, bad}}, "", matrix.StatusInvalid, "invalid: throttled"},
		{"ok without a sample", matrix.Result{Status: matrix.StatusOK}, "", matrix.StatusMissing,
			"missing: not measured, although the run is complete"},
		{"of the plan", matrix.Result{}, "needs Redis 5.0", matrix.StatusNA, "n/a: needs Redis 5.0"},
		{"n/a of its own", matrix.Result{Status: matrix.StatusNA, Reason: "n/a: no such command"}, "needs Redis 5.0", matrix.StatusNA,
			"n/a: no such command"},
		{"unknown", matrix.Result{Status: "odd", Reason: "who knows"}, "", "odd", "odd: who knows"},
	} {
		run := single()
		result := at(run, "version=7.0", "SET")
		test.result.Cell, test.result.Test = result.Cell, result.Test
		*result = test.result
		if test.na != "" {
			run.Plan.Cells[0].NA = map[string]string{"SET": test.na}
		}
		cell, notes := cellAt(t, reportOf(t, run).Tables[0], "SET", "redis 7.0.15")
		if diff := cmp.Diff([]any{test.want, []string{test.note}}, []any{cell.Status, notes}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if (cell.Value != nil) != (test.want == matrix.StatusOK) {
			t.Errorf("%s shows %v", test.name, cell.Value)
		}
	}
}

func TestMetrics(t *testing.T) {
	sample := matrix.Sample{RPS: 1234, Requests: 2000, ServerCPU: 10 * time.Millisecond,
		Latency: matrix.Latency{P50: 250_000, P99: 1_500_000, P999: 20_000_000}}
	for _, test := range []struct {
		name, title, unit string
		want              float64
	}{
		{"", "Requests per second", "requests/s", 1234},
		{matrix.MetricRPS, "Requests per second", "requests/s", 1234},
		{matrix.MetricP50, "p50 latency, ms", "ms", 0.25},
		{matrix.MetricP99, "p99 latency, ms", "ms", 1.5},
		{matrix.MetricP999, "p99.9 latency, ms", "ms", 20},
		{matrix.MetricServerCPU, "Server CPU per request, µs", "µs", 5},
	} {
		m, err := metricNamed(test.name)
		if err != nil {
			t.Fatal(err)
		}
		got, recorded := m.of(sample)
		if m.title != test.title || m.unit != test.unit || math.Abs(got-test.want) > 1e-12 || !recorded {
			t.Errorf("%q: %q %q %v %v", test.name, m.title, m.unit, got, recorded)
		}
	}
	if _, recorded := serverCPU(matrix.Sample{ServerCPU: time.Second}); recorded {
		t.Error("CPU per request without requests")
	}
}

// TestBinarySizes shows a size where the column has one.
func TestBinarySizes(t *testing.T) {
	f := versionByAOF()
	f.tests = []string{"SET"}
	f.report = []matrix.TableSpec{{Rows: "test", Columns: "version", Where: matrix.Selector{"appendonly": {"no"}}}}
	run := f.run()
	resize := func(id string, size int64) {
		info := run.Servers[id]
		info.Size = size
		run.Servers[id] = info
	}
	resize("version=7.0 appendonly=no", 0)
	size := func(mb float64) Cell { return Cell{Value: &mb, Digits: 1} }
	want := Row{Label: "binary size", Fact: true, Unit: "MB",
		Cells: []Cell{size(1.40288), {Text: none}, size(3.421184), size(2.601112)}}
	if diff := cmp.Diff(want, reportOf(t, run).Tables[0].Rows[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for id := range run.Servers {
		resize(id, 0)
	}
	if got := labels(reportOf(t, run).Tables[0]); !cmp.Equal(got, []string{"SET"}) {
		t.Errorf("rows %q where no size is known", got)
	}
	s := newSource(run)
	resize("version=6.0 appendonly=no", 1)
	resize("version=7.0 appendonly=no", 2)
	if diff := cmp.Diff(Cell{Text: "differs"}, s.binarySize(s.points)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAsked names a version before a server ran, axis or not.
func TestAsked(t *testing.T) {
	f := fixture{axes: []matrix.Axis{{Name: "clients", Values: []string{"1"}}}, tests: []string{"SET"}, rounds: 1}
	run := f.run()
	run.Servers = nil
	run.Plan.Setups[0].Server.Text = "valkey-8.1"
	if diff := cmp.Diff([]string{"requests/s"}, heads(reportOf(t, run).Tables[0])); diff == "" {
		t.Error("the head does not say the version")
	}
	s := newSource(run)
	if got := s.asked(s.points[0]); got != "valkey-8.1" {
		t.Errorf("got %q", got)
	}
	run.Plan.Setups = nil
	s = newSource(run)
	if got := s.asked(s.points[0]); got != "" {
		t.Errorf("got %q without setups", got)
	}
	if diff := cmp.Diff([]string{"requests/s"}, heads(reportOf(t, run).Tables[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTrouble counts results without a number once each.
func TestTrouble(t *testing.T) {
	s := newSource(troubled())
	if got, want := s.troubles(), "results: 1 failed, 2 invalid, 3 n/a"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := newSource(single()).troubles(); got != "" {
		t.Errorf("got %q for a run without trouble", got)
	}
}

package render

import (
	"testing"

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

// TestTrustsTheResult shows the status, reason and remedy that a result has,
// and never a number where that is not ok.
func TestTrustsTheResult(t *testing.T) {
	for _, test := range []struct {
		status       matrix.Status
		text         string
		note, remedy string
	}{
		{matrix.StatusFailed, "failed", "failed: a reason", "do"},
		{matrix.StatusInvalid, "invalid", "invalid: a reason", "do"},
		{matrix.StatusNA, none, "n/a: a reason", "do"},
		{matrix.StatusMissing, none, "missing: not measured, although the run is complete", ""},
	} {
		run := single()
		result := &run.Results[0] // of SET, with an ok sample
		result.Status, result.Reason, result.Remedy = test.status, "a reason", "do"
		table := reportOf(t, run).Tables[0]
		cell, _ := cellAt(t, table, "SET", "redis 7.0.15")
		got := []any{cell, table.Notes}
		want := []any{Cell{Text: test.text, Status: test.status, Notes: []int{0}}, []Note{{test.note, test.remedy}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.status, diff)
		}
	}
}

// TestMetricTitles say whether a latency counts from when a request was due.
func TestMetricTitles(t *testing.T) {
	at := func(rate int64) point { return point{&matrix.Cell{Load: matrix.Load{Rate: rate}}, "SET"} }
	closed, open, both := []point{at(0)}, []point{at(9), at(10)}, []point{at(0), at(10)}
	for _, test := range []struct {
		metric string
		points []point
		want   string
	}{
		{"", nil, "Requests per second"}, {matrix.MetricRPS, closed, "Requests per second"},
		{matrix.MetricRPS, open, "Achieved requests per second"}, {matrix.MetricRPS, both, "Requests per second"},
		{matrix.MetricP99, nil, "p99 latency, ms"}, {matrix.MetricP9999, closed, "p99.99 latency, ms"},
		{matrix.MetricP99, open, "p99 response time, ms"}, {matrix.MetricMax, both, "max latency or response time, ms"},
		{matrix.MetricServiceP99, closed, "p99 service time, ms"}, {matrix.MetricServiceP50, open, "p50 service time, ms"},
		{matrix.MetricServerCPU, open, "Server CPU per request, µs"}, {matrix.MetricClientCPU, both, "Client CPU per request, µs"},
		{matrix.MetricHitRate, closed, "Hit rate, %"}, {matrix.MetricBandwidth, open, "Bandwidth, MB/s"},
	} {
		m, known := matrix.LookupMetric(test.metric)
		if got := metricTitle(m, test.points); !known || got != test.want {
			t.Errorf("%q: got %q, want %q", test.metric, got, test.want)
		}
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
	if got, want := s.troubles(), "results: 1 failed, 3 invalid, 3 n/a"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := newSource(single()).troubles(); got != "" {
		t.Errorf("got %q for a run without trouble", got)
	}
}

package matrix

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	line := Timeline{Width: 10 * time.Millisecond, Slices: make([]Slice, 5)}
	events := []Event{
		{Start: 19 * time.Millisecond, End: 20 * time.Millisecond},
		{Start: 45 * time.Millisecond, End: time.Hour},
	}
	for i, want := range []bool{false, true, true, false, true} {
		if got := line.Within(i, events); got != want {
			t.Errorf("slice %d: %v", i, got)
		}
	}
}

// TestEventMetrics reads each metric of a sample with an event, and of one without.
func TestEventMetrics(t *testing.T) {
	sample := Sample{
		Events: []Event{
			{Start: time.Second, End: 3 * time.Second, Fork: 4 * time.Millisecond, CopyOnWrite: 5_000_000},
			{Start: 4 * time.Second, End: 5 * time.Second, Fork: 2 * time.Millisecond},
		},
		During: &Span{Elapsed: 3 * time.Second, Requests: 3_000, Latency: Latency{P99: 9e6, P999: 20e6, Max: 30e6}},
		Apart:  &Span{Elapsed: 2 * time.Second, Requests: 4_000, Latency: Latency{P99: 1e6, P999: 2e6, Max: 3e6}},
	}
	for metric, want := range map[string]float64{
		MetricDuringRPS: 1_000, MetricApartRPS: 2_000, MetricDip: 50,
		MetricDuringP99: 9, MetricApartP99: 1, MetricDuringP999: 20, MetricApartP999: 2, MetricDuringMax: 30, MetricApartMax: 3,
		MetricEventTime: 2, MetricForkTime: 4, MetricCopyOnWrite: 5,
	} {
		if got, told := sample.Value(metric); !told || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v (%v), want %v", metric, got, told, want)
		}
		if got, told := (Sample{RPS: 1}).Value(metric); told {
			t.Errorf("%s of a sample without events is %v", metric, got)
		}
		if (Load{Tests: []string{"SET"}}).Tells(metric, "SET") || !(Load{Event: EventWatch}).Tells(metric, "SET") {
			t.Errorf("%s must be told of what is watched, and of nothing else", metric)
		}
	}
}

// TestStatedMetrics are shown and not judged.
func TestStatedMetrics(t *testing.T) {
	for _, name := range JudgedMetrics() {
		if name == MetricDip {
			t.Error("dip is judged, though 0 is a value of it")
		}
	}
	if _, err := Parse(strings.NewReader(`{axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, gate: {metrics: [dip]}}`), "s.yaml"); err == nil {
		t.Error("a gate of dip is accepted")
	}
}

func TestParseEvents(t *testing.T) {
	for text, want := range map[string]string{
		`{axes: {version: ["7.0"], event: [none, bgsave, bgrewriteaof, watch]}}`: "",
		`{axes: {version: ["7.0"]}, load: {event: bgsave, duration: 3s}}`:        "",
		`{axes: {version: ["7.0"]}, load: {event: save}}`:                        "s.yaml:1:42: \"save\": not accepted here; accepted are none, bgsave, bgrewriteaof, watch",
		`{axes: {version: ["7.0"]}, load: {event: bgsave, requests: 10}}`:        "an event needs to know how long the test lasts; add a duration to load, such as 10s",
		`{axes: {version: ["7.0"], event: [bgsave]}, load: {requests: 10}}`:      "an event needs to know how long the test lasts",
	} {
		spec, err := Parse(strings.NewReader(text), "s.yaml")
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", text, err, want)
		case err == nil && spec.Load.Event == "bgsave" && !spec.Load.AsksFor():
			t.Errorf("%s asks for nothing", text)
		}
	}
}

// TestAttachedServersAreNotAsked for what would change what others use them for.
func TestAttachedServersAreNotAsked(t *testing.T) {
	spec, err := Parse(strings.NewReader(`
axes: {version: ["7.0"], event: [bgsave, watch]}
server: {servers: {"7.0": "attach:localhost:6379"}}
load: {tests: [SET]}`), "s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"an attached server is not asked to save or rewrite; use event watch", ""}
	for i, cell := range plan.Cells {
		if got := cell.NA["SET"]; got != want[i] {
			t.Errorf("%s: %q, want %q", cell.ID, got, want[i])
		}
	}
}

// TestJudged tells a run of trials, of which no metric is judged, from others.
func TestJudged(t *testing.T) {
	for tests, want := range map[string]bool{"CRASH, POWER_LOSS": false, "CRASH, SET": true} {
		spec := mustParse(t, `{axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, load: {tests: [`+tests+`]}}`, "s.yaml")
		plan, err := NewPlan(spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := NewRun("dev", "id", plan).Judged(); got != want {
			t.Errorf("%s: %v", tests, got)
		}
	}
}

func TestPreloads(t *testing.T) {
	load := Load{Event: EventSave}
	for name, want := range map[string]bool{"SET": true, "MSET": true, "GET": false, "INCR": false, "LPUSH": false} {
		test, _ := LookupTest(name)
		if got := load.Preloads(test); got != want {
			t.Errorf("%s: %v", name, got)
		}
		if (Load{}).Preloads(test) {
			t.Errorf("%s: preloads without an event", name)
		}
	}
}

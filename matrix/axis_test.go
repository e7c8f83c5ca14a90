package matrix

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestServerAxis(t *testing.T) {
	for axis, want := range map[string]bool{
		"version": true, "appendonly": true, "save": true, "launch": true, "config.hz": true,
		"rate": false, "mix": false, "value_pattern": false, "value_size": false, "clients": false, "pipeline": false, "keyspace": false, "transport": false,
		"config.": false, "test": false,
	} {
		if got := ServerAxis(axis); got != want {
			t.Errorf("%s: got %v", axis, got)
		}
	}
}

func TestSelectorMatches(t *testing.T) {
	cell := Cell{Coordinates: []Coordinate{{"version", "7.0"}, {"appendonly", "no"}}}
	for _, c := range []struct {
		selector Selector
		want     bool
	}{
		{nil, false},
		{Selector{"version": {"7.0"}}, true},
		{Selector{"version": {"6.0", "7.0"}, "appendonly": {"no"}}, true},
		{Selector{"version": {"7.0"}, "appendonly": {"always"}}, false},
		{Selector{"version": {}}, false},
		{Selector{"clients": {"50"}}, false},
		{Selector{"test": {"SET"}}, true},
	} {
		if got := c.selector.Matches(cell); got != c.want {
			t.Errorf("%v: got %v", c.selector, got)
		}
	}
}

func TestLoadSet(t *testing.T) {
	got := Load{Commands: []OwnCommand{{"profile", []string{"HGET", "user:__key__", "name"}}}}
	for axis, value := range map[string]string{
		"value_size": "10-1000", "value_pattern": "ratio:2", "clients": "50", "pipeline": "16", "keyspace": "1000",
		"key_distribution": "zipf:1.1", "transport": "tls", "protocol": "3", "rate": "50000", "arrival": "poisson",
		"threads": "4", "mix": "set:1 PROFILE:10",
	} {
		if f := got.set(axis, value); f != nil {
			t.Errorf("%s %q: %v", axis, value, f)
		}
	}
	want := Load{
		ValueSize: Sizes{{10, 1000, 1}}, ValuePattern: "ratio:2", Clients: 50, Pipeline: 16, Keyspace: 1000,
		KeyDistribution: "zipf:1.1", Transport: "tls", Protocol: 3, Rate: 50_000, Arrival: "poisson", Threads: 4,
		Mix: []MixPart{{"SET", 1}, {"profile", 10}}, Commands: got.Commands,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, axis := range []string{AxisRate, AxisThreads} {
		if f := got.set(axis, map[string]string{AxisRate: "max", AxisThreads: "auto"}[axis]); f != nil {
			t.Error(f)
		}
	}
	if got.Rate != 0 || got.Threads != 0 {
		t.Errorf("got rate %d, threads %d", got.Rate, got.Threads)
	}
}

func TestLoadSetRejects(t *testing.T) {
	for axis, values := range map[string][]string{
		"value_size": {"1K", "3:1"}, "value_pattern": {"ratio"}, "clients": {"0", "10001"}, "pipeline": {"-1"},
		"keyspace": {"many"}, "key_distribution": {"normal"}, "transport": {"udp"}, "protocol": {"1", "4", ""},
		"rate": {"0", "1000000001", "1e3", "auto"}, "arrival": {"random"}, "threads": {"0", "65", "max"},
		"mix": {"", "SET", "SET:0", "SET:1 set:2", "LPOP:1", "NOPE:1", "MIX:1"}, "colour": {"red"},
	} {
		for _, value := range values {
			var load Load
			if f := load.set(axis, value); f == nil || f.message == "" || f.remedy == "" {
				t.Errorf("%s %q: got %v", axis, value, f)
			}
		}
	}
}

func TestSpecCells(t *testing.T) {
	many := slices.Repeat([]string{"x"}, 1<<16)
	for name, c := range map[string]struct {
		spec Spec
		want int
	}{
		"product": {Spec{Axes: []Axis{{"a", many[:3]}, {"b", many[:4]}}}, 12},
		"include": {Spec{
			Axes:    []Axis{{"a", many[:3]}, {"b", many[:4]}},
			Include: []Selector{{"a": {"z"}}, {"a": {"y"}, "b": {"z"}}},
		}, 17},
		"excluded cells count": {Spec{Axes: []Axis{{"a", many[:3]}}, Exclude: []Selector{{"a": {"x"}}}}, 3},
		"too many for an int": {Spec{
			Axes:    []Axis{{"a", many}, {"b", many}, {"c", many}, {"d", many}, {"e", many}},
			Include: []Selector{{"a": {"z"}}},
		}, math.MaxInt},
		"an empty axis": {Spec{Axes: []Axis{{"a", many}, {"b", nil}}}, 0},
	} {
		if got := c.spec.Cells(); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}

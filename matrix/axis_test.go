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
		"value_size": false, "clients": false, "pipeline": false, "keyspace": false, "transport": false,
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
	var got Load
	for axis, value := range map[string]string{
		"value_size": "1KiB", "clients": "50", "pipeline": "16", "keyspace": "1000", "transport": "unix",
	} {
		if err := got.set(axis, value); err != nil {
			t.Error(err)
		}
	}
	want := Load{ValueSize: FixedSize(1024), Clients: 50, Pipeline: 16, Keyspace: 1000, Transport: "unix"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for axis, value := range map[string]string{
		"value_size": "1K", "clients": "0", "pipeline": "-1", "keyspace": "many", "transport": "udp", "colour": "red",
	} {
		if err := got.set(axis, value); err == nil {
			t.Errorf("%s %q is accepted", axis, value)
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

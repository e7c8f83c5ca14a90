package render

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestDefaultTables picks tables by what varies, and shows everything that was
// measured once.
func TestDefaultTables(t *testing.T) {
	version := matrix.Axis{Name: "version", Values: []string{"7.0", "8.0"}}
	old := matrix.Axis{Name: "version", Values: []string{"7.0"}}
	aof := matrix.Axis{Name: "appendonly", Values: []string{"no", "always"}}
	hz := matrix.Axis{Name: "config.hz", Values: []string{"10", "100"}}
	size := matrix.Axis{Name: "value_size", Values: []string{"3", "1KiB"}}
	clients := matrix.Axis{Name: "clients", Values: []string{"1", "50"}}
	many, one := []string{"PING_INLINE", "SET", "LRANGE_600"}, []string{"SET"}
	for _, test := range []struct {
		name   string
		axes   []matrix.Axis
		tests  []string
		want   matrix.TableSpec
		titles []string
	}{
		{"nothing", []matrix.Axis{old}, many, matrix.TableSpec{Rows: "test", Columns: "version"}, []string{""}},
		{"nothing, one test", []matrix.Axis{old}, one, matrix.TableSpec{Rows: "test", Columns: "version"}, []string{""}},
		{"versions", []matrix.Axis{version}, many, matrix.TableSpec{Rows: "test", Columns: "version"}, []string{""}},
		{"versions, one test", []matrix.Axis{version}, one, matrix.TableSpec{Rows: "test", Columns: "version"}, []string{""}},
		{"AOF alone", []matrix.Axis{old, aof}, many, matrix.TableSpec{Rows: "test", Columns: "appendonly"}, []string{""}},
		{"sizes alone", []matrix.Axis{size}, many, matrix.TableSpec{Rows: "test", Columns: "value_size"}, []string{""}},
		{"sizes before versions", []matrix.Axis{size, version}, many, matrix.TableSpec{Rows: "test", Columns: "version"},
			[]string{" · 3-byte values", " · 1 KiB values"}},
		{"sizes before a directive", []matrix.Axis{size, hz}, many, matrix.TableSpec{Rows: "test", Columns: "config.hz"},
			[]string{" · 3-byte values", " · 1 KiB values"}},
		{"sizes and clients, one test", []matrix.Axis{size, clients}, one, matrix.TableSpec{Rows: "clients", Columns: "value_size"}, []string{""}},
		{"three axes", []matrix.Axis{version, aof, size}, many, matrix.TableSpec{Rows: "test", Columns: "version"}, []string{
			" · appendonly no · 3-byte values", " · appendonly no · 1 KiB values",
			" · appendonly always · 3-byte values", " · appendonly always · 1 KiB values",
		}},
		{"three axes, one test", []matrix.Axis{version, aof, size}, one, matrix.TableSpec{Rows: "appendonly", Columns: "version"},
			[]string{" · 3-byte values", " · 1 KiB values"}},
	} {
		run := fixture{axes: test.axes, tests: test.tests, rounds: 1}.run()
		report := reportOf(t, run)
		got := titles(report)
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], "Requests per second")
		}
		if diff := cmp.Diff([]any{[]matrix.TableSpec{test.want}, test.titles}, []any{newSource(run).defaultTables(), got}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if got, want := len(places(report)), len(run.Results); got != want {
			t.Errorf("%s: %d numbers of %d results", test.name, got, want)
		}
	}
}

// places are what the report's cells stand for, as often as they do.
func places(report Report) []Place {
	var places []Place
	for _, table := range report.Tables {
		for _, row := range table.Rows {
			for _, cell := range row.Cells {
				if cell.At != nil {
					places = append(places, *cell.At)
				}
			}
		}
	}
	return places
}

// TestNested makes one table per combination of what has no row and no column.
func TestNested(t *testing.T) {
	f := versionByAOF()
	f.tests = []string{"SET", "GET"}
	f.report = []matrix.TableSpec{
		{Rows: "version", Columns: "test"},
		{Rows: "appendonly", Columns: "version", Where: matrix.Selector{"test": {"GET"}, "version": {"8.0", "6.0"}}},
		{Rows: "clients", Columns: "version", Where: matrix.Selector{"appendonly": {"no"}, "test": {"SET"}}},
	}
	report := reportOf(t, f.run())
	want := []string{
		"Requests per second · appendonly no", "Requests per second · appendonly everysec", "Requests per second · appendonly always",
		"Requests per second", "Requests per second",
	}
	if diff := cmp.Diff(want, titles(report)); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"redis 6.0.16", "redis 8.0.2"}, heads(report.Tables[3])); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"no", "everysec", "always"}, labels(report.Tables[3])); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if got, want := report.Tables[3].Constant, "50 clients · 3-byte values · GET · 5 rounds of 1 s"; got != want {
		t.Errorf("constant %q, want %q", got, want)
	}
	if got, want := labels(report.Tables[0])[0], "redis 6.0.16 (baseline)"; got != want {
		t.Errorf("label %q, want %q", got, want)
	}
}

// TestHeads say what really ran.
func TestHeads(t *testing.T) {
	f := versionByAOF()
	f.axes[0].Values, f.baseline = []string{"7.0", "/opt/redis"}, nil
	f.report = []matrix.TableSpec{{Rows: "appendonly", Columns: "version", Where: matrix.Selector{"test": {"SET"}}}}
	run := f.run()
	for id, info := range run.Servers {
		info.Version = "7.0.15"
		if id == "version=7.0 appendonly=always" {
			info.Version = "7.0.14"
		}
		run.Servers[id] = info
	}
	table := reportOf(t, run).Tables[0]
	want := []Column{
		{Head: "redis 7.0.15 / redis 7.0.14", Notes: []int{0}},
		{Head: "redis 7.0.15"},
	}
	if diff := cmp.Diff(want, table.Columns); diff != "" {
		t.Errorf("mixed (-want +got):\n%s", diff)
	}
	note := "the column mixes redis 7.0.15 and redis 7.0.14; ask for an exact version, and run all setups anew"
	if got := table.Notes[0].String(); got != note {
		t.Errorf("note %q, want %q", got, note)
	}
	for id, info := range run.Servers {
		info.Version = "7.0.15"
		run.Servers[id] = info
	}
	want = []Column{{Head: "redis 7.0.15", Sub: "7.0"}, {Head: "redis 7.0.15", Sub: "/opt/redis"}}
	if diff := cmp.Diff(want, reportOf(t, run).Tables[0].Columns); diff != "" {
		t.Errorf("alike (-want +got):\n%s", diff)
	}
}

// TestConstant says what holds for the whole table, axis or default.
func TestConstant(t *testing.T) {
	run := single()
	setup, load := &run.Plan.Setups[0], &run.Plan.Cells[0].Load
	for _, test := range []struct {
		config []matrix.Directive
		load   matrix.Load
		want   string
	}{
		{nil, matrix.Load{Clients: 1, ValueSize: matrix.FixedSize(1), Requests: 100000}, "1 client · 1-byte values · 1 round of 100,000 requests"},
		{[]matrix.Directive{{Name: "appendonly", Args: []string{"yes"}}, {Name: "appendfsync", Args: []string{"no"}}},
			matrix.Load{Clients: 4000, Pipeline: 16, Transport: matrix.TransportUnix},
			"appendonly os · 4,000 clients · pipeline 16 · unix socket · 1 round"},
		{[]matrix.Directive{{Name: "appendonly", Args: []string{"yes"}}, {Name: "appendfsync", Args: []string{"always"}}},
			matrix.Load{Clients: 50, Duration: 1500 * time.Millisecond, Requests: 10},
			"appendonly always · 50 clients · 1 round of 1.5 s or 10 requests"},
	} {
		test.load.Tests = load.Tests
		setup.Config, *load = test.config, test.load
		if got := reportOf(t, run).Tables[0].Constant; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestExcluded shows what the plan leaves out.
func TestExcluded(t *testing.T) {
	f := versionByAOF()
	f.exclude = func(c matrix.Cell) bool { return c.Value("version") == "8.0" && c.Value("appendonly") != "no" }
	f.report = []matrix.TableSpec{{Rows: "appendonly", Columns: "version", Where: matrix.Selector{"test": {"SET"}}}}
	report := reportOf(t, f.run())
	cell, notes := cellAt(t, report.Tables[0], "always", "redis 8.0.2")
	want := []any{Cell{Text: none, Notes: []int{0}}, []string{"not in the plan: excluded by the spec"}}
	if diff := cmp.Diff(want, []any{cell, notes}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if report.Notes != nil {
		t.Errorf("notes %q", report.Notes)
	}
}

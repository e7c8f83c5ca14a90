package matrix

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// mustParse reads a spec that has no mistakes.
func mustParse(t *testing.T, source, name string, overrides ...Override) *Spec {
	t.Helper()
	spec, err := Parse(strings.NewReader(source), name, overrides...)
	if err != nil {
		t.Fatalf("parse:\n%v", err)
	}
	return spec
}

func TestParseSmallest(t *testing.T) {
	tests, _ := TestSet(SetDefault)
	want := &Spec{
		Name:   "smallest",
		Axes:   []Axis{{Name: "version", Values: []string{"7.0"}}},
		Server: Server{Launch: LaunchAuto, CPUs: "auto"},
		Load: Load{
			Tests: tests, Clients: 50, Pipeline: 1, Keyspace: 1000, ValueSize: FixedSize(3),
			ValuePattern: PatternRandom, Transport: TransportTCP,
			Duration: 2 * time.Second, Warmup: 500 * time.Millisecond,
		},
		Rounds: 5,
		Seed:   1,
	}
	got := mustParse(t, "axes: {version: [7.0]}", "specs/smallest.yaml")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}

func TestParseFull(t *testing.T) {
	source, err := os.ReadFile("testdata/specs/full.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := &Spec{
		Name: "full.spec_1",
		Axes: []Axis{
			{Name: "version", Values: []string{"2.8", "7.0", "8.0", "valkey-8.1", "/opt/redis/src/redis-server", "image:redis:7.4"}},
			{Name: "appendonly", Values: []string{"no", "everysec", "always", "os"}},
			{Name: "save", Values: []string{"off", "900 1 300 10"}},
			{Name: "launch", Values: []string{"auto", "binary", "container"}},
			{Name: "config.hz", Values: []string{"10", "100"}},
			{Name: "config.oom-score-adj-values", Values: []string{"0 200 800", `"1" 2 3`}},
			{Name: "value_size", Values: []string{"3", "1KiB", "10kB", "300 kB", "1MiB", "10-1000", "64:70 1KiB-4KiB:30"}},
			{Name: "value_pattern", Values: []string{"random", "fill", "ratio:2.5"}},
			{Name: "clients", Values: []string{"1", "50"}},
			{Name: "pipeline", Values: []string{"1", "16"}},
			{Name: "keyspace", Values: []string{"1", "1000"}},
			{Name: "key_distribution", Values: []string{"uniform", "sequential", "zipf", "zipf:1.2", "gaussian", "gaussian:0.1"}},
			{Name: "transport", Values: []string{"tcp", "unix", "tls"}},
			{Name: "protocol", Values: []string{"2", "3"}},
			{Name: "rate", Values: []string{"max", "1000"}},
			{Name: "arrival", Values: []string{"constant", "poisson"}},
			{Name: "threads", Values: []string{"auto", "1", "64"}},
			{Name: "mix", Values: []string{"SET:1 GET:10", "profile:1, zadd:2"}},
		},
		Exclude: []Selector{
			{"appendonly": {"always"}, "value_size": {"1KiB", "1MiB"}},
			{"version": {"2.8"}, "test": {"ZADD", "LRANGE_100", "LRANGE_300", "LRANGE_500", "LRANGE_600", "profile", "MIX"}},
		},
		Include:  []Selector{{"version": {"6.0", "7.0"}, "save": {"60 10000"}}},
		Baseline: Selector{"version": {"7.0"}, "config.hz": {"10"}},
		Control:  true,
		Server: Server{
			Launch: LaunchBinary,
			Config: []Directive{
				{Name: "maxmemory", Args: []string{"1gb"}},
				{Name: "notify-keyspace-events", Args: []string{""}},
				{Name: "client-output-buffer-limit", Args: []string{"normal", "0", "0", "0"}},
				{Name: "client-output-buffer-limit", Args: []string{"replica", "256mb", "64mb", "60"}},
				{Name: "proc-title-template", Args: []string{"{title} {port}", `x\x41`}},
			},
			Servers: map[string]string{"2.8": "./redis-2.8/src/redis-server", "6.0": "image:redis:6.0"},
			CPUs:    "0-1,3",
		},
		Load: Load{
			Tests: []string{
				"SET", "LRANGE_100", "LRANGE_300", "LRANGE_500", "LRANGE_600", "PING_MBULK", "profile", "MIX", "ZADD", "blob",
			},
			Clients: 10, Pipeline: 2, Keyspace: 100, KeyDistribution: "zipf:0.5",
			ValueSize: Sizes{{3, 3, 1}, {100 << 10, 100 << 10, 2}}, ValuePattern: PatternFill,
			Transport: TransportUnix, Protocol: 3, Rate: 50_000, Arrival: ArrivalPoisson, Threads: 2,
			Mix: []MixPart{{"SET", 1}, {"blob", 1_000_000}},
			Commands: []OwnCommand{
				{"profile", []string{"HSET", "user:__key__", "name", "__data__ A"}},
				{"blob", []string{"SET", "blob:__seq__", "a b"}},
			},
			Duration: 90 * time.Second, Requests: 100_000,
		},
		Rounds: 10,
		Seed:   1<<64 - 1,
		Report: Report{Tables: []TableSpec{
			{Rows: "test", Columns: "version"},
			{
				Rows: "value_size", Columns: "config.hz", Metric: MetricP999,
				Where: Selector{"test": {"SET", "LRANGE_100", "MIX/GET", "MIX/profile"}, "version": {"8.0", "6.0"}},
			},
		}},
	}
	if diff := cmp.Diff(want, mustParse(t, string(source), "full.yaml")); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}

// TestParseReadySpecs reads the specs that come with the program.
func TestParseReadySpecs(t *testing.T) {
	files, err := filepath.Glob("../configs/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		spec := mustParse(t, string(source), file)
		if want := strings.TrimSuffix(filepath.Base(file), ".yaml"); spec.Name != want {
			t.Errorf("%s is named %q", file, spec.Name)
		}
		if judged := len(spec.Baseline) > 0; judged == (spec.Name == "quickstart") || len(spec.Report.Tables) == 0 {
			t.Errorf("%s: baseline %t, %d tables", file, judged, len(spec.Report.Tables))
		}
		plan, err := NewPlan(spec, nil)
		if err != nil || len(plan.Cells) < 2 {
			t.Errorf("%s has plan %v, %v", file, plan, err)
		}
	}
}

// TestParseKeepsWrittenForm has every value that YAML is known to read as
// something else.
func TestParseKeepsWrittenForm(t *testing.T) {
	written := []string{
		"5.0", "no", "on", "Yes", "true", "NULL", "~", "1e3", "0x10", "0o17", "08", "1_000", "0b1",
		"+1", "-0", "1.", ".5", ".inf", ".NaN", "12:30:00", "2026-11-30", "1,000", "=", "<<",
		"normal 0 0 0", "a#b", "a:b", "日本",
	}
	source := "axes:\n  version: ['7.0']\n  config.flow: [" + strings.Join(written[:21], ", ") + "]\n  config.block:\n"
	for _, text := range append(written, `'"it''s"'`, `"\"x y\""`, `"\u00e9"`) {
		source += "  - " + text + " # remark\n"
	}
	want := []Axis{
		{Name: "version", Values: []string{"7.0"}},
		{Name: "config.flow", Values: written[:21]},
		{Name: "config.block", Values: append(written, `"it's"`, `"x y"`, "é")},
	}
	if diff := cmp.Diff(want, mustParse(t, source, "s.yaml").Axes); diff != "" {
		t.Errorf("axes (-want +got):\n%s", diff)
	}
}

// TestParseStyles writes one spec in every style that YAML has.
func TestParseStyles(t *testing.T) {
	want := mustParse(t, `{"name": "x", "axes": {"version": ["7.0", "8.0"], "appendonly": ["no"]}, "load": {"tests": ["SET"]}, "rounds": 3}`, "x.json")
	for name, source := range map[string]string{
		"block":    "name: x\naxes:\n  version:\n    - 7.0\n    - 8.0\n  appendonly:\n  - no\nload:\n  tests: SET\nrounds: 3\n",
		"mixed":    "name: x\naxes: {version: [7.0,\n  8.0], appendonly: [no]}\nload: {tests: [SET,]}\nrounds: 3",
		"comments": "# a\nname: x # b\n\n# c\naxes: # d\n  # e\n  version: [7.0, 8.0] # f\n  appendonly: ['no']\nload: {tests: SET} # g\nrounds: 3\n# h",
		"CRLF":     "name: x\r\naxes:\r\n  version: [7.0, 8.0]\r\n  appendonly:\r\n    - no\r\nload: {tests: set}\r\nrounds: 3\r\n",
		"BOM":      "\ufeffname: x\naxes: {version: [7.0, 8.0], appendonly: [no]}\nload: {tests: set}\nrounds: 3\n",
		"document": "---\nname: x\naxes: {version: [7.0, 8.0], appendonly: [no]}\nload: {tests: set}\nrounds: 3\n...\n",
		"literal":  "name: |\n  x\naxes: {version: [7.0, 8.0], appendonly: [no]}\nload:\n  tests: >-\n    SET\nrounds: 3\n",
		"anchors":  "name: &x x\naxes: {version: &v [7.0, 8.0], appendonly: &a [no]}\nexclude: [{version: *v, appendonly: *a, test: &t GET}, {test: *t}]\nload: {tests: [SET, *t]}\nrounds: 3\n",
		"indented": "  name: x\n  axes: {version: [7.0, 8.0], appendonly: [no]}\n  load: {tests: [SET]}\n  rounds: 3\n",
	} {
		t.Run(name, func(t *testing.T) {
			got := mustParse(t, source, "x.yaml")
			if name == "anchors" {
				got.Exclude, got.Load.Tests = nil, want.Load.Tests
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("spec (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseNamesSpecAfterFile(t *testing.T) {
	for file, want := range map[string]string{
		"quickstart.yaml": "quickstart", "a/b/c.d.yml": "c.d", `C:\specs\mine.yaml`: "mine", "-": "spec", "": "spec",
		"<stdin>": "stdin", "my spec (2).yaml": "my-spec--2", ".yaml": "spec", "..": "spec", "été.yaml": "t",
		strings.Repeat("x", 100) + ".yaml": strings.Repeat("x", 64),
	} {
		if got := mustParse(t, "axes: {version: [7.0]}", file).Name; got != want {
			t.Errorf("%q: got %q, want %q", file, got, want)
		}
	}
}

func TestParseBoundOfTests(t *testing.T) {
	for load, want := range map[string]Load{
		"{}":                              {Duration: 2 * time.Second},
		"{duration: 1s}":                  {Duration: time.Second},
		"{requests: 10}":                  {Requests: 10},
		"{requests: 10, duration: 300ms}": {Requests: 10, Duration: 300 * time.Millisecond},
	} {
		spec := mustParse(t, "axes: {version: [7.0]}\nload: "+load, "s.yaml")
		if got := (Load{Requests: spec.Load.Requests, Duration: spec.Load.Duration}); !cmp.Equal(got, want) {
			t.Errorf("%s: got %v and %d requests", load, got.Duration, got.Requests)
		}
	}
}

func TestParseAttached(t *testing.T) {
	const source = `
axes: {version: ["7.0", "8.0"], clients: [1, 50]}
server:
  launch: attach
  servers: {"7.0": "attach:localhost:6379", "8.0": "attach:[::1]:6380"}
`
	got := mustParse(t, source, "s.yaml").Server
	want := Server{
		Launch: LaunchAttach, CPUs: "auto",
		Servers: map[string]string{"7.0": "attach:localhost:6379", "8.0": "attach:[::1]:6380"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("server (-want +got):\n%s", diff)
	}
}

package matrix

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testSpec has the given axes, written "name=value,value", and two tests.
func testSpec(axes ...string) *Spec {
	spec := &Spec{
		Name:   "demo",
		Server: Server{Launch: LaunchAuto, CPUs: "auto"},
		Load:   Load{Tests: []string{"SET", "XADD"}, Clients: 50, Pipeline: 1, ValueSize: FixedSize(3)},
		Rounds: 3,
		Seed:   1,
	}
	for _, text := range axes {
		name, values, _ := strings.Cut(text, "=")
		spec.Axes = append(spec.Axes, Axis{Name: name, Values: strings.Split(values, ",")})
	}
	return spec
}

func mustPlan(t testing.TB, spec *Spec) *Plan {
	t.Helper()
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func cellIDs(plan *Plan) []string {
	var ids []string
	for _, cell := range plan.Cells {
		ids = append(ids, cell.ID)
	}
	return ids
}

func TestNewPlan(t *testing.T) {
	spec := testSpec("version=4.0", "value_size=3,1KiB", "appendonly=no,always")
	spec.Baseline = Selector{"appendonly": {"no"}}
	spec.Exclude = []Selector{{"appendonly": {"always"}, "value_size": {"1KiB"}}}
	load := func(size int) Load {
		l := spec.Load
		l.ValueSize = FixedSize(size)
		return l
	}
	na := map[string]string{"XADD": "needs Redis 5.0"}
	ref := ServerRef{Text: "4.0", Kind: RefVersion, Version: redisVersion(4, 0)}
	at := func(size, aof string) []Coordinate {
		return []Coordinate{{"version", "4.0"}, {"value_size", size}, {"appendonly", aof}}
	}
	off := Directive{Name: "save", Args: []string{""}}
	want := &Plan{
		Spec: spec,
		Setups: []Setup{
			{ID: "version=4.0 appendonly=no", Server: ref, Launch: LaunchAuto, CPUs: "auto",
				Config: []Directive{directive("appendonly no"), off}},
			{ID: "version=4.0 appendonly=always", Server: ref, Launch: LaunchAuto, CPUs: "auto",
				Config: []Directive{directive("appendonly yes"), directive("appendfsync always"), off}},
		},
		Cells: []Cell{
			{ID: "version=4.0 value_size=3 appendonly=no", Coordinates: at("3", "no"), Baseline: true,
				Setup: "version=4.0 appendonly=no", Load: load(3), NA: na},
			{ID: "version=4.0 value_size=3 appendonly=always", Coordinates: at("3", "always"),
				Setup: "version=4.0 appendonly=always", Load: load(3), NA: na},
			{ID: "version=4.0 value_size=1KiB appendonly=no", Coordinates: at("1KiB", "no"), Baseline: true,
				Setup: "version=4.0 appendonly=no", Load: load(1024), NA: na},
		},
	}
	if diff := cmp.Diff(want, mustPlan(t, spec)); diff != "" {
		t.Error(diff)
	}
}

func TestNewPlanCells(t *testing.T) {
	for _, c := range []struct {
		name             string
		spec             *Spec
		exclude, include []Selector
		want             []string
	}{
		{"the last axis is the fastest", testSpec("version=6.0,7.0", "clients=1,2"), nil, nil,
			[]string{"version=6.0 clients=1", "version=6.0 clients=2", "version=7.0 clients=1", "version=7.0 clients=2"}},
		{"a repeated value is one cell", testSpec("version=6.0,6.0"), nil, nil, []string{"version=6.0"}},
		{"values with blanks are quoted", testSpec("version=6.0", "save=900 1,off"), nil, nil,
			[]string{`version=6.0 save="900 1"`, "version=6.0 save=off"}},
		{"include after exclude", testSpec("version=6.0,7.0", "clients=1,2"),
			[]Selector{{"version": {"6.0"}}}, []Selector{{"version": {"6.0"}, "clients": {"2"}}},
			[]string{"version=7.0 clients=1", "version=7.0 clients=2", "version=6.0 clients=2"}},
		{"include with foreign values ranges over the other axes", testSpec("version=6.0", "clients=1,2"),
			nil, []Selector{{"version": {"8.0"}}},
			[]string{"version=6.0 clients=1", "version=6.0 clients=2", "version=8.0 clients=1", "version=8.0 clients=2"}},
		{"include what is there", testSpec("version=6.0"), nil, []Selector{{"version": {"6.0"}}},
			[]string{"version=6.0"}},
		{"excluding all tests excludes the cell", testSpec("version=6.0,7.0"),
			[]Selector{{"version": {"6.0"}, "test": {"set", "xadd"}}}, nil, []string{"version=7.0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.spec.Exclude, c.spec.Include = c.exclude, c.include
			if diff := cmp.Diff(c.want, cellIDs(mustPlan(t, c.spec))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNewPlanExcludesTests(t *testing.T) {
	spec := testSpec("version=6.0,7.0")
	spec.Exclude = []Selector{{"version": {"6.0"}, "test": {"xadd"}}}
	plan := mustPlan(t, spec)
	got := [][]string{plan.Cells[0].Load.Tests, plan.Cells[1].Load.Tests}
	if diff := cmp.Diff([][]string{{"SET"}, {"SET", "XADD"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestNewPlanNA(t *testing.T) {
	exact := func(texts map[string]string) func(ServerRef) (Version, bool) {
		return func(ref ServerRef) (Version, bool) {
			text, ok := texts[ref.Text]
			if !ok {
				return Version{}, false
			}
			v, err := ParseVersion(text)
			return v, err == nil
		}
	}
	for _, c := range []struct {
		name  string
		spec  *Spec
		known map[string]string
		setup map[string]string // NA by setup
		cell  map[string]string // NA of XADD by cell
	}{
		{"a directive that came later", testSpec("version=3.2,6.0", "config.io-threads=4"), nil,
			map[string]string{"version=3.2 config.io-threads=4": "io-threads needs Redis 6.0"},
			map[string]string{"version=3.2 config.io-threads=4": "io-threads needs Redis 6.0"}},
		{"a test that came later", testSpec("version=4.0,5.0,valkey-8.1"), nil, nil,
			map[string]string{"version=4.0": "needs Redis 5.0"}},
		{"an old patch of a line", testSpec("version=2.8", "config.aof-load-truncated=yes"), map[string]string{"2.8": "2.8.4"},
			map[string]string{"version=2.8 config.aof-load-truncated=yes": "aof-load-truncated needs Redis 2.8.15"},
			map[string]string{"version=2.8 config.aof-load-truncated=yes": "aof-load-truncated needs Redis 2.8.15"}},
		{"a path whose version is known", testSpec("version=./redis-server"), map[string]string{"./redis-server": "4.0.14"}, nil,
			map[string]string{"version=./redis-server": "needs Redis 5.0"}},
		{"a path whose version is not known", testSpec("version=./redis-server", "config.io-threads=4"), nil, nil, nil},
		{"a path in a container", testSpec("version=./redis-server", "launch=binary,container"), nil,
			map[string]string{"version=./redis-server launch=container": "./redis-server is not to be had by launch container"},
			map[string]string{"version=./redis-server launch=container": "./redis-server is not to be had by launch container"}},
		{"an image as a binary", testSpec("version=image:redis:7", "launch=binary"), nil,
			map[string]string{"version=image:redis:7 launch=binary": "image:redis:7 is not to be had by launch binary"},
			map[string]string{"version=image:redis:7 launch=binary": "image:redis:7 is not to be had by launch binary"}},
		{"several reasons", testSpec("version=3.2", "config.io-threads=4", "config.maxmemory-policy=allkeys-lfu"), nil,
			map[string]string{"version=3.2 config.io-threads=4 config.maxmemory-policy=allkeys-lfu": "io-threads needs Redis 6.0; maxmemory-policy allkeys-lfu needs Redis 4.0"},
			map[string]string{"version=3.2 config.io-threads=4 config.maxmemory-policy=allkeys-lfu": "io-threads needs Redis 6.0; maxmemory-policy allkeys-lfu needs Redis 4.0"}},
		{"nothing to attach to", testSpec("version=7.0", "launch=attach"), nil,
			map[string]string{"version=7.0 launch=attach": `launch attach needs an address: server.servers: {"7.0": "attach:HOST:PORT"}`},
			map[string]string{"version=7.0 launch=attach": `launch attach needs an address: server.servers: {"7.0": "attach:HOST:PORT"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := NewPlan(c.spec, exact(c.known))
			if err != nil {
				t.Fatal(err)
			}
			var setup, cell map[string]string
			for _, s := range plan.Setups {
				setup = note(setup, s.ID, s.NA)
			}
			for _, at := range plan.Cells {
				cell = note(cell, at.ID, at.NA["XADD"])
			}
			if diff := cmp.Diff([]map[string]string{c.setup, c.cell}, []map[string]string{setup, cell}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func note(m map[string]string, key, value string) map[string]string {
	if value == "" {
		return m
	}
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}

func TestNewPlanLaunch(t *testing.T) {
	spec := testSpec("version=6.0,7.0,8.0,image:valkey/valkey:8,./redis-server,5.0")
	spec.Server.Servers = map[string]string{
		"6.0": "image:redis:6.0", "7.0": "attach:localhost:6379", "8.0": "/opt/redis-server",
	}
	got := map[string]string{}
	for _, s := range mustPlan(t, spec).Setups {
		got[s.ID] = fmt.Sprint(s.Launch, " ", s.Server.Location, " ", lines(s.Config))
	}
	const config = ` [appendonly no save ""]`
	want := map[string]string{
		"version=6.0":                   "container redis:6.0" + config,
		"version=7.0":                   "attach localhost:6379 []",
		"version=8.0":                   "binary /opt/redis-server" + config,
		"version=image:valkey/valkey:8": "container valkey/valkey:8" + config,
		"version=./redis-server":        "binary ./redis-server" + config,
		"version=5.0":                   "auto " + config,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNewPlanWithoutServerAxes(t *testing.T) {
	plan := mustPlan(t, testSpec("clients=1,2"))
	want := []Setup{{
		ID: "default", Server: ServerRef{Kind: RefVersion}, Launch: LaunchAuto, CPUs: "auto",
		Config: []Directive{directive("appendonly no"), {Name: "save", Args: []string{""}}},
	}}
	if diff := cmp.Diff(want, plan.Setups); diff != "" {
		t.Error(diff)
	}
}

func TestNewPlanRejects(t *testing.T) {
	excluded := testSpec("version=7.0")
	excluded.Exclude = []Selector{{"version": {"7.0"}}}
	baseless := testSpec("version=7.0")
	baseless.Baseline = Selector{"version": {"6.0"}}
	for want, spec := range map[string]*Spec{
		"no cells are left: exclude":       excluded,
		"the baseline matches no cell":     baseless,
		`read version "soon"`:              testSpec("version=soon"),
		`read appendonly "yes"; accepted`:  testSpec("version=7.0", "appendonly=yes"),
		`read launch "hand"; accepted`:     testSpec("version=7.0", "launch=hand"),
		`read value_size "1K": not a size`: testSpec("version=7.0", "value_size=1K"),
		`read colour "red": there is no`:   testSpec("version=7.0", "colour=red"),
		"no cells are left":                {Name: "demo", Axes: []Axis{{Name: "version"}}},
	} {
		plan, err := NewPlan(spec, nil)
		if err == nil {
			t.Errorf("accepted: %v", cellIDs(plan))
		} else if !strings.HasPrefix(err.Error(), "plan demo: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
}

func TestPlanJSON(t *testing.T) {
	want := mustPlan(t, testSpec("version=4.0,valkey-8.1,./redis-server", "save=900 1,off"))
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Plan
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, &got); diff != "" {
		t.Error(diff)
	}
}

// BenchmarkPlan unfolds 10,000 cells of 1,000 setups.
func BenchmarkPlan(b *testing.B) {
	spec := testSpec("version=6.0,6.2,7.0,7.2,8.0", "appendonly=no,everysec,always,os",
		"config.hz=1,2,3,4,5,6,7,8,9,10", "config.io-threads=1,2,3,4,5",
		"value_size=3,1KiB,100KiB,1MiB,10kB", "clients=1,50")
	spec.Load.Tests = TestNames()
	spec.Exclude = []Selector{{"version": {"5.0"}}, {"clients": {"7"}}}
	b.ReportAllocs()
	for b.Loop() {
		plan, err := NewPlan(spec, nil)
		if err != nil {
			b.Fatal(err)
		}
		if len(plan.Cells) != 10_000 || len(plan.Round(1)) != 1_000 {
			b.Fatalf("%d cells", len(plan.Cells))
		}
	}
}

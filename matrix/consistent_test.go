package matrix

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const gated = `
name: gated
axes: {version: ["4.0", "7.0"], clients: [1, 50]}
baseline: {version: "4.0"}
load: {tests: [SET, XADD]}
rounds: 5
gate: {threshold: 10%}
`

// parsedRun is a run of a spec that was read, begun with a flag.
func parsedRun(t *testing.T) *Run {
	t.Helper()
	spec, err := Parse(strings.NewReader(gated), "gated.yaml", Override{Key: "seed", Value: "7"})
	if err != nil {
		t.Fatal(err)
	}
	run := NewRun("test", "gated-1", mustPlan(t, spec))
	run.Source, run.Overrides = gated, []string{"seed=7"}
	for _, cell := range run.Plan.Cells {
		run.Servers[cell.Setup] = ServerInfo{Product: Redis, Version: cell.Value(AxisVersion) + ".1"}
	}
	return run
}

// What somebody changed in one place of a document is not believed, and is named.
func TestEditedPlans(t *testing.T) {
	resealed := func(change func(*Spec)) func(*Run) {
		return func(r *Run) {
			change(r.Plan.Spec)
			r.Digest = r.Plan.Spec.Digest()
		}
	}
	for name, c := range map[string]struct {
		change func(*Run)
		want   string // "" is read
	}{
		"nothing": {func(*Run) {}, ""},
		"another order": {func(r *Run) {
			slices.Reverse(r.Plan.Cells)
			slices.Reverse(r.Plan.Setups)
		}, ""},
		"a threshold": {func(r *Run) { r.Plan.Spec.Gate.Threshold = 0.5 },
			"the spec in its plan is not the one that it was begun with: gate.threshold: 0.1 when it was begun, 0.5 in its plan"},
		"many places": {func(r *Run) {
			r.Plan.Spec.Axes, r.Plan.Spec.Rounds = r.Plan.Spec.Axes[:1], 2
		}, `the spec in its plan is not the one that it was begun with: axes[1].name: "clients" when it was begun, none in its plan; ` +
			`axes[1].values[0]: "1" when it was begun, none in its plan; axes[1].values[1]: "50" when it was begun, none in its plan; ` +
			`rounds: 5 when it was begun, 2 in its plan`},
		"a seed that no source tells": {func(r *Run) { r.Plan.Spec.Seed, r.Source = 8, "" }, "its digest is "},
		"the digest":                  {func(r *Run) { r.Digest = strings.Repeat("0", 64) }, "and not 000000000000"},
		"no digest":                   {func(r *Run) { r.Digest = "" }, "it has no digest of its spec"},
		"spec and digest":             {resealed(func(s *Spec) { s.Axes[1].Values = s.Axes[1].Values[:1] }), `its plan has a cell "version=4.0 clients=50", which its spec does not give`},
		"a spec of no cells": {resealed(func(s *Spec) { s.Exclude = []Selector{{AxisVersion: {"4.0", "7.0"}}} }),
			"its spec gives no plan: no cells are left"},
		"a cell that is gone": {func(r *Run) { r.Plan.Cells = r.Plan.Cells[1:] },
			`its plan lacks the cell "version=4.0 clients=1", which its spec gives`},
		"no control":   {func(r *Run) { r.Plan.Cells = r.Plan.Cells[:4] }, `its plan lacks the cell "version=4.0 clients=1 control"`},
		"no cells":     {func(r *Run) { r.Plan.Cells = nil }, `its plan lacks the cell "version=4.0 clients=1"`},
		"a cell twice": {func(r *Run) { r.Plan.Cells[1] = r.Plan.Cells[0] }, `its plan has the cell "version=4.0 clients=1" twice`},
		"a cell that is renamed": {func(r *Run) { r.Plan.Cells[0].ID = "version=1.0" },
			`its plan has a cell "version=1.0", which its spec does not give`},
		"another baseline": {func(r *Run) { r.Plan.Cells[0].Baseline, r.Plan.Cells[2].Baseline = false, true },
			`the cell "version=4.0 clients=1" in its plan is not what its spec gives: baseline: true by its spec, none in its plan`},
		"a load": {func(r *Run) { r.Plan.Cells[1].Load.Clients = 5 }, "load.clients: 50 by its spec, 5 in its plan"},
		"a test that is gone": {func(r *Run) { r.Plan.Cells[2].Load.Tests = []string{"SET"} },
			`load.tests[1]: "XADD" by its spec, none in its plan`},
		"a setup that is gone":  {func(r *Run) { r.Plan.Setups = r.Plan.Setups[1:] }, `its plan lacks the setup "version=4.0", which its spec gives`},
		"a setup twice":         {func(r *Run) { r.Plan.Setups[1] = r.Plan.Setups[0] }, `its plan has the setup "version=4.0" twice`},
		"a setup's config":      {func(r *Run) { r.Plan.Setups[0].Config[0].Args[0] = "yes" }, `config[0].args[0]: "no" by its spec, "yes" in its plan`},
		"a server of no setup":  {func(r *Run) { r.Servers["version=9.9"] = ServerInfo{} }, `it says what ran for a setup "version=9.9"`},
		"a test that is hidden": {func(r *Run) { r.Plan.Cells[2].NA = map[string]string{"SET": "no"} }, `its plan says that Redis 7.0.1 cannot do SET in the cell "version=7.0 clients=1" (no), and it can`},
		"a test hidden of no server": {func(r *Run) { r.Servers, r.Plan.Cells[2].NA = nil, map[string]string{"SET": "no"} },
			`its plan says that Redis 7.0 cannot do SET`},
		"a setup that is hidden": {func(r *Run) { r.Plan.Setups[1].NA = "no" }, `its plan says that Redis 7.0.1 cannot be set up as "version=7.0" (no), and it can`},
		"a setup hidden with its cells": {func(r *Run) {
			r.Plan.Setups[1].NA = "no"
			for i := range r.Plan.Cells {
				if cell := &r.Plan.Cells[i]; cell.Setup == r.Plan.Setups[1].ID {
					cell.NA = map[string]string{"SET": "no", "XADD": "no"}
				}
			}
		}, `its plan says that Redis 7.0.1 cannot be set up as "version=7.0" (no), and it can`},
		"what a server cannot do in other words": {func(r *Run) {
			for _, i := range []int{0, 1, 4, 5} {
				r.Plan.Cells[i].NA = map[string]string{"XADD": "it is older than that"}
			}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run := parsedRun(t)
			c.change(run)
			_, err := ReadRun(strings.NewReader(document(t, run)))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), "or run anew")):
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A server that was planned for by a release that had less is not one that can
// do what its line can by now, and of one that nobody knows nothing is said.
func TestPlansOfOtherReleases(t *testing.T) {
	spec := testSpec("version=6.2,/opt/redis", "config.hide-user-data-from-log=yes")
	plan, err := NewPlan(spec, func(ref ServerRef) (Version, bool) {
		return redisVersion(5, 0, 14), ref.Kind == RefBinary
	})
	if err != nil {
		t.Fatal(err)
	}
	run := NewRun("test", "demo-1", plan)
	if run.Plan.Setups[1].NA == "" {
		t.Fatal("5.0 knows the directive")
	}
	read, err := ReadRun(strings.NewReader(document(t, run)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Plan, read.Plan); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
}

func TestEditedRecordings(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Run)
		want   string
	}{
		"nothing":               {func(*Run) {}, ""},
		"with its digest":       {func(r *Run) { r.Digest = r.Plan.Spec.Digest() }, ""},
		"with another":          {func(r *Run) { r.Digest = "0" }, "is not the one that it was begun with"},
		"a cell of no file":     {func(r *Run) { r.Recorded = r.Recorded[:1] }, `its plan has a cell "version=3.2.3", which no recording is of`},
		"a cell that is gone":   {func(r *Run) { r.Plan.Cells = r.Plan.Cells[:1] }, `its plan lacks the cell "version=3.2.3", which lines 21 to 30 of a.txt is of`},
		"a cell twice":          {func(r *Run) { r.Plan.Cells[1] = r.Plan.Cells[0] }, `its plan has the cell "version=2.8.4" twice`},
		"another value":         {func(r *Run) { r.Plan.Cells[0].Coordinates[0].Value = "8.0" }, "its values or its setup are others"},
		"no setup":              {func(r *Run) { r.Plan.Setups = r.Plan.Setups[1:] }, "its values or its setup are others"},
		"a value of no axis":    {func(r *Run) { r.Plan.Spec.Axes[0].Values = []string{"2.8.4"} }, "no axis has its value version 3.2.3"},
		"another baseline":      {func(r *Run) { r.Plan.Cells[1].Baseline = true }, "it is taken for the baseline or for none (true)"},
		"measured all the same": {func(r *Run) { r.Recorded = nil }, "it has no digest of its spec"},
	} {
		t.Run(name, func(t *testing.T) {
			run, err := NewRecorded("v1", "old", []Recorded{
				recording("2.8.4", 1, map[string]float64{"SET": 45662.10}), recording("3.2.3", 21, map[string]float64{"SET": 45454.55}),
			}, Selector{AxisVersion: {"2.8.4"}}, recordedAt)
			if err != nil {
				t.Fatal(err)
			}
			c.change(run)
			_, err = ReadRun(strings.NewReader(document(t, run)))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// Runs of the program as it was, whose documents are kept, are read.
func TestReadRunOfOlderPrograms(t *testing.T) {
	documents, err := filepath.Glob(filepath.Join("..", "cmd", "redis-matrix", "testdata", "runs", "*", "run.json"))
	if err != nil || len(documents) == 0 {
		t.Fatal(err, documents)
	}
	for _, path := range documents {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadRun(file); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What nobody knew before this release is read of servers that are not asked for it,
// or cannot be ended.
func TestPlansOfWhatIsNotAsked(t *testing.T) {
	for _, source := range []string{
		`{axes: {version: ["8.0"], appendonly: [no, always], confirm: [waitaof]}, load: {tests: [SET_WAITAOF, CRASH]}}`,
		`{axes: {version: ["7.0"], appendonly: [always], confirm: [waitaof]}, load: {tests: [CRASH]}}`,
		`{axes: {version: ["8.0"], launch: [container]}, load: {tests: [SET, RESTART]}}`,
		`{axes: {version: ["8.0"]}, server: {servers: {"8.0": "attach:localhost:6379"}}, load: {tests: [SET], event: bgsave}}`,
	} {
		plan, err := NewPlan(mustParse(t, source, "a.yaml"), func(ref ServerRef) (Version, bool) { return redisVersion(append(ref.Version.Numbers, 2)...), true })
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Cells[0].NA) == 0 {
			t.Errorf("%s: all can be done", source)
		}
		run := NewRun("test", "demo-1", plan)
		for _, setup := range plan.Setups {
			run.Servers[setup.ID] = ServerInfo{Product: Redis, Version: "8.0.2"}
			if setup.Server.Version.Numbers[0] == 7 {
				run.Servers[setup.ID] = ServerInfo{Product: Redis, Version: "7.0.2"}
			}
		}
		if _, err := ReadRun(strings.NewReader(document(t, run))); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
}

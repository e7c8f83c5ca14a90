package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/runner/launch"
)

// installed are servers of the named versions that cannot be run.
func installed(t *testing.T, names ...string) []launch.Installed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "redis-server")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var found []launch.Installed
	for _, name := range names {
		version, err := matrix.ParseVersion(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, launch.Installed{
			Version: version, Name: name, Kind: matrix.LaunchBinary, Path: path, Origin: "installed",
		})
	}
	return found
}

// plan unfolds a spec with servers of the named versions.
func plan(t *testing.T, spec string, names ...string) *planned {
	t.Helper()
	parsed, err := matrix.Parse(strings.NewReader(spec), "spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := unfold(t.Context(), parsed, installed(t, names...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const threeSetups = `
name: trial
axes: {version: ["3.2", "7.0", "8.0"], config.io-threads: [2]}
load: {tests: [SET, ZPOPMIN]}
`

func TestUnfold(t *testing.T) {
	p := plan(t, threeSetups, "7.0.15", "3.2.13")
	got := map[string]string{}
	for id, server := range p.runs {
		got[id] = "runs " + server.Name
	}
	for id := range p.missing {
		got[id] = "missing"
	}
	for id, why := range p.na {
		got[id] = "n/a: " + why
	}
	want := map[string]string{
		"version=3.2 config.io-threads=2": "n/a: io-threads needs Redis 6.0",
		"version=7.0 config.io-threads=2": "runs 7.0.15",
		"version=8.0 config.io-threads=2": "missing",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("setups (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"8.0"}, p.lacking()); diff != "" {
		t.Errorf("lacking (-want +got):\n%s", diff)
	}
}

func TestUnfoldAsksABinaryForItsVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "redis-server")
	program(t, path, "#!/bin/sh\necho 'Redis server v=3.2.13 sha=00000000:0 malloc=libc bits=64 build=0'\n")
	p := plan(t, `{axes: {version: ["`+path+`"]}, load: {tests: [SET, XADD]}}`)
	id := "version=" + path
	if server := p.runs[id]; server.Name != "3.2.13" || server.Path != path {
		t.Errorf("runs %+v", server)
	}
	if diff := cmp.Diff(map[string]string{"XADD": "needs Redis 5.0"}, p.Cells[0].NA); diff != "" {
		t.Errorf("n/a (-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name, spec string
		versions   []string
		want       []string // parts of the error, one a line
	}{
		{"all are here", `axes: {version: ["7.0"]}`, []string{"7.0.15"}, nil},
		{"each that is missing is said once", `axes: {version: ["7.0", "8.0", "6.0"], appendonly: [no, always]}`,
			[]string{"7.0.15"}, []string{"8.0", "6.0"}},
		{"a path that leads nowhere", `axes: {version: ["/none/redis-server"]}`, nil, []string{"name the binary"}},
		{"nothing can be run", `axes: {version: ["3.2"], config.io-threads: [2]}`, []string{"3.2.13"}, []string{"io-threads needs Redis 6.0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := plan(t, test.spec, test.versions...).check()
			if (err != nil) != (len(test.want) > 0) {
				t.Fatalf("error %v", err)
			}
			if err == nil {
				return
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(test.want) || codeOf(err) != exitUsage {
				t.Fatalf("exit code %d, error:\n%v", codeOf(err), err)
			}
			for i, part := range test.want {
				if !strings.Contains(lines[i], part) {
					t.Errorf("line %d is %q, want %q in it", i, lines[i], part)
				}
			}
		})
	}
}

func TestPlanReport(t *testing.T) {
	p := plan(t, threeSetups, "7.0.15", "3.2.13")
	var out strings.Builder
	if err := render.Write(&out, "csv", render.Report{Tables: p.report().Tables}, render.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"version=7.0 config.io-threads=2,1,7.0.15,", "n/a", "missing", "io-threads needs Redis 6.0",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestPlanReportListsTestsThatAreNA(t *testing.T) {
	p := plan(t, `{axes: {version: ["3.2", "7.0"], appendonly: [no, always]}, load: {tests: [SET, ZPOPMIN]}}`, "7.0.15", "3.2.13")
	two := 2.0
	want := []render.Row{{Label: "ZPOPMIN", Cells: []render.Cell{{Value: &two}, {Text: "needs Redis 5.0"}}}}
	if diff := cmp.Diff(want, p.naTable().Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestNewestLines(t *testing.T) {
	found := installed(t, "7.0.15", "7.0.9", "8.0.2", "6.0.16", "valkey-8.1.1", "5.0.14")
	tests := map[int][]string{
		4: {"6.0.16", "7.0.15", "8.0.2", "valkey-8.1.1"},
		9: {"5.0.14", "6.0.16", "7.0.15", "8.0.2", "valkey-8.1.1"},
		0: nil,
	}
	for most, want := range tests {
		if diff := cmp.Diff(want, newestLines(found, most)); diff != "" {
			t.Errorf("newest %d (-want +got):\n%s", most, diff)
		}
	}
}

func TestOverrides(t *testing.T) {
	flags := specFlags{set: []string{"version=7.0,8.0", "load.clients=10"}, tests: "SET,GET", rounds: "5..30", duration: "1s",
		budget: "10m", threshold: "2%", metric: "rps,p50"}
	got, err := flags.overrides()
	want := []matrix.Override{
		{Key: "version", Value: "7.0,8.0"},
		{Key: "load.clients", Value: "10"},
		{Key: "load.tests", Value: "SET,GET"},
		{Key: "rounds", Value: "5..30"},
		{Key: "budget", Value: "10m"},
		{Key: "gate.threshold", Value: "2%"},
		{Key: "gate.metrics", Value: "rps,p50"},
		{Key: "load.duration", Value: "1s"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v, overrides (-want +got):\n%s", err, diff)
	}
	for _, bad := range []string{"version", "=7.0", ""} {
		if _, err := (&specFlags{set: []string{bad}}).overrides(); codeOf(err) != exitUsage {
			t.Errorf("--set %q gives %v", bad, err)
		}
	}
}

// broken is a reader that fails.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

func TestLoadReportsItsReader(t *testing.T) {
	c := console{in: broken{errors.New("gone")}}
	if _, err := (&specFlags{}).load(c, "-"); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("error %v", err)
	}
}

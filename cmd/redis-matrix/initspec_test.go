package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMayWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "spec.yaml")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path string
		force      bool
		want       exitCode
	}{
		{"stdout", "", false, exitOK},
		{"a new file", filepath.Join(dir, "new.yaml"), false, exitOK},
		{"an existing file", file, false, exitUsage},
		{"an existing file, forced", file, true, exitOK},
		{"below a file", filepath.Join(file, "x"), false, exitUsage},
		{"a device", os.DevNull, false, exitOK},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := mayWrite(test.path, test.force); codeOf(err) != test.want {
				t.Errorf("exit code %d, want %d; error %v", codeOf(err), test.want, err)
			}
		})
	}
}

// decode runs a command that writes JSON.
func decode(t *testing.T, into any, args ...string) {
	t.Helper()
	var stdout, stderr strings.Builder
	if code := run(t.Context(), args, nil, &stdout, &stderr, noEnv); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if err := json.Unmarshal([]byte(stdout.String()), into); err != nil {
		t.Fatalf("%v in\n%s", err, stdout.String())
	}
}

func TestJSONOfLists(t *testing.T) {
	isolate(t, "7.0.15")
	var ready []readySpec
	decode(t, &ready, "init", "-f", "json")
	described := map[string]bool{}
	for _, spec := range ready {
		described[spec.Name] = spec.Description != ""
	}
	if !described[quickstartSpec] {
		t.Errorf("quickstart is not among %v", ready)
	}

	var servers []map[string]string
	decode(t, &servers, "servers", "-f", "json")
	if len(servers) != 1 || servers[0]["version"] != "7.0.15" || servers[0]["kind"] != "binary" ||
		servers[0]["origin"] != "REDIS_MATRIX_SERVERS" || !filepath.IsAbs(servers[0]["path"]) {
		t.Errorf("servers: %v", servers)
	}

	var this build
	decode(t, &this, "version", "-f", "json")
	if this != thisBuild() {
		t.Errorf("version: %+v", this)
	}
}

func TestJSONOfAPlan(t *testing.T) {
	isolate(t, "7.0.15")
	spec := filepath.Join(t.TempDir(), "spec.yaml")
	if err := os.WriteFile(spec, []byte(`{axes: {version: ["7.0", "8.0"]}, load: {tests: [SET]}, rounds: 2}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Cells    []struct{ ID string }
		Estimate struct{ Samples int }
		Servers  map[string]struct{ Version string }
		Missing  map[string]string
	}
	decode(t, &got, "plan", spec, "-f", "json")
	if len(got.Cells) != 2 || got.Estimate.Samples != 4 || got.Servers["version=7.0"].Version != "7.0.15" ||
		got.Missing["version=8.0"] == "" {
		t.Errorf("plan: %+v", got)
	}
}

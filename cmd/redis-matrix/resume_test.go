package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// recorded is a run in testdata.
func measuredRun(name string) string { return filepath.Join("testdata", "runs", name) }

func TestOpenRun(t *testing.T) {
	alone := filepath.Join(t.TempDir(), "copy.json")
	if err := os.WriteFile(alone, []byte(content(t, filepath.Join(measuredRun("complete"), "run.json"))), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path    string
		state   matrix.State // "" for an error
		samples int
	}{
		{measuredRun("complete"), matrix.StateComplete, 8},
		{filepath.Join(measuredRun("complete"), "run.json"), matrix.StateComplete, 8},
		{alone, matrix.StateComplete, 8},
		{measuredRun("interrupted"), matrix.StateInterrupted, 4},
		{measuredRun("failed"), matrix.StateFailed, 3},
		{measuredRun("killed"), matrix.StateRunning, 3},
		{measuredRun("none"), "", 0},
		{filepath.Join("testdata", "runs"), "", 0},
		{"main.go", "", 0},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			doc, _, err := openRun(test.path)
			if test.state == "" {
				if codeOf(err) != exitUsage {
					t.Errorf("exit code %d, error %v", codeOf(err), err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			samples := 0
			for _, result := range doc.Results {
				samples += len(result.Samples)
			}
			if doc.State != test.state || samples != test.samples {
				t.Errorf("%s with %d samples, want %s with %d", doc.State, samples, test.state, test.samples)
			}
		})
	}
}

func TestSameSpec(t *testing.T) {
	doc, _, err := openRun(measuredRun("interrupted"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		flags specFlags
		stdin string
		want  exitCode
	}{
		{"no spec", specFlags{}, "", exitOK},
		{"overrides alone", specFlags{rounds: "3"}, "", exitUsage},
		{"the same spec", specFlags{}, doc.Source, exitOK},
		{"another spec", specFlags{}, `axes: {version: ["7.0"]}`, exitMismatch},
		{"the same spec with other rounds", specFlags{rounds: "3"}, doc.Source, exitMismatch},
		{"a spec with mistakes", specFlags{}, `axes: {verzion: ["7.0"]}`, exitUsage},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := console{in: strings.NewReader(test.stdin)}
			var args []string
			if test.stdin != "" {
				args = []string{"-"}
			}
			err := sameSpec(c, doc, runFlags{spec: test.flags}, args)
			if codeOf(err) != test.want {
				t.Errorf("exit code %d, want %d; error %v", codeOf(err), test.want, err)
			}
		})
	}
}

func TestResumeOfACompleteRunPrintsIt(t *testing.T) {
	var stdout, stderr strings.Builder
	code := run(t.Context(), []string{"run", "--resume", measuredRun("complete")}, nil, &stdout, &stderr, noEnv)
	if code != int(exitOK) || !strings.Contains(stdout.String(), "SET") {
		t.Errorf("exit code %d, stderr %q, stdout:\n%s", code, stderr.String(), stdout.String())
	}
}

func TestResumeElsewhereIsRefused(t *testing.T) {
	var stdout, stderr strings.Builder
	code := run(t.Context(), []string{"run", "--resume", measuredRun("interrupted")}, nil, &stdout, &stderr, noEnv)
	if code != int(exitMismatch) || !strings.Contains(stderr.String(), "was bench and is") {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}

package configs

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	want := []string{
		"aof-modes", "aof-value-size", "crash-loss", "mix", "offered-rate", "own-commands", "quickstart", "rdb-vs-aof",
		"restart-time", "rewrite-under-load", "storage-devices", "upgrade", "value-sizes", "versions",
	}
	if diff := cmp.Diff(want, Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestRead holds each spec to what a reader expects of it; that it is a spec,
// package matrix tests.
func TestRead(t *testing.T) {
	for _, name := range Names() {
		text, err := Read(name)
		if err != nil {
			t.Errorf("read %s: %v", name, err)
			continue
		}
		lines := strings.Split(string(text), "\n")
		if !slices.Contains(lines, "name: "+name) {
			t.Errorf("%s is not named so", name)
		}
		if i := slices.IndexFunc(lines, func(line string) bool { return len(line) > 85 }); i >= 0 {
			t.Errorf("%s has a long line: %s", name, lines[i])
		}
		if strings.Contains(string(text), "\t") || !strings.HasSuffix(string(text), "\n") {
			t.Errorf("%s has tabs or no line end", name)
		}
	}
}

// TestWorkflows holds workflows to the form of specs; what they run, the command
// line's tests try.
func TestWorkflows(t *testing.T) {
	if diff := cmp.Diff([]string{"upgrade-gate"}, Workflows()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	for _, name := range Workflows() {
		text, err := ReadWorkflow(name)
		if err != nil || !strings.Contains(string(text), "\nname: "+name+"\n") || strings.Contains(string(text), "\t") {
			t.Errorf("%s: %v in\n%s", name, err, text)
		}
	}
	if _, err := ReadWorkflow("upgrade"); err == nil || !strings.Contains(err.Error(), "there are upgrade-gate") {
		t.Errorf("got %v", err)
	}
}

func TestReadUnknown(t *testing.T) {
	for _, name := range []string{"", "nope", "../configs", "quickstart.yaml", "Quickstart"} {
		text, err := Read(name)
		if err == nil || text != nil || !strings.Contains(err.Error(), "there are aof-modes, aof-value-size, crash-loss") {
			t.Errorf("%q: got %q, %v", name, text, err)
		}
	}
}

func TestDescription(t *testing.T) {
	for _, name := range append(Names(), Workflows()...) {
		got := Description(name)
		if len(got) < 20 || len(got) > 85 || strings.HasPrefix(got, "#") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := Description("nope"); got != "" {
		t.Errorf("unknown: %q", got)
	}
}

package configs

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	want := []string{"aof-modes", "mix", "offered-rate", "own-commands", "quickstart", "upgrade", "value-sizes", "versions"}
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

func TestReadUnknown(t *testing.T) {
	for _, name := range []string{"", "nope", "../configs", "quickstart.yaml", "Quickstart"} {
		text, err := Read(name)
		if err == nil || text != nil || !strings.Contains(err.Error(), "there are aof-modes, mix, offered-rate") {
			t.Errorf("%q: got %q, %v", name, text, err)
		}
	}
}

func TestDescription(t *testing.T) {
	for _, name := range Names() {
		got := Description(name)
		if len(got) < 20 || len(got) > 85 || strings.HasPrefix(got, "#") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := Description("nope"); got != "" {
		t.Errorf("unknown: %q", got)
	}
}

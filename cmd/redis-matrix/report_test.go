package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// The newest run is one that nobody is measuring, where there is one.
func TestNewestRunIsNotOneThatGoesOn(t *testing.T) {
	recorded, err := filepath.Abs(filepath.Join("testdata", "runs", "complete", "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	expect := func(want string) {
		t.Helper()
		if got, err := pathOrNewest(nil); err != nil || got != filepath.Join(defaultResults, want) {
			t.Errorf("%s, error %v; want %s", got, err, want)
		}
	}
	add := func(name string) *os.File {
		t.Helper()
		dir := filepath.Join(defaultResults, name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "run.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		journal, err := os.Create(filepath.Join(dir, "journal.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = journal.Close() })
		return journal
	}
	if err := unix.Flock(int(add("a").Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	expect("a") // the only one there is
	add("b")
	expect("b")
}

package runner

import "testing"

func TestRunning(t *testing.T) {
	dir := t.TempDir()
	if Running(dir) {
		t.Error("a directory without a journal is said to be measured")
	}
	journal, err := openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !Running(dir) {
		t.Error("a run that is measured is said not to be")
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	if Running(dir) {
		t.Error("a run that has ended is said to be measured")
	}
}

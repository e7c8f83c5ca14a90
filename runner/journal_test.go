package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redismatrix/matrix"
)

func TestKilledRunIsReadFromItsJournal(t *testing.T) {
	run := newRun(t, 1, "3")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	journal, err := openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	sample := matrix.Sample{Cell: cell3, Test: "SET", Round: 1, Status: matrix.StatusOK, RPS: 5}
	if err := journal.write(entry{Sample: &sample}); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.file.WriteString(`{"sample":{"cell":"versi`); err != nil {
		t.Fatal(err)
	}
	if err := journal.close(); err != nil {
		t.Fatal(err)
	}
	got, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != matrix.StateRunning || got.Results[0].Samples[0].RPS != 5 {
		t.Errorf("read %+v", got.Results)
	}
	if err := Run(t.Context(), got, newFake().options(dir)); err != nil {
		t.Fatal(err)
	}
}

func TestBrokenJournalLineIsNamed(t *testing.T) {
	run := newRun(t, 1, "3")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"{}\nnot json\n": "line 2",
		`{"sample":{"cell":"x","test":"SET","round":1}}` + "\n": "line 1",
	} {
		if err := os.WriteFile(journalPath(dir), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), Document) {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, Document), []byte(`{"schema":1,`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), Document) {
		t.Errorf("error %v", err)
	}
}

func TestCreateRefusesADirectoryThatExists(t *testing.T) {
	parent, run := t.TempDir(), newRun(t, 1, "3")
	if _, err := Create(parent, run); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(parent, run); err == nil {
		t.Error("no error")
	}
}

package runner

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// newJournal makes a run's directory and opens its journal.
func newJournal(t *testing.T, run *matrix.Run) (string, *journal) {
	t.Helper()
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	journal, err := openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, journal
}

func TestKilledRunIsReadFromItsJournal(t *testing.T) {
	dir, journal := newJournal(t, newRun(t, 1, "3"))
	sample := matrix.Sample{Cell: cell3, Test: "SET", Round: 1, Status: matrix.StatusOK, RPS: 5}
	if err := journal.write(entry{Sample: &sample}); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.file.WriteAt([]byte(`{"sample":{"cell":"versi`), journal.size); err != nil {
		t.Fatal(err)
	}
	if err := journal.Close(); err != nil {
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

// TestWarningsOfAKilledRunAreKept has a server end after its last test, and the
// run be killed before its document is written.
func TestWarningsOfAKilledRunAreKept(t *testing.T) {
	f, run := newFake(), newRun(t, 2, "3")
	f.ended = errors.New("redis-server was killed by signal 9")
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	unfinished, err := os.ReadFile(filepath.Join(dir, Document))
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), run, f.options(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, Document), unfinished, 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []matrix.Note{{Text: "after the last test of a server: redis-server was killed by signal 9"}}
	if diff := cmp.Diff(want, read.Warnings); diff != "" {
		t.Error(diff)
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

// filling is a file that takes only half of what is written while it is full.
type filling struct {
	*os.File
	full bool
}

var errNoSpace = errors.New("no space left on device")

func (f *filling) WriteAt(b []byte, at int64) (int, error) {
	if !f.full {
		return f.File.WriteAt(b, at)
	}
	n, err := f.File.WriteAt(b[:len(b)/2], at)
	return n, errors.Join(errNoSpace, err)
}

// TestFullDiskLeavesAJournalThatIsGoneOnWith writes an entry that does not fit,
// and then, as when a server's data were removed meanwhile, one that does.
func TestFullDiskLeavesAJournalThatIsGoneOnWith(t *testing.T) {
	dir, journal := newJournal(t, newRun(t, 3, "3"))
	file := &filling{File: journal.file.(*os.File)}
	journal.file = file
	for round := 1; round <= 3; round++ {
		file.full = round == 2
		err := journal.write(entry{Sample: &matrix.Sample{Cell: cell3, Test: "SET", Round: round, Status: matrix.StatusOK}})
		if file.full != errors.Is(err, errNoSpace) {
			t.Fatalf("round %d: error %v", round, err)
		}
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var rounds []int
	for _, sample := range got.Results[0].Samples {
		rounds = append(rounds, sample.Round)
	}
	if diff := cmp.Diff([]int{1, 3}, rounds); diff != "" {
		t.Error(diff)
	}
}

// FuzzReplay reads any bytes as a journal: never a panic, and what is accepted
// stays within the plan.
func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{"sample":{"cell":"` + cell3 + `","test":"SET","round":1,"status":"ok","rps":5}}` + "\n"))
	f.Add([]byte(`{"server":{"setup":"version=7.0","round":1,"info":{"version":"7.0.15"}}}` + "\n{}\n"))
	f.Add([]byte(`{"warning":{"text":"a"}}` + "\n" + `{"warning":{"text":"a"}}` + "\n"))
	f.Add([]byte(`{"timing":{"wall_ns":5}}` + "\n" + `{"sample":`))
	f.Fuzz(func(t *testing.T, text []byte) {
		run := newRun(t, 1, "3")
		dir := t.TempDir()
		run.Servers = map[string]matrix.ServerInfo{}
		if err := os.WriteFile(journalPath(dir), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := replay(dir, run); err != nil {
			return
		}
		for _, result := range run.Results {
			if len(result.Samples) > 1 {
				t.Errorf("%d samples of one round", len(result.Samples))
			}
		}
	})
}

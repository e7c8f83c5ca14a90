package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"redismatrix/matrix"
)

// entry is one line of the journal; exactly one field is set.
type entry struct {
	Server *serverEntry   `json:"server,omitempty"`
	Sample *matrix.Sample `json:"sample,omitempty"`
	Timing *matrix.Timing `json:"timing,omitempty"`
	// Warning holds for the whole run.
	Warning *matrix.Note `json:"warning,omitempty"`
	// Stopped ends the run.
	Stopped *matrix.Stop `json:"stopped,omitempty"`
}

// serverEntry says what ran for a setup.
type serverEntry struct {
	Setup string            `json:"setup"`
	Round int               `json:"round"`
	Info  matrix.ServerInfo `json:"info"`
}

// journal is the file that each sample is on disk in before the next begins.
type journal struct {
	io.Closer
	file journalFile
	size int64 // of the whole lines
}

// journalFile is what a journal is written to: a file, or one that fails.
type journalFile interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error
}

func journalPath(dir string) string { return filepath.Join(dir, "journal.jsonl") }

// ErrBusy is the error of a directory that another redis-matrix runs in.
var ErrBusy = errors.New("another redis-matrix is measuring this run")

// openJournal opens the journal in dir for appending, alone: a second process
// that runs the same directory is refused. A line that a kill cut short is
// removed.
func openJournal(dir string) (*journal, error) {
	file, err := os.OpenFile(journalPath(dir), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	if err := lock(file); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s (%w)", ErrBusy, dir, err), file.Close())
	}
	size, err := dropTornLine(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the journal: %w", err), file.Close())
	}
	return &journal{file, file, size}, nil
}

// dropTornLine cuts the file after its last newline, and returns its size then.
func dropTornLine(file *os.File) (int64, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return 0, err
	}
	whole := int64(bytes.LastIndexByte(text, '\n') + 1)
	return whole, file.Truncate(whole)
}

// write appends an entry and syncs it. What could not be written whole is cut
// off again, so that a full disk leaves a journal that can be read and gone on
// with.
func (j *journal) write(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode a journal entry: %w", err)
	}
	line = append(line, '\n')
	if _, err = j.file.WriteAt(line, j.size); err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write the journal: %w", err), j.file.Truncate(j.size))
	}
	j.size += int64(len(line))
	return nil
}

// replay folds the journal in dir into run. A last line without its newline is
// what a kill cut short, and passed over; any other line that cannot be read is
// an error that names it.
func replay(dir string, run *matrix.Run) error {
	text, err := os.ReadFile(journalPath(dir))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the journal: %w", err)
	}
	for number := 1; ; number++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			return nil
		}
		if err := apply(run, line); err != nil {
			return fmt.Errorf("read %s, line %d: %w", journalPath(dir), number, err)
		}
		text = rest
	}
}

// noteServer notes what ran for a setup. Its whole configuration stays that of
// before where info does not tell it.
func noteServer(run *matrix.Run, setup string, info matrix.ServerInfo) {
	if len(info.Effective) == 0 {
		info.Effective = run.Servers[setup].Effective
	}
	run.Servers[setup] = info
}

// warn adds a warning to the run; false where it is there already.
func warn(run *matrix.Run, note matrix.Note) bool {
	if slices.Contains(run.Warnings, note) {
		return false
	}
	run.Warnings = append(run.Warnings, note)
	return true
}

// apply folds one line into run.
func apply(run *matrix.Run, line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	switch {
	case e.Server != nil:
		noteServer(run, e.Server.Setup, e.Server.Info)
	case e.Timing != nil:
		run.Timing = *e.Timing
	case e.Warning != nil:
		warn(run, *e.Warning)
	case e.Stopped != nil:
		return run.Stop(*e.Stopped)
	case e.Sample != nil:
		return run.Record(*e.Sample)
	}
	return nil
}

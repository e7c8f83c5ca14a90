package runner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"redismatrix/matrix"
)

// Document is the name of the run document in a run's directory.
const Document = "run.json"

// Create makes the run's directory below parent, named after the run's ID, and
// writes the first run.json. The directory must not exist.
func Create(parent string, run *matrix.Run) (dir string, err error) {
	dir = filepath.Join(parent, run.ID)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("make the results directory: %w", err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", fmt.Errorf("make the run's directory: %w", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "servers"), 0o755); err != nil {
		return "", fmt.Errorf("make the logs' directory: %w", err)
	}
	return dir, save(dir, run)
}

// Open reads the run in dir. Of a run that did not complete, the journal may hold
// more than run.json does; what it holds is added.
func Open(dir string) (*matrix.Run, error) {
	return OpenWith(dir, func(file *os.File) (*matrix.Run, error) {
		run, err := matrix.ReadRun(file)
		return run, errors.Join(err, file.Close())
	})
}

// OpenWith is Open with read for the document, which has to close the file.
func OpenWith(dir string, read func(document *os.File) (*matrix.Run, error)) (*matrix.Run, error) {
	file, err := os.Open(filepath.Join(dir, Document))
	if err != nil {
		return nil, fmt.Errorf("open the run: %w", err)
	}
	run, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file.Name(), err)
	}
	if run.State == matrix.StateComplete {
		return run, nil
	}
	if run.Servers == nil {
		run.Servers = map[string]matrix.ServerInfo{}
	}
	return run, replay(dir, run)
}

// save writes run.json atomically: to a file beside it, synced and renamed.
func save(dir string, run *matrix.Run) (err error) {
	file, err := os.CreateTemp(dir, "."+Document+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", Document, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name()) // it is gone after the rename
			err = fmt.Errorf("write %s: %w", Document, err)
		}
	}()
	if err := errors.Join(run.Write(file), file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), filepath.Join(dir, Document)); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a rename in dir survive a power loss.
func syncDir(dir string) error {
	file, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

package runner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// refusedError is that of a command which the server refused.
type refusedError struct{ error }

func (refusedError) Refused() {}

func TestDiagnose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "server.log")
	if err := os.WriteFile(path, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	log := openLog(path)
	lost, refused, ended := errors.New("lost"), refusedError{errors.New("ERR unknown")}, errors.New("killed by signal 9")
	check := func(err, ended error, want string) {
		t.Helper()
		if got := log.diagnose(err, ended); got.Error() != want || !errors.Is(got, err) {
			t.Errorf("%v, want %s", got, want)
		}
	}
	check(lost, nil, "lost")
	if err := os.WriteFile(path, []byte("before\nOut of memory\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(lost, nil, "lost; the end of the server's log: Out of memory")
	check(lost, ended, "lost; killed by signal 9")
	check(fmt.Errorf("prepare a: %w", refused), nil, "prepare a: ERR unknown")
	check(refused, ended, "ERR unknown; killed by signal 9")
}

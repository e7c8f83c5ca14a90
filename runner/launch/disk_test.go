package launch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestDirectoryThatCannotBeWrittenTo(t *testing.T) {
	binary := binaries(t)[0]
	dir := filepath.Join(t.TempDir(), "data")
	l := newLauncher(t, Options{Dir: dir})
	readOnly(t, dir)
	mustContain(t, refuse(t, l, setup(binary)), "make a server's directory", dir, "choose a directory that can be written to")
}

func TestDirectoryThatIsAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "", 0o644)
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		_, err := New(t.Context(), Options{Dir: dir})
		if err == nil {
			t.Fatal("it was accepted")
		}
		mustContain(t, err.Error(), "make the directory for the servers' data", file)
	}
}

func TestLogThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "", 0o644)
	l := newLauncher(t, Options{})
	for _, log := range []string{filepath.Join(file, "log"), filepath.Dir(file), "/dev/full"} {
		_, err := l.Launch(t.Context(), setup(Installed{Path: "/bin/true"}), log)
		if err == nil {
			t.Fatal("it started")
		}
		mustContain(t, err.Error(), "a server's log")
		mustBeEmpty(t, l.options.Dir, os.TempDir())
	}
}

// On a full disk a server either does not start, and says why, or ends with
// its first write.
func TestDiskFull(t *testing.T) {
	const size = 256 << 10
	wants := regexp.MustCompile(`exited with status 1.*(No space left on device|Can't recover from AOF write error)`)
	eachBinary(t, func(t *testing.T, binary Installed) {
		for _, free := range []int{0, 50 << 10} {
			dir := smallDisk(t, size)
			l := newLauncher(t, Options{Dir: dir})
			write(t, filepath.Join(dir, "filler"), strings.Repeat("x", size-free), 0o600)
			server, err := l.Launch(t.Context(), setup(binary, "appendonly yes", "appendfsync always", `save ""`), logPath(t))
			if err == nil {
				fill(t, server)
				err = server.Stop(t.Context())
			}
			if err == nil || !wants.MatchString(err.Error()) {
				t.Errorf("with %d bytes free: %v", free, err)
			}
			mustBeEmpty(t, dir, os.TempDir())
		}
	})
}

// fill writes until the server is gone.
func fill(t testing.TB, server *Server) {
	t.Helper()
	client := connect(server.Endpoint())
	defer client.Close()
	value := strings.Repeat("v", 10<<10)
	for i := range 1000 {
		if client.Set(context.Background(), fmt.Sprint(i), value, 0).Err() != nil {
			break
		}
	}
	eventually(t, "the server ended", func() bool { return ended(server.Info().PID) })
}

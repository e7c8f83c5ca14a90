package launch

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"redismatrix/matrix"
)

func TestBinaryRefusesDirectives(t *testing.T) {
	tests := []struct {
		name   string
		config string
		wants  []string
	}{
		{"unknown", "no-such-directive 1", []string{"no-such-directive"}},
		{"out of range", "databases 0", []string{"exited with status 1 before it was ready", "databases"}},
		{"no such value", "maxmemory-policy sometimes", []string{"exited with status 1 before it was ready", "maxmemory-policy"}},
		{"port", "port 6379", []string{"redis-matrix sets it itself", "free port"}},
		{"smuggled", "hz --bind 0.0.0.0", []string{`"--bind"`}},
	}
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				mustContain(t, refuse(t, l, setup(binary, `save ""`, test.config)), test.wants...)
			})
		}
	})
}

func TestBinaryThatIsNoServer(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	script := filepath.Join(dir, "script")
	hangs := filepath.Join(dir, "hangs")
	write(t, text, "hello\n", 0o644)
	write(t, script, "hello\n", 0o755)
	write(t, hangs, "#!/bin/sh\necho waiting\nexec sleep 100\n", 0o755)
	l := newLauncher(t, Options{StartTimeout: 300 * time.Millisecond})
	for path, wants := range map[string][]string{
		"/bin/true":                   {"true exited with status 0 before it was ready", "logged nothing"},
		"/bin/cat":                    {"cat exited with status 1 before it was ready", "unrecognized option"},
		text:                          {"not executable", "chmod +x"},
		script:                        {"exec format error", "is it a Redis or Valkey server"},
		hangs:                         {"did not answer within 300ms", "waiting"},
		dir:                           {"is a directory", dir + "/src/redis-server"},
		filepath.Join(dir, "nowhere"): {"no such file"},
		filepath.Join(text, "in"):     {"not a directory"},
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			mustContain(t, refuse(t, l, setup(Installed{Path: path})), append(wants, path)...)
		})
	}
}

func write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func TestBinaryOfAnotherVersion(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		asked := setup(binary, `save ""`)
		asked.Server.Version = matrix.Version{Product: matrix.Redis, Numbers: []int{99, 1}}
		asked.Server.Text = "99.1"
		mustContain(t, refuse(t, l, asked), "asked for 99.1", "but it is "+binary.Name, "server.servers", "the end of its log: ", "eady to accept connections")
	})
}

func TestBinaryThatDoesNotRunAsAsked(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		mustContain(t, refuse(t, l, setup(binary, `save ""`, "rename-command FLUSHALL gone")),
			`rename-command asked "FLUSHALL gone"`, "the end of its log: ", "eady to accept connections")
	})
}

func TestBinaryThatIsKilled(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		server := start(t, l, setup(binary, `save ""`))
		if err := syscall.Kill(server.Info().PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		err := server.Stop(t.Context())
		if err == nil {
			t.Fatal("its end was not told")
		}
		mustContain(t, err.Error(), filepath.Base(binary.Path)+" was killed by signal 9 (SIGKILL)", "eady to accept connections")
		mustBeGone(t, server)
	})
}

func TestBinaryThatHangsIsEnded(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		server := start(t, l, setup(binary, `save ""`))
		if err := syscall.Kill(server.Info().PID, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		impatient, cancel := context.WithCancel(t.Context())
		cancel()
		if err := server.Stop(impatient); err != nil {
			t.Error(err)
		}
		mustBeGone(t, server)
	})
}

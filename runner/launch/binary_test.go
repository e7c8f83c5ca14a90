package launch

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestBinaryIsWhatWasAskedFor(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		server := start(t, l, setup(binary, "appendonly yes", "appendfsync always", "save 900 1", "save 300 10",
			"maxmemory 10mb", "maxmemory-policy ALLKEYS-LRU", "client-output-buffer-limit pubsub 32mb 8mb 60", "hash-max-ziplist-entries 64"))
		got := server.Info()
		if len(got.Digest) != 64 || len(got.RunID) != 40 || got.PID == 0 || got.StartNanos <= 0 ||
			got.Size == 0 || got.Build == "" || got.Allocator == "" || got.Compiler == "" {
			t.Errorf("something is missing in %+v", got)
		}
		want := matrix.ServerInfo{
			Product: binary.Version.Product, Version: strings.TrimPrefix(binary.Name, "valkey-"),
			Launch: matrix.LaunchBinary, Path: binary.Path,
			Config: []matrix.Directive{
				{Name: "appendonly", Args: []string{"yes"}},
				{Name: "appendfsync", Args: []string{"always"}},
				{Name: "save", Args: []string{"900", "1"}},
				{Name: "save", Args: []string{"300", "10"}},
				{Name: "maxmemory", Args: []string{"10485760"}},
				{Name: "maxmemory-policy", Args: []string{"allkeys-lru"}},
				{Name: "hash-max-ziplist-entries", Args: []string{"64"}},
			},
		}
		want.Digest, want.RunID, want.PID, want.StartNanos = got.Digest, got.RunID, got.PID, got.StartNanos
		want.Size, want.Build, want.Allocator, want.Compiler = got.Size, got.Build, got.Allocator, got.Compiler
		got.Config = without(got.Config, "client-output-buffer-limit")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func without(config []matrix.Directive, name string) []matrix.Directive {
	var kept []matrix.Directive
	for _, d := range config {
		if d.Name != name {
			kept = append(kept, d)
		}
	}
	return kept
}

func TestBinaryAnswersOnSocketAndStops(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		server := start(t, l, setup(binary, `save ""`))
		at := server.Endpoint()
		if !at.Owned || at.Prefix != "" || at.Network != "tcp" {
			t.Errorf("endpoint %+v", at)
		}
		conn, err := net.Dial("unix", at.Socket)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := server.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if err := server.Stop(t.Context()); err != nil {
			t.Errorf("a second stop: %v", err)
		}
		mustBeGone(t, server)
		mustBeEmpty(t, l.options.Dir, os.TempDir())
	})
}

func mustBeGone(t testing.TB, server *Server) {
	t.Helper()
	if err := syscall.Kill(server.Info().PID, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d is left (%v)", server.Info().PID, err)
	}
	if conn, err := net.Dial("tcp", server.Endpoint().Address); err == nil {
		_ = conn.Close()
		t.Errorf("%s still answers", server.Endpoint().Address)
	}
}

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

func TestBinaryTakesAnotherPortWhereOneIsTaken(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		other := start(t, l, setup(binary, `save ""`))
		silent, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
		l.port = portsFirst(t, other.Endpoint().Address, silent.Addr().String())
		server := start(t, l, setup(binary, `save ""`))
		if server.Info().RunID == other.Info().RunID {
			t.Error("the other server was taken for the one started")
		}
		for _, s := range []*Server{server, other} {
			if err := s.Stop(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
}

// portsFirst picks the ports of addresses before free ones.
func portsFirst(t testing.TB, addresses ...string) func() (int, error) {
	return func() (int, error) {
		if len(addresses) == 0 {
			return freePort()
		}
		_, text, err := net.SplitHostPort(addresses[0])
		if err != nil {
			t.Fatal(err)
		}
		addresses = addresses[1:]
		return strconv.Atoi(text)
	}
}

func TestBinaryGivesUpWherePortsAreTakenAlways(t *testing.T) {
	binary := binaries(t)[0]
	l := newLauncher(t, Options{})
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	l.port = func() (int, error) { return silent.Addr().(*net.TCPAddr).Port, nil }
	mustContain(t, refuse(t, l, setup(binary)), "find a free port in 5 tries", "taken in between")
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
		mustContain(t, refuse(t, l, asked), "asked for 99.1", "but it is "+binary.Name, "server.servers")
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

func TestLaunchEndsWithItsContext(t *testing.T) {
	dir := t.TempDir()
	hangs := filepath.Join(dir, "hangs")
	write(t, hangs, "#!/bin/sh\nexec sleep 100\n", 0o755)
	l := newLauncher(t, Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by hand")
	l.port = func() (int, error) { cancel(stopped); return freePort() }
	_, err := l.Launch(ctx, setup(Installed{Path: hangs}), logPath(t))
	if !errors.Is(err, stopped) {
		t.Errorf("got %v", err)
	}
	mustBeEmpty(t, l.options.Dir, os.TempDir())
}

func TestCloseEndsServersThatWereNotStopped(t *testing.T) {
	binary := binaries(t)[0]
	l := newLauncher(t, Options{})
	server := start(t, l, setup(binary, `save ""`))
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	mustBeEmpty(t, l.options.Dir, os.TempDir())
	if conn, err := net.Dial("tcp", server.Endpoint().Address); err == nil {
		_ = conn.Close()
		t.Error("the server still answers")
	}
}

// BenchmarkLaunch measures a start with all its checks. What it costs beyond
// the server's own start is the difference to BenchmarkOwnStart.
func BenchmarkLaunch(b *testing.B) {
	for _, binary := range binaries(b) {
		b.Run(binary.Name, func(b *testing.B) {
			l := newLauncher(b, Options{})
			log := filepath.Join(b.TempDir(), "log")
			for b.Loop() {
				server, err := l.Launch(b.Context(), setup(binary, `save ""`), log)
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := server.Stop(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// BenchmarkOwnStart measures how long a server takes to answer where it is
// asked almost without a pause.
func BenchmarkOwnStart(b *testing.B) {
	for _, binary := range binaries(b) {
		b.Run(binary.Name, func(b *testing.B) {
			for b.Loop() {
				port, err := freePort()
				if err != nil {
					b.Fatal(err)
				}
				address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
				argv := append(command(binary.Path), "--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--save", "")
				cmd := exec.Command(argv[0], argv[1:]...)
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				for !answers(b.Context(), address) {
					<-time.After(200 * time.Microsecond) // or it would compete with the server
				}
				b.StopTimer()
				_ = cmd.Process.Kill()
				_ = cmd.Wait() // it was killed
				b.StartTimer()
			}
		})
	}
}

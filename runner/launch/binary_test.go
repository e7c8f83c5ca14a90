package launch

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

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
			got.Size == 0 || got.Build == "" || got.Allocator == "" || got.Compiler == "" || len(got.Effective) == 0 {
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
		want.Effective = got.Effective
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

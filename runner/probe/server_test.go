package probe

import (
	"bufio"
	"cmp"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// require skips a test where what it needs is not here, or fails it where
// REDIS_MATRIX_REQUIRE says that it must be.
func require(t testing.TB, what, why string) {
	t.Helper()
	if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), what) {
		t.Fatal(why)
	}
	t.Skip(why)
}

// eachServer runs a test on every server that is here: those that were installed,
// and those in the directories of REDIS_MATRIX_SERVERS.
func eachServer(t *testing.T, test func(t *testing.T, binary string)) {
	t.Helper()
	user, _ := os.UserCacheDir()
	cache := cmp.Or(os.Getenv("REDIS_MATRIX_CACHE"), filepath.Join(user, "redis-matrix"))
	ran := false
	for _, root := range append(filepath.SplitList(os.Getenv("REDIS_MATRIX_SERVERS")), filepath.Join(cache, "servers")) {
		for _, place := range []string{"src", "usr/bin"} {
			paths, _ := filepath.Glob(filepath.Join(root, "*", place, "*-server"))
			for _, path := range paths {
				ran = true
				t.Run(strings.Split(strings.TrimPrefix(path, root+"/"), "/")[0], func(t *testing.T) { test(t, path) })
			}
		}
	}
	if !ran {
		require(t, "servers", "no servers here: `redis-matrix servers install 7.0`")
	}
}

// words start a binary; one of an unpacked Debian system has that system's loader.
func words(binary string) []string {
	root, unpacked := strings.CutSuffix(filepath.Dir(binary), "/usr/bin")
	loaders, _ := filepath.Glob(filepath.Join(root, "lib", "*-linux-gnu", "ld-*"))
	if !unpacked || len(loaders) == 0 {
		return []string{binary}
	}
	libs := filepath.Dir(loaders[0])
	return []string{loaders[0], "--library-path", libs + ":" + filepath.Join(root, "usr/lib", filepath.Base(libs)), binary}
}

// instance is a running server.
type instance struct {
	pid int
	dir string
	at  matrix.Endpoint
	ask *redis.Client
}

// startServer runs a server until the test ends, with its data in dir.
func startServer(t testing.TB, binary, dir string, as *syscall.SysProcAttr, settings ...string) instance {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	_, port, _ := net.SplitHostPort(address)
	argv := append(words(binary), "--port", port, "--bind", "127.0.0.1", "--dir", dir, "--logfile", "")
	cmd := exec.Command(argv[0], append(argv[1:], settings...)...)
	cmd.Dir, cmd.SysProcAttr = dir, as
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var reading sync.WaitGroup
	ready := make(chan struct{})
	var log strings.Builder
	reading.Go(func() { follow(out, &log, ready) })
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		reading.Wait()
		_ = cmd.Wait()
	})
	<-ready
	at := matrix.Endpoint{Network: "tcp", Address: address, Owned: true}
	ask := redis.NewClient(options(at))
	t.Cleanup(func() { _ = ask.Close() })
	if err := ask.Ping(t.Context()).Err(); err != nil {
		t.Fatalf("%v: %s", err, log.String())
	}
	return instance{pid: cmd.Process.Pid, dir: dir, at: at, ask: ask}
}

// follow reads a server's log to its end, and tells when the server is ready or
// has ended.
func follow(out io.Reader, log *strings.Builder, ready chan struct{}) {
	told := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !told {
			log.WriteString(lines.Text() + "\n")
		}
		if !told && strings.Contains(lines.Text(), "eady to accept connections") {
			told = true
			close(ready)
		}
	}
	if !told {
		close(ready)
	}
}

// reader is a reader of a server that watches its process.
func (s instance) reader(t testing.TB) *Reader {
	t.Helper()
	r, err := Open(t.Context(), s.at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	r.Watch(s.pid)
	return r
}

// counters is a reading that must succeed.
func counters(t testing.TB, r *Reader) matrix.Counters {
	t.Helper()
	c, err := r.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// eventually waits until something has come about.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.After(20 * time.Second); !holds(); {
		select {
		case <-deadline:
			t.Fatalf("not so after 20 s: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

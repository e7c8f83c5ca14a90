package bench

import (
	"bufio"
	"cmp"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// instance is a running server.
type instance struct {
	t   testing.TB
	at  matrix.Endpoint
	cmd *exec.Cmd
	ask *redis.Client
}

// eachServer runs a test on every version of a server that is here.
func eachServer(t *testing.T, test func(t *testing.T, binary string)) {
	t.Helper()
	for name, binary := range binaries(t) {
		t.Run(name, func(t *testing.T) { test(t, binary) })
	}
}

// anyServer is the binary of the newest version that is here.
func anyServer(t testing.TB) string {
	t.Helper()
	var newest, at string
	for name, binary := range binaries(t) {
		if name > newest {
			newest, at = name, binary
		}
	}
	return at
}

// binaries maps the servers that are here, by what their folders are called,
// to their paths: those that `servers install` fetched and those in the
// directories of REDIS_MATRIX_SERVERS.
func binaries(t testing.TB) map[string]string {
	t.Helper()
	var roots []string
	if user, err := os.UserCacheDir(); err == nil {
		cache := cmp.Or(os.Getenv("REDIS_MATRIX_CACHE"), filepath.Join(user, "redis-matrix"))
		roots = append(roots, filepath.Join(cache, "servers"))
	}
	found := map[string]string{}
	for _, root := range append(roots, filepath.SplitList(os.Getenv("REDIS_MATRIX_SERVERS"))...) {
		for _, place := range []string{"src", "usr/bin"} {
			paths, _ := filepath.Glob(filepath.Join(root, "*", place, "*-server"))
			for _, path := range paths {
				name := strings.SplitN(strings.TrimPrefix(path, root+"/"), "/", 2)[0]
				found[name] = path
			}
		}
	}
	if len(found) > 0 {
		return found
	}
	if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "servers") {
		t.Fatal("no servers here: `redis-matrix servers install 7.0`, or name their directory in REDIS_MATRIX_SERVERS")
	}
	t.Skip("no servers here: `redis-matrix servers install 7.0`, or name their directory in REDIS_MATRIX_SERVERS")
	return nil
}

// argv runs a binary of an unpacked Debian system with that system's loader.
func argv(binary string) []string {
	root, unpacked := strings.CutSuffix(filepath.Dir(binary), "/usr/bin")
	if !unpacked {
		return []string{binary}
	}
	for _, triplet := range []string{"x86_64-linux-gnu", "aarch64-linux-gnu"} {
		for _, lib := range []string{"lib", "usr/lib"} {
			loaders, _ := filepath.Glob(filepath.Join(root, lib, triplet, "ld-*"))
			if len(loaders) > 0 {
				path := filepath.Join(root, "lib", triplet) + ":" + filepath.Join(root, "usr/lib", triplet)
				return []string{loaders[0], "--library-path", path, binary}
			}
		}
	}
	return []string{binary}
}

// start runs a server until the test ends.
func start(t testing.TB, binary string, options ...string) *instance {
	t.Helper()
	port := freePort(t)
	args := append(argv(binary), "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--logfile", "")
	cmd := exec.Command(args[0], append(args[1:], options...)...)
	cmd.Dir = t.TempDir()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	ready := make(chan string, 1)
	group.Go(func() { follow(out, ready) })
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		group.Wait()
		_ = cmd.Wait()
	})
	if said := <-ready; said != "" {
		t.Fatalf("%s did not start: %s", binary, said)
	}
	s := &instance{t: t, cmd: cmd, at: matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:" + port, Owned: true}}
	s.ask = newControl(s.at).client
	t.Cleanup(func() { _ = s.ask.Close() })
	return s
}

// follow reads a server's log to its end. ready gets "" when the server is
// ready, or its last words when it has ended before.
func follow(out interface{ Read([]byte) (int, error) }, ready chan<- string) {
	var last string
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if last = lines.Text(); strings.Contains(last, "eady to accept connections") {
			select {
			case ready <- "":
			default:
			}
		}
	}
	select {
	case ready <- "ended: " + last:
	default:
	}
}

func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// open opens a session that the test's end closes.
func (s *instance) open(at matrix.Endpoint, load matrix.Load) *Session {
	s.t.Helper()
	session, err := Open(s.t.Context(), at, load)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = session.Close() })
	return session
}

// info reads a field of INFO.
func (s *instance) info(section, field string) string {
	s.t.Helper()
	text, err := s.ask.Info(s.t.Context(), section).Result()
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, field+":"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// calls is how often the server has executed a command.
func (s *instance) calls(command string) int64 {
	s.t.Helper()
	return s.allCalls()[strings.ToLower(command)]
}

// allCalls is how often the server has executed each command.
func (s *instance) allCalls() map[string]int64 {
	s.t.Helper()
	text, err := s.ask.Info(s.t.Context(), "commandstats").Result()
	if err != nil {
		s.t.Fatal(err)
	}
	calls := map[string]int64{}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimPrefix(line, "cmdstat_"), ":calls=")
		count, _, found := strings.Cut(value, ",")
		if n, err := strconv.ParseInt(count, 10, 64); found && err == nil {
			calls[name] = n
		}
	}
	maps.DeleteFunc(calls, func(_ string, n int64) bool { return n == 0 })
	return calls
}

// input is how many bytes the server has read.
func (s *instance) input() int64 {
	s.t.Helper()
	return s.stat("total_net_input_bytes")
}

// stat is a number that INFO stats tells.
func (s *instance) stat(field string) int64 {
	s.t.Helper()
	n, err := strconv.ParseInt(s.info("stats", field), 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// do runs a command that must succeed.
func (s *instance) do(words ...any) any {
	s.t.Helper()
	reply, err := s.ask.Do(s.t.Context(), words...).Result()
	if err != nil {
		s.t.Fatalf("%v: %v", words, err)
	}
	return reply
}

// number runs a command that replies with an integer.
func (s *instance) number(words ...any) int64 {
	s.t.Helper()
	n, ok := s.do(words...).(int64)
	if !ok {
		s.t.Fatalf("%v: no integer", words)
	}
	return n
}

// whenBusy sends a signal once the server has executed some of a command.
func (s *instance) whenBusy(command string, then func()) (wait func()) {
	var group sync.WaitGroup
	group.Go(func() {
		for s.calls(command) < 100 {
			runtime.Gosched()
		}
		then()
	})
	return group.Wait
}

func (s *instance) signal(signal syscall.Signal) {
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.t.Error(err)
	}
}

// knows says whether the server has a test's command.
func (s *instance) knows(test matrix.Test) bool {
	s.t.Helper()
	product, version := "redis", s.info("server", "redis_version")
	if valkey := s.info("server", "valkey_version"); valkey != "" {
		product, version = "valkey", valkey
	}
	v, err := matrix.ParseVersion(product + "-" + version)
	if err != nil {
		s.t.Fatal(err)
	}
	return test.Unsupported(v) == "" && (!test.NeedsAOF || s.info("persistence", "aof_enabled") == "1")
}

package launch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"redismatrix/matrix"
)

// actEnv has the test binary act as another program: see acts.
const actEnv = "REDIS_MATRIX_TEST_ACT"

func TestMain(m *testing.M) {
	name := os.Getenv(actEnv)
	if name != "unguarded" && Guard() {
		return
	}
	if act, ok := acts[name]; ok {
		act()
		return
	}
	os.Exit(m.Run()) //nolint:forbidigo // what TestMain is for
}

// missing skips a test for want of what it needs, or fails it where
// REDIS_MATRIX_REQUIRE says that it must be there.
func missing(t testing.TB, what, remedy string) {
	t.Helper()
	if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), what) {
		t.Fatalf("no %s here: %s", what, remedy)
	}
	t.Skipf("no %s here: %s", what, remedy)
}

// find looks for servers once.
var find = sync.OnceValues(func() ([]Installed, error) { return Find(context.Background()) })

// binaries are the servers that can run here, one of each version.
func binaries(t testing.TB) []Installed {
	t.Helper()
	found, err := find()
	if err != nil {
		t.Fatal(err)
	}
	var all []Installed
	seen := map[string]bool{}
	for _, f := range found {
		if f.Kind == matrix.LaunchBinary && !seen[f.Name] {
			seen[f.Name] = true
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		missing(t, "servers", "`redis-matrix servers install 7.0`, or name their directory in REDIS_MATRIX_SERVERS")
	}
	return all
}

// eachBinary runs a test on each server.
func eachBinary(t *testing.T, test func(t *testing.T, server Installed)) {
	t.Helper()
	for _, server := range binaries(t) {
		t.Run(server.Name, func(t *testing.T) { test(t, server) })
	}
}

// newLauncher gives a launcher whose servers live in a directory that must be
// empty at the test's end.
func newLauncher(t testing.TB, options Options) *Launcher {
	t.Helper()
	if options.Dir == "" {
		options.Dir = filepath.Join(t.TempDir(), "data")
	}
	t.Setenv("TMPDIR", shortDir(t))
	t.Setenv("GORACE", "atexit_sleep_ms=0") // for the guard's end, which is waited for
	l, err := New(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		mustBeEmpty(t, options.Dir, os.TempDir())
	})
	return l
}

// shortDir is a directory whose path leaves room for a socket's name.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "rm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func mustBeEmpty(t testing.TB, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		left, err := filepath.Glob(filepath.Join(dir, "redis-matrix-*"))
		if err != nil {
			t.Error(err)
		}
		for _, name := range left {
			t.Errorf("%s is left", name)
		}
	}
}

// setup is a setup that runs server with directives, one a line as redis.conf
// has them.
func setup(server Installed, config ...string) matrix.Setup {
	s := matrix.Setup{
		ID:     "version=" + server.Name,
		Server: matrix.ServerRef{Text: server.Name, Kind: matrix.RefBinary, Version: server.Version, Location: server.Path},
		Launch: matrix.LaunchAuto,
	}
	for _, line := range config {
		name, args, _ := strings.Cut(line, " ")
		d := matrix.Directive{Name: name, Args: strings.Fields(args)}
		if args == `""` {
			d.Args = []string{""}
		}
		s.Config = append(s.Config, d)
	}
	return s
}

func logPath(t testing.TB) string { return filepath.Join(t.TempDir(), "servers", "server.log") }

// start launches a server that must come up.
func start(t testing.TB, l *Launcher, s matrix.Setup) *Server {
	t.Helper()
	server, err := l.Launch(t.Context(), s, logPath(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.Background()) }) // a second Stop does nothing
	return server
}

// refuse launches a server that must not come up, and returns why it did not.
func refuse(t testing.TB, l *Launcher, s matrix.Setup) string {
	t.Helper()
	server, err := l.Launch(t.Context(), s, logPath(t))
	if err == nil {
		_ = server.Stop(t.Context())
		t.Fatal("it started")
	}
	mustBeEmpty(t, l.options.Dir, os.TempDir())
	return err.Error()
}

func mustContain(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not contain %q", text, part)
		}
	}
}

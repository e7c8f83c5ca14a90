package launch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// acts are what the test binary does as another program.
var acts = map[string]func(){
	"parent":    actParent,
	"unguarded": actUnguarded,
	"no-engine": actNoEngine,
	"container": actContainer,
}

// actParent starts a server, tells its process and address, and waits to be
// killed.
func actParent() {
	ctx := context.Background()
	l, err := New(ctx, Options{Dir: os.Getenv("ACT_DIR")})
	if err != nil {
		panic(err)
	}
	binary := Installed{Path: os.Getenv("ACT_BINARY")}
	server, err := l.Launch(ctx, setup(binary, "save 1 1", "appendonly yes"), filepath.Join(os.Getenv("ACT_LOGS"), "log"))
	if err != nil {
		panic(err)
	}
	out := os.NewFile(1, "output")
	_, _ = fmt.Fprintln(out, server.Info().PID, l.guard.cmd.Process.Pid)
	_, _ = io.Copy(io.Discard, os.NewFile(0, "input"))
}

// actUnguarded is a program that forgot to call Guard.
func actUnguarded() {
	_, err := New(context.Background(), Options{})
	_, _ = fmt.Fprintln(os.NewFile(1, "output"), err)
}

// act starts the test binary as another program.
func act(t testing.TB, name string, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(append(os.Environ(), actEnv+"="+name, "GORACE=atexit_sleep_ms=0"), env...)
	cmd.Stderr = t.Output()
	return cmd
}

func TestNothingIsLeftOfAKilledParent(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) { killParent(t, signal) })
	}
}

func killParent(t *testing.T, signal syscall.Signal) {
	dir, temp := filepath.Join(t.TempDir(), "data"), shortDir(t)
	parent := act(t, "parent", "ACT_DIR="+dir, "ACT_LOGS="+t.TempDir(), "ACT_BINARY="+binaries(t)[0].Path, "TMPDIR="+temp)
	stdin, errIn := parent.StdinPipe()
	stdout, errOut := parent.StdoutPipe()
	if err := errors.Join(errIn, errOut, parent.Start()); err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var server, guard int
	if _, err := fmt.Fscan(bufio.NewReader(stdout), &server, &guard); err != nil {
		t.Fatal(err)
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "*")); len(made) == 0 {
		t.Fatal("the server has no directory")
	}
	if err := parent.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	eventually(t, "the guard ended", func() bool { return ended(guard) })
	if !ended(server) {
		t.Errorf("the server %d is left", server)
	}
	mustBeEmpty(t, dir, temp)
}

// ended reports whether a process that is not our child is gone, or dead and
// only not yet reaped by whoever adopted it.
func ended(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return err != nil || bytes.HasPrefix(state, []byte("Z"))
}

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

func TestAProgramThatForgetsGuardIsTold(t *testing.T) {
	said, err := act(t, "unguarded").Output()
	if err != nil {
		t.Fatal(err)
	}
	mustContain(t, string(said), "start the guard", "launch.Guard first thing in main")
}

func TestGuardThatDoesNotAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New(ctx, Options{Dir: t.TempDir()})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestGuardFromAGuard(t *testing.T) {
	t.Setenv(guardEnv, "1")
	_, err := New(t.Context(), Options{Dir: t.TempDir()})
	if err == nil {
		t.Fatal("a guard started a guard")
	}
	mustContain(t, err.Error(), "launch.Guard", "TestMain")
}

func TestObey(t *testing.T) {
	odd := "/tmp/a b\n+dir \"c\""
	var wards []ward
	for _, line := range []string{
		`+dir "/tmp/1"`, fmt.Sprintf("+dir %q", odd), `+container "abc"`, `+pid "12"`,
		`-dir "/tmp/1"`, `-dir "/tmp/never"`, `+dir "/tmp/cut`, `+dir`, ``, `x`, ` "y"`,
	} {
		wards = obey(wards, line)
	}
	want := []ward{{"dir", odd}, {"container", "abc"}, {"pid", "12"}}
	if diff := cmp.Diff(want, wards, cmp.AllowUnexported(ward{})); diff != "" {
		t.Error(diff)
	}
}

func FuzzObey(f *testing.F) {
	f.Add(`+dir "/tmp/1"`)
	f.Add(`- "\x00"`)
	f.Fuzz(func(t *testing.T, line string) {
		before := []ward{{"dir", "/tmp/kept"}}
		after := obey(before, line)
		if len(after) == 0 && !strings.HasPrefix(line, "-dir") {
			t.Errorf("%q dropped what it does not name", line)
		}
	})
}

func TestWatchRemovesWhatIsLeft(t *testing.T) {
	root := t.TempDir()
	kept, left := filepath.Join(root, "kept"), filepath.Join(root, "left")
	for _, dir := range []string{kept, filepath.Join(left, "deep")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	lingers := exec.Command("sleep", "100")
	lingers.Dir = left
	lingers.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := lingers.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- lingers.Wait() }()
	var report bytes.Buffer
	watch(strings.NewReader(fmt.Sprintf("+dir %q\n+dir %q\n-dir %q\n+pid \"%d\"\n", kept, left, kept, lingers.Process.Pid)), &report)
	if err := <-done; err == nil {
		t.Error("the process ended by itself")
	}
	if report.String() != guardReady {
		t.Errorf("it reported %q", report.String())
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left (%v)", left, err)
	}
}

func TestGuardReportsOnClose(t *testing.T) {
	l := newLauncher(t, Options{})
	dir, remove, err := l.privateDir(l.options.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left", dir)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := l.Launch(t.Context(), matrix.Setup{}, "log"); err == nil {
		t.Error("a closed launcher launched")
	}
	if _, _, err := l.privateDir(l.options.Dir); err == nil {
		t.Error("something was made without a guard")
	}
}

func TestWithoutSecrets(t *testing.T) {
	got := withoutSecrets([]string{"PATH=/bin", passwordEnv + "=secret", userEnv + "=me", guardEnv + "=1", "REDIS_MATRIX_SERVERS=/x"})
	if diff := cmp.Diff([]string{"PATH=/bin", "REDIS_MATRIX_SERVERS=/x"}, got); diff != "" {
		t.Error(diff)
	}
}

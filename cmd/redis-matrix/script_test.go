package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

func TestMain(m *testing.M) {
	if launch.Guard() {
		return
	}
	shared = true // what the tests want to know is not how fast this machine is
	testscript.Main(m, map[string]func(){"redis-matrix": main, "peak": peak})
}

// TestScript runs the scripts in testdata/script. They see no servers but
// those that they make, until `real` brings in those of this machine.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup:               setupScript,
		Condition:           scriptCondition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    scriptExits,
			"measured": scriptMeasured,
			"ended":    scriptEnded,
			"signal":   scriptSignal,
			"harm":     scriptHarm,
			"alone":    scriptAlone,
			"settled":  scriptSettled,
			"tmpfs":    scriptTmpfs,
			"serve":    scriptServe,
			"holds":    scriptHolds,
			"image":    scriptImage,
			"made":     scriptMade,
		},
	})
}

// setupScript hides the machine's servers and container engine, and hands their
// places to scripts that ask for them.
func setupScript(env *testscript.Env) error {
	bin, _, _ := strings.Cut(env.Getenv("PATH"), string(os.PathListSeparator))
	cache, err := installCache()
	if err != nil {
		return err
	}
	runs, err := filepath.Abs(filepath.Join("testdata", "runs"))
	if err != nil {
		return err
	}
	outputs, err := filepath.Abs(filepath.Join("..", "..", "testdata", "recorded"))
	if err != nil {
		return err
	}
	for key, value := range map[string]string{
		"RUNS":                 runs,
		"OUTPUTS":              outputs,
		"REAL_PATH":            env.Getenv("PATH"),
		"REAL_SERVERS":         os.Getenv("REDIS_MATRIX_SERVERS"),
		"REAL_CACHE":           cache,
		"REAL_DOCKER_HOST":     os.Getenv("DOCKER_HOST"),
		"PATH":                 bin,
		"BIN":                  bin,
		"HOME":                 env.WorkDir,
		"REDIS_MATRIX_SERVERS": "",
		"REDIS_MATRIX_CACHE":   filepath.Join(env.WorkDir, ".cache"),
		"DOCKER_HOST":          "unix://" + filepath.Join(env.WorkDir, "no-docker.sock"),
	} {
		env.Setenv(key, value)
	}
	for i, version := range realVersions() {
		env.Setenv("V"+strconv.Itoa(i+1), version)
	}
	return nil
}

// installCache is where `servers install` of this user keeps servers.
func installCache() (string, error) {
	if cache := os.Getenv("REDIS_MATRIX_CACHE"); cache != "" {
		return filepath.Abs(cache)
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(user, "redis-matrix"), nil
}

// realVersions are the newest binaries of each line on this machine, newest
// first.
var realVersions = sync.OnceValue(func() []string {
	found, _ := launch.Find(context.Background())
	var binaries []launch.Installed
	for _, server := range found {
		if server.Kind == matrix.LaunchBinary {
			binaries = append(binaries, server)
		}
	}
	lines := newestLines(binaries, len(binaries))
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return lines
})

// scriptCondition knows root, docker, strace and servers. Where REDIS_MATRIX_REQUIRE
// asks for what is not here, that is an error.
func scriptCondition(condition string) (bool, error) {
	switch condition {
	case "root":
		return os.Geteuid() == 0, nil
	case "docker":
		return haveDocker()
	case "servers":
		return haveServers()
	case "strace":
		return haveStrace()
	}
	return false, fmt.Errorf("condition %q is not known", condition)
}

// haveServers reports whether this machine has two versions that scripts can
// run.
func haveServers() (bool, error) {
	if len(realVersions()) >= 2 {
		return true, nil
	}
	if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "servers") {
		return false, errors.New("two servers are required: redis-matrix servers install 7.0 8.0")
	}
	return false, nil
}

// haveStrace reports whether servers can be traced here.
func haveStrace() (bool, error) {
	err := launch.CanTrace(context.Background())
	if err != nil && strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "strace") {
		return false, err
	}
	return err == nil, nil
}

// scriptExits runs a program that must end with a code: exits CODE PROGRAM ARG...
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARG...")
	}
	var failed *exec.ExitError
	code := 0
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// background holds the process of each script that `measured` waited for.
var background sync.Map // of *testscript.TestScript to *exec.Cmd

// scriptMeasured waits until the run below DIR that goes on in the background
// has some samples on disk: measured DIR N.
func scriptMeasured(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 || len(ts.BackgroundCmds()) == 0 {
		ts.Fatalf("usage, with a process in the background: measured DIR N")
	}
	background.Store(ts, ts.BackgroundCmds()[0])
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	patience := time.After(time.Minute)
	for countSamples(ts.MkAbs(args[0])) < want {
		select {
		case <-tick.C:
		case <-patience:
			ts.Fatalf("no %d samples below %s in a minute", want, args[0])
		}
	}
}

// countSamples counts the samples in the journals below dir.
func countSamples(dir string) int {
	journals, _ := filepath.Glob(filepath.Join(dir, "*", "journal.jsonl"))
	n := 0
	for _, path := range journals {
		text, _ := os.ReadFile(path)
		n += bytes.Count(text, []byte(`{"sample":`))
	}
	return n
}

// scriptEnded checks the exit code of the process that `measured` waited for
// and `wait` has seen end: ended CODE.
func scriptEnded(ts *testscript.TestScript, neg bool, args []string) {
	process, ok := background.Load(ts)
	if neg || len(args) != 1 || !ok {
		ts.Fatalf("usage, after measured and wait: ended CODE")
	}
	if code := process.(*exec.Cmd).ProcessState.ExitCode(); strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// scriptSignal sends a signal to the process that `measured` waited for:
// signal TERM.
func scriptSignal(ts *testscript.TestScript, neg bool, args []string) {
	process, ok := background.Load(ts)
	if neg || len(args) != 1 || !ok {
		ts.Fatalf("usage, after measured: signal NAME")
	}
	signals := map[string]syscall.Signal{
		"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "KILL": syscall.SIGKILL,
	}
	ts.Check(process.(*exec.Cmd).Process.Signal(signals[args[0]]))
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptHarm sends a signal to the server that the process which `measured`
// waited for runs at the moment: harm KILL. One that is not there yet, or not
// any more, is waited for. The process is no parent of a server in a container,
// which is found by the directory of the run: harm KILL DIR.
func scriptHarm(ts *testscript.TestScript, neg bool, args []string) {
	process, ok := background.Load(ts)
	if neg || len(args) < 1 || len(args) > 2 || !ok {
		ts.Fatalf("usage, after measured: harm NAME [DIR]")
	}
	signals := map[string]syscall.Signal{"KILL": syscall.SIGKILL, "STOP": syscall.SIGSTOP}
	parent := process.(*exec.Cmd).Process.Pid
	for {
		if err := syscall.Kill(parent, 0); err != nil {
			ts.Fatalf("the run has ended: %v", err)
		}
		servers := childServers(parent)
		if len(args) == 2 {
			servers = workingBelow(ts.MkAbs(args[1]))
		}
		if len(servers) > 0 {
			ts.Check(syscall.Kill(servers[0], signals[args[0]]))
			return
		}
	}
}

// scriptAlone checks that nothing but documents is left of the runs below a
// directory: alone DIR.
func scriptAlone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: alone DIR")
	}
	if left := leftBelow(ts.MkAbs(args[0])); left != "" {
		ts.Fatalf("%s is left", left)
	}
}

// scriptSettled waits until nothing but documents is left: settled DIR. It is
// for a program that was killed, after which others clear up.
func scriptSettled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: settled DIR")
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	patience := time.After(time.Minute)
	for leftBelow(ts.MkAbs(args[0])) != "" {
		select {
		case <-tick.C:
		case <-patience:
			ts.Fatalf("%s is left after a minute", leftBelow(ts.MkAbs(args[0])))
		}
	}
}

// leftBelow names a server that works below dir, or a file of a run that is no
// document; "" where there is none.
func leftBelow(dir string) string {
	for _, pid := range workingBelow(dir) {
		return fmt.Sprintf("process %d, %s", pid, commandLine(pid))
	}
	paths, _ := filepath.Glob(filepath.Join(dir, "*", "*")) // the pattern is good
	for _, path := range paths {
		switch filepath.Base(path) {
		case "run.json", "journal.jsonl", "servers":
		default:
			return path
		}
	}
	return ""
}

// workingBelow are the processes whose directory is below dir, as that of a
// server is, in a container too.
func workingBelow(dir string) []int {
	var found []int
	for _, pid := range processes() {
		at, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
		if err == nil && strings.HasPrefix(at, dir+"/") {
			found = append(found, pid)
		}
	}
	return found
}

// childServers are the servers that a process has started.
func childServers(parent int) []int {
	var servers []int
	for _, pid := range processes() {
		if parentOf(pid) == parent && strings.Contains(commandLine(pid), "-server") {
			servers = append(servers, pid)
		}
	}
	return servers
}

func processes() []int {
	entries, _ := os.ReadDir("/proc")
	var pids []int
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// commandLine is "" for a process that is gone, or a zombie.
func commandLine(pid int) string {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return string(bytes.ReplaceAll(line, []byte{0}, []byte(" ")))
}

// parentOf reads the fourth field of /proc/PID/stat, the second after the name
// in parentheses.
func parentOf(pid int) int {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1])
	return parent
}

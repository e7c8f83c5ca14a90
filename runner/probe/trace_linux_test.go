package probe

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// trace is what strace sees a server do to files below a directory.
type trace struct {
	t    testing.TB
	dir  string
	file string
	cmd  *exec.Cmd
}

// startTrace traces a server's threads and what they start, and returns when it
// does.
func startTrace(t testing.TB, s instance) *trace {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		require(t, "strace", "needs strace")
	}
	tr := &trace{t: t, dir: s.dir, file: filepath.Join(t.TempDir(), "trace")}
	tr.cmd = exec.Command("strace", "-f", "-y", "-s", "0", "-e", "trace=write,writev,pwrite64,fsync,fdatasync",
		"-o", tr.file, "-p", strconv.Itoa(s.pid))
	said, err := tr.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tr.cmd.Process.Kill(); _ = tr.cmd.Wait() })
	lines := bufio.NewScanner(said)
	if !lines.Scan() || !strings.Contains(lines.Text(), "attached") {
		t.Skipf("strace: %s", lines.Text())
	}
	threads, err := threads("/", s.pid)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "all threads are traced", func() bool {
		for _, thread := range threads {
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/status", s.pid, thread))
			if !strings.Contains(string(status), fmt.Sprintf("TracerPid:\t%d\n", tr.cmd.Process.Pid)) {
				return false
			}
		}
		return true
	})
	return tr
}

// lines are those that the trace has so far.
func (tr *trace) lines() []string {
	text, err := os.ReadFile(tr.file)
	if err != nil {
		tr.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// end stops tracing.
func (tr *trace) end() {
	if err := tr.cmd.Process.Signal(unix.SIGINT); err != nil {
		tr.t.Fatal(err)
	}
	_ = tr.cmd.Wait()
}

// effort is what the traced calls make of the kernel's counts.
type effort struct {
	syncs int64
	// touched are the bytes of all pages of files that were written to, each
	// counted once; spans those of the pages of each write. What the kernel
	// counts is between: a page is counted when it is changed and was not waiting
	// to be written.
	touched, spans int64
}

var (
	syncCall  = regexp.MustCompile(`^\d+ +f(data)?sync\(`)
	writeCall = regexp.MustCompile(`^(\d+) +p?writev?(?:64)?\(\d+<([^>]*)>`)
	resumed   = regexp.MustCompile(`^(\d+) +<\.\.\. p?writev?(?:64)? resumed>`)
	returned  = regexp.MustCompile(` = (\d+)$`)
)

// effort adds up the trace. sizes are those of files that were there before: all
// writes append.
func (tr *trace) effort(sizes map[string]int64) effort {
	tr.t.Helper()
	var e effort
	pages, pending := map[string]map[int64]bool{}, map[string]string{}
	page := int64(os.Getpagesize())
	for _, line := range tr.lines() {
		if syncCall.MatchString(line) {
			e.syncs++
		}
		path := ""
		if call := writeCall.FindStringSubmatch(line); call != nil {
			path = call[2]
			pending[call[1]] = path
		} else if call := resumed.FindStringSubmatch(line); call != nil {
			path = pending[call[1]]
		}
		done := returned.FindStringSubmatch(line)
		if !strings.HasPrefix(path, tr.dir+"/") || done == nil {
			continue
		}
		if pages[path] == nil {
			pages[path] = map[int64]bool{}
		}
		n, err := strconv.ParseInt(done[1], 10, 64)
		if err != nil {
			tr.t.Fatal(err)
		}
		first, last := sizes[path]/page, (sizes[path]+n-1)/page
		sizes[path] += n
		for at := first; at <= last; at++ {
			pages[path][at] = true
		}
		e.spans += (last - first + 1) * page
	}
	for _, of := range pages {
		e.touched += int64(len(of)) * page
	}
	return e
}

// sizesBelow are the sizes of all files below a directory.
func sizesBelow(t testing.TB, dir string) map[string]int64 {
	t.Helper()
	sizes := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			sizes[path] = info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// startScript starts a shell script as a server would be, and waits for the
// line that it says when it is ready.
func startScript(t testing.TB, script string) (p *process, said string) {
	t.Helper()
	dir := t.TempDir()
	l := newLauncher(t, Options{})
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p, err = l.startProcess([]string{"/bin/sh", "-c", script}, "/bin/sh", dir, files{log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.end() })
	eventually(t, "the script is ready", func() bool {
		text, err := os.ReadFile(log.Name())
		said, _, _ = strings.Cut(string(text), "\n")
		return err == nil && strings.Contains(string(text), "\n")
	})
	return p, said
}

func TestEndTakesWhatWasForked(t *testing.T) {
	p, said := startScript(t, "sleep 100 & echo $!; exec sleep 100")
	var child int
	if _, err := fmt.Sscan(said, &child); err != nil {
		t.Fatal(err)
	}
	if !p.end() || p.end() {
		t.Error("the first end was not its end, or the second was")
	}
	eventually(t, "what it forked ended", func() bool { return ended(child) })
}

func TestEndTellsWhatHadEnded(t *testing.T) {
	tests := []struct {
		script string
		signal syscall.Signal
		how    string
	}{
		{"echo; exit 3", 0, "sh exited with status 3"},
		{"echo; exit 0", 0, "sh exited with status 0"},
		{"echo; exec sleep 100", syscall.SIGKILL, "sh was killed by signal 9 (SIGKILL)"},
		{"echo; exec sleep 100", syscall.SIGSEGV, "sh was killed by signal 11 (SIGSEGV)"},
	}
	for _, test := range tests {
		t.Run(test.how, func(t *testing.T) {
			p, _ := startScript(t, test.script)
			if test.signal != 0 {
				if err := syscall.Kill(p.pid(), test.signal); err != nil {
					t.Fatal(err)
				}
			}
			if test.signal != syscall.SIGKILL { // which is told apart at once
				<-p.exited
			}
			if p.end() || p.how() != test.how {
				t.Errorf("it is said to have been ended, or: %s", p.how())
			}
		})
	}
}

func TestEndOfOneThatIsStopped(t *testing.T) {
	p, _ := startScript(t, "trap '' TERM; echo; while :; do sleep 100; done")
	if err := syscall.Kill(p.pid(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if !p.end() {
		t.Error("a stopped process was taken for one that had ended")
	}
}

func TestAlive(t *testing.T) {
	if !alive(os.Getpid()) {
		t.Error("this process is not alive")
	}
	if alive(1 << 30) {
		t.Error("a process that is not there is alive")
	}
}

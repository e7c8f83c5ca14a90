package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// grace is how long a server has to end when it is asked to, before it is
// killed. Its data is thrown away, so nothing is lost.
const grace = 2 * time.Second

// process is a started server binary.
type process struct {
	name   string // for messages
	cmd    *exec.Cmd
	exited chan struct{} // closed when the process has ended and is reaped
}

// startProcess starts argv in dir, with both outputs to log. program is the
// server's name in messages.
func (l *Launcher) startProcess(argv []string, program, dir string, log *os.File) (*process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = withoutSecrets(os.Environ())
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = serverAttributes()
	if err := l.forker.start(cmd, l.options.CPUs); err != nil {
		return nil, fmt.Errorf("start %s: %w; is it a Redis or Valkey server for this machine?", program, err)
	}
	p := &process{name: filepath.Base(program), cmd: cmd, exited: make(chan struct{})}
	go p.wait()
	return p, l.guard.add(guardPID, fmt.Sprint(p.pid()))
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// wait reaps the process, and ends what it forked for BGSAVE and the like.
func (p *process) wait() {
	defer close(p.exited)
	awaitExit(p.pid())
	// Before it is reaped, while its number is still its own.
	_ = syscall.Kill(-p.pid(), syscall.SIGKILL)
	_ = p.cmd.Wait() // how it ended stands in ProcessState
}

// end ends the process and waits for it. It reports whether the process ended
// as asked, rather than by itself before.
func (p *process) end(ctx context.Context) (asked bool) {
	if p.over() {
		return false
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	patience, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	select {
	case <-p.exited:
		return p.obeyed(syscall.SIGTERM)
	case <-patience.Done():
	}
	_ = p.cmd.Process.Kill()
	<-p.exited
	return p.obeyed(syscall.SIGTERM) || p.obeyed(syscall.SIGKILL)
}

func (p *process) over() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// obeyed reports whether the process ended the way that a server ends when it
// is sent signal.
func (p *process) obeyed(signal syscall.Signal) bool {
	status := p.status()
	return status.Exited() && status.ExitStatus() == 0 || status.Signaled() && status.Signal() == signal
}

func (p *process) status() syscall.WaitStatus {
	status, _ := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return status
}

// how says how an ended process ended.
func (p *process) how() string {
	status := p.status()
	if status.Signaled() {
		return fmt.Sprintf("%s was killed by signal %d (%s)", p.name, status.Signal(), unix.SignalName(status.Signal()))
	}
	return fmt.Sprintf("%s exited with status %d", p.name, status.ExitStatus())
}

// forget tells the guard that the process needs no more care.
func (l *Launcher) forget(p *process) error {
	return l.guard.drop(guardPID, fmt.Sprint(p.pid()))
}

// checkBinary says what is wrong with a path before anything is started.
func checkBinary(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("start %s: there is no such file; name a redis-server or valkey-server binary", path)
	case err != nil:
		return fmt.Errorf("start %s: %w", path, err)
	case info.IsDir():
		return fmt.Errorf("start %s: it is a directory; name the binary in it, such as %s", path, filepath.Join(path, "src", "redis-server"))
	case info.Mode()&0o111 == 0:
		return fmt.Errorf("start %s: it is not executable; `chmod +x` it if it is a server", path)
	}
	return nil
}

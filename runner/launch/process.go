package launch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// grace is how long a server that is about to end by itself may take to.
const grace = 2 * time.Second

// process is a started server binary.
type process struct {
	name   string // for messages
	cmd    *exec.Cmd
	exited chan struct{} // closed when the process has ended and is reaped
}

// files are what a process is given. All but log may be nil.
type files struct {
	in, log *os.File
	// held stays open in the process and all that it starts, until the last of
	// them has ended.
	held *os.File
}

// startProcess starts argv in dir, with both outputs to the log. program is the
// server's name in messages.
func (l *Launcher) startProcess(argv []string, program, dir string, given files) (*process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = withoutSecrets(os.Environ())
	cmd.Stdout, cmd.Stderr = given.log, given.log
	if given.in != nil {
		cmd.Stdin = given.in
	}
	if given.held != nil {
		cmd.ExtraFiles = []*os.File{given.held}
	}
	cmd.SysProcAttr = serverAttributes()
	if err := l.forker.start(cmd, l.options.CPUs); err != nil {
		return nil, fmt.Errorf("start %s: %w; is it a Redis or Valkey server for this machine?", program, err)
	}
	p := &process{name: filepath.Base(program), cmd: cmd, exited: make(chan struct{})}
	l.running.Go(p.wait)
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

// end kills the process with what it forked, and waits for it. It reports
// whether that was its end, rather than one that it had come to before.
//
// An orderly end would take a server up to 100 ms, since it looks ten times a
// second whether it was sent SIGTERM, and nothing of it is kept. Measured with
// BenchmarkStop on 6.0 to 8.0 and Valkey 8.1: 102 ms with SIGTERM, 1 to 3 ms so.
func (p *process) end() (killed bool) {
	if p.over() || !alive(p.pid()) {
		<-p.exited
		return false
	}
	_ = syscall.Kill(-p.pid(), syscall.SIGKILL)
	<-p.exited
	status := p.status()
	return status.Signaled() && status.Signal() == syscall.SIGKILL
}

func (p *process) over() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
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

package launch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// guardEnv tells a process that it is a guard.
const guardEnv = "REDIS_MATRIX_GUARD"

// guardReady is the line with which a guard answers its start.
const guardReady = "ready\n"

// guardPatience is how long a guard may take to start.
const guardPatience = 15 * time.Second

// What a guard takes care of.
const (
	guardDir       = "dir"
	guardPID       = "pid"
	guardContainer = "container" // an ID or a name
)

// guard is a second process of this program that outlives it, even where it
// is killed, and then removes what it has been told of and not told to drop.
type guard struct {
	mu     sync.Mutex
	orders *os.File // closed by the kernel, whatever ends this process
	report *bufio.Reader
	cmd    *exec.Cmd
	once   sync.Once
	err    error
}

func startGuard(ctx context.Context) (*guard, error) {
	if os.Getenv(guardEnv) != "" {
		return nil, errors.New("start a guard from a guard: this program must call launch.Guard first thing in main, a test binary in TestMain")
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("start the guard: find this program: %w", err)
	}
	orders, theirOrders, errOrders := pipe()
	theirReport, report, errReport := pipe()
	if err := errors.Join(errOrders, errReport); err != nil {
		return nil, fmt.Errorf("start the guard: %w", err)
	}
	cmd := exec.Command(exe)
	cmd.Args = []string{os.Args[0]}
	cmd.Dir = "/"
	cmd.Env = append(withoutSecrets(os.Environ()), guardEnv+"=1")
	cmd.ExtraFiles = []*os.File{theirOrders, theirReport}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = errors.Join(cmd.Start(), theirOrders.Close(), theirReport.Close())
	g := &guard{orders: orders, report: bufio.NewReader(report), cmd: cmd}
	if err == nil {
		err = g.greet(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("start the guard: %w", errors.Join(err, orders.Close()))
	}
	return g, nil
}

func pipe() (write, read *os.File, err error) {
	read, write, err = os.Pipe()
	return write, read, err
}

// greet waits until the guard says that it is one.
func (g *guard) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, guardPatience)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = g.cmd.Process.Kill() })
	line, err := g.report.ReadString('\n')
	if stop() && err == nil && line == guardReady {
		return nil
	}
	_ = g.cmd.Process.Kill()
	_ = g.cmd.Wait()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return fmt.Errorf("it answered %q (%w); this program must call launch.Guard first thing in main, a test binary in TestMain", line, err)
}

// add has the guard take care of something, before it comes to be.
func (g *guard) add(kind, what string) error { return g.order("+", kind, what) }

// drop tells the guard that something is gone.
func (g *guard) drop(kind, what string) error { return g.order("-", kind, what) }

func (g *guard) order(sign, kind, what string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, err := fmt.Fprintf(g.orders, "%s%s %q\n", sign, kind, what); err != nil {
		return fmt.Errorf("tell the guard of %s %s: %w; without the guard nothing is started", kind, what, err)
	}
	return nil
}

// close has the guard remove what is left and end. The error says what it
// could not remove.
func (g *guard) close() error {
	g.once.Do(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		errClose := g.orders.Close()
		said, errRead := io.ReadAll(g.report)
		g.err = errors.Join(errClose, errRead, g.cmd.Wait())
		if text := strings.TrimSpace(string(said)); text != "" {
			g.err = errors.Join(errors.New(text), g.err)
		}
	})
	return g.err
}

// withoutSecrets is an environment for processes that need no password.
func withoutSecrets(environ []string) []string {
	var kept []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if name != passwordEnv && name != userEnv && name != guardEnv {
			kept = append(kept, entry)
		}
	}
	return kept
}

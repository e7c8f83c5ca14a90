package launch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// portTries is how often a port is picked before a start is given up: between
// the picking of a free one and the server's bind another can take it.
const portTries = 5

// maxSocketPath is the longest path that a unix socket can have.
const maxSocketPath = 103 // macOS; Linux has 107

var (
	errPortTaken = errors.New("the port was taken in between")
	errExited    = errors.New("it ended")
	errTooSlow   = errors.New("it did not answer in time")
)

// launchBinary starts a binary on this host.
func (l *Launcher) launchBinary(ctx context.Context, setup matrix.Setup, found Installed, log string) (*Server, error) {
	path, err := filepath.Abs(found.Path)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", found.Path, err)
	}
	if err := checkBinary(path); err != nil {
		return nil, err
	}
	directives, err := arguments(setup.Config)
	if err != nil {
		return nil, err
	}
	server, _, err := startOne(ctx, starting{launcher: l, setup: setup, path: path, directives: directives}, log)
	return server, err
}

// startOne starts a server, on another port where one was taken in between, and
// returns the attempt that decided.
func startOne(ctx context.Context, like starting, log string) (*Server, *starting, error) {
	var err error
	for range portTries {
		start := like
		server, launchErr := start.launch(ctx, log)
		if launchErr == nil || !errors.Is(launchErr, errPortTaken) {
			return server, &start, launchErr
		}
		err = launchErr
	}
	return nil, &like, fmt.Errorf("find a free port in %d tries: %w", portTries, err)
}

// starting is one attempt to start a binary.
type starting struct {
	launcher   *Launcher
	setup      matrix.Setup
	path       string
	directives []string
	// dir is a directory that stays, "" for a fresh one that the server has for
	// itself.
	dir string
	// tracer are the words before the server's own, of a program that watches it.
	tracer []string
	held   *os.File // by all of them, see files
	// ready waits until the server at an address is ready; nil for awaitReady.
	ready func(ctx context.Context, address string) error
	// timeout is how long the start may take, 0 for the launcher's.
	timeout time.Duration
	// died is true where the process came to its end by itself.
	died bool

	port    int
	socket  string
	tls     *matrix.TLS // nil where the setup asks for none
	log     serverLog
	process *process
	undo    []func() error // in the order in which things were made
}

// launch makes the attempt; what it made is gone where it fails.
func (s *starting) launch(ctx context.Context, logPath string) (*Server, error) {
	server, err := s.try(ctx, logPath)
	if err == nil {
		return server, nil
	}
	if s.process != nil {
		s.died = !s.process.end()
	}
	return nil, errors.Join(err, s.clean())
}

func (s *starting) try(ctx context.Context, logPath string) (*Server, error) {
	argv, dir, err := s.prepare()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := s.start(argv, dir, logPath); err != nil {
		return nil, err
	}
	ctx, cancel := patience(ctx, s.patience(), s.process.exited)
	defer cancel()
	ready := s.ready
	if ready == nil {
		ready = awaitReady
	}
	if err := ready(ctx, s.address()); err != nil {
		return nil, s.failed(err, s.path, s.process.how)
	}
	info, err := s.prove(ctx, time.Since(began))
	if err != nil {
		return nil, err
	}
	return &Server{endpoint: s.endpoint(), info: info, stop: s.stop}, nil
}

// prepare makes the directories, picks the port and puts the command line
// together.
func (s *starting) prepare() (argv []string, dir string, err error) {
	if dir = s.dir; dir == "" {
		dir, err = s.makeDir(s.launcher.dataDir(s.setup))
	}
	if err != nil {
		return nil, "", err
	}
	s.socket = s.makeSocket()
	if s.port, err = s.launcher.port(); err != nil {
		return nil, "", fmt.Errorf("pick a free port: %w", err)
	}
	words, err := s.secure(dir)
	if err != nil {
		return nil, "", err
	}
	argv = append(append(slices.Clone(s.tracer), command(s.path)...), "--bind", "127.0.0.1", "--port", strconv.Itoa(s.port), "--dir", dir,
		"--unixsocket", s.socket, "--daemonize", "no", "--logfile", "", "--pidfile", "")
	return append(append(argv, words...), s.directives...), dir, nil
}

// patience is how long the start may take.
func (s *starting) patience() time.Duration {
	return cmp.Or(s.timeout, s.launcher.options.StartTimeout)
}

func (s *starting) makeDir(parent string) (string, error) {
	dir, remove, err := s.launcher.privateDir(parent)
	if err == nil {
		s.undo = append(s.undo, remove)
	}
	return dir, err
}

// makeSocket is the path for the server's socket, "" where none can be had. It
// has a directory of its own, since a socket's path must be short.
func (s *starting) makeSocket() string {
	const name = "s"
	if len(os.TempDir())+len("/redis-matrix-0123456789/")+len(name) > maxSocketPath {
		return ""
	}
	dir, err := s.makeDir(os.TempDir())
	if err != nil {
		return ""
	}
	return filepath.Join(dir, name)
}

func (s *starting) start(argv []string, dir, logPath string) error {
	log, file, err := openLog(logPath, s.setup.ID, argv)
	if err != nil {
		return err
	}
	s.log = log
	s.process, err = s.launcher.startProcess(argv, s.path, dir, files{log: file, held: s.held})
	return errors.Join(err, file.Close())
}

func (s *starting) address() string {
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port))
}

func (s *starting) endpoint() matrix.Endpoint {
	return matrix.Endpoint{Network: "tcp", Address: s.address(), Socket: s.socket, TLS: s.tls, Owned: true}
}

// failed says why a server did not become ready. what is started, and how says
// how it ended.
func (s *starting) failed(cause error, what string, how func() string) error {
	switch {
	case errors.Is(cause, errTooSlow):
		late := fmt.Sprintf("it did not answer within %v", s.patience())
		return fmt.Errorf("start %s: %s", what, s.log.explain(late))
	case !errors.Is(cause, errExited):
		return fmt.Errorf("start %s: %w", what, cause)
	case strings.Contains(s.log.text(), "ddress already in use"):
		return fmt.Errorf("start %s on port %d: %w", what, s.port, errPortTaken)
	case withoutTLS(s.log.text()):
		return fmt.Errorf("start %s: it was built without TLS; name another build of it in server.servers, or leave transport tls out", what)
	}
	return fmt.Errorf("start %s: %s", what, s.log.explain(how()+" before it was ready"))
}

// prove has the server say what it is, and adds what is known of its binary.
func (s *starting) prove(ctx context.Context, took time.Duration) (matrix.ServerInfo, error) {
	pid := s.process.pid()
	info, err := prove(ctx, s.endpoint(), s.setup, expected{pid: pid, port: s.port})
	if err != nil && endsToo(ctx, err, s.process.exited) {
		return info, s.failed(errExited, s.path, s.process.how)
	}
	if err != nil {
		return info, s.log.quote(err)
	}
	info.Launch, info.Path, info.PID = matrix.LaunchBinary, s.path, pid
	info.CPUs, info.StartNanos = s.launcher.options.CPUs, took.Nanoseconds()
	info.Digest, info.Size, err = s.launcher.digests.of(s.path)
	return info, errors.Join(err, checkPinned(pid, info.CPUs))
}

// stop ends the server. It does not wait for anything that could last.
func (s *starting) stop(context.Context) error {
	var died error
	if !s.process.end() {
		died = errors.New(s.log.explain(s.process.how()))
	}
	return errors.Join(died, s.clean())
}

// clean removes what the attempt made, last things first.
func (s *starting) clean() error {
	var errs []error
	for len(s.undo) > 0 {
		last := len(s.undo) - 1
		errs = append(errs, s.undo[last]())
		s.undo = s.undo[:last]
	}
	if s.process != nil {
		errs = append(errs, s.launcher.forget(s.process))
	}
	return errors.Join(errs...)
}

// freePort picks a port that nothing listens on.
func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	return port, listener.Close()
}

package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"redismatrix/matrix"
)

// Site is a directory in which servers of one setup are started one after the
// other, each on the data that the one before has left. Only one runs at a time.
type Site struct {
	launcher   *Launcher
	setup      matrix.Setup
	path, log  string
	directives []string
	root       string
	remove     func() error
	running    *starting // nil while no server runs
	// traced ends when the server that is traced and its tracer have ended; nil
	// where none is.
	traced *os.File
}

// Site makes an empty site for a setup, whose servers' output goes to the file
// log. Close it.
func (l *Launcher) Site(setup matrix.Setup, log string) (*Site, error) {
	found, err := Resolve(l.options.Found, setup)
	if err != nil {
		return nil, err
	}
	if found.Kind != matrix.LaunchBinary {
		return nil, fmt.Errorf("start %s again on its data: here it is a %s, and only binaries can be; `redis-matrix servers install %s`, or name a binary in server.servers",
			setup.Server.Text, found.Kind, setup.Server.Text)
	}
	path, err := filepath.Abs(found.Path)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", found.Path, err)
	}
	directives, err := arguments(setup.Config)
	if err = errors.Join(err, checkBinary(path)); err != nil {
		return nil, err
	}
	root, remove, err := l.privateDir(l.dataDir(setup))
	if err != nil {
		return nil, err
	}
	s := &Site{launcher: l, setup: setup, path: path, log: log, directives: directives, root: root, remove: remove}
	if err := os.Mkdir(s.Dir(), 0o700); err != nil {
		return nil, errors.Join(fmt.Errorf("make a server's directory: %w", err), remove())
	}
	return s, nil
}

// Dir is where the servers have their data.
func (s *Site) Dir() string { return filepath.Join(s.root, "data") }

// Trace is where a tracer writes what it saw.
func (s *Site) Trace() string { return filepath.Join(s.root, "trace") }

// Again says how a server is started in a site.
type Again struct {
	// Ready waits until the server at an address is ready; nil waits until it
	// answers PING and has loaded its data.
	Ready func(ctx context.Context, address string) error
	// Timeout is how long that may take; 0 is the launcher's.
	Timeout time.Duration
	// Traced has all that the server does with files written to Trace.
	Traced bool
}

// DiedError says that a server ended by itself before it was ready.
type DiedError struct {
	Err error
	// Exited is true where it chose its end, and was not killed by a signal.
	Exited bool
	// Log is what it wrote.
	Log string
}

func (e *DiedError) Error() string { return e.Err.Error() }
func (e *DiedError) Unwrap() error { return e.Err }

// Start starts a server on what is there, with the proofs of Launch. The error
// is a DiedError where it ended by itself. Its info's StartNanos is the time from
// when it was executed until it was ready.
func (s *Site) Start(ctx context.Context, how Again) (*Server, error) {
	if s.running != nil {
		return nil, errors.New("start a server: the one before still runs")
	}
	like := starting{
		launcher: s.launcher, setup: s.setup, path: s.path, directives: s.directives,
		dir: s.Dir(), ready: how.Ready, timeout: how.Timeout,
	}
	if how.Traced {
		if err := CanTrace(ctx); err != nil {
			return nil, fmt.Errorf("trace a server: %w", err)
		}
		like.tracer = tracer(s.Trace())
		var err error
		if s.traced, like.held, err = os.Pipe(); err != nil {
			return nil, fmt.Errorf("trace a server: %w", err)
		}
	}
	server, start, err := startOne(ctx, like, s.log)
	if like.held != nil {
		err = errors.Join(err, like.held.Close())
	}
	if err == nil {
		s.running = start
		return server, nil
	}
	if start.process != nil && start.died && ctx.Err() == nil {
		err = &DiedError{Err: err, Exited: start.process.status().Exited(), Log: start.log.text()}
	}
	return nil, err
}

// Log is what the running server wrote until now.
func (s *Site) Log() string {
	if s.running == nil {
		return ""
	}
	return s.running.log.text()
}

// Kill ends the server as kill -9 does, with what it has forked. The error says
// that it had ended before.
func (s *Site) Kill() error {
	if s.running == nil {
		return nil
	}
	err := errors.Join(s.running.stop(context.Background()), s.untraced())
	s.running = nil
	return err
}

// untraced waits until the tracer has written all that it saw, where there is one.
func (s *Site) untraced() error {
	if s.traced == nil {
		return nil
	}
	err := s.traced.SetReadDeadline(time.Now().Add(traceTime))
	if err == nil {
		_, err = io.Copy(io.Discard, s.traced)
	}
	err = errors.Join(err, s.traced.Close())
	s.traced = nil
	if err != nil {
		return fmt.Errorf("wait for the tracer's end: %w", err)
	}
	return nil
}

// traceTime is how long a tracer may need to end after what it traced.
const traceTime = time.Minute

// Leave waits until the server, which was told to end, has done so.
func (s *Site) Leave(ctx context.Context) error {
	if s.running == nil {
		return nil
	}
	select {
	case <-s.running.process.exited:
	case <-ctx.Done():
		return fmt.Errorf("wait for the server's end: %w; %s", ctx.Err(), s.running.log.end())
	}
	how, status := s.running.process.how(), s.running.process.status()
	err := s.running.clean()
	if !status.Exited() || status.ExitStatus() != 0 {
		err = errors.Join(errors.New(s.running.log.explain(how)), err)
	}
	s.running = nil
	return err
}

// Close ends what runs and removes all that the site holds.
func (s *Site) Close() error {
	var ended error
	if s.running != nil {
		s.running.process.end()
		ended = s.running.clean()
		s.running = nil
	}
	return errors.Join(ended, s.untraced(), s.remove())
}

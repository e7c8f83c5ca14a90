// Package launch gets servers: it finds what can run on this host, installs
// what can be had, starts a setup's server in a private directory, and proves
// that what answers is the server that was asked for.
//
// A program that calls New must call Guard first thing in main, since New
// starts the program a second time to clean up after it.
package launch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"redismatrix/matrix"
)

// Options say where and how servers are started.
type Options struct {
	// Dir is the directory below which each server gets its private directory;
	// its file system is what AOF and RDB are measured on. It is made where it
	// does not exist. "" means the system's directory for temporary files.
	Dir string
	// Run is part of the prefix of keys on attached servers, so that a run that
	// is gone on with finds and removes the keys that it left when it was
	// killed. "" means a random one.
	Run string
	// CPUs is the cpuset for servers, "" for no pinning.
	CPUs string
	// Found is what Find found.
	Found []Installed
	// StartTimeout is how long a server may take until it answers, the loading
	// of data included. 0 means 30 seconds.
	StartTimeout time.Duration
}

// Validate reports what servers could not be started with.
func (o Options) Validate() error {
	if o.StartTimeout < 0 {
		return fmt.Errorf("use start timeout %v: it must not be negative", o.StartTimeout)
	}
	if o.CPUs == "" {
		return nil
	}
	_, err := parseCPUs(o.CPUs)
	return err
}

// Launcher starts servers.
type Launcher struct {
	options Options
	made    string // the directory that New made, "" where it existed
	guard   *guard
	forker  *forker
	running sync.WaitGroup // server processes
	digests digests
	// containers is what is kept of the container engine.
	containers containers
	// port picks a port that is free; tests pick one that is not.
	port func() (int, error)
}

// New prepares to start servers. Close it.
func New(ctx context.Context, options Options) (*Launcher, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(cmp.Or(options.Dir, os.TempDir()))
	if err != nil {
		return nil, fmt.Errorf("find the servers' directory %q: %w", options.Dir, err)
	}
	options.Dir = dir
	options.StartTimeout = cmp.Or(options.StartTimeout, 30*time.Second)
	made, err := makeDir(dir)
	if err != nil {
		return nil, err
	}
	guard, err := startGuard(ctx)
	if err != nil {
		return nil, errors.Join(err, removeMade(made))
	}
	return &Launcher{options: options, made: made, guard: guard, forker: newForker(), port: freePort}, nil
}

// dataDir is the directory below which a server of the setup keeps its data.
func (l *Launcher) dataDir(setup matrix.Setup) string {
	if setup.Storage != nil {
		return setup.Storage.Dir
	}
	return l.options.Dir
}

// makeDir makes dir where it does not exist, and says so by returning it.
func makeDir(dir string) (made string, err error) {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		made = dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("make the directory for the servers' data: %w; choose one that can be written to", err)
	}
	return made, nil
}

// removeMade removes a directory that New made. One that others put something
// into stays.
func removeMade(made string) error {
	if made == "" {
		return nil
	}
	left, err := os.ReadDir(made)
	if err != nil || len(left) > 0 {
		return nil //nolint:nilerr // gone or in use: nothing of ours is left
	}
	return os.Remove(made)
}

// Launch starts setup's server afresh and returns when it is ready and proved
// to be the one asked for. The server's stdout and stderr go to the file log,
// which is appended to.
func (l *Launcher) Launch(ctx context.Context, setup matrix.Setup, log string) (*Server, error) {
	found, err := Resolve(l.options.Found, setup)
	if err != nil {
		return nil, err
	}
	switch found.Kind {
	case matrix.LaunchContainer:
		return l.launchContainer(ctx, setup, found, log)
	case matrix.LaunchAttach:
		return l.attach(ctx, setup, found.Path)
	default:
		return l.launchBinary(ctx, setup, found, log)
	}
}

// Close ends what the launcher keeps for all servers, and servers that were
// not stopped.
func (l *Launcher) Close() error {
	l.forker.close() // with its thread end the servers that are left
	err := errors.Join(l.containers.close(), l.guard.close())
	l.running.Wait()
	return errors.Join(err, removeMade(l.made))
}

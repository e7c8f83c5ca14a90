package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// loops is the engine for Linux: event loops on threads of their own, over raw
// non-blocking sockets. In steady state a batch costs one write, one read and
// its share of an epoll_wait, and nothing is allocated.
type loops struct {
	socks []*sock
	// Of the loops that were made so far, the first divided have the sockets.
	loops   []*loop
	divided int
	crew    crew
	clock   func() int64
	// threadTime is the CPU time that the calling thread has used.
	threadTime func() int64
}

// newEngine is the fastest engine that can drive the connections.
func newEngine(conns []net.Conn) (engine, error) {
	for _, conn := range conns {
		if _, raw := conn.(syscall.Conn); !raw {
			return newPortable(conns), nil
		}
	}
	return newLoops(conns)
}

// newLoops takes over connections that are ready for requests. They leave the
// runtime's poller, which would wake a thread for every reply.
func newLoops(conns []net.Conn) (*loops, error) {
	e := &loops{clock: monotonic(), threadTime: threadTime, crew: crew{learned: 1, cpus: usableCPUs}}
	for i, conn := range conns {
		fd, err := duplicate(conn)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("take over connection %d of %d: %w", i+1, len(conns), err), e.close(), closeAll(conns[i:]))
		}
		e.socks = append(e.socks, &sock{fd: fd, number: i, of: len(conns)})
		if err := conn.Close(); err != nil {
			return nil, errors.Join(fmt.Errorf("take over connection %d of %d: %w", i+1, len(conns), err), e.close(), closeAll(conns[i+1:]))
		}
	}
	return e, nil
}

func duplicate(conn net.Conn) (fd int, err error) {
	raw, ok := conn.(syscall.Conn)
	if !ok {
		return 0, fmt.Errorf("%T has no descriptor", conn)
	}
	control, err := raw.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = control.Control(func(original uintptr) {
		fd, failed = unix.FcntlInt(original, unix.F_DUPFD_CLOEXEC, 0)
	})
	return fd, errors.Join(err, failed)
}

func (e *loops) close() error {
	var errs []error
	for _, s := range e.socks {
		// It only fails where nothing lingers, as on a unix socket.
		_ = unix.SetsockoptLinger(s.fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1})
		errs = append(errs, unix.Close(s.fd))
	}
	for _, l := range e.loops {
		errs = append(errs, l.poller.close())
	}
	e.socks, e.loops = nil, nil
	return errors.Join(errs...)
}

// divide gives each of n loops its share of the connections: connection c goes
// to loop c modulo n.
func (e *loops) divide(n int) error {
	if n == e.divided {
		return nil
	}
	for len(e.loops) < n {
		l, err := newLoop(len(e.loops))
		if err != nil {
			return err
		}
		e.loops = append(e.loops, l)
	}
	for _, l := range e.loops {
		if err := l.release(); err != nil {
			return err
		}
	}
	for i, s := range e.socks {
		if err := e.loops[i%n].adopt(s); err != nil {
			return s.blame(err)
		}
	}
	e.divided = n
	return nil
}

// settle takes what comes over any connection while no request is outstanding,
// for a while: a reply then is to nothing, and an error.
func (e *loops) settle(r *race, linger time.Duration) error {
	for _, l := range e.loops[:e.divided] {
		if err := l.settle(r, linger); err != nil {
			return err
		}
		linger = 0 // has passed for all
	}
	return nil
}

func (e *loops) drive(ctx context.Context, job job) (tally, error) {
	used := len(e.socks)
	if job.connections > 0 {
		used = min(used, job.connections)
	}
	n := e.crew.size(job.threads, used)
	if err := e.divide(n); err != nil {
		return tally{}, err
	}
	r := newRace(job, e.clock, n)
	release := context.AfterFunc(ctx, r.abort)
	err := e.run(r, used)
	if err == nil {
		err = e.settle(r, r.linger())
	}
	if !release() {
		return tally{}, fmt.Errorf("stopped while measuring: %w", context.Cause(ctx))
	}
	if err != nil {
		return tally{}, err
	}
	return e.total(r, used), nil
}

// widen lets n loops run at the same time, and others beside them: a loop that
// waits for events holds one of the processors of Go's scheduler, and without one
// for each they would wait for each other.
func widen(n int) (restore func()) {
	before := runtime.GOMAXPROCS(0)
	if before > n {
		return func() {}
	}
	runtime.GOMAXPROCS(n + 1)
	return func() { runtime.GOMAXPROCS(before) }
}

// run lets the loops loose at once and returns when all are done.
func (e *loops) run(r *race, used int) error {
	defer widen(e.divided)()
	var group sync.WaitGroup
	start := make(chan struct{})
	crew := e.loops[:e.divided]
	errs := make([]error, len(crew))
	for i, l := range crew {
		l.ready(r, r.recorder.set(i), share{loop: i, loops: len(crew), connections: used})
	}
	if err := e.settle(r, 0); err != nil {
		return err
	}
	for i, l := range crew {
		group.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			<-start
			if errs[i] = l.clock(r, e.threadTime); errs[i] != nil {
				r.abort()
			}
		})
	}
	close(start)
	group.Wait()
	return errors.Join(errs...)
}

// total is what the job brought; the crew may learn from how busy it was.
func (e *loops) total(r *race, used int) tally {
	lanes := make([]*lane, used)
	for i, s := range e.socks[:used] {
		lanes[i] = &s.lane
	}
	done := r.total(lanes)
	done.threads = e.divided
	for _, l := range e.loops[:e.divided] {
		done.busy = max(done.busy, l.busy)
	}
	if r.adapt && r.threads == 0 {
		done.widened = e.crew.learn(done, used, r.serverCPUs)
	}
	return done
}

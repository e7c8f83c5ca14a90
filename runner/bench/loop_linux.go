package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// loopRead is how much a loop reads at once. All its connections share the
	// buffer, since the scanner keeps no input.
	loopRead = 256 << 10
	// loopEvents is how many events a loop takes from the kernel at once.
	loopEvents = 256
	// loopTick is how long a loop waits for events before it looks whether it
	// is to stop. It holds a scheduler's processor meanwhile.
	loopTick = 10 * time.Millisecond
	// perLoop is the least number of connections that a further loop is worth.
	perLoop = 16
	// maxLoops bounds the loops; one server thread keeps less than one busy.
	maxLoops = 4
)

// loops is the engine for Linux: event loops on threads of their own, over raw
// non-blocking sockets. In steady state a batch costs one write, one read and
// its share of an epoll_wait, and nothing is allocated.
type loops struct {
	loops []*loop
	epoch time.Time
}

// loop drives its connections on one thread.
type loop struct {
	epoll  int
	socks  []*sock
	in     []byte
	events []unix.EpollEvent

	// What follows belongs to the job that is driven.
	batch  batch // its buffer is kept
	rng    *rand.PCG
	active int   // connections with requests outstanding
	looked int64 // when silent connections were last looked for
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
	e := &loops{epoch: time.Now()}
	for i := range loopCount(len(conns)) {
		l, err := newLoop(i)
		if err != nil {
			return nil, errors.Join(err, e.close(), closeAll(conns))
		}
		e.loops = append(e.loops, l)
	}
	for i, conn := range conns {
		l := e.loops[i%len(e.loops)]
		if err := l.adopt(i, len(conns), conn); err != nil {
			return nil, errors.Join(fmt.Errorf("take over connection %d of %d: %w", i+1, len(conns), err), e.close(), closeAll(conns[i:]))
		}
	}
	return e, nil
}

// loopCount is how many loops drive a number of connections: one per CPU of
// this process, as long as each has enough connections.
func loopCount(connections int) int {
	var set unix.CPUSet
	cpus := 1
	if err := unix.SchedGetaffinity(0, &set); err == nil {
		cpus = set.Count()
	}
	return max(1, min(cpus, connections/perLoop, maxLoops))
}

func newLoop(i int) (*loop, error) {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("make an epoll instance: %w", err)
	}
	return &loop{
		epoll: epoll, in: make([]byte, loopRead), events: make([]unix.EpollEvent, loopEvents),
		rng: rand.NewPCG(keySeed, uint64(i)),
	}, nil
}

// adopt duplicates the connection's descriptor and closes the original.
// Edge-triggered events for both directions need no further epoll_ctl.
func (l *loop) adopt(number, of int, conn net.Conn) error {
	fd, err := duplicate(conn)
	if err != nil {
		return err
	}
	s := &sock{fd: fd, number: number, of: of}
	l.socks = append(l.socks, s)
	event := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP | unix.EPOLLET, Fd: int32(len(l.socks) - 1)}
	return errors.Join(os.NewSyscallError("epoll_ctl", unix.EpollCtl(l.epoll, unix.EPOLL_CTL_ADD, fd, &event)), conn.Close())
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
	for _, l := range e.loops {
		for _, s := range l.socks {
			errs = append(errs, unix.Close(s.fd))
		}
		errs = append(errs, unix.Close(l.epoll))
	}
	e.loops = nil
	return errors.Join(errs...)
}

func (e *loops) drive(ctx context.Context, job job) (tally, error) {
	r := newRace(job, e.epoch, len(e.loops))
	release := context.AfterFunc(ctx, r.abort)
	err := e.run(r)
	if !release() {
		return tally{}, fmt.Errorf("stopped while measuring: %w", context.Cause(ctx))
	}
	if err != nil {
		return tally{}, err
	}
	var lanes []*lane
	for _, l := range e.loops {
		for _, s := range l.socks {
			lanes = append(lanes, &s.lane)
		}
	}
	return r.total(lanes), nil
}

// run lets all loops loose at once and returns when all are done.
func (e *loops) run(r *race) error {
	var group sync.WaitGroup
	start := make(chan struct{})
	errs := make([]error, len(e.loops))
	for i, l := range e.loops {
		l.ready(r, r.recorder.set(i))
		group.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			<-start
			if errs[i] = l.run(r); errs[i] != nil {
				r.abort()
			}
		})
	}
	close(start)
	group.Wait()
	return errors.Join(errs...)
}

// ready prepares for a job, so that driving it allocates nothing.
func (l *loop) ready(r *race, to *records) {
	l.batch = newBatch(r.job, l.rng, l.batch.buf)
	l.active = 0
	for _, s := range l.socks {
		s.ready(r.job, to)
	}
}

// run sends batches and awaits their replies until the job is over.
func (l *loop) run(r *race) error {
	if err := l.start(r); err != nil {
		return err
	}
	for l.active > 0 {
		n, err := wait(l.epoll, l.events)
		if err != nil {
			return err
		}
		if r.aborted.Load() {
			return nil // the error, or the context's, is told elsewhere
		}
		if err := l.handle(r, l.events[:n]); err != nil {
			return err
		}
		if err := l.look(r); err != nil {
			return err
		}
	}
	return nil
}

// start sends the first batches.
func (l *loop) start(r *race) error {
	l.looked = r.now()
	for _, s := range l.socks {
		if r.connections > 0 && s.number >= r.connections {
			break
		}
		now := r.now()
		r.begin(now)
		if err := l.begin(r, s, now); err != nil {
			return s.blame(err)
		}
	}
	return nil
}

func (l *loop) handle(r *race, events []unix.EpollEvent) error {
	for i := range events {
		s := l.socks[events[i].Fd]
		if err := l.serve(r, s, events[i].Events); err != nil {
			return s.blame(err)
		}
	}
	return nil
}

// look finds a connection that has waited for longer than the job's patience.
func (l *loop) look(r *race) error {
	now := r.now()
	if now-l.looked < int64(r.patience)/10 {
		return nil
	}
	l.looked = now
	for _, s := range l.socks {
		if s.waiting > 0 && now-s.waiting > int64(r.patience) {
			return s.blame(r.silent())
		}
	}
	return nil
}

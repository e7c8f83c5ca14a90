package bench

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// portable is the engine for every platform: a goroutine per connection, which
// blocks on its net.Conn.
type portable struct {
	workers []*worker
	clock   func() int64
}

// newPortable takes over connections that are ready for requests.
func newPortable(conns []net.Conn) *portable {
	p := &portable{clock: monotonic()}
	for i, conn := range conns {
		p.workers = append(p.workers, newWorker(i, conn))
	}
	return p
}

func (p *portable) close() error {
	var errs []error
	for _, w := range p.workers {
		drop(w.conn)
		errs = append(errs, w.conn.Close())
	}
	return errors.Join(errs...)
}

// drop has the end of a connection discard what was not read or sent yet.
func drop(conn net.Conn) {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // a connection that is closed needs none
	}
}

func (p *portable) drive(ctx context.Context, job job) (tally, error) {
	workers := p.workers
	if job.connections > 0 {
		workers = workers[:min(job.connections, len(workers))]
	}
	g := &gang{race: newRace(job, p.clock, len(workers)), workers: workers}
	if job.rate > 0 {
		g.turns = &turns{pacer: newPacer(job, share{loops: 1, connections: len(workers)})}
	}
	release := context.AfterFunc(ctx, g.wake)
	err := g.run()
	if !release() {
		return tally{}, fmt.Errorf("stopped while measuring: %w", context.Cause(ctx))
	}
	if err != nil {
		return tally{}, err
	}
	return g.total(g.lanes()), nil
}

// gang is the workers of one job.
type gang struct {
	*race
	workers []*worker
	turns   *turns // of an open loop
	hung    atomic.Pointer[error]
}

// run lets all connections loose at once and returns when all are done.
func (g *gang) run() error {
	var group sync.WaitGroup
	start := make(chan struct{})
	errs := make([]error, len(g.workers))
	for i, w := range g.workers {
		w.ready(g.job, g.recorder.set(i))
		group.Go(func() {
			<-start
			if errs[i] = g.work(w); errs[i] != nil {
				g.wake()
			}
		})
	}
	stopWatch := g.watch()
	if g.turns != nil {
		g.begin(g.now())
	}
	close(start)
	group.Wait()
	stopWatch()
	if err := g.cause(errs); err != nil {
		return err
	}
	return g.settle()
}

// settle listens to all connections for a while: a reply, where all requests are
// answered, is an error.
func (g *gang) settle() error {
	var group sync.WaitGroup
	errs := make([]error, len(g.workers))
	until := time.Now().Add(g.linger())
	for i, w := range g.workers {
		group.Go(func() { errs[i] = w.settle(g.race, until) })
	}
	group.Wait()
	return g.cause(errs)
}

func (g *gang) work(w *worker) error {
	if g.turns != nil {
		return w.pace(g.race, g.turns)
	}
	return w.run(g.race)
}

func (g *gang) lanes() []*lane {
	lanes := make([]*lane, len(g.workers))
	for i, w := range g.workers {
		lanes[i] = &w.lane
	}
	return lanes
}

// wake ends the job at once, by a deadline in the past on every connection,
// which makes them useless.
func (g *gang) wake() {
	g.abort()
	for _, w := range g.workers {
		// It only fails on a closed connection, which needs no waking.
		_ = w.conn.SetDeadline(time.Unix(1, 0))
	}
}

// watch ends the job when a connection waits for longer than the job's
// patience. One timer for all costs less than a deadline per read. The caller
// calls stop, which returns when the watch has ended.
func (g *gang) watch() (stop func()) {
	ticker := time.NewTicker(max(g.patience/10, time.Millisecond))
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				g.look()
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(quit)
		<-ended
	}
}

// look finds the connections that have waited too long.
func (g *gang) look() {
	now := g.now()
	for i, w := range g.workers {
		since := w.waiting.Load()
		if since > 0 && now-since > int64(g.patience) {
			err := fmt.Errorf("connection %d of %d: %w", i+1, len(g.workers), g.silent())
			g.hung.CompareAndSwap(nil, &err)
			g.wake()
			return
		}
	}
}

// cause picks the error that made the job fail; those of connections that were
// only woken up say nothing.
func (g *gang) cause(errs []error) error {
	if hung := g.hung.Load(); hung != nil {
		return *hung
	}
	for i, err := range errs {
		var timeout net.Error
		if err != nil && (!errors.As(err, &timeout) || !timeout.Timeout()) {
			return fmt.Errorf("connection %d of %d: %w", i+1, len(g.workers), err)
		}
	}
	return errors.Join(errs...)
}

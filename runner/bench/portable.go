package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// portable is the engine for every platform: a goroutine per connection, which
// blocks on its net.Conn.
type portable struct {
	workers []*worker
	epoch   time.Time // what monotonic times count from
}

// newPortable takes over connections that are ready for requests.
func newPortable(conns []net.Conn) *portable {
	p := &portable{epoch: time.Now()}
	for i, conn := range conns {
		p.workers = append(p.workers, newWorker(i, conn))
	}
	return p
}

func (p *portable) close() error {
	var errs []error
	for _, w := range p.workers {
		errs = append(errs, w.conn.Close())
	}
	return errors.Join(errs...)
}

func (p *portable) drive(ctx context.Context, job job) (tally, error) {
	workers := p.workers
	if job.connections > 0 {
		workers = workers[:min(job.connections, len(workers))]
	}
	r := newRace(job, p.epoch, workers)
	// Cancelling wakes every connection by a deadline in the past, which also
	// makes the connections useless.
	release := context.AfterFunc(ctx, r.abort)
	err := r.run()
	if !release() {
		return tally{}, fmt.Errorf("stopped while measuring: %w", context.Cause(ctx))
	}
	if err != nil {
		return tally{}, err
	}
	return r.total(), nil
}

// run lets all connections loose at once and returns when all are done.
func (r *race) run() error {
	var group sync.WaitGroup
	start := make(chan struct{})
	errs := make([]error, len(r.workers))
	for i, w := range r.workers {
		w.ready(r.job, r.recorder.shard(i))
		group.Go(func() {
			<-start
			if errs[i] = w.run(r); errs[i] != nil {
				r.abort()
			}
		})
	}
	stopWatch := r.watch()
	close(start)
	group.Wait()
	stopWatch()
	return r.cause(errs)
}

// cause picks the error that made the job fail; those of connections that were
// only woken up say nothing.
func (r *race) cause(errs []error) error {
	if hung := r.hung.Load(); hung != nil {
		return *hung
	}
	for i, err := range errs {
		var timeout net.Error
		if err != nil && (!errors.As(err, &timeout) || !timeout.Timeout()) {
			return fmt.Errorf("connection %d of %d: %w", i+1, len(r.workers), err)
		}
	}
	return errors.Join(errs...)
}

// total adds all connections up.
func (r *race) total() tally {
	all := tally{latency: r.recorder.merged(), firstError: r.firstError}
	var first, last int64
	for _, w := range r.workers {
		all.requests += w.tally.requests
		all.errors += w.tally.errors
		all.misses += w.tally.misses
		all.sent += w.tally.sent
		all.received += w.tally.received
		if w.tally.requests > 0 && (first == 0 || w.first < first) {
			first = w.first
		}
		last = max(last, w.last)
	}
	if all.requests > 0 {
		all.elapsed = time.Duration(last - first)
	}
	return all
}

package bench

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// race is what the connections of one job share.
type race struct {
	job
	workers  []*worker
	recorder *recorder
	epoch    time.Time
	// deadline counts from the first request, so that Elapsed is never shorter
	// than the duration; 0 before it, or without one.
	deadline atomic.Int64
	budget   atomic.Int64
	stopped  atomic.Bool
	errors   atomic.Int64
	hung     atomic.Pointer[error]

	mu         sync.Mutex
	firstError string
}

func newRace(job job, epoch time.Time, workers []*worker) *race {
	r := &race{job: job, epoch: epoch, workers: workers, recorder: newRecorder(len(workers))}
	r.budget.Store(job.requests)
	return r
}

// now is the monotonic clock in nanoseconds, never 0.
func (r *race) now() int64 { return int64(time.Since(r.epoch)) + 1 }

// begin starts the job's duration with its first request.
func (r *race) begin(now int64) {
	if r.duration > 0 {
		r.deadline.CompareAndSwap(0, now+int64(r.duration))
	}
}

// take reserves up to pipeline requests; 0 means that none are left to send.
func (r *race) take(now int64) int {
	if r.stopped.Load() || r.duration > 0 && now >= r.deadline.Load() {
		return 0
	}
	n := int64(r.pipeline)
	if r.requests > 0 {
		n += min(0, r.budget.Add(-n))
	}
	return int(max(0, n))
}

// complain counts an error reply, keeps the first one's text, and ends the job
// when there are too many.
func (r *race) complain(text func() string) {
	n := r.errors.Add(1)
	if n == 1 {
		r.mu.Lock()
		r.firstError = text()
		r.mu.Unlock()
	}
	if n >= r.maxErrors {
		r.stopped.Store(true)
	}
}

// abort wakes all connections; they are no good afterwards.
func (r *race) abort() {
	r.stopped.Store(true)
	for _, w := range r.workers {
		// It only fails on a closed connection, which needs no waking.
		_ = w.conn.SetDeadline(time.Unix(1, 0))
	}
}

// watch aborts the job when a connection waits for longer than the job's
// patience. One timer for all costs less than a deadline per read. The caller
// calls stop, which returns when the watch has ended.
func (r *race) watch() (stop func()) {
	ticker := time.NewTicker(max(r.patience/10, time.Millisecond))
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				r.look()
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
func (r *race) look() {
	now := r.now()
	for i, w := range r.workers {
		since := w.waiting.Load()
		if since > 0 && now-since > int64(r.patience) {
			err := fmt.Errorf("connection %d of %d: no reply for %v: is the server stopped, or busy with a long command?",
				i+1, len(r.workers), r.patience)
			r.hung.CompareAndSwap(nil, &err)
			r.abort()
			return
		}
	}
}

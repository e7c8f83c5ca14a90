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
	recorder *recorder
	epoch    time.Time
	// deadline counts from the first request, so that Elapsed is never shorter
	// than the duration; 0 before it, or without one.
	deadline atomic.Int64
	budget   atomic.Int64
	stopped  atomic.Bool // nothing more is sent
	aborted  atomic.Bool // nothing more is awaited either
	errors   atomic.Int64

	mu         sync.Mutex
	firstError string
}

// newRace keeps latencies for a number of drivers that record at the same time.
func newRace(job job, epoch time.Time, drivers int) *race {
	r := &race{job: job, epoch: epoch, recorder: newRecorder(drivers, len(job.commands), job.rate > 0)}
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

// abort ends the job at once; the engine is no good afterwards.
func (r *race) abort() {
	r.stopped.Store(true)
	r.aborted.Store(true)
}

// silent is the error of a connection that has waited for longer than the job's
// patience.
func (r *race) silent() error {
	return fmt.Errorf("no reply for %v: is the server stopped, or busy with a long command?", r.patience)
}

// total adds up what the connections counted.
func (r *race) total(lanes []*lane) tally {
	all := tally{firstError: r.firstError}
	var first, last int64
	for _, l := range lanes {
		all.add(l.tally)
		if l.tally.requests > 0 && (first == 0 || l.first < first) {
			first = l.first
		}
		last = max(last, l.last)
	}
	r.recorder.collect(&all, lanes)
	if all.requests > 0 {
		all.elapsed = time.Duration(last - first)
	}
	return all
}

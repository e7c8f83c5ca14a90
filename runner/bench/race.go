package bench

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// maxLinger is how long connections are listened to when all is answered.
const maxLinger = 10 * time.Millisecond

// race is what the connections of one job share.
type race struct {
	job
	recorder *recorder
	// clock is monotonic, in nanoseconds, and never 0.
	clock func() int64
	// began is when the first request was sent, or due; 0 before it.
	began   atomic.Int64
	budget  atomic.Int64
	stopped atomic.Bool   // nothing more is sent
	aborted atomic.Bool   // nothing more is awaited either
	ended   chan struct{} // closed when stopped
	errors  atomic.Int64

	mu         sync.Mutex
	firstError string
	due        int64
	unsent     int64
	// schedule is how long the job's requests were due for, up to when a further
	// one would have been; cut is true where not all of them were sent.
	schedule int64
	cut      bool
}

// newRace keeps latencies for a number of drivers that record at the same time.
func newRace(job job, clock func() int64, drivers int) *race {
	r := &race{job: job, clock: clock, recorder: newRecorder(drivers, len(job.commands), job.rate > 0), ended: make(chan struct{})}
	r.budget.Store(job.requests)
	if job.slices > 0 {
		r.recorder.slice(newTimeline(job.slices, job.duration))
		job.since <- r.since
	}
	return r
}

// since is how long ago the first request was sent, 0 before that.
func (r *race) since() time.Duration {
	if began := r.began.Load(); began > 0 {
		return time.Duration(r.now() - began)
	}
	return 0
}

// monotonic is a clock for races, which counts from now.
func monotonic() func() int64 {
	epoch := time.Now()
	return func() int64 { return int64(time.Since(epoch)) + 1 }
}

func (r *race) now() int64 { return r.clock() }

// begin starts the job's duration, unless that was done before. It counts from
// the first request, so that elapsed is never shorter than the duration.
func (r *race) begin(now int64) { r.began.CompareAndSwap(0, now) }

// take reserves up to pipeline requests of a closed loop; 0 means that none are
// left to send.
func (r *race) take(now int64) int {
	if r.stopped.Load() || r.duration > 0 && now-r.began.Load() >= int64(r.duration) {
		return 0
	}
	n := int64(r.pipeline)
	if r.requests > 0 {
		n += min(0, r.budget.Add(-n))
	}
	return int(max(0, n))
}

// late says whether an open loop gives up: requests that were due within the
// duration are sent for as long again, but not longer.
func (r *race) late(now int64) bool {
	return r.stopped.Load() || r.duration > 0 && now-r.began.Load() >= 2*int64(r.duration)
}

// leave accounts for what a pacer's driver does not send any more.
func (r *race) leave(p *pacer, now int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	unsent := p.left(now - r.began.Load())
	r.unsent += unsent
	r.due += p.taken() + unsent
	switch {
	case !p.done():
		r.cut = true
	case r.schedule == 0 || p.due < r.schedule:
		r.schedule = p.due
	}
}

// forgo accounts for a request that was reserved when the race was stopped.
func (r *race) forgo(due int64) {
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cut = true
	if due <= now {
		r.unsent++
	} else {
		r.due--
	}
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
		r.stop()
	}
}

// stop ends the sending.
func (r *race) stop() {
	if !r.stopped.Swap(true) {
		close(r.ended)
	}
}

// abort ends the job at once; the engine is no good afterwards.
func (r *race) abort() {
	r.stop()
	r.aborted.Store(true)
}

// silent is the error of a connection that has waited for longer than the job's
// patience.
func (r *race) silent() error {
	return fmt.Errorf("no reply for %v: is the server stopped, or busy with a long command?", r.patience)
}

// linger is how long after the last reply one that nobody asked for is awaited:
// as long as any took to come, within reason.
func (r *race) linger() time.Duration { return min(r.recorder.most(), maxLinger) }

// total adds up what the connections counted.
func (r *race) total(lanes []*lane) tally {
	all := tally{firstError: r.firstError, due: r.due, unsent: r.unsent}
	if !r.cut {
		all.schedule = time.Duration(r.schedule)
	}
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
		all.elapsed = r.elapsed(first, last)
	}
	if line := r.recorder.sets[0].line; line != nil {
		all.history = line.until(all.elapsed)
	}
	return all
}

// elapsed is the time from the first request to the last reply. A rate that was
// kept up has the interval after its last request too: ten requests at ten a
// second take a second, although the last is due after 0.9.
func (r *race) elapsed(first, last int64) time.Duration {
	if r.rate == 0 {
		return time.Duration(last - first)
	}
	took := last - r.began.Load()
	if !r.cut {
		took = max(took, r.schedule)
	}
	return time.Duration(took)
}

package bench

import (
	"sync"
	"time"
)

// turns hands the requests of an open loop to the workers of a portable engine.
// A worker that is idle reserves the next request and sleeps until it is due;
// one that comes when several are due has come from work, as all others do, and
// takes as many as a batch may have.
type turns struct {
	mu    sync.Mutex
	pacer pacer
	left  bool
}

// reserve takes the requests of the next batch, and appends to due when each is
// due, after the race began. None means that nothing more is to be sent.
func (t *turns) reserve(r *race, due []int64) []int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := r.now()
	if t.pacer.done() || r.late(now) {
		if !t.left {
			t.left = true
			r.leave(&t.pacer, now)
		}
		return due
	}
	for range max(1, t.pacer.owed(now-r.began.Load(), r.pipeline)) {
		due = append(due, t.pacer.due)
		t.pacer.take()
	}
	return due
}

// pace sends batches when they are due and awaits their replies until the job
// is over.
func (w *worker) pace(r *race, t *turns) error {
	began := r.began.Load()
	for {
		w.due = t.reserve(r, w.due[:0])
		if len(w.due) == 0 {
			return nil
		}
		if !w.sleep(r, began+w.due[0]) {
			r.forgo(began + w.due[0])
			return nil
		}
		for _, due := range w.due {
			w.intend(began + due)
		}
		if _, err := w.exchange(r, len(w.due)); err != nil {
			return w.explain(err)
		}
	}
}

// sleep returns at a time on the race's clock; false means that the race was
// stopped before.
func (w *worker) sleep(r *race, until int64) bool {
	wait := time.Duration(until - r.now())
	if wait <= 0 {
		return true
	}
	if w.alarm == nil {
		w.alarm = time.NewTimer(wait)
	} else {
		w.alarm.Reset(wait)
	}
	select {
	case <-w.alarm.C:
		return true
	case <-r.ended:
		w.alarm.Stop()
		return false
	}
}

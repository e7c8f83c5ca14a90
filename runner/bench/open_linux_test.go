package bench

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// virtual is a clock that only its users advance.
type virtual struct{ nanos atomic.Int64 }

func (v *virtual) advance(d time.Duration) { v.nanos.Add(int64(d)) }

// delays answers each request of a connection after the next of the delays has
// passed on the clock.
func (v *virtual) delays(waits ...time.Duration) script {
	return func(p *peer, _ []string) bool {
		v.advance(waits[p.n%len(waits)])
		return p.say("+OK\r\n")
	}
}

// rule has an engine go by the clock. With nothing outstanding, a loop's wait
// advances it. Else only a peer does, so that with one connection all times are
// exact.
func (v *virtual) rule(t *testing.T, engine *loops, threads int) {
	t.Helper()
	v.nanos.Store(1)
	engine.clock = v.nanos.Load
	if err := engine.divide(threads); err != nil {
		t.Fatal(err)
	}
	for _, l := range engine.loops {
		wait := l.wait
		l.wait = func(timeout time.Duration) (int, error) {
			if l.active > 0 {
				return wait(max(timeout, time.Millisecond))
			}
			v.advance(timeout)
			return wait(0)
		}
	}
}

func TestLoopsOpen(t *testing.T) {
	for name, c := range openCases() {
		t.Run(name, func(t *testing.T) {
			var clock virtual
			engine := sockets(t, 1, clock.delays(c.delays...))
			clock.rule(t, engine.(*loops), 1)
			c.check(t, engine)
		})
	}
}

func TestLoopsLatencyIsTrue(t *testing.T) {
	var clock virtual
	engine := sockets(t, 1, clock.delays(knownDelays()...))
	clock.rule(t, engine.(*loops), 1)
	checkTruth(t, engine)
}

func TestLoopsOpenFails(t *testing.T) {
	for name, c := range openFailures() {
		t.Run(name, func(t *testing.T) { c.failOpen(t, sockets(t, 3, c.answer), 200*time.Millisecond) })
	}
}

func TestLoopsOpenStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answer := func(p *peer, _ []string) bool {
		cancel()
		return p.say("+OK\r\n")
	}
	job := setJob()
	job.rate = 1
	_, err := sockets(t, 2, answer).drive(ctx, job)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestLoopsOpenStopAfterErrors(t *testing.T) {
	job := setJob()
	job.rate, job.maxErrors = 100_000, 1000
	done, err := sockets(t, 1, always("-LOADING\r\n")).drive(t.Context(), job)
	if err != nil || done.requests != 1000 || done.errors != 1000 || done.firstError != "LOADING" {
		t.Errorf("%d requests, %d errors (%s), error %v", done.requests, done.errors, done.firstError, err)
	}
}

// What several loops send is what one would: every request once, none early.
func TestLoopsShareARate(t *testing.T) {
	for name, poisson := range map[string]bool{"constant": false, "poisson": true} {
		t.Run(name, func(t *testing.T) {
			job := setJob()
			job.rate, job.poisson, job.requests, job.threads, job.pipeline = 20_000, poisson, 3001, 3, 4
			done, err := sockets(t, 7, always("+OK\r\n")).drive(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			last := newPacer(job, whole(7))
			for last.number < job.requests {
				last.take()
			}
			if done.requests != 3001 || done.unsent != 0 || done.threads != 3 || int64(done.elapsed) < last.due {
				t.Errorf("%d requests, %d unsent, %d threads, in %v, less than %v",
					done.requests, done.unsent, done.threads, done.elapsed, time.Duration(last.due))
			}
			if done.latency.sum < done.service.sum || done.latency.histogram.TotalCount() != 3001 {
				t.Errorf("%d response times, their sum %v below that of service times %v",
					done.latency.histogram.TotalCount(), done.latency.sum, done.service.sum)
			}
		})
	}
}

// Requests that are due at once are spread over the connections before any gets
// a second.
func TestLoopsSpreadWhatIsDue(t *testing.T) {
	job := setJob()
	job.rate, job.requests, job.pipeline, job.connections = 1e9, 250, 100, 100
	var most atomic.Int64
	var first sync.WaitGroup // nothing is answered before each has had one
	first.Add(100)
	answer := func(p *peer, _ []string) bool {
		if p.n == 0 {
			first.Done()
			first.Wait()
		}
		for n := int64(p.n + 1); ; {
			if old := most.Load(); n <= old || most.CompareAndSwap(old, n) {
				return p.say("+OK\r\n")
			}
		}
	}
	var clock virtual
	engine := sockets(t, 100, answer)
	clock.rule(t, engine.(*loops), 1)
	clock.advance(time.Second)
	l := engine.(*loops).loops[0]
	r := newRace(job, clock.nanos.Load, 1)
	l.ready(r, r.recorder.set(0), whole(100))
	r.began.Store(1)
	l.open.base = 1
	if err := l.run(r); err != nil {
		t.Fatal(err)
	}
	if done := engine.(*loops).total(r, 100); done.requests != 250 || most.Load() != 3 {
		t.Errorf("%d requests, %d on one connection, want 3", done.requests, most.Load())
	}
}

// Precise waits work with and without the kernel's newer call.
func TestPollerWaits(t *testing.T) {
	for name, old := range map[string]bool{"epoll_pwait2": false, "ppoll": true} {
		t.Run(name, func(t *testing.T) {
			p, err := newPoller()
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := p.close(); err != nil {
					t.Error(err)
				}
			}()
			p.old = old
			timeout := 1234567 * time.Nanosecond
			// A signal, of Go's scheduler for one, ends a wait early; many would not.
			waits, start := 0, time.Now()
			for left := timeout; left > 0; left = timeout - time.Since(start) {
				if n, err := p.wait(left); n != 0 || err != nil {
					t.Fatalf("%d events, error %v, after %v", n, err, time.Since(start))
				}
				waits++
			}
			if waits > 10 {
				t.Errorf("it took %d waits to wait %v", waits, timeout)
			}
			ours, theirs := socketPair(t)
			if err := p.add(ours, 7); err != nil {
				t.Fatal(err)
			}
			if n, err := p.wait(timeout); n != 1 || err != nil || p.events[0].Fd != 7 {
				t.Errorf("%d events %v, error %v", n, p.events[0], err)
			}
			if _, err := write(theirs, []byte("x")); err != nil {
				t.Fatal(err)
			}
			if n, err := p.wait(timeout); n != 1 || err != nil {
				t.Errorf("%d events, error %v", n, err)
			}
		})
	}
}

package bench

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

const ms = time.Millisecond

// openCase is an open loop over one connection to a peer with known delays, which
// repeat. With those, everything about it is known.
type openCase struct {
	rate     int64
	duration time.Duration
	requests int64
	delays   []time.Duration
	want     openWant
}

// openWant is what an open loop brings.
type openWant struct {
	Requests, Unsent  int64
	Elapsed           time.Duration
	Schedule          time.Duration // 0 where some are unsent
	Response, Service matrix.Latency
}

// openCases are driven by every engine.
func openCases() map[string]openCase {
	same := func(d time.Duration) matrix.Latency { return spread(d) }
	return map[string]openCase{
		"a server that keeps up": {
			rate: 100, duration: time.Second, delays: repeat(3*ms, 1),
			want: openWant{Requests: 100, Elapsed: time.Second, Schedule: time.Second, Response: same(3 * ms), Service: same(3 * ms)},
		},
		"a server that falls behind": {
			rate: 100, requests: 10, delays: repeat(15*ms, 1),
			want: openWant{
				Requests: 10, Elapsed: 150 * ms, Schedule: 100 * ms, Service: same(15 * ms),
				Response: spread(15*ms, 20*ms, 25*ms, 30*ms, 35*ms, 40*ms, 45*ms, 50*ms, 55*ms, 60*ms),
			},
		},
		"a server that stops for a second": {
			rate: 10, requests: 20, delays: append(repeat(ms, 5), append([]time.Duration{time.Second}, repeat(ms, 14)...)...),
			want: openWant{
				Requests: 20, Elapsed: 2 * time.Second, Schedule: 2 * time.Second,
				Service: spread(append(repeat(ms, 19), time.Second)...),
				Response: spread(append(repeat(ms, 9), time.Second, 901*ms, 802*ms, 703*ms, 604*ms,
					505*ms, 406*ms, 307*ms, 208*ms, 109*ms, 10*ms)...),
			},
		},
		"a rate that is out of reach": {
			rate: 1000, duration: 100 * ms, delays: repeat(50*ms, 1),
			// Two are sent while they are due, two more until as long again is over.
			want: openWant{
				Requests: 4, Unsent: 96, Elapsed: 200 * ms, Service: same(50 * ms),
				Response: spread(50*ms, 99*ms, 148*ms, 197*ms),
			},
		},
		"one request in a short duration": {
			rate: 1, duration: 100 * ms, delays: repeat(ms, 1),
			want: openWant{Requests: 1, Elapsed: time.Second, Schedule: time.Second, Response: same(ms), Service: same(ms)},
		},
		"a reply later than the schedule": {
			rate: 1000, requests: 1, delays: repeat(7*ms, 1),
			want: openWant{Requests: 1, Elapsed: 7 * ms, Schedule: ms, Response: same(7 * ms), Service: same(7 * ms)},
		},
		"a billion a second": {
			rate: 1e9, duration: 30 * ms, delays: repeat(10*ms, 1),
			want: openWant{
				Requests: 6, Unsent: 30_000_000 - 6, Elapsed: 60 * ms, Service: same(10 * ms),
				Response: spread(10*ms, 20*ms, 30*ms, 40*ms, 50*ms, 60*ms),
			},
		},
	}
}

// spread is the distribution of latencies.
func spread(all ...time.Duration) matrix.Latency {
	s := newShard()
	for _, d := range all {
		s.record(int64(d), 1)
	}
	l, err := s.latency()
	if err != nil {
		panic(err)
	}
	return l
}

// check drives the case and compares all that it brought.
func (c openCase) check(t *testing.T, engine engine) {
	t.Helper()
	job := setJob()
	job.rate, job.duration, job.requests, job.patience = c.rate, c.duration, c.requests, time.Hour
	done, err := engine.drive(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	got := openWant{Requests: done.requests, Unsent: done.unsent, Elapsed: done.elapsed, Schedule: done.schedule}
	if all := done.requests + done.unsent; done.due != all {
		t.Errorf("%d were due, want the %d that were answered or never sent", done.due, all)
	}
	if got.Response, err = done.latency.latency(); err != nil {
		t.Fatal(err)
	}
	if got.Service, err = done.service.latency(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c.want, got, within); diff != "" {
		t.Error(diff)
	}
}

func TestOpenLoop(t *testing.T) {
	for name, c := range openCases() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.check(t, pipes(t, 1, delays(c.delays...))) })
		})
	}
}

// Requests that become due while others are outstanding have connections of
// their own, as long as there are some.
func TestOpenLoopUsesIdleConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openCase{rate: 100, requests: 20, want: openWant{
			Requests: 20, Elapsed: 225 * ms, Schedule: 200 * ms, Response: spread(35 * ms), Service: spread(35 * ms),
		}}
		c.check(t, pipes(t, 4, delays(35*ms)))
	})
}

// A connection that comes from work takes as many of the requests that are due as
// a batch may have.
func TestOpenLoopSendsBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		job := setJob()
		job.rate, job.requests, job.pipeline = 1000, 21, 8
		// The first is sent alone, then what was due within 10 ms: eight of ten.
		done, err := pipes(t, 1, delays(append(repeat(10*ms, 1), repeat(0, 20)...)...)).drive(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		var want []time.Duration
		for k := range 21 {
			want = append(want, max(10*ms-time.Duration(k)*ms, 0))
		}
		got, err := done.latency.latency()
		if diff := cmp.Diff(spread(want...), got, within); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

func TestRandomOpenLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		job := setJob()
		job.rate, job.poisson, job.requests = 1000, true, 1000
		p := newPacer(job, whole(1))
		var want []time.Duration
		for free := int64(0); !p.done(); p.take() {
			free = max(free, p.due) + int64(ms)
			want = append(want, time.Duration(free-p.due))
		}
		done, err := pipes(t, 1, delays(ms)).drive(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if done.due != 1000 || done.schedule != time.Duration(p.due) {
			t.Errorf("%d were due in %v, want 1000 in %v", done.due, done.schedule, time.Duration(p.due))
		}
		got, err := done.latency.latency()
		if diff := cmp.Diff(spread(want...), got, within); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

// openFailures are how an open loop fails with every engine.
func openFailures() map[string]failCase {
	return map[string]failCase{
		"no reply": failCases()["no reply"],
		"closed":   {afterFive(func(*peer, []string) bool { return false }), io.EOF, "the server closed the connection"},
	}
}

// failOpen drives a case at a rate over three connections.
func (c failCase) failOpen(t *testing.T, engine engine, patience time.Duration) {
	t.Helper()
	job := setJob()
	job.patience, job.rate = patience, 10_000
	_, err := engine.drive(t.Context(), job)
	if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "of 3") {
		t.Errorf("error %v, want %q of a connection", err, c.want)
	}
	if c.is != nil && !errors.Is(err, c.is) {
		t.Errorf("error %v is no %v", err, c.is)
	}
}

func TestOpenLoopFails(t *testing.T) {
	for name, c := range openFailures() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.failOpen(t, pipes(t, 3, c.answer), patience) })
		})
	}
}

// A thousand errors end the job, although requests are reserved for seconds to
// come.
func TestOpenLoopStopsAfterErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		job := setJob()
		job.rate, job.duration, job.maxErrors = 1, time.Hour, 3
		done, err := pipes(t, 50, always("-LOADING\r\n")).drive(t.Context(), job)
		want := tally{count: done.count, firstError: "LOADING", elapsed: 2 * time.Second, due: 3}
		want.requests, want.errors = 3, 3
		ignore := cmp.FilterPath(func(p cmp.Path) bool {
			name := p.Last().String()
			return name == ".latency" || name == ".service"
		}, cmp.Ignore())
		if diff := cmp.Diff(want, done, cmp.AllowUnexported(tally{}, count{}), ignore); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

func TestOpenLoopStopsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		job := setJob()
		job.rate = 1
		_, err := pipes(t, 50, always("+OK\r\n")).drive(ctx, job)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the context's", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("stopped after %v, want 1s", took)
		}
	})
}

// The percentiles reported are those of the server's delays, within the
// histogram's precision.
func TestLatencyIsTrue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { checkTruth(t, pipes(t, 1, delays(knownDelays()...))) })
}

// knownDelays are 1 ms 90 %, 5 ms 9 % and 20 ms 1 % of the time.
func knownDelays() []time.Duration {
	return append(repeat(20*ms, 1), append(repeat(5*ms, 9), repeat(ms, 90)...)...)
}

// checkTruth measures known delays in a closed loop, and in an open one at a rate
// that leaves each request alone.
func checkTruth(t *testing.T, engine engine) {
	t.Helper()
	want := matrix.Latency{
		Mean: 1.55e6, Min: int64(ms), P50: int64(ms), P95: int64(5 * ms), P99: int64(5 * ms),
		P999: int64(20 * ms), P9999: int64(20 * ms), Max: int64(20 * ms),
	}
	for _, rate := range []int64{0, 40} {
		job := setJob()
		job.rate, job.requests = rate, 2000
		done, err := engine.drive(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		shards := map[string]*shard{"latency": done.latency}
		if rate > 0 {
			shards["service"] = done.service
		}
		for name, shard := range shards {
			got, err := shard.latency()
			if diff := cmp.Diff(want, got, within); err != nil || diff != "" {
				t.Errorf("%s at rate %d: %v %s", name, rate, err, diff)
			}
		}
	}
}

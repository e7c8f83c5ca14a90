package bench

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// saturable is an engine that would be faster with more threads, up to a number.
// It answers a thousand requests a second with each.
type saturable struct {
	threads, enough int
	drives          []slice
}

// slice is a job that was driven.
type slice struct {
	Threads  int
	Duration time.Duration
}

func (e *saturable) drive(_ context.Context, job job) (tally, error) {
	e.drives = append(e.drives, slice{e.threads, job.duration})
	done := tally{elapsed: job.duration, threads: e.threads, busy: 1, latency: newShard()}
	done.requests = int64(e.threads) * job.duration.Milliseconds()
	if job.requests > 0 && done.requests > job.requests {
		done.requests = job.requests
	}
	if job.adapt && e.threads < e.enough {
		e.threads++
		done.widened = true
	}
	return done, nil
}

func (*saturable) close() error { return nil }

// The number of threads is settled when the warm-up is over, and measurements
// do not change it.
func TestWarmUpSettlesThreads(t *testing.T) {
	const ms = time.Millisecond
	tests := map[string]struct {
		enough, threads int
		warmup          time.Duration
		want            []slice // the last two are measurements
	}{
		"one thread is enough":       {1, 0, 500 * ms, []slice{{1, 50 * ms}, {1, 450 * ms}, {1, time.Second}, {1, time.Second}}},
		"three are needed":           {3, 0, 500 * ms, []slice{{1, 50 * ms}, {2, 50 * ms}, {3, 50 * ms}, {3, 350 * ms}, {3, time.Second}, {3, time.Second}}},
		"more than can be tried":     {9, 0, 200 * ms, []slice{{1, 50 * ms}, {2, 50 * ms}, {3, 50 * ms}, {4, 50 * ms}, {5, time.Second}, {5, time.Second}}},
		"a long warm-up":             {2, 0, 5 * time.Second, []slice{{1, 500 * ms}, {2, 500 * ms}, {2, 4 * time.Second}, {2, time.Second}, {2, time.Second}}},
		"too short to be cut":        {9, 0, 80 * ms, []slice{{1, 80 * ms}, {2, time.Second}, {2, time.Second}}},
		"no warm-up":                 {9, 0, 0, []slice{{1, time.Second}, {1, time.Second}}},
		"a number that is asked for": {1, 4, 500 * ms, []slice{{1, 500 * ms}, {1, time.Second}, {1, time.Second}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			engine := &saturable{threads: 1, enough: tt.enough}
			s := &Session{engine: engine, data: newDataset(), load: matrix.Load{
				Pipeline: 1, Duration: time.Second, Warmup: tt.warmup, Threads: tt.threads,
			}}
			test := lookup(t, "PING_MBULK")
			if _, err := s.warmUp(t.Context(), test); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if _, err := s.Measure(t.Context(), test); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(tt.want, engine.drives); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A warm-up that is cut into slices sends no more than one that is not, and is
// over when nothing is left to consume.
func TestWarmUpKeepsToItsRequests(t *testing.T) {
	engine := &saturable{threads: 1, enough: 9}
	s := &Session{engine: engine, data: newDataset()}
	done, err := s.warm(t.Context(), lookup(t, "PING_MBULK"), job{duration: time.Second, requests: 450, adapt: true, maxErrors: 1})
	want := warmth{elapsed: 300 * time.Millisecond, rate: 2000}
	if diff := cmp.Diff(want, done, cmp.AllowUnexported(warmth{})); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

package bench

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

// within compares latencies within the histogram's precision.
var within = cmp.Options{
	cmpopts.EquateApprox(0.001, 1),
	cmp.Transformer("float", func(n int64) float64 { return float64(n) }),
	cmpopts.IgnoreFields(matrix.Latency{}, "Histogram"),
}

// countCase is a job against scripted peers, and what it must count.
type countCase struct {
	answer            script
	clients, pipeline int
	requests          int64
	expect            matrix.Reply
	want              tally
}

// countCases are driven by every engine.
func countCases() map[string]countCase {
	setSize := int64(len("*3\r\n$3\r\nSET\r\n$16\r\nkey:000000000000\r\n$3\r\nxxx\r\n"))
	return map[string]countCase{
		"exactly as many as asked": {
			answer: always("+OK\r\n"), clients: 3, pipeline: 4, requests: 10,
			want: tally{count: count{requests: 10, sent: 10 * setSize, received: 50}},
		},
		"fewer than one batch": {
			answer: always("+OK\r\n"), clients: 2, pipeline: 100, requests: 7,
			want: tally{count: count{requests: 7, sent: 7 * setSize, received: 35}},
		},
		"errors after five": {
			answer: afterFive(always("-OOM no room\r\n")), clients: 1, pipeline: 2, requests: 8,
			want: tally{count: count{requests: 8, errors: 3, sent: 8 * setSize, received: 5*5 + 3*14}, firstError: "OOM no room"},
		},
		"the first error's text": {
			answer:  func(p *peer, _ []string) bool { return p.say("-ERR number " + string(rune('0'+p.n)) + "\r\n") },
			clients: 1, pipeline: 3, requests: 3,
			want: tally{count: count{requests: 3, errors: 3, sent: 3 * setSize, received: 3 * 15}, firstError: "ERR number 0"},
		},
		"nil is a miss": {
			answer: always("$-1\r\n"), clients: 1, pipeline: 1, requests: 4, expect: matrix.Reply{Kind: matrix.ReplyBulk},
			want: tally{count: count{requests: 4, misses: 4, sent: 4 * setSize, received: 20}},
		},
		"a short array is a miss": {
			answer: always("*1\r\n$1\r\na\r\n"), clients: 1, pipeline: 1, requests: 2,
			expect: matrix.Reply{Kind: matrix.ReplyArray, Len: 2},
			want:   tally{count: count{requests: 2, misses: 2, sent: 2 * setSize, received: 22}},
		},
		"another type is an error": {
			answer: always(":1\r\n"), clients: 1, pipeline: 1, requests: 2,
			want: tally{count: count{requests: 2, errors: 2, sent: 2 * setSize, received: 8}, firstError: `got a reply of type ':', want status`},
		},
		"a thousand errors are enough": {
			answer: always("-LOADING\r\n"), clients: 1, pipeline: 1, requests: 1_000_000,
			want: tally{count: count{requests: 1000, errors: 1000, sent: 1000 * setSize, received: 10_000}, firstError: "LOADING"},
		},
	}
}

// count drives a case and holds what was counted against what it must be.
func (c countCase) count(t *testing.T, engine engine) {
	t.Helper()
	job := setJob()
	job.pipeline, job.requests = c.pipeline, c.requests
	if c.expect.Kind != "" {
		job.commands[0].expect[0].Reply = c.expect
	}
	got, err := engine.drive(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if n := got.latency.histogram.TotalCount(); n != c.want.requests {
		t.Errorf("%d latencies of %d requests", n, c.want.requests)
	}
	ignore := cmpopts.IgnoreFields(tally{}, "latency", "elapsed", "threads", "busy")
	if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(tally{}, count{}), ignore); diff != "" {
		t.Error(diff)
	}
}

func TestDriveCounts(t *testing.T) {
	for name, c := range countCases() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.count(t, pipes(t, c.clients, c.answer)) })
		})
	}
}

func TestDriveLatency(t *testing.T) {
	const ms = time.Millisecond
	ninety := append(repeat(ms, 90), repeat(10*ms, 10)...)
	tests := map[string]struct {
		answer   script
		pipeline int
		requests int64
		elapsed  time.Duration
		want     matrix.Latency
	}{
		"one delay": {
			answer: delays(3 * ms), pipeline: 1, requests: 100, elapsed: 300 * ms,
			want: latency(3*ms, 3*ms, 3*ms, 3*ms, 3*ms, 3*ms, 3*ms),
		},
		"a tail": {
			answer: delays(ninety...), pipeline: 1, requests: 1000, elapsed: 1900 * ms,
			want: latency(1900*time.Microsecond, ms, ms, 10*ms, 10*ms, 10*ms, 10*ms),
		},
		"each request of a batch until its own reply": {
			answer: delays(ms, 2*ms), pipeline: 2, requests: 2, elapsed: 3 * ms,
			want: latency(2*ms, ms, ms, 3*ms, 3*ms, 3*ms, 3*ms),
		},
		"bytes that drip": {
			answer: func(p *peer, _ []string) bool {
				for _, b := range "+OK\r\n" {
					time.Sleep(ms)
					if !p.say(string(b)) {
						return false
					}
				}
				return true
			},
			pipeline: 1, requests: 4, elapsed: 20 * ms, want: latency(5*ms, 5*ms, 5*ms, 5*ms, 5*ms, 5*ms, 5*ms),
		},
		"beyond the range": {
			answer: delays(90 * time.Second), pipeline: 1, requests: 1, elapsed: 90 * time.Second,
			want: matrix.Latency{Mean: 90e9, Min: 90e9, P50: 90e9, P95: 90e9, P99: 90e9, P999: 90e9, P9999: 90e9, Max: 90e9, Overflow: 1},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				job := setJob()
				job.pipeline, job.requests, job.patience = tt.pipeline, tt.requests, time.Hour
				done, err := pipes(t, 1, tt.answer).drive(t.Context(), job)
				if err != nil {
					t.Fatal(err)
				}
				got, err := done.latency.latency()
				if err != nil {
					t.Fatal(err)
				}
				if done.elapsed != tt.elapsed {
					t.Errorf("elapsed %v, want %v", done.elapsed, tt.elapsed)
				}
				if diff := cmp.Diff(tt.want, got, within); diff != "" {
					t.Error(diff)
				}
				decoded, err := hdrhistogram.Decode([]byte(got.Histogram))
				if err != nil || decoded.TotalCount() != tt.requests {
					t.Errorf("histogram decodes to %v, error %v", decoded, err)
				}
			})
		})
	}
}

func repeat(d time.Duration, n int) []time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = d
	}
	return all
}

func latency(mean, least, p50, p95, p99, p999, most time.Duration) matrix.Latency {
	return matrix.Latency{
		Mean: float64(mean), Min: int64(least), P50: int64(p50), P95: int64(p95),
		P99: int64(p99), P999: int64(p999), P9999: int64(p999), Max: int64(most),
	}
}

func TestDriveEndsWithItsDuration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		job := setJob()
		job.duration = time.Second
		// 34 requests begin before the second is over; the last is awaited.
		done, err := pipes(t, 2, delays(30*time.Millisecond)).drive(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if done.requests != 68 || done.elapsed != 1020*time.Millisecond {
			t.Errorf("%d requests in %v, want 68 in 1.02s", done.requests, done.elapsed)
		}
		if rate := done.rate(); rate < 66 || rate > 67 {
			t.Errorf("rate %v, want 68 / 1.02", rate)
		}
	})
}

func TestDriveGoesOnWhereTheLastJobEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := map[string]bool{}
		engine := pipes(t, 1, func(p *peer, words []string) bool {
			seen[words[2]] = true
			return p.say(":1\r\n")
		})
		s := Session{load: matrix.Load{Pipeline: 3, Keyspace: 1}, values: testValues(matrix.PatternFill, 0), keys: &keys{keyspace: 10}, patience: patience}
		job := s.job(matrix.Test{Command: []string{"SADD", "myset", "element:__seq__"}, Reply: matrix.Reply{Kind: matrix.ReplyInteger}})
		for _, job.requests = range []int64{10, 25} {
			if _, err := engine.drive(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
		if len(seen) != 35 || !seen["element:000000000034"] {
			t.Errorf("%d different elements in 35 requests", len(seen))
		}
	})
}

func TestDriveSendsLargeBatchesInPieces(t *testing.T) {
	var bytes atomic.Int64
	at := listen(t, greets(func(p *peer, words []string) bool {
		bytes.Add(int64(len(words[len(words)-1])))
		return p.say("+OK\r\n")
	}))
	conns, err := connect(t.Context(), at, matrix.Load{Clients: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	engine := newPortable(conns)
	defer func() { _ = engine.close() }()
	bytes.Store(0)
	job := setJob()
	job.values = testValues(matrix.PatternRandom, 50_000)
	job.commands[0].request = compile([]string{"SET", "k", "__data__"}, false, "", 50_000)
	job.pipeline, job.requests = 8, 20
	done, err := engine.drive(t.Context(), job)
	if err != nil || done.requests != 20 || bytes.Load() != 20*50_000 {
		t.Errorf("%d requests, %d bytes of values, error %v", done.requests, bytes.Load(), err)
	}
	if size := len(engine.workers[0].batch.buf); size > 2*50_000 {
		t.Errorf("buffer of %d bytes for requests of 50,000", size)
	}
}

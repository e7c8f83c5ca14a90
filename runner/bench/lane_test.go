package bench

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

// What commands are answered with in tests of lanes.
var (
	statusReply = matrix.Reply{Kind: matrix.ReplyStatus}
	bulkReply   = matrix.Reply{Kind: matrix.ReplyBulk}
	anyReply    = matrix.Reply{Kind: matrix.ReplyAny, MayMiss: true}
	set         = command{expect: []expectation{{Reply: statusReply}}}
	get         = command{expect: []expectation{{Reply: bulkReply}}}
	xadd        = command{expect: []expectation{{Reply: bulkReply, writes: true}}}
	own         = command{expect: []expectation{{Reply: anyReply}}}
	ownSet      = command{expect: []expectation{{Reply: anyReply, writes: true}}}
	multi       = command{expect: []expectation{
		{Reply: statusReply}, {Reply: statusReply}, {Reply: matrix.Reply{Kind: matrix.ReplyArray, Len: 2}, writes: true},
	}}
)

// laneCase is what a lane must count of replies.
type laneCase struct {
	commands []command
	laid     []int // of a mix
	replies  string
	want     count
	parts    []count
	failed   string // the first error
}

func laneCases() map[string]laneCase {
	const executed = "+OK\r\n+QUEUED\r\n*2\r\n+OK\r\n:1\r\n"
	return map[string]laneCase{
		"reads count hits and misses": {
			commands: []command{get}, replies: "$1\r\na\r\n$-1\r\n$1\r\nb\r\n",
			want: count{requests: 3, hits: 2, misses: 1},
		},
		"writes count neither": {
			commands: []command{set}, replies: "+OK\r\n+OK\r\n", want: count{requests: 2},
		},
		"a write that is answered with a string counts neither": {
			commands: []command{xadd}, replies: "$3\r\n1-1\r\n", want: count{requests: 1},
		},
		"what may be anything": {
			commands: []command{own}, replies: "+OK\r\n:1\r\n$1\r\na\r\n$-1\r\n*0\r\n-ERR no\r\n",
			want: count{requests: 6, hits: 1, misses: 2, errors: 1}, failed: "ERR no",
		},
		"a write that may be anything": {
			commands: []command{ownSet}, replies: "$-1\r\n+OK\r\n", want: count{requests: 2},
		},
		"all steps make one request": {
			commands: []command{multi}, replies: executed + executed, want: count{requests: 2},
		},
		"a wrong step makes the request an error": {
			commands: []command{multi}, replies: "+OK\r\n-ERR unknown command\r\n-EXECABORT discarded\r\n" + executed,
			want: count{requests: 2, errors: 1}, failed: "ERR unknown command",
		},
		"an error among what was executed": {
			commands: []command{multi}, replies: "+OK\r\n+QUEUED\r\n*2\r\n+OK\r\n-WRONGTYPE x\r\n",
			want: count{requests: 1, errors: 1}, failed: "WRONGTYPE x",
		},
		"a transaction that was not executed": {
			commands: []command{multi}, replies: "+OK\r\n+QUEUED\r\n*-1\r\n", want: count{requests: 1, misses: 1},
		},
		"a mix counts each command": {
			commands: []command{set, get, multi}, laid: []int{1, 0, 2, 1, 1, 0},
			replies: "$1\r\na\r\n+OK\r\n" + executed + "$-1\r\n-ERR no\r\n+OK\r\n",
			want:    count{requests: 6, hits: 1, misses: 1, errors: 1},
			parts: []count{
				{requests: 2, received: 10, sent: 20},
				{requests: 3, hits: 1, misses: 1, errors: 1, received: 21, sent: 33},
				{requests: 1, received: 27, sent: 12},
			},
			failed: "ERR no",
		},
	}
}

func TestLaneCounts(t *testing.T) {
	for name, tt := range laneCases() {
		t.Run(name, func(t *testing.T) {
			tt.want.received = int64(len(tt.replies))
			for _, piece := range []int{1, 7, len(tt.replies)} {
				j := job{commands: tt.commands, maxErrors: 10}
				r := newRace(j, monotonic(), 1)
				var l lane
				l.ready(j, r.recorder.set(0))
				for _, command := range tt.laid {
					l.lay(command, 10+command)
				}
				for rest := tt.replies; rest != ""; rest = rest[min(piece, len(rest)):] {
					if _, err := l.receive(r, []byte(rest[:min(piece, len(rest))]), 1, 2); err != nil {
						t.Fatal(err)
					}
				}
				all := r.total([]*lane{&l})
				var parts []count
				for _, part := range all.parts {
					parts = append(parts, part.count)
					if n := part.latency.histogram.TotalCount(); n != part.requests {
						t.Errorf("%d latencies of %d requests", n, part.requests)
					}
				}
				opts := cmp.AllowUnexported(count{})
				if diff := cmp.Diff(tt.want, all.count, opts) + cmp.Diff(tt.parts, parts, opts) + cmp.Diff(tt.failed, all.firstError); diff != "" {
					t.Errorf("in pieces of %d bytes: %s", piece, diff)
				}
				if n := all.latency.histogram.TotalCount(); n != all.requests {
					t.Errorf("%d latencies of %d requests", n, all.requests)
				}
			}
		})
	}
}

// TestLaneKeepsWhenRequestsWereDue records both times of each request, whatever
// commands they are.
func TestLaneKeepsWhenRequestsWereDue(t *testing.T) {
	const ms = int64(time.Millisecond)
	for name, commands := range map[string][]command{"one command": {set}, "a mix": {set, set}} {
		t.Run(name, func(t *testing.T) {
			j := job{commands: commands, rate: 1000}
			r := newRace(j, monotonic(), 1)
			var l lane
			l.ready(j, r.recorder.set(0))
			for i, due := range []int64{1, 2, 3} {
				l.intend(due * ms)
				if len(commands) > 1 {
					l.lay(i%2, 1)
				}
			}
			for _, read := range []struct {
				replies int
				now     int64
			}{{1, 6 * ms}, {2, 10 * ms}} {
				if n, err := l.receive(r, []byte(strings.Repeat("+OK\r\n", read.replies)), 4*ms, read.now); n != read.replies || err != nil {
					t.Fatal(n, err)
				}
			}
			all := r.total([]*lane{&l})
			// Sent at 4 ms, answered at 6 and 10 ms.
			for of, shard := range map[string]*shard{"5+8+7": all.latency, "2+6+6": all.service} {
				got, err := shard.latency()
				want := map[string]matrix.Latency{
					"5+8+7": {Mean: float64(20*ms) / 3, Min: 5 * ms, P50: 7 * ms, P95: 8 * ms, P99: 8 * ms, P999: 8 * ms, P9999: 8 * ms, Max: 8 * ms},
					"2+6+6": {Mean: float64(14*ms) / 3, Min: 2 * ms, P50: 6 * ms, P95: 6 * ms, P99: 6 * ms, P999: 6 * ms, P9999: 6 * ms, Max: 6 * ms},
				}[of]
				if diff := cmp.Diff(want, got, within); err != nil || diff != "" {
					t.Errorf("%s ms: error %v, %s", of, err, diff)
				}
			}
			for i, part := range all.parts {
				if n := part.service.histogram.TotalCount(); n != part.requests || n == 0 {
					t.Errorf("%d service times of %d requests of part %d", n, part.requests, i)
				}
			}
		})
	}
}

func TestLaneMeetsRepliesToNothing(t *testing.T) {
	for name, j := range map[string]job{
		"mix":         {commands: []command{set, get}},
		"rate":        {commands: []command{set}, rate: 1},
		"rated mixes": {commands: []command{set, get}, rate: 1},
	} {
		r := newRace(j, monotonic(), 1)
		var l lane
		l.ready(j, r.recorder.set(0))
		if _, err := l.receive(r, []byte("+OK\r\n"), 1, 2); !errors.Is(err, errUnasked) {
			t.Errorf("%s: error %v, want %v", name, err, errUnasked)
		}
	}
}

func TestLaneForgetsTheLastJob(t *testing.T) {
	mixed := job{commands: []command{multi, get}, rate: 1}
	var l lane
	l.ready(mixed, newRace(mixed, monotonic(), 1).recorder.set(0))
	l.intend(7)
	l.lay(0, 9)
	if _, err := l.receive(newRace(mixed, monotonic(), 1), []byte("+OK\r\n"), 1, 2); err != nil {
		t.Fatal(err)
	}
	plain := job{commands: []command{set}}
	r := newRace(plain, monotonic(), 1)
	l.ready(plain, r.recorder.set(0))
	if n, err := l.receive(r, []byte("+OK\r\n+OK\r\n"), 1, 2); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	want := tally{count: count{requests: 2, received: 10}}
	if diff := cmp.Diff(want, r.total([]*lane{&l}), cmp.AllowUnexported(tally{}, count{}), cmpopts.IgnoreFields(tally{}, "latency", "elapsed")); diff != "" {
		t.Error(diff)
	}
}

func TestQueue(t *testing.T) {
	var q queue[int]
	next := 0
	for round := range 100 {
		for i := range round {
			q.push(next + i)
		}
		for i := range round {
			if got := q.first(); got != next+i || q.pop() != got {
				t.Fatalf("took %d, want %d", got, next+i)
			}
		}
		if next += round; !q.empty() {
			t.Fatal("not empty")
		}
	}
	if cap(q.items) > 200 {
		t.Errorf("room for %d items, of which 99 were the most", cap(q.items))
	}
}

// BenchmarkReceive takes the replies to a batch.
func BenchmarkReceive(b *testing.B) {
	for name, c := range map[string]struct {
		commands []command
		replies  string
	}{
		"one status":  {[]command{set}, "+OK\r\n"},
		"16 status":   {[]command{set}, strings.Repeat("+OK\r\n", 16)},
		"one bulk":    {[]command{get}, "$3\r\nabc\r\n"},
		"16 bulk":     {[]command{get}, strings.Repeat("$3\r\nabc\r\n", 16)},
		"16 of a mix": {[]command{set, get}, strings.Repeat("+OK\r\n$3\r\nabc\r\n", 8)},
	} {
		b.Run(name, func(b *testing.B) {
			j := job{commands: c.commands}
			r := newRace(j, monotonic(), 1)
			var l lane
			l.ready(j, r.recorder.set(0))
			buf := []byte(c.replies)
			b.ReportAllocs()
			for b.Loop() {
				for i := range 16 * (len(c.commands) - 1) {
					l.lay(i%2, 1)
				}
				_, _ = l.receive(r, buf, 1, 100_000)
			}
		})
	}
}

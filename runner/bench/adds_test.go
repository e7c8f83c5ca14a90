package bench

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// books are the numbers of one measurement that must agree with the server's.
type books struct {
	Requests, Calls  int64
	Errors, Misses   int64
	Sent             int64
	Grown            int64 // what the requests added to, or took from, the key
	FirstError, Note string
}

// counts are how a test's effect is read off the server, and how much of it one
// request has.
var counts = map[string]struct {
	words []any
	each  int64
}{
	"LPUSH": {[]any{"LLEN", "mylist"}, 1}, "RPUSH": {[]any{"LLEN", "mylist"}, 1},
	"LPOP": {[]any{"LLEN", "mylist"}, -1}, "RPOP": {[]any{"LLEN", "mylist"}, -1},
	"SADD": {[]any{"SCARD", "myset"}, 1}, "SPOP": {[]any{"SCARD", "myset"}, -1},
	"ZPOPMIN": {[]any{"ZCARD", "myzset"}, -1}, "XADD": {[]any{"XLEN", "mystream"}, 1},
	"INCR": {each: 1},
}

// grown reads the counter of a test, the sum of all counters for INCR.
func (s *instance) grown(test string) int64 {
	s.t.Helper()
	if words := counts[test].words; words != nil {
		return s.number(words...)
	}
	if test != "INCR" {
		return 0
	}
	sum, err := s.ask.Eval(s.t.Context(), `local sum = 0
for _, key in ipairs(redis.call('KEYS', 'counter:*')) do sum = sum + redis.call('GET', key) end
return sum`, nil).Int64()
	if err != nil {
		s.t.Fatal(err)
	}
	return sum
}

// balance measures a test and returns our books and the server's.
func (s *instance) balance(session *Session, test matrix.Test) (ours, theirs books, sample matrix.Sample) {
	s.t.Helper()
	if _, err := session.Prepare(s.t.Context(), test); err != nil {
		s.t.Fatal(err)
	}
	grown := s.grown(test.Name)
	s.do("CONFIG", "RESETSTAT")
	idle := s.input()
	idle = s.input() - idle
	input := s.input()
	sample, err := session.Measure(s.t.Context(), test)
	if err != nil {
		s.t.Fatal(err)
	}
	input = s.input() - input - idle
	calls := s.calls(test.Command[0])
	if test.Name == "SPOP" {
		calls += s.calls("SREM") // as which 2.8 counts it
	}
	ours = books{
		Requests: sample.Requests, Calls: sample.Requests, Sent: sample.Sent,
		Errors: sample.Errors, Misses: sample.Misses, FirstError: sample.FirstError,
	}
	theirs = books{Requests: sample.Requests, Calls: calls, Sent: input, Grown: s.grown(test.Name) - grown}
	ours.Grown = sample.Requests * counts[test.Name].each
	for _, note := range sample.Notes {
		ours.Note += note.Text
	}
	return ours, theirs, sample
}

// TestAddsUp measures every test of the catalogue on every server and compares
// what was counted with what the server counted.
func TestAddsUp(t *testing.T) {
	loads := map[string]func(*matrix.Load){
		"one by one": func(*matrix.Load) {},
		"pipelined":  func(l *matrix.Load) { l.Pipeline, l.Requests, l.Warmup = 7, 2001, 2*time.Millisecond },
		"for a time": func(l *matrix.Load) { l.Requests, l.Duration, l.Warmup = 0, 15*time.Millisecond, 2*time.Millisecond },
		"large":      func(l *matrix.Load) { l.ValueSize, l.Keyspace, l.Requests = matrix.FixedSize(10_000), 50, 25 },
		"filled": func(l *matrix.Load) {
			l.ValuePattern, l.ValueSize, l.Clients, l.Requests = matrix.PatternFill, matrix.FixedSize(100), 1, 100
		},
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for name, change := range loads {
			t.Run(name, func(t *testing.T) {
				load := someLoad()
				change(&load)
				server := &instance{t: t, at: server.at, ask: server.ask, cmd: server.cmd}
				session := server.open(server.at, load)
				for _, name := range matrix.TestNames() {
					if test, _ := matrix.LookupTest(name); server.knows(test) {
						t.Run(name, func(t *testing.T) { server.check(t, session, test, load) })
					}
				}
			})
		}
	})
}

// check balances one test's books.
func (s *instance) check(t *testing.T, session *Session, test matrix.Test, load matrix.Load) {
	t.Helper()
	s = &instance{t: t, at: s.at, ask: s.ask}
	ours, theirs, sample := s.balance(session, test)
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Errorf("the server's numbers and ours: %s", diff)
	}
	if load.Requests > 0 && sample.Requests != load.Requests {
		t.Errorf("%d requests, want %d", sample.Requests, load.Requests)
	}
	if load.Duration > 0 && sample.Elapsed < load.Duration {
		t.Errorf("measured for %v, want %v", sample.Elapsed, load.Duration)
	}
	if sample.RPS <= 0 || sample.Latency.P50 <= 0 || sample.Received <= 0 || sample.Started.IsZero() {
		t.Errorf("sample lacks something: %+v", sample)
	}
	s.checkData(test, load)
}

// checkData looks at the data that a test should have found.
func (s *instance) checkData(test matrix.Test, load matrix.Load) {
	s.t.Helper()
	if strings.HasPrefix(test.Name, "LRANGE") {
		if n := s.number("LLEN", "mylist"); n != listLength {
			s.t.Errorf("mylist has %d elements, want %d", n, listLength)
		}
	}
	if test.Needs == matrix.DataKeys {
		for _, key := range []string{"key:000000000000", "key:000000000049"} {
			if n := s.number("STRLEN", key); n != int64(load.ValueSize.Max()) {
				s.t.Errorf("%s holds %d bytes, want %v", key, n, load.ValueSize)
			}
		}
	}
}

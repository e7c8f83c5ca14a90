package bench

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// books are the numbers of one measurement that must agree with the server's.
type books struct {
	Calls            map[string]int64 // by command
	Errors, Misses   int64
	Sent             int64
	Grown            int64 // what the requests added to, or took from, the data
	Found, NotFound  int64 // keys that were looked up to be read
	FirstError, Note string
}

// lookups are how many keys a request looks up, as keyspace_hits and
// keyspace_misses count them, of tests that find something.
var lookups = map[string]int64{
	"GET": 1, "MGET": 10, "STRLEN": 1, "EXISTS": 1, "EXPIRE": 1, "GETRANGE": 1, "GETBIT": 1, "BITCOUNT": 1, "TTL": 1,
	"LRANGE_100": 1, "LRANGE_300": 1, "LRANGE_500": 1, "LRANGE_600": 1, "LINDEX": 1,
	"HGET": 1, "HMGET": 1, "HGETALL": 1, "SISMEMBER": 1, "SRANDMEMBER": 1,
	"ZSCORE": 1, "ZRANK": 1, "ZRANGE_100": 1, "ZRANGEBYSCORE_100": 1, "XLEN": 1, "XRANGE_100": 1,
	"GEODIST": 1, "GEORADIUSBYMEMBER": 1, "GEOSEARCH": 1, "PFCOUNT": 2,
}

// look adds to the books the keys that requests of a test looked up.
func (b *books) look(test matrix.Test, requests, hits, misses int64) {
	if test.Name == "GETBIT" || test.Name == "BITCOUNT" && hits+misses == 0 {
		hits = requests // the reply does not tell
	}
	b.Found += hits * lookups[test.Name]
	b.NotFound += misses * lookups[test.Name]
}

// counter is how a test's effect is read off the server, and how much of it one
// request has.
type counter struct {
	words []any
	each  int64
}

var counters = map[string]counter{
	"LPUSH": {[]any{"LLEN", "mylist"}, 1}, "RPUSH": {[]any{"LLEN", "mylist"}, 1},
	"LPOP": {[]any{"LLEN", "mylist"}, -1}, "RPOP": {[]any{"LLEN", "mylist"}, -1},
	"SADD": {[]any{"SCARD", "myset"}, 1}, "SPOP": {[]any{"SCARD", "myset"}, -1},
	"ZPOPMIN": {[]any{"ZCARD", "myzset"}, -1}, "XADD": {[]any{"XLEN", "mystream"}, 1},
	"INCR": {sum("counter:*"), 1}, "EVAL": {sum("counter:*"), 1}, "EVALSHA": {sum("counter:*"), 1},
	"FCALL": {sum("counter:*"), 1}, "MULTI_EXEC": {sum("counter:*"), 1}, "INCRBYFLOAT": {sum("float:*"), 1},
	"HINCRBY": {[]any{"EVAL", `local sum = 0
for _, value in ipairs(redis.call('HVALS', 'mycounters')) do sum = sum + value end
return sum`, 0}, 1},
}

// sum adds up counters; those of INCRBYFLOAT count halves.
func sum(pattern string) []any {
	return []any{"EVAL", `local sum = 0
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do sum = sum + redis.call('GET', key) end
if ARGV[1] == 'float:*' then sum = 2 * sum end
return sum`, 0, pattern}
}

// grown reads the counter of a test.
func (s *instance) grown(test string) int64 {
	s.t.Helper()
	if c, ok := counters[test]; ok {
		return s.number(c.words...)
	}
	return 0
}

// called is what requests of a test must have had the server execute.
func called(test matrix.Test, requests int64) map[string]int64 {
	calls := map[string]int64{}
	for _, command := range commands(test) {
		calls[strings.ToLower(command[0])] = requests
	}
	switch test.Name {
	case "EVAL", "EVALSHA", "FCALL":
		calls["incr"] = requests
	}
	return calls
}

// aliases are the commands as which servers up to 3.0 count a test's: what they
// replicate it as.
var aliases = map[string]string{"SPOP": "srem", "INCRBYFLOAT": "set", "EVALSHA": "eval"}

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
	theirs = books{Sent: s.input() - input - idle, Calls: s.allCalls(), Found: s.stat("keyspace_hits"), NotFound: s.stat("keyspace_misses")}
	theirs.Grown = s.grown(test.Name) - grown
	maps.DeleteFunc(theirs.Calls, func(name string, _ int64) bool {
		return name == "info" || strings.HasPrefix(name, "config")
	})
	for _, part := range append(test.Parts, matrix.Part{Test: test}) {
		if alias := aliases[part.Test.Name]; theirs.Calls[alias] > 0 {
			theirs.Calls[strings.ToLower(part.Test.Name)] += theirs.Calls[alias]
			delete(theirs.Calls, alias)
		}
	}
	if multi := theirs.Calls["multi"]; multi > 0 && theirs.Calls["exec"] == 3*multi {
		// 4.0 counts what a transaction holds as EXEC.
		maps.Copy(theirs.Calls, map[string]int64{"exec": multi, "set": multi, "incr": multi})
	}
	ours = books{
		Calls: called(test, sample.Requests), Sent: sample.Sent, Grown: sample.Requests * counters[test.Name].each,
		Errors: sample.Errors, Misses: sample.Misses, FirstError: sample.FirstError,
	}
	ours.look(test, sample.Requests, sample.Hits, sample.Misses)
	if (test.Name == "EXISTS" || test.Name == "EXPIRE") && theirs.Found == 0 {
		ours.Found = 0 // versions up to 4.0 do not count EXISTS, those after 2.8 no EXPIRE
	}
	for i, part := range sample.Commands {
		ours.look(test.Parts[i].Test, part.Requests, part.Hits, part.Misses)
		for name, n := range called(test.Parts[i].Test, part.Requests) {
			ours.Calls[name] += n
		}
	}
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
		"several sizes": func(l *matrix.Load) { l.ValueSize, l.Pipeline = sizes(t, "1-9:3 100-200:1 1000:1"), 3 },
		"skewed":        func(l *matrix.Load) { l.KeyDistribution, l.Pipeline = "zipf:1.2", 3 },
		"in order":      func(l *matrix.Load) { l.KeyDistribution = "sequential" },
		"RESP3":         func(l *matrix.Load) { l.Protocol = 3 },
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for name, change := range loads {
			t.Run(name, func(t *testing.T) {
				load := someLoad()
				change(&load)
				if load.Protocol == 3 && !server.knows(matrix.Test{Since: matrix.Version{Product: matrix.Redis, Numbers: []int{6, 0, 0}}}) {
					t.Skip("no RESP3")
				}
				server := &instance{t: t, at: server.at, ask: server.ask, cmd: server.cmd}
				session := server.open(server.at, load)
				for _, name := range matrix.TestNames() {
					if test, _ := matrix.LookupTest(name); server.knows(test) {
						t.Run(name, func(t *testing.T) { server.check(t, session, test, load) })
					}
				}
				load.Tests = matrix.TestNames()
				if n, most := server.number("DBSIZE"), load.MaxKeys(); n > most {
					t.Errorf("%d keys, more than %d", n, most)
				}
			})
		}
	})
}

// TestSyncedWrites balances the books of what waits for syncs, in batches too.
func TestSyncedWrites(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary, "--appendonly", "yes", "--appendfsync", "always")
		test := lookup(t, "SET_WAITAOF")
		if !server.knows(test) {
			t.Skip("no WAITAOF")
		}
		for _, pipeline := range []int{1, 5} {
			load := someLoad()
			load.Requests, load.Pipeline = 100, pipeline
			server.check(t, server.open(server.at, load), test, load)
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
	if finds := test.Needs != matrix.DataNone && !blind[test.Name]; finds != (sample.Hits > 0) && test.Name != "BITCOUNT" {
		t.Errorf("%d hits of %d requests", sample.Hits, sample.Requests)
	}
	s.checkData(test, load)
}

// checkData looks at the data that a test should have found.
func (s *instance) checkData(test matrix.Test, load matrix.Load) {
	s.t.Helper()
	many := max(int64(load.Keyspace), 1000)
	type elements struct {
		words       []any
		least, most int64
	}
	for _, want := range map[matrix.Dataset][]elements{
		matrix.DataKeys:     {{[]any{"EVAL", "return #redis.call('KEYS', 'key:*')", 0}, int64(load.Keyspace), int64(load.Keyspace)}},
		matrix.DataExpiring: {{[]any{"EVAL", "return #redis.call('KEYS', 'session:*')", 0}, int64(load.Keyspace), int64(load.Keyspace)}},
		matrix.DataList:     {{[]any{"LLEN", "mylist"}, 1000, 1000}},
		matrix.DataHash:     {{[]any{"HLEN", "myhash"}, many, many}},
		matrix.DataRecord:   {{[]any{"HLEN", "myrecord"}, 10, 10}},
		matrix.DataSet:      {{[]any{"SCARD", "myset"}, many, many}},
		matrix.DataZSet:     {{[]any{"ZCARD", "myzset"}, many, many}},
		matrix.DataStream:   {{[]any{"XLEN", "mystream"}, 1000, 1000}},
		matrix.DataGeo:      {{[]any{"ZCARD", "mygeo"}, many, many}},
		matrix.DataHLL:      {{[]any{"PFCOUNT", "myhll"}, 9500, 10_500}, {[]any{"PFCOUNT", "otherhll"}, 9500, 10_500}},
	}[test.Needs] {
		if n := s.number(want.words...); !test.Consumes && (n < want.least || n > want.most) {
			s.t.Errorf("%v is %d, want %d to %d", want.words, n, want.least, want.most)
		}
	}
	switch test.Needs {
	case matrix.DataKeys:
		s.checkValues("key:", load)
	case matrix.DataExpiring:
		s.checkValues("session:", load)
	}
}

// checkValues reads every member of a family.
func (s *instance) checkValues(family string, load matrix.Load) {
	s.t.Helper()
	pipe := s.ask.Pipeline()
	for n := range load.Keyspace {
		key := fmt.Sprintf("%s%012d", family, n)
		pipe.StrLen(s.t.Context(), key)
		pipe.TTL(s.t.Context(), key)
	}
	replies, err := pipe.Exec(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, reply := range replies {
		switch got := reply.(type) {
		case *redis.IntCmd:
			if !load.ValueSize.Holds(int(got.Val())) {
				s.t.Errorf("%v: %d bytes, want %v", got.Args(), got.Val(), load.ValueSize)
			}
		case *redis.DurationCmd:
			if expires := got.Val() > 0; expires != (family == "session:") || got.Val() > 24*time.Hour {
				s.t.Errorf("%v: %v", got.Args(), got.Val())
			}
		}
	}
}

package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

func TestPrepareRepairsWhatOthersLeft(t *testing.T) {
	appendX := matrix.Test{
		Name: "APPEND", Command: []string{"APPEND", "key:__key__", "x"}, Reply: matrix.Reply{Kind: matrix.ReplyInteger},
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		load := someLoad()
		load.Requests = 50
		session := server.open(server.at, load)
		measure(t, session, lookup(t, "GET"))
		for name, spoil := range map[string]func(){
			"nothing":                     func() {},
			"an earlier test":             func() { measure(t, session, appendX) },
			"a key of another size":       func() { server.do("SET", "key:000000000000", "longer") },
			"a key of another type":       func() { server.do("DEL", "key:000000000000"); server.do("RPUSH", "key:000000000000", "a") },
			"no keys":                     func() { server.do("FLUSHALL") },
			"pushes onto the list":        func() { measure(t, session, lookup(t, "LPUSH")) },
			"pops from the list":          func() { measure(t, session, lookup(t, "RPOP")) },
			"the list under other hands":  func() { server.do("RPUSH", "mylist", "a") },
			"no list":                     func() { server.do("DEL", "mylist") },
			"a session that knows it all": func() { clear(session.data.exact) },
		} {
			spoil()
			for _, test := range []string{"GET", "MGET", "LRANGE_600"} {
				sample := measure(t, session, lookup(t, test))
				if sample.Errors > 0 || sample.Misses > 0 {
					t.Errorf("%s after %s: %d errors (%s), %d misses", test, name, sample.Errors, sample.FirstError, sample.Misses)
				}
			}
			if n := server.number("LLEN", "mylist"); n != listLength {
				t.Errorf("after %s the list has %d elements", name, n)
			}
		}
	})
}

func TestPrepareBuildsNothingTwice(t *testing.T) {
	server := start(t, anyServer(t))
	session := server.open(server.at, someLoad())
	for _, name := range []string{"GET", "LRANGE_100", "SET"} {
		measure(t, session, lookup(t, name))
	}
	server.do("CONFIG", "RESETSTAT")
	for _, name := range []string{"GET", "MGET", "LRANGE_100", "LRANGE_600"} {
		measure(t, session, lookup(t, name))
	}
	for _, command := range []string{"MSET", "RPUSH", "DEL"} {
		if n := server.calls(command); n != 0 {
			t.Errorf("%s was called %d times", command, n)
		}
	}
}

func TestConsumingTestEndsWithItsStock(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.Requests, load.Duration, load.ValueSize = 0, time.Hour, matrix.FixedSize(1<<20)
	session := server.open(server.at, load)
	sample := measure(t, session, lookup(t, "LPOP"))
	want := session.capacity(matrix.DataList, maxStock)
	if sample.Requests != want || sample.Misses > 0 || sample.Errors > 0 {
		t.Errorf("%d requests of %d, %d misses, %d errors", sample.Requests, want, sample.Misses, sample.Errors)
	}
	if len(sample.Notes) != 1 || !strings.Contains(sample.Notes[0].Text, "were used up") {
		t.Errorf("notes %+v", sample.Notes)
	}
	if n := server.number("EXISTS", "mylist"); n != 0 {
		t.Error("mylist was not used up")
	}
	if _, err := session.Measure(t.Context(), lookup(t, "LPOP")); err == nil || !strings.Contains(err.Error(), "call Prepare first") {
		t.Errorf("error %v from measuring on nothing", err)
	}
}

func TestPrepareRefusesUnknownData(t *testing.T) {
	server := start(t, anyServer(t))
	session := server.open(server.at, someLoad())
	test := lookup(t, "LPOP")
	for _, test.Needs = range []matrix.Dataset{matrix.DataNone, matrix.DataKeys, matrix.DataHLL, "maps"} {
		if _, err := session.Prepare(t.Context(), test); err == nil || !strings.Contains(err.Error(), "has no elements to consume") {
			t.Errorf("error %v for data set %q", err, test.Needs)
		}
	}
	test = lookup(t, "GET")
	test.Needs = "maps"
	if _, err := session.Prepare(t.Context(), test); err == nil || !strings.Contains(err.Error(), `unknown data set "maps"`) {
		t.Errorf("error %v", err)
	}
}

func TestDemand(t *testing.T) {
	tests := []struct {
		name     string
		duration time.Duration
		requests int64
		rate     float64
		want     int64
	}{
		{"by requests", 0, 5000, 1e6, 5000},
		{"by time", 2 * time.Second, 0, 100_000, 301_050},
		{"both, requests first", 2 * time.Second, 1000, 100_000, 1000},
		{"both, time first", 10 * time.Millisecond, 100_000, 100_000, 2550},
		{"no rate", time.Second, 0, 0, 1050},
		{"no rate but requests", time.Second, 77_000, 0, 77_000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Session{load: matrix.Load{Duration: tt.duration, Requests: tt.requests, Clients: 50, Pipeline: 1}}
			if got := s.demand(tt.rate); got != tt.want {
				t.Errorf("%d elements, want %d", got, tt.want)
			}
		})
	}
}

func TestTouch(t *testing.T) {
	own := func(command string) matrix.Test { return matrix.Test{Own: true, Command: words(command)} }
	of := func(command string) matrix.Test { return matrix.Test{Command: words(command)} }
	transaction := of("EXEC")
	transaction.Lead = []matrix.Step{{Command: words("MULTI")}, {Command: words("APPEND key:__key__ x")}}
	tests := []struct {
		name    string
		test    matrix.Test
		spoiled string // data sets that are no longer exact
		grown   map[string]int64
	}{
		{"writes of the same", of("SET key:__key__ __data__"), "", nil},
		{"reads", of("GET key:__key__"), "", nil},
		{"writes of others", of("APPEND key:__key__ x"), "keys", nil},
		{"another encoding", of("SETBIT key:__key__ 7 __bit__"), "keys", nil},
		{"in small letters", of("lpush mylist xx"), "list", map[string]int64{"mylist": 980}},
		{"pops", of("LPOP mylist"), "list", nil},
		{"rotates", of("RPOPLPUSH mylist mylist"), "", nil},
		{"reads a range", of("LRANGE mylist 0 9"), "", nil},
		{"new elements", of("SADD myset element:__seq__"), "set", map[string]int64{"myset": 1140}},
		{"elements of keys", of("SADD set:__key__ e:__seq__"), "", nil},
		{"elements of the keyspace", of("ZADD myzset __score__ element:__key__"), "", nil},
		{"entries", of("XADD mystream * f v"), "stream", map[string]int64{"mystream": 1140}},
		{"fields", of("HSET myhash element:__key__ x"), "", nil},
		{"one of two keys", of("PFADD otherhll __seq__"), "hyperloglog", nil},
		{"nothing", of("PING"), "", nil},
		{"a script of the catalogue", lookup(t, "EVAL"), "", nil},
		{"a transaction", transaction, "keys", nil},
		{"own command", own("HSET user:__key__ name x"), "", nil},
		{"own command on the same keys", own("SET key:__key__ 1 EX 10"), "keys", nil},
		{"own read of the same keys", own("GETEX key:__key__ PERSIST"), "keys", nil},
		{"own script", own("eval return(1) 0"), "expiring geo hash hyperloglog keys list record set stream zset", nil},
		{"own list", own("RPUSH log 12"), "", map[string]int64{"log": 950}},
		{
			"a mix", matrix.Test{Parts: []matrix.Part{{Test: of("GET key:__key__"), Weight: 3}, {Test: own("RPUSH mylist 12"), Weight: 2}}},
			"list", map[string]int64{"mylist": 392},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Session{data: newDataset(), load: someLoad()}
			for needs := range recipes {
				s.data.exact[needs] = true
			}
			s.data.stock = 5
			s.touch(tt.test, 10)
			var spoiled []string
			for needs := range recipes {
				if !s.data.exact[needs] {
					spoiled = append(spoiled, string(needs))
				}
			}
			slices.Sort(spoiled)
			if diff := cmp.Diff(tt.spoiled, strings.Join(spoiled, " ")); diff != "" {
				t.Errorf("spoiled: %s", diff)
			}
			if diff := cmp.Diff(tt.grown, s.data.grown, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("grown: %s", diff)
			}
			if s.data.stock != 0 {
				t.Error("there is still a stock")
			}
		})
	}
}

// fakeEngine does what a test wants.
type fakeEngine struct {
	driveFunc func(job job) (tally, error)
}

func (e fakeEngine) drive(_ context.Context, job job) (tally, error) { return e.driveFunc(job) }
func (e fakeEngine) close() error                                    { return nil }

// newTally answers a job's requests at once.
func newTally(requests int64, elapsed time.Duration) tally {
	return tally{count: count{requests: requests}, elapsed: elapsed, latency: newShard()}
}

func TestGrowingTestIsBounded(t *testing.T) {
	load := someLoad()
	load.Requests, load.Duration, load.ValueSize = 0, time.Minute, matrix.FixedSize(1<<20)
	var asked int64
	s := Session{load: load, at: matrix.Endpoint{Owned: true}, keys: &keys{keyspace: 1}, values: testValues(matrix.PatternFill, 1), data: newDataset()}
	s.engine = fakeEngine{func(job job) (tally, error) {
		asked = job.requests
		return newTally(job.requests, time.Second), nil
	}}
	sample, err := s.Measure(t.Context(), lookup(t, "LPUSH"))
	if err != nil {
		t.Fatal(err)
	}
	if asked < 1000 || asked > 1024 {
		t.Errorf("%d pushes of 1 MiB", asked)
	}
	want := []matrix.Note{{
		Text:   fmt.Sprintf("LPUSH ended after 1s and %d requests: it had added 1024 MiB to the data set", asked),
		Remedy: "a shorter duration, fewer requests or a smaller value_size runs in full",
	}}
	if diff := cmp.Diff(want, sample.Notes); diff != "" {
		t.Error(diff)
	}
	if s.data.grown["mylist"] < maxStock {
		t.Errorf("growth of %d bytes is remembered", s.data.grown["mylist"])
	}
}

func TestSampleOfATally(t *testing.T) {
	done := newTally(100, 2*time.Second)
	done.errors, done.misses, done.sent, done.received, done.firstError = 20, 3, 4, 5, "ERR x"
	got, err := newSample(matrix.Test{}, done)
	want := matrix.Sample{
		Elapsed: 2 * time.Second, Requests: 100, Errors: 20, Misses: 3, RPS: 40, Sent: 4, Received: 5, FirstError: "ERR x",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if nothing, err := newSample(matrix.Test{}, newTally(0, 0)); err != nil || nothing.RPS != 0 {
		t.Errorf("rps %v without a reply, error %v", nothing.RPS, err)
	}
}

func TestEngineErrorBreaksTheSession(t *testing.T) {
	gone := errors.New("server gone")
	s := Session{load: forever(), keys: &keys{keyspace: 1}, values: testValues(matrix.PatternFill, 1), data: newDataset()}
	s.engine = fakeEngine{func(job) (tally, error) { return tally{}, gone }}
	if _, err := s.Measure(t.Context(), lookup(t, "SET")); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
	s.engine = nil // must not be asked again
	if _, err := s.Measure(t.Context(), lookup(t, "SET")); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
	if _, err := s.Prepare(t.Context(), lookup(t, "SET")); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
}

func TestFirstBusy(t *testing.T) {
	tests := map[string]string{
		"rdb_bgsave_in_progress:0\r\naof_rewrite_in_progress:0\r\n":       "",
		"a:1\r\nrdb_bgsave_in_progress:1\r\n":                             "rdb_bgsave_in_progress",
		"aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:1":            "aof_rewrite_scheduled",
		"lazyfree_pending_objects:17\r\nlazyfreed_objects:3\r\n":          "lazyfree_pending_objects",
		"# Memory\r\nlazyfreed_objects:3\r\nlazyfree_pending_objects:0\n": "",
	}
	for info, want := range tests {
		if got := firstBusy(info); got != want {
			t.Errorf("%q: busy with %q, want %q", info, got, want)
		}
	}
}

func TestSettleWaitsForTheBackground(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		server.do("MSET", "a", "1", "b", "2")
		server.do("BGSAVE")
		server.open(server.at, someLoad())
		if busy := server.info("persistence", "rdb_bgsave_in_progress"); busy != "0" {
			t.Errorf("opened while a save is in progress")
		}
	})
}

func TestGlobQuote(t *testing.T) {
	if got, want := globQuote(`a*b?[c]\d`), `a\*b\?\[c\]\\d`; got != want {
		t.Errorf("quoted %s, want %s", got, want)
	}
}

package bench

import (
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

func TestCensus(t *testing.T) {
	of := func(keys, evicted int64) census { return census{true, keys, evicted} }
	tests := []struct {
		name          string
		before, after census
		some          bool
		want          string
	}{
		{"all are new", of(5, 1), of(105, 1), false, ""},
		{"one is not", of(5, 1), of(104, 1), false, "the server has 99 keys more, not 100,"},
		{"some were there", of(50, 0), of(104, 0), true, ""},
		{"all were there", of(100, 0), of(100, 0), true, ""},
		{"more than were set", of(5, 0), of(106, 0), true, "the server has 101 keys more, not 100,"},
		{"less than there must be", of(50, 0), of(99, 0), true, "the server has 49 keys more, not 100,"},
		{"eviction", of(5, 1), of(105, 3), true, "the server evicted 2 keys"},
		{"not told", census{}, census{}, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.before.grownTo(tt.after, 100, tt.some); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Before reads there are exactly as many keys as the keyspace has, of the
// load's sizes, whatever was written before.
func TestPreloadIsExact(t *testing.T) {
	tests := map[string]struct {
		keyspace int
		sizes    string
		before   []string // tests
	}{
		"one size":      {keyspace: 3000, sizes: "3"},
		"one key":       {keyspace: 1, sizes: "3"},
		"several sizes": {keyspace: 1001, sizes: "1-9:3 100-200:1 5000:1"},
		"a range":       {keyspace: 500, sizes: "10-20"},
		"some are set":  {keyspace: 3000, sizes: "8", before: []string{"SET", "MULTI_EXEC"}},
		"other lengths": {keyspace: 300, sizes: "3", before: []string{"GET", "SETRANGE", "SETBIT"}},
		"more data":     {keyspace: 700, sizes: "3", before: []string{"INCR", "TTL", "HGETALL", "SPOP"}},
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				server := &instance{t: t, at: server.at, ask: server.ask}
				load := someLoad()
				load.Keyspace, load.ValueSize = tt.keyspace, sizes(t, tt.sizes)
				session := server.open(server.at, load)
				for _, test := range tt.before {
					measure(t, session, lookup(t, test))
				}
				sample := measure(t, session, lookup(t, "GET"))
				if sample.Hits != sample.Requests || sample.Errors > 0 {
					t.Errorf("%d hits of %d, %d errors (%s)", sample.Hits, sample.Requests, sample.Errors, sample.FirstError)
				}
				server.checkKeys(load)
			})
		}
	})
}

// checkKeys looks at every key of the keyspace.
func (s *instance) checkKeys(load matrix.Load) {
	s.t.Helper()
	keys, err := s.ask.Keys(s.t.Context(), "key:*").Result()
	if err != nil || len(keys) != load.Keyspace {
		s.t.Fatalf("%d keys, want %d; error %v", len(keys), load.Keyspace, err)
	}
	lengths := map[int64]bool{}
	for _, key := range keys {
		n := s.number("STRLEN", key)
		if lengths[n] = true; !load.ValueSize.Holds(int(n)) {
			s.t.Errorf("%s holds %d bytes, want %v", key, n, load.ValueSize)
		}
	}
	if _, fixed := load.ValueSize.Fixed(); !fixed && len(lengths) < 5 {
		s.t.Errorf("%d different lengths of %v", len(lengths), load.ValueSize)
	}
}

func TestPreloadNoticesEviction(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary, "--maxmemory", "3mb", "--maxmemory-policy", "allkeys-random")
		load := someLoad()
		load.Keyspace, load.ValueSize = 10_000, matrix.FixedSize(1000)
		session := server.open(server.at, load)
		for test, want := range map[string]string{
			"GET": "prepare GET: the server evicted ",
			"TTL": "prepare TTL: the server evicted ",
		} {
			if _, err := session.Prepare(t.Context(), lookup(t, test)); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
		}
	})
}

// What is loaded for tests is removed from an attached server, and what is
// published there is heard by nobody.
func TestAttachedServerKeepsItsFunctions(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		if !server.knows(lookup(t, "FCALL")) {
			t.Skip("no functions")
		}
		at := server.at
		at.Owned, at.Prefix = false, "p:"
		heard := server.ask.Subscribe(t.Context(), "mychannel")
		t.Cleanup(func() { _ = heard.Close() })
		if _, err := heard.Receive(t.Context()); err != nil {
			t.Fatal(err)
		}
		session, err := Open(t.Context(), at, someLoad())
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []string{"FCALL", "PUBLISH"} {
			if sample := measure(t, session, lookup(t, test)); sample.Errors > 0 {
				t.Errorf("%s: %s", test, sample.FirstError)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if libraries, err := server.ask.FunctionList(t.Context(), redis.FunctionListQuery{}).Result(); err != nil || len(libraries) > 0 {
			t.Errorf("libraries %v are left; error %v", libraries, err)
		}
		server.do("PUBLISH", "mychannel", "theirs")
		if message, err := heard.ReceiveMessage(t.Context()); err != nil || message.Payload != "theirs" {
			t.Errorf("heard %v; error %v", message, err)
		}
	})
}

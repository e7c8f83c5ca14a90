package bench

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestMixesAddUp balances the books of mixes, by command.
func TestMixesAddUp(t *testing.T) {
	profile := matrix.OwnCommand{Name: "profile", Words: words("HSET user:__key__ name __data__")}
	mixes := map[string][]matrix.MixPart{
		"memtier's":         {{Test: "SET", Weight: 1}, {Test: "GET", Weight: 10}},
		"a transaction":     {{Test: "MULTI_EXEC", Weight: 1}, {Test: "HGET", Weight: 3}},
		"three data sets":   {{Test: "SISMEMBER", Weight: 5}, {Test: "ZRANGE_100", Weight: 1}, {Test: "HGETALL", Weight: 2}},
		"one that grows":    {{Test: "LPUSH", Weight: 1}, {Test: "LINDEX", Weight: 2}, {Test: "PING_INLINE", Weight: 1}},
		"scripts":           {{Test: "EVALSHA", Weight: 1}, {Test: "INCRBYFLOAT", Weight: 1}},
		"one of its own":    {{Test: "profile", Weight: 2}, {Test: "GET", Weight: 1}},
		"a single part":     {{Test: "SET", Weight: 1}},
		"one twice as long": {{Test: "MSET", Weight: 1}, {Test: "TTL", Weight: 1}},
	}
	loads := map[string]func(*matrix.Load){
		"one by one":    func(*matrix.Load) {},
		"pipelined":     func(l *matrix.Load) { l.Pipeline, l.Requests, l.Warmup = 7, 2001, 2*time.Millisecond },
		"several sizes": func(l *matrix.Load) { l.ValueSize = sizes(t, "1-9:3 100-200:1 5000:1") },
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for name, change := range loads {
			for mix, parts := range mixes {
				t.Run(mix+" "+name, func(t *testing.T) {
					load := someLoad()
					load.Commands, load.Mix = []matrix.OwnCommand{profile}, parts
					change(&load)
					server := &instance{t: t, at: server.at, ask: server.ask}
					server.checkMix(server.open(server.at, load), load)
				})
			}
		}
	})
}

func sizes(t *testing.T, text string) matrix.Sizes {
	t.Helper()
	sizes, err := matrix.ParseSizes(text)
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

// checkMix balances the books of the load's mix.
func (s *instance) checkMix(session *Session, load matrix.Load) {
	s.t.Helper()
	test, ok := load.Test(matrix.TestMix)
	if !ok {
		s.t.Fatal("no mix")
	}
	ours, theirs, sample := s.balance(session, test)
	if diff := cmp.Diff(theirs, ours); diff != "" {
		s.t.Errorf("the server's numbers and ours: %s", diff)
	}
	if sample.Requests != load.Requests || sample.Hits+sample.Misses > sample.Requests {
		s.t.Errorf("%d requests, want %d; %d hits", sample.Requests, load.Requests, sample.Hits)
	}
	var sum matrix.CommandSample
	for i, part := range sample.Commands {
		if part.Test != test.Parts[i].Test.Name || part.Requests == 0 || part.Latency.P50 <= 0 {
			s.t.Errorf("part %+v", part)
		}
		sum.Requests, sum.Hits = sum.Requests+part.Requests, sum.Hits+part.Hits
		sum.Sent, sum.Received = sum.Sent+part.Sent, sum.Received+part.Received
	}
	want := matrix.CommandSample{Requests: sample.Requests, Hits: sample.Hits, Sent: sample.Sent, Received: sample.Received}
	if diff := cmp.Diff(want, sum); diff != "" {
		s.t.Errorf("the sum of the parts: %s", diff)
	}
}

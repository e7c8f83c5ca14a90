package bench

import (
	"slices"
	"testing"
	"time"

	"redismatrix/matrix"
)

// watched is a load that asks for an event, of a data set whose saving takes long
// enough to be seen.
func watched(event string) matrix.Load {
	load := someLoad()
	load.Event, load.Requests, load.Duration = event, 0, 400*time.Millisecond
	load.Keyspace, load.ValueSize = 20_000, matrix.FixedSize(400)
	return load
}

// checkTimeline wants every request to be in the timeline once.
func checkTimeline(t *testing.T, sample matrix.Sample) {
	t.Helper()
	var sliced, spans int64
	for _, slice := range sample.Timeline.Slices {
		sliced += slice.Requests
	}
	for _, span := range []*matrix.Span{sample.During, sample.Apart} {
		if span != nil {
			spans += span.Requests
		}
	}
	if sliced != sample.Requests || spans != sample.Requests {
		t.Errorf("%d requests in slices, %d during and apart, of %d", sliced, spans, sample.Requests)
	}
}

// TestEvents asks each server for its event, and finds what it did, when, and how
// many commands it took to know that.
func TestEvents(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		for _, kind := range []string{matrix.EventSave, matrix.EventRewrite} {
			t.Run(kind, func(t *testing.T) {
				server := start(t, binary)
				session := server.open(server.at, watched(kind))
				if _, err := session.Prepare(t.Context(), lookup(t, "SET")); err != nil {
					t.Fatal(err)
				}
				before := server.commands()
				sample, err := session.Measure(t.Context(), lookup(t, "SET"))
				if err != nil {
					t.Fatal(err)
				}
				if counted := server.commands() - before - 1; counted != sample.Requests+sample.Asked {
					t.Errorf("the server counts %d commands, of %d requests and %d to watch it", counted, sample.Requests, sample.Asked)
				}
				checkTimeline(t, sample)
				if len(sample.Events) != 1 {
					t.Fatalf("events %+v", sample.Events)
				}
				e := sample.Events[0]
				if e.Kind != kind || e.Automatic || e.Failed || e.Start < 100*time.Millisecond || e.End <= e.Start || e.Fork <= 0 {
					t.Errorf("event %+v", e)
				}
				if sample.During == nil || sample.Apart == nil {
					t.Errorf("during %v, apart %v", sample.During, sample.Apart)
				}
			})
		}
	})
}

// commands is how many commands the server has processed, the one that asks not
// among them.
func (s *instance) commands() int64 {
	s.t.Helper()
	text, err := s.ask.Info(s.t.Context(), "stats").Result()
	if err != nil {
		s.t.Fatal(err)
	}
	return matrix.ParseInfo(text).Integer("total_commands_processed")
}

// TestWatchSeesWhatServersBegin finds rewrites that nobody asked for.
func TestWatchSeesWhatServersBegin(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary, "--appendonly", "yes", "--auto-aof-rewrite-percentage", "1", "--auto-aof-rewrite-min-size", "1mb")
		session := server.open(server.at, watched(matrix.EventWatch))
		sample := measure(t, session, lookup(t, "SET"))
		checkTimeline(t, sample)
		if !slices.ContainsFunc(sample.Events, func(e matrix.Event) bool {
			return e.Kind == matrix.EventRewrite && e.Automatic && e.End > e.Start
		}) {
			t.Errorf("events %+v", sample.Events)
		}
	})
}

// TestWatchWithARate keeps response times over time.
func TestWatchWithARate(t *testing.T) {
	server := start(t, anyServer(t))
	load := watched(matrix.EventSave)
	load.Rate = 5_000
	sample := measure(t, server.open(server.at, load), lookup(t, "GET"))
	checkTimeline(t, sample)
	if len(sample.Events) != 1 || sample.During.Latency.Max > sample.Latency.Max || sample.Apart.Latency.Max > sample.Latency.Max {
		t.Errorf("events %+v, during %+v, apart %+v", sample.Events, sample.During, sample.Apart)
	}
}

// TestRefusedEvent is told, and ends nothing.
func TestRefusedEvent(t *testing.T) {
	server := start(t, anyServer(t), "--rename-command", "BGSAVE", "")
	sample := measure(t, server.open(server.at, watched(matrix.EventSave)), lookup(t, "SET"))
	if len(sample.Events) != 1 || !sample.Events[0].Failed || sample.Events[0].Reason == "" {
		t.Errorf("events %+v", sample.Events)
	}
}

// TestPreload sets all keys before a test that writes them, and no other.
func TestPreload(t *testing.T) {
	server := start(t, anyServer(t))
	session := server.open(server.at, watched(matrix.EventWatch))
	for test, want := range map[string]int64{"INCR": 0, "SET": 20_000} {
		if err := server.ask.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		if err := session.build(t.Context(), lookup(t, test)); err != nil {
			t.Fatal(err)
		}
		if keys, err := server.ask.DBSize(t.Context()).Result(); err != nil || keys != want {
			t.Errorf("%s: %d keys, want %d, %v", test, keys, want, err)
		}
	}
}

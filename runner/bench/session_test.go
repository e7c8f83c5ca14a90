package bench

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"redismatrix/matrix"
)

// lookup is a test of the catalogue.
func lookup(t *testing.T, name string) matrix.Test {
	t.Helper()
	test, ok := matrix.LookupTest(name)
	if !ok {
		t.Fatalf("no test %s", name)
	}
	return test
}

// measure prepares and measures a test.
func measure(t *testing.T, session *Session, test matrix.Test) matrix.Sample {
	t.Helper()
	if _, err := session.Prepare(t.Context(), test); err != nil {
		t.Fatal(err)
	}
	sample, err := session.Measure(t.Context(), test)
	if err != nil {
		t.Fatal(err)
	}
	return sample
}

// forever is a load that something else must end.
func forever() matrix.Load {
	load := someLoad()
	load.Requests, load.Duration = 0, time.Hour
	return load
}

func TestErrorRepliesAreCounted(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary, "--maxmemory", "1mb")
		load := someLoad()
		load.Requests, load.Keyspace = 100_000, 100_000
		session := server.open(server.at, load)
		sample := measure(t, session, lookup(t, "SET"))
		if sample.Errors < 500 || sample.Errors > maxErrors+int64(load.Clients) || !strings.HasPrefix(sample.FirstError, "OOM ") {
			t.Errorf("%d errors of %d requests, first %q", sample.Errors, sample.Requests, sample.FirstError)
		}
		if good := sample.RPS * sample.Elapsed.Seconds(); good > float64(sample.Requests-sample.Errors)+0.5 {
			t.Errorf("rps counts %.0f of %d requests with %d errors", good, sample.Requests, sample.Errors)
		}
		_, err := session.Prepare(t.Context(), lookup(t, "GET"))
		if err == nil || !strings.Contains(err.Error(), "prepare GET: set 100000 keys to 3 bytes each: the server refused: OOM ") {
			t.Errorf("error %v from filling a full server", err)
		}
	})
}

func TestServerFailsWhileMeasuring(t *testing.T) {
	tests := map[string]struct {
		signal syscall.Signal
		want   string
	}{
		"killed":  {syscall.SIGKILL, "connection"},
		"stopped": {syscall.SIGSTOP, "no reply for 300ms"},
	}
	eachServer(t, func(t *testing.T, binary string) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				server := start(t, binary)
				session := server.open(server.at, forever())
				session.patience = 300 * time.Millisecond
				wait := server.whenBusy("INCR", func() { server.signal(tt.signal) })
				_, err := session.Measure(t.Context(), lookup(t, "INCR"))
				wait()
				if err == nil || !strings.Contains(err.Error(), "measure INCR: ") || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("error %v, want %q", err, tt.want)
				}
				if _, again := session.Measure(t.Context(), lookup(t, "INCR")); again == nil || !strings.Contains(again.Error(), "earlier error") {
					t.Errorf("error %v from a broken session", again)
				}
			})
		}
	})
}

func TestCancelWhileMeasuring(t *testing.T) {
	server := start(t, anyServer(t))
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("second thoughts")
	session, err := Open(t.Context(), server.at, forever())
	if err != nil {
		t.Fatal(err)
	}
	wait := server.whenBusy("INCR", func() { cancel(why) })
	if _, err := session.Measure(ctx, lookup(t, "INCR")); !errors.Is(err, why) {
		t.Errorf("error %v, want the context's cause", err)
	}
	wait()
	if _, err := session.Prepare(t.Context(), lookup(t, "SET")); !errors.Is(err, why) {
		t.Errorf("error %v from a broken session, want its cause", err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := server.ask.Close(); err != nil {
		t.Error(err)
	}
	settled(t, before)
}

func TestAttachedServerKeepsItsKeys(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		at := server.at
		at.Owned, at.Prefix = false, "rm[1]*:"
		for _, key := range []string{"key:000000000001", "mylist", "rm1:x", "other", at.Prefix + "left"} {
			server.do("SET", key, "theirs")
		}
		load := someLoad()
		load.Requests = 100
		session := server.open(at, load)
		if n := server.number("DBSIZE"); n != 4 {
			t.Errorf("%d keys after opening, want their 4", n)
		}
		for _, name := range matrix.TestNames() {
			test := lookup(t, name)
			if !server.knows(test) {
				continue
			}
			if sample := measure(t, session, test); sample.Errors > 0 || sample.Misses > 0 {
				t.Errorf("%s: %d errors (%s), %d misses", name, sample.Errors, sample.FirstError, sample.Misses)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		keys, err := server.ask.Keys(t.Context(), "*").Result()
		if err != nil || len(keys) != 4 {
			t.Errorf("keys %q are left, want their 4; error %v", keys, err)
		}
	})
}

func TestOpenEmptiesAnOwnedServer(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		server.do("SET", "theirs", "1")
		server.open(server.at, someLoad())
		if n := server.number("DBSIZE"); n != 0 {
			t.Errorf("%d keys after opening", n)
		}
	})
}

func TestOpenAuthenticates(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary, "--requirepass", "s3cret")
		at := server.at
		if _, err := Open(t.Context(), at, someLoad()); err == nil || !strings.Contains(err.Error(), "NOAUTH") {
			t.Errorf("error %v without a password", err)
		}
		at.Password = "wr0ng"
		if _, err := Open(t.Context(), at, someLoad()); err == nil || strings.Contains(err.Error(), "wr0ng") {
			t.Errorf("error %v with a wrong password", err)
		}
		at.Password = "s3cret"
		server.open(at, someLoad())
	})
}

func TestOpenOnAUnixSocket(t *testing.T) {
	server := start(t, anyServer(t), "--unixsocket", "s", "--unixsocketperm", "700")
	at := server.at
	at.Socket = filepath.Join(server.cmd.Dir, "s")
	load := someLoad()
	load.Transport = matrix.TransportUnix
	session := server.open(at, load)
	if network := session.at.Network; network != "unix" {
		t.Errorf("connected over %s", network)
	}
	if sample := measure(t, session, lookup(t, "GET")); sample.Requests != load.Requests || sample.Misses > 0 {
		t.Errorf("%d requests, %d misses", sample.Requests, sample.Misses)
	}
}

func TestOpenMeetsMaxclients(t *testing.T) {
	server := start(t, anyServer(t), "--maxclients", "20")
	load := someLoad()
	load.Clients = 30
	_, err := Open(t.Context(), server.at, load)
	var op *net.OpError
	if err == nil || !strings.Contains(err.Error(), "max number of clients reached") && !errors.As(err, &op) {
		t.Errorf("error %v, want the server's own words", err)
	}
}

func TestAThousandConnections(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.Clients, load.Requests = 1000, 5000
	if sample := measure(t, server.open(server.at, load), lookup(t, "SET")); sample.Requests != 5000 || sample.Errors > 0 {
		t.Errorf("%d requests, %d errors", sample.Requests, sample.Errors)
	}
}

// The steady state allocates nothing: ten thousand requests more cost no more
// than the odd allocation of the runtime's.
func TestDriveAllocatesNothingPerRequest(t *testing.T) {
	server := start(t, anyServer(t))
	session := server.open(server.at, someLoad())
	job := session.job(lookup(t, "SET"))
	mallocs := func(requests int64) uint64 {
		job.requests = requests
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := session.engine.drive(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	mallocs(100)
	few, many := mallocs(100), mallocs(10_100)
	if many > few+1000 {
		t.Errorf("%d allocations for 10,100 requests, %d for 100", many, few)
	}
}

func BenchmarkSet(b *testing.B) {
	for _, pipeline := range []int{1, 16} {
		b.Run(map[int]string{1: "50 clients", 16: "50 clients, pipeline 16"}[pipeline], func(b *testing.B) {
			server := start(b, anyServer(b))
			load := someLoad()
			load.Clients, load.Pipeline, load.Keyspace = 50, pipeline, 100_000
			session := server.open(server.at, load)
			test, _ := matrix.LookupTest("SET")
			job := session.job(test)
			job.requests = int64(b.N)
			b.ReportAllocs()
			b.ResetTimer()
			done, err := session.engine.drive(b.Context(), job)
			if err != nil || done.errors > 0 {
				b.Fatal(err, done.firstError)
			}
			b.ReportMetric(done.rate(), "requests/s")
			b.ReportMetric(done.busy*float64(done.elapsed)/float64(done.requests), "client-ns/request")
		})
	}
}

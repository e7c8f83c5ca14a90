package bench

import (
	"syscall"
	"testing"
	"time"

	"redismatrix/matrix"
)

// stall has a real server stop for a second while a job is driven, and returns
// what that brought.
func stall(t *testing.T, clients int, rate int64) tally {
	t.Helper()
	server := start(t, anyServer(t))
	load := matrix.Load{
		Clients: clients, Pipeline: 1, Keyspace: 100, Duration: 2 * time.Second,
		ValueSize: matrix.FixedSize(3), ValuePattern: matrix.PatternRandom,
	}
	session := server.open(server.at, load)
	job := session.job(lookup(t, "SET"))
	job.duration, job.rate = load.Duration, rate
	resumed := make(chan struct{})
	wait := server.whenBusy("set", func() {
		server.signal(syscall.SIGSTOP)
		time.AfterFunc(time.Second, func() {
			server.signal(syscall.SIGCONT)
			close(resumed)
		})
	})
	done, err := session.engine.drive(t.Context(), job)
	wait()
	<-resumed
	if err != nil || done.errors > 0 {
		t.Fatalf("%d errors (%s), error %v", done.errors, done.firstError, err)
	}
	return done
}

// slower counts the latencies of at least d.
func (s *shard) slower(d time.Duration) (n int64) {
	for _, bar := range s.histogram.Distribution() {
		if bar.From >= int64(d) {
			n += bar.Count
		}
	}
	return n
}

// A server that is stopped for a second shows in the response time of every
// request that was due in that second, and in the service time of those that
// were outstanding.
func TestStallShowsInAllThatWasDue(t *testing.T) {
	const clients, rate = 10, 2000
	done := stall(t, clients, rate)
	if done.requests+done.unsent != 2*rate {
		t.Errorf("%d requests and %d unsent of %d", done.requests, done.unsent, 2*rate)
	}
	for tenths := 1; tenths <= 9; tenths++ {
		// Due in the first tenths of the second, and answered after its end. A
		// tenth less allows for the time that signals take.
		slow := time.Duration(10-tenths) * 100 * time.Millisecond
		least := int64(rate) * int64(tenths) / 10 * 9 / 10
		if got := done.latency.slower(slow); got < least {
			t.Errorf("%d response times of %v or more, want %d", got, slow, least)
		}
	}
	responses, services := done.latency.slower(time.Second/2), done.service.slower(time.Second/2)
	if services < 1 || services >= responses {
		t.Errorf("%d service times and %d response times of half a second", services, responses)
	}
	t.Logf("%d service times of 500 ms and more, %d response times", services, responses)
}

// In a closed loop the same second shows once on each connection.
func TestStallShowsOnEachConnection(t *testing.T) {
	const clients = 10
	done := stall(t, clients, 0)
	if got := done.latency.slower(900 * time.Millisecond); got < clients {
		t.Errorf("%d replies took 900 ms or more, want one on each of %d connections", got, clients)
	}
}

package bench

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"redismatrix/matrix"
)

// halt is a time in which a server did nothing for certain.
type halt struct{ from, to time.Time }

// halt stops the server for a time.
func (s *instance) halt(pause time.Duration) halt {
	s.signal(syscall.SIGSTOP)
	for !s.stopped() {
		runtime.Gosched()
	}
	from := time.Now()
	<-time.After(pause)
	to := time.Now()
	s.signal(syscall.SIGCONT)
	return halt{from, to}
}

// stopped says whether a signal has stopped the server.
func (s *instance) stopped() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		s.t.Error(err)
		return true
	}
	_, fields, _ := bytes.Cut(stat, []byte(") ")) // after the name
	return fields[0] == 'T'
}

// least is how many requests of a constant rate are due within the halt, early
// enough to wait for longer than a time, and before the schedule ends.
func (h halt) least(rate int64, wait time.Duration, end time.Time) int64 {
	last := h.to.Add(-wait)
	if last.After(end) {
		last = end
	}
	return max(0, int64(last.Sub(h.from).Seconds()*float64(rate))-1)
}

// slower counts the latencies of at least d, to the histogram's precision.
func (s *shard) slower(d time.Duration) (n int64) {
	for _, bar := range s.histogram.Distribution() {
		if bar.To >= int64(d) {
			n += bar.Count
		}
	}
	return n
}

// A real server that is stopped for a second shows in the response time of every
// request that was due meanwhile. However slow this machine is, none of those was
// answered before the end. (On a clock of its own, TestOpenLoop and TestLoopsOpen
// hold every time to what it must be.)
func TestStallShowsInAllThatWasDue(t *testing.T) {
	const clients, rate, length = 10, 2000, 2 * time.Second
	server := start(t, anyServer(t))
	session := server.open(server.at, matrix.Load{
		Clients: clients, Pipeline: 1, Keyspace: 100, Duration: length,
		ValueSize: matrix.FixedSize(3), ValuePattern: matrix.PatternRandom,
	})
	job := session.job(lookup(t, "SET"))
	job.duration, job.rate = length, rate
	var halt halt
	wait := server.whenBusy("set", func() { halt = server.halt(time.Second) })
	end := time.Now().Add(length) // or later: the job has not begun
	done, err := session.engine.drive(t.Context(), job)
	wait()
	if err != nil || done.errors > 0 {
		t.Fatalf("%d errors (%s), error %v", done.errors, done.firstError, err)
	}
	if done.requests+done.unsent != 2*rate || done.due != 2*rate {
		t.Errorf("%d requests and %d unsent of %d that were due, want %d", done.requests, done.unsent, done.due, 2*rate)
	}
	for tenths := range 10 {
		wait := time.Duration(tenths) * 100 * time.Millisecond
		least := halt.least(rate, wait, end) - done.unsent
		if got := done.latency.slower(wait); got < least {
			t.Errorf("%d response times of %v or more, want %d at least", got, wait, least)
		}
	}
	t.Logf("%d service times of 500 ms and more, %d response times",
		done.service.slower(time.Second/2), done.latency.slower(time.Second/2))
}

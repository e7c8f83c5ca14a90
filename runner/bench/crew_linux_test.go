package bench

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// socketPair is two ends of a connection.
func socketPair(t *testing.T) (one, other int) {
	t.Helper()
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, fd := range ends {
			_ = unix.Close(fd)
		}
	})
	return ends[0], ends[1]
}

func TestCrewSize(t *testing.T) {
	tests := map[string]struct {
		learned, threads, connections, want int
	}{
		"one to begin with":               {1, 0, 1000, 1},
		"what was learned":                {3, 0, 1000, 3},
		"what was learned, if worthwhile": {3, 0, 40, 2},
		"one for few connections":         {3, 0, 3, 1},
		"as many as asked":                {1, 7, 1000, 7},
		"one per connection at most":      {1, 7, 5, 5},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := crew{learned: tt.learned}
			if got := c.size(tt.threads, tt.connections); got != tt.want {
				t.Errorf("%d loops, want %d", got, tt.want)
			}
		})
	}
}

func TestCrewLearns(t *testing.T) {
	type facts struct {
		threads           int
		busy              float64
		elapsed           time.Duration
		cpus, connections int
	}
	tests := map[string]struct {
		facts
		want int // after 2
	}{
		"saturated":                     {facts{2, 0.9, time.Second, 4, 100}, 3},
		"not saturated":                 {facts{2, 0.89, time.Second, 4, 100}, 2},
		"no CPU left":                   {facts{2, 1, time.Second, 2, 100}, 2},
		"CPUs taken away since":         {facts{2, 1, time.Second, 1, 100}, 2},
		"too few connections":           {facts{2, 1, time.Second, 4, 47}, 2},
		"just enough connections":       {facts{2, 1, time.Second, 4, 48}, 3},
		"too short to tell":             {facts{2, 1, time.Millisecond, 4, 100}, 2},
		"a job over fewer loops before": {facts{1, 1, time.Second, 4, 100}, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := crew{learned: 2, cpus: func([]int) int { return tt.cpus }}
			grew := c.learn(tally{threads: tt.threads, busy: tt.busy, elapsed: tt.elapsed}, tt.connections, nil)
			if c.learned != tt.want || grew != (tt.want > 2) {
				t.Errorf("learned %d, grew %v, want %d", c.learned, grew, tt.want)
			}
		})
	}
}

// driven is who drove a job, and how busy they were.
type driven struct {
	Threads  int
	Busy     float64
	Requests int64
}

// CPUs of the server are not there for threads.
func TestUsableCPUs(t *testing.T) {
	var all []int
	for cpu := range 1024 {
		all = append(all, cpu)
	}
	if every, none := usableCPUs(nil), usableCPUs(all); every < 1 || none != 0 {
		t.Errorf("%d CPUs, and %d that are not the server's", every, none)
	}
}

// Jobs that ask for it find out how many threads the others need: each whose
// thread uses the given share of its time adds one, up to the CPUs there are.
func TestLoopsAddThreadsWhileSaturated(t *testing.T) {
	tests := map[string]struct {
		share int64
		adapt []bool // of each job
		want  []driven
	}{
		"saturated":     {1, []bool{true, true, true, true}, []driven{{1, 1, 400}, {2, 1, 400}, {3, 1, 400}, {3, 1, 400}}},
		"not saturated": {2, []bool{true, true}, []driven{{1, 0.5, 400}, {1, 0.5, 400}}},
		"measurements": {1, []bool{false, false, true, false, false},
			[]driven{{1, 1, 400}, {1, 1, 400}, {1, 1, 400}, {2, 1, 400}, {2, 1, 400}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var clock virtual
			engine := sockets(t, 80, clock.delays(time.Millisecond)).(*loops)
			clock.rule(t, engine, 3)
			engine.crew.cpus = func([]int) int { return 3 }
			engine.threadTime = func() int64 { return clock.nanos.Load() / tt.share }
			var got []driven
			for _, adapt := range tt.adapt {
				job := setJob()
				job.requests, job.adapt = 400, adapt
				done, err := engine.drive(t.Context(), job)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, driven{done.threads, roundBusy(done.busy), done.requests})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// roundBusy forgives what the clock advanced between two readings.
func roundBusy(busy float64) float64 {
	return float64(int(busy*10+0.5)) / 10
}

func TestLoopsUseAsManyThreadsAsAsked(t *testing.T) {
	engine := sockets(t, 40, always("+OK\r\n"))
	for _, tt := range []struct{ threads, connections, want int }{
		{1, 0, 1}, {3, 0, 3}, {100, 0, 40}, {4, 3, 3}, {2, 1, 1}, {0, 0, 1},
	} {
		job := setJob()
		job.threads, job.connections, job.requests, job.pipeline = tt.threads, tt.connections, 2003, 3
		done, err := engine.drive(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if done.threads != tt.want || done.requests != 2003 {
			t.Errorf("%+v: %d threads, %d requests", tt, done.threads, done.requests)
		}
		if done.busy <= 0 || done.busy > 1 {
			t.Errorf("%+v: busy %v", tt, done.busy)
		}
	}
}

func TestPortableSaysNothingOfThreads(t *testing.T) {
	job := setJob()
	job.requests, job.threads = 10, 4
	done, err := pipes(t, 3, always("+OK\r\n")).drive(t.Context(), job)
	if err != nil || done.threads != 0 || done.busy != 0 {
		t.Errorf("%d threads, busy %v, error %v", done.threads, done.busy, err)
	}
}

// Reading the clock through a race costs no more than reading it.
func BenchmarkClock(b *testing.B) {
	b.Run("race", func(b *testing.B) {
		r := newRace(setJob(), monotonic(), 1)
		for b.Loop() {
			r.now()
		}
	})
	b.Run("time", func(b *testing.B) {
		epoch := time.Now()
		for b.Loop() {
			_ = int64(time.Since(epoch)) + 1
		}
	})
}

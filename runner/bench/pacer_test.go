package bench

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// whole is the share of one loop that has all connections.
func whole(connections int) share { return share{loops: 1, connections: connections} }

// schedule takes up to limit requests.
func schedule(p pacer, limit int) (dues []int64) {
	for ; len(dues) < limit && !p.done(); p.take() {
		dues = append(dues, p.due)
	}
	return dues
}

func TestPacerSchedule(t *testing.T) {
	tests := map[string]struct {
		job   job
		share share
		want  []int64
	}{
		"a thousand a second":           {job{rate: 1000}, whole(1), []int64{0, 1e6, 2e6, 3e6, 4e6}},
		"rounded down, never adding up": {job{rate: 3}, whole(5), []int64{0, 333333333, 666666666, 1e9, 1333333333}},
		"one a nanosecond":              {job{rate: 1e9}, whole(5), []int64{0, 1, 2, 3, 4}},
		"several a nanosecond":          {job{rate: 2_500_000_000}, whole(5), []int64{0, 0, 0, 1, 1}},
		"ended by the duration":         {job{rate: 10, duration: 300 * time.Millisecond}, whole(1), []int64{0, 1e8, 2e8}},
		"one in a short duration":       {job{rate: 1, duration: 100 * time.Millisecond}, whole(1), []int64{0}},
		"ended by the requests":         {job{rate: 10, duration: time.Second, requests: 2}, whole(1), []int64{0, 1e8}},
		"the first of two loops":        {job{rate: 1000}, share{0, 2, 4}, []int64{0, 2e6, 4e6, 6e6, 8e6}},
		"the second of two loops":       {job{rate: 1000}, share{1, 2, 4}, []int64{1e6, 3e6, 5e6, 7e6, 9e6}},
		"two of three connections":      {job{rate: 1000}, share{0, 2, 3}, []int64{0, 2e6, 3e6, 5e6, 6e6}},
		"a share of no request":         {job{rate: 1000, requests: 1}, share{1, 2, 4}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, schedule(newPacer(tt.job, tt.share), 5)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// anyPacer draws a job and how many loops share it.
func anyPacer(rng *rand.Rand) (job job, loops, connections int) {
	job.rate = 1 + rng.Int64N(int64(math.Pow10(1+rng.IntN(9))))
	job.poisson = rng.IntN(2) == 0
	if rng.IntN(2) == 0 {
		job.requests = 1 + rng.Int64N(3000)
	}
	if job.requests == 0 || rng.IntN(2) == 0 {
		job.duration = time.Duration(rng.Int64N(2000)*int64(time.Second)/job.rate) + 1
	}
	connections = 1 + rng.IntN(60)
	return job, 1 + rng.IntN(min(8, connections)), connections
}

// All shares together are the whole schedule, of which each has as much as it has
// connections, whatever their number.
func TestPacerShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		job, loops, connections := anyPacer(rng)
		all := schedule(newPacer(job, whole(connections)), 1<<20)
		shares := make([]pacer, loops)
		for i := range shares {
			shares[i] = newPacer(job, share{i, loops, connections})
		}
		for k, due := range all {
			p := &shares[k%connections%loops]
			if p.done() || p.due != due || p.number != int64(k) {
				t.Fatalf("%+v over %d loops: request %d is due at %d, its share has %d at %d", job, loops, k, due, p.number, p.due)
			}
			p.take()
		}
		for i, p := range shares {
			if !p.done() {
				t.Fatalf("%+v over %d loops: share %d has a request more", job, loops, i)
			}
		}
	}
}

// What is owed and left at a time is what was due by then.
func TestPacerOwedAndLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		job, loops, connections := anyPacer(rng)
		p := newPacer(job, share{rng.IntN(loops), loops, connections})
		for range rng.IntN(5) {
			p.take()
		}
		dues := schedule(p, 1<<20)
		elapsed := int64(0)
		if len(dues) > 0 {
			elapsed = dues[rng.IntN(len(dues))] + rng.Int64N(3) - 1
		}
		want := 0
		for _, due := range dues {
			if due <= elapsed {
				want++
			}
		}
		limit := rng.IntN(100)
		if got := p.owed(elapsed, limit); got != min(want, limit) {
			t.Fatalf("%+v at %d: %d owed, want %d of %d", job, elapsed, got, want, limit)
		}
		if got := p.left(elapsed); got != int64(want) {
			t.Fatalf("%+v at %d: %d left, want %d", job, elapsed, got, want)
		}
	}
}

// The k-th request of a constant schedule is due at k/rate, however many were
// before it.
func TestPacerDoesNotDrift(t *testing.T) {
	p := newPacer(job{rate: 7_777_777}, whole(1))
	for range 1_000_000 {
		p.take()
	}
	if want := int64(1_000_000) * 1_000_000_000 / 7_777_777; p.due != want {
		t.Errorf("request 1,000,000 is due at %d, want %d", p.due, want)
	}
}

// Intervals of a random schedule are exponentially distributed: their standard
// deviation is their mean, and one in e is longer.
func TestPacerDrawsExponentialIntervals(t *testing.T) {
	const n, mean = 200_000, 50_000.0
	p := newPacer(job{rate: int64(time.Second / mean), poisson: true}, whole(1))
	if p.due != 0 {
		t.Errorf("the first request is due at %d", p.due)
	}
	var squares float64
	longer, last := 0, int64(0)
	for range n {
		p.take()
		interval := float64(p.due - last)
		last = p.due
		squares += (interval - mean) * (interval - mean)
		if interval > mean {
			longer++
		}
	}
	got := []float64{float64(last) / n / mean, math.Sqrt(squares/n) / mean, float64(longer) / n * math.E}
	for i, name := range []string{"mean", "deviation", "longer than the mean"} {
		if math.Abs(got[i]-1) > 0.01 {
			t.Errorf("%s: %v times what it must be", name, got[i])
		}
	}
}

// What a hopeless rate leaves is told without drawing billions of intervals.
func TestPacerLeavesBillions(t *testing.T) {
	const want = 60e9 / 4
	for _, poisson := range []bool{false, true} {
		p := newPacer(job{rate: 1e9, duration: time.Minute, poisson: poisson}, share{3, 4, 100})
		if got := float64(p.left(math.MaxInt64)); math.Abs(got/want-1) > 0.001 {
			t.Errorf("poisson %v: %v left, want %v", poisson, got, want)
		}
	}
}

func BenchmarkPacer(b *testing.B) {
	for name, random := range map[string]bool{"constant": false, "poisson": true} {
		b.Run(name, func(b *testing.B) {
			p := newPacer(job{rate: 100_000, poisson: random}, whole(50))
			b.ReportAllocs()
			for b.Loop() {
				p.take()
			}
		})
	}
}

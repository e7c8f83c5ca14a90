package bench

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"time"
)

const (
	// arrivalSeed makes the random schedules of all runs the same, so that what
	// is compared had the same bursts.
	arrivalSeed = 0x6172726976
	// drawn is how many requests of a random schedule are counted one by one;
	// beyond it their number is what is to be expected, true to 0.1 %.
	drawn = 1_000_000
)

// pacer is the schedule of an open loop, or of one share of it: when each
// request is due, in nanoseconds after the job began. It knows no clock: all
// that it says follows from what was taken and the time that has passed. It is
// a value, whose copies look ahead.
//
// Requests are numbered over all shares and the first is due at 0. Request k of
// a constant schedule is due at k/rate seconds, rounded down; in a random one
// the intervals are exponentially distributed, which makes it a Poisson process.
type pacer struct {
	rate     int64
	interval int64 // 1/rate in nanoseconds, rounded down
	share    share
	end      int64 // what is due at end or later is not part of the job
	requests int64 // nor are requests from this number on

	number int64 // of the share's next request
	due    int64 // when that is due
	turn   int   // the connection, from 0, that its number belongs to
	excess int64 // of a constant schedule: what due was rounded down by, times rate
	random bool
	rng    rand.PCG
	exact  float64 // of a random schedule: due, not rounded
}

// share is which of several loops a pacer is for. Request k belongs to connection
// k modulo all, and connection c to loop c modulo loops, so that each loop has as
// much of the rate as it has of the connections, evenly spread.
type share struct {
	loop, loops int
	connections int // of all loops
}

// newPacer is the schedule of a job with a rate.
func newPacer(job job, of share) pacer {
	p := pacer{
		rate: job.rate, interval: int64(time.Second) / job.rate, share: of, end: math.MaxInt64, requests: math.MaxInt64,
		random: job.poisson, rng: *rand.NewPCG(arrivalSeed, 0),
	}
	if job.duration > 0 {
		p.end = int64(job.duration)
	}
	if job.requests > 0 {
		p.requests = job.requests
	}
	if !p.ours() {
		p.take()
	}
	return p
}

// take goes on to the share's next request.
func (p *pacer) take() {
	p.step()
	for !p.ours() {
		p.step()
	}
}

func (p *pacer) ours() bool { return p.turn%p.share.loops == p.share.loop }

// step goes on to the next request of any share.
func (p *pacer) step() {
	p.number++
	if p.turn++; p.turn == p.share.connections {
		p.turn = 0
	}
	if p.random {
		// 1-u is in (0, 1], so that the logarithm is finite.
		u := float64(p.rng.Uint64()>>11) / (1 << 53)
		p.exact -= math.Log(1-u) * float64(time.Second) / float64(p.rate)
		p.due = int64(p.exact)
		return
	}
	p.due += p.interval
	if p.excess += int64(time.Second) - p.interval*p.rate; p.excess >= p.rate {
		p.excess -= p.rate
		p.due++
	}
}

// taken counts the share's requests that were taken.
func (p *pacer) taken() int64 { return p.share.below(p.number) }

// done says whether all requests of the share are taken.
func (p *pacer) done() bool { return p.number >= p.requests || p.due >= p.end }

// owed counts the requests that are due when elapsed has passed, up to limit.
func (p pacer) owed(elapsed int64, limit int) (n int) {
	for n < limit && p.due <= elapsed && !p.done() {
		n++
		p.take()
	}
	return n
}

// left is owed without a limit, for millions of requests.
func (p pacer) left(elapsed int64) int64 {
	if elapsed >= p.end {
		elapsed = p.end - 1
	}
	switch {
	case p.done() || p.due > elapsed:
		return 0
	case p.random:
		return p.leftRandom(elapsed)
	}
	// k*second/rate rounds down to elapsed or less for all k below this.
	high, low := bits.Mul64(uint64(elapsed)+1, uint64(p.rate))
	below, rest := bits.Div64(high, low, uint64(time.Second))
	if rest > 0 {
		below++
	}
	return p.share.below(min(int64(below), p.requests)) - p.share.below(p.number)
}

func (p pacer) leftRandom(elapsed int64) (n int64) {
	for p.due <= elapsed && !p.done() {
		if n == drawn {
			return n + p.expected(elapsed)
		}
		n++
		p.take()
	}
	return n
}

// expected is how many of the share's requests are to be expected until elapsed.
func (p pacer) expected(elapsed int64) int64 {
	all := float64(elapsed-p.due) / float64(time.Second) * float64(p.rate)
	all = min(all, float64(p.requests-p.number))
	return int64(all * float64(p.share.below(int64(p.share.connections))) / float64(p.share.connections))
}

// below counts the share's requests with numbers below n.
func (s share) below(n int64) int64 {
	turns := func(n int64) int64 { return (n + int64(s.loops-s.loop) - 1) / int64(s.loops) }
	all := int64(s.connections)
	return n/all*turns(all) + turns(n%all)
}

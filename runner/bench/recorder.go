package bench

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"redismatrix/matrix"
)

// The histogram's range in nanoseconds, and its precision in digits.
const (
	lowest  = 1_000
	highest = 60_000_000_000
	figures = 3
)

// maxShards bounds the memory of a recorder: a shard takes about 150 KiB.
const maxShards = 128

// recorder keeps latencies, in a set of records for each of its drivers, so
// that they seldom meet at one; many drivers share a few sets.
type recorder struct {
	sets []records
}

// records are the latencies of each command of a job. response is empty without
// a rate.
type records struct {
	service, response []*shard
	// line is that of all sets, nil where nothing is kept over time.
	line *timeline
}

// shard is a distribution. Minimum, maximum and sum are exact, where
// the histogram rounds.
type shard struct {
	mu        sync.Mutex
	histogram *hdrhistogram.Histogram
	least     int64
	most      int64
	sum       float64
	overflow  int64
}

// newRecorder keeps the latencies of commands for drivers that record at the
// same time, with a rate both service and response times.
func newRecorder(drivers, commands int, rated bool) *recorder {
	each := commands
	if rated {
		each *= 2
	}
	sets := min(drivers, 4*runtime.GOMAXPROCS(0), max(1, maxShards/each))
	r := &recorder{sets: make([]records, sets)}
	for i := range r.sets {
		r.sets[i].service = newShards(commands)
		if rated {
			r.sets[i].response = newShards(commands)
		}
	}
	return r
}

// slice has all sets keep latencies over time, too.
func (r *recorder) slice(line *timeline) {
	for i := range r.sets {
		r.sets[i].line = line
	}
}

func newShards(n int) []*shard {
	shards := make([]*shard, n)
	for i := range shards {
		shards[i] = newShard()
	}
	return shards
}

func newShard() *shard {
	return &shard{histogram: hdrhistogram.New(lowest, highest, figures)}
}

// set is where driver i records.
func (r *recorder) set(i int) *records { return &r.sets[i%len(r.sets)] }

// record counts n replies with the same latency. One beyond the range counts
// as overflow and stands in the histogram at its upper end.
func (s *shard) record(nanos, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.histogram.TotalCount() == 0 || nanos < s.least {
		s.least = nanos
	}
	s.most = max(s.most, nanos)
	s.sum += float64(nanos) * float64(n)
	if nanos > highest {
		s.overflow += n
		nanos = highest
	}
	// The value is within the range, so that this cannot fail.
	_ = s.histogram.RecordValues(nanos, n)
}

// collect gives a tally what all sets and lanes hold: of all commands, and of
// each where there are several. The latency of a job with a rate is the response
// time.
func (r *recorder) collect(to *tally, lanes []*lane) {
	to.latency = newShard()
	if r.rated() {
		to.service = newShard()
	}
	for i := range r.sets[0].service {
		p := r.part(i, lanes)
		to.latency.add(p.latency)
		if r.rated() {
			to.service.add(p.service)
		}
		to.parts = append(to.parts, p)
	}
	if len(to.parts) == 1 {
		to.parts = nil
	}
}

// rated says whether the job has a rate.
func (r *recorder) rated() bool { return len(r.sets[0].response) > 0 }

// most is the longest service time of all that was recorded.
func (r *recorder) most() time.Duration {
	var most int64
	for i := range r.sets {
		for _, s := range r.sets[i].service {
			most = max(most, s.most)
		}
	}
	return time.Duration(most)
}

// part is what all sets and lanes hold of command i.
func (r *recorder) part(i int, lanes []*lane) part {
	p := part{latency: newShard()}
	if r.rated() {
		p.service = newShard()
	}
	for k := range r.sets {
		if r.rated() {
			p.latency.add(r.sets[k].response[i])
			p.service.add(r.sets[k].service[i])
		} else {
			p.latency.add(r.sets[k].service[i])
		}
	}
	for _, l := range lanes {
		if l.portions != nil {
			p.add(l.portions[i].count)
		}
	}
	return p
}

func (s *shard) add(from *shard) {
	if from.histogram.TotalCount() == 0 {
		return
	}
	if s.histogram.TotalCount() == 0 || from.least < s.least {
		s.least = from.least
	}
	s.most = max(s.most, from.most)
	s.sum += from.sum
	s.overflow += from.overflow
	s.histogram.Merge(from.histogram)
}

// latency sums the distribution up. It is zero where nothing was recorded.
func (s *shard) latency() (matrix.Latency, error) {
	count := s.histogram.TotalCount()
	if count == 0 {
		return matrix.Latency{}, nil
	}
	encoded, err := s.histogram.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		return matrix.Latency{}, fmt.Errorf("encode the latency histogram: %w", err)
	}
	at := func(percentile float64) int64 {
		return min(max(s.histogram.ValueAtPercentile(percentile), s.least), s.most)
	}
	return matrix.Latency{
		Mean: s.sum / float64(count),
		Min:  s.least, P50: at(50), P95: at(95), P99: at(99), P999: at(99.9), P9999: at(99.99), Max: s.most,
		Overflow:  s.overflow,
		Histogram: string(encoded),
	}, nil
}

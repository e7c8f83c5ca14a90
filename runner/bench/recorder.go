package bench

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/HdrHistogram/hdrhistogram-go"

	"redismatrix/matrix"
)

// The histogram's range in nanoseconds, and its precision in digits.
const (
	lowest  = 1_000
	highest = 60_000_000_000
	figures = 3
)

// recorder keeps latencies. It is split into shards, so that connections seldom
// meet at one, however many there are.
type recorder struct {
	shards []shard
}

// shard is one part of a recorder. Minimum, maximum and sum are exact, where
// the histogram rounds.
type shard struct {
	mu        sync.Mutex
	histogram *hdrhistogram.Histogram
	least     int64
	most      int64
	sum       float64
	overflow  int64
}

func newRecorder(connections int) *recorder {
	r := &recorder{shards: make([]shard, min(connections, 4*runtime.GOMAXPROCS(0)))}
	for i := range r.shards {
		r.shards[i].histogram = hdrhistogram.New(lowest, highest, figures)
	}
	return r
}

// shard is the part that connection i records into.
func (r *recorder) shard(i int) *shard { return &r.shards[i%len(r.shards)] }

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

// merged is all shards in one.
func (r *recorder) merged() *shard {
	all := &shard{histogram: hdrhistogram.New(lowest, highest, figures)}
	for i := range r.shards {
		all.add(&r.shards[i])
	}
	return all
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
		Min:  s.least, P50: at(50), P95: at(95), P99: at(99), P999: at(99.9), Max: s.most,
		Overflow:  s.overflow,
		Histogram: string(encoded),
	}, nil
}

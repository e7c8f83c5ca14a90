package bench

import (
	"time"

	"redismatrix/matrix"
)

// A test that is watched is cut into slices of time, at most mostSliced of at
// least thinnest each. There are twice as many to record in: replies may come
// after the duration, and the last slice takes what comes later still.
const (
	thinnest   = 10 * time.Millisecond
	mostSliced = 200
)

// sliceWidth is how long the slices of a test of a duration are.
func sliceWidth(duration time.Duration) time.Duration {
	return max(thinnest, duration/mostSliced).Round(time.Millisecond)
}

// timeline keeps latencies by when the replies arrived. Drivers that record at the
// same time share it.
type timeline struct {
	width  int64 // of a slice, in nanoseconds
	slices []*shard
}

func newTimeline(width, duration time.Duration) *timeline {
	n := 2 * (int(duration/width) + 1)
	return &timeline{width: int64(width), slices: newShards(n)}
}

// record counts n replies of one latency, that arrived at a time after the first
// request was sent.
func (t *timeline) record(at, nanos, n int64) {
	i := min(max(0, at/t.width), int64(len(t.slices)-1))
	t.slices[i].record(nanos, n)
}

// history is what was recorded until a time after the first request.
type history struct {
	width  time.Duration
	until  time.Duration
	slices []*shard
}

// until ends a timeline.
func (t *timeline) until(elapsed time.Duration) *history {
	n := min(int64(elapsed)/t.width+1, int64(len(t.slices)))
	return &history{width: time.Duration(t.width), until: elapsed, slices: t.slices[:n]}
}

// tell writes a history into a sample: what came over time, and what came during
// its events and apart from them.
func (h *history) tell(sample *matrix.Sample) error {
	line := matrix.Timeline{Width: h.width}
	during, apart := &stretch{latency: newShard()}, &stretch{latency: newShard()}
	for i, slice := range h.slices {
		l, err := slice.latency()
		if err != nil {
			return err
		}
		line.Slices = append(line.Slices, matrix.Slice{Requests: slice.histogram.TotalCount(), P50: l.P50, P99: l.P99, Max: l.Max})
		to := apart
		if line.Within(i, sample.Events) {
			to = during
		}
		to.add(slice, min(h.width, h.until-time.Duration(i)*h.width))
	}
	sample.Timeline = &line
	var err error
	if sample.During, err = during.told(); err != nil {
		return err
	}
	sample.Apart, err = apart.told()
	return err
}

// stretch adds slices up.
type stretch struct {
	elapsed time.Duration
	latency *shard
}

func (s *stretch) add(slice *shard, width time.Duration) {
	s.elapsed += width
	s.latency.add(slice)
}

// told is it as the run document has it, nil where it has no slices.
func (s *stretch) told() (*matrix.Span, error) {
	if s.elapsed <= 0 {
		return nil, nil
	}
	latency, err := s.latency.latency()
	latency.Histogram = ""
	return &matrix.Span{Elapsed: s.elapsed, Requests: s.latency.histogram.TotalCount(), Latency: latency}, err
}

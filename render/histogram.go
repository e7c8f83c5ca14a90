package render

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/sync/errgroup"

	"redismatrix/matrix"
)

// The range of the histograms of runs in nanoseconds, and their precision in
// digits.
const (
	leastLatency  = 1_000
	mostLatency   = 60_000_000_000
	latencyDigits = 3
)

// merged is the latencies of all rounds of a point.
type merged struct {
	histogram *hdrhistogram.Histogram // nil where there is none
	// beyond counts the latencies that are longer than the histogram tells.
	beyond int64
	// least and most are exact, 0 where that is not known.
	least, most int64
	// rounds have a histogram; those unread have one that cannot be read, for the
	// last reason.
	rounds, unread int
	reason         error
}

// merge reads the histograms of a point that is ok.
func (s *source) merge(p point) merged {
	var m merged
	if s.result(p).Status != matrix.StatusOK {
		return m
	}
	for _, sample := range s.measuredAs(p).Samples {
		whole, err := s.shelf.Whole(sample)
		if of, part := matrix.CutPart(p.test); part {
			whole, _ = whole.Part(of)
		}
		switch {
		case err != nil:
			m.rounds, m.unread, m.reason = m.rounds+1, m.unread+1, err
		case whole.Latency.Histogram != "":
			m.rounds++
			m.add(whole.Latency)
		}
	}
	return m
}

// mergeAll is merge of each of the points; as many at a time as there are CPUs.
func (s *source) mergeAll(points []point) []merged {
	all := make([]merged, len(points))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range points {
		workers.Go(func() error {
			all[i] = s.merge(p)
			return nil
		})
	}
	_ = workers.Wait() // none of them fails
	return all
}

// measuredAs is the result that a point is measured in: a part's is that of the
// mix.
func (s *source) measuredAs(p point) matrix.Result {
	if p.part() {
		p.test = matrix.TestMix
	}
	return s.result(p)
}

func (m *merged) add(l matrix.Latency) {
	read, err := unpack(l.Histogram)
	if err != nil {
		m.unread, m.reason = m.unread+1, err
		return
	}
	if m.histogram == nil {
		m.histogram = hdrhistogram.New(leastLatency, mostLatency, latencyDigits)
	}
	m.beyond += read.MergeInto(m.histogram) + max(l.Overflow, 0)
	if l.Min > 0 && (m.least == 0 || l.Min < m.least) {
		m.least = l.Min
	}
	m.most = max(m.most, l.Max)
}

// unpack reads a histogram, without the buckets that are empty: they would be nearly
// all of its memory.
func unpack(text string) (*hdrhistogram.PackedHistogram, error) {
	read, err := hdrhistogram.DecodePacked([]byte(text))
	if err == nil && read.TotalCount() == math.MaxInt64 {
		return nil, errors.New("its counts are too great to be added up")
	}
	return read, err
}

// total is how many latencies there are.
func (m merged) total() int64 {
	if m.histogram == nil {
		return 0
	}
	return m.histogram.TotalCount() + m.beyond
}

// note says that not all of a curve could be read.
func (m merged) note(name string) Note {
	note := Note{
		Text:   fmt.Sprintf("%s: %d of %s cannot be read: %v", name, m.unread, plural(m.rounds, "histogram"), m.reason),
		Remedy: "the document was changed, or another program wrote it",
	}
	if m.unread < m.rounds {
		note.Text += "; the curve is of the others"
	}
	return note
}

// steps divide each power of ten of a curve's positions.
var steps = []float64{1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8}

// curve is the latency in milliseconds at positions 1/(1-q) of quantiles q, up to
// that of the longest, as far as the histogram tells.
func (m merged) curve() (positions, values []float64) {
	if m.histogram == nil {
		return nil, nil
	}
	total, known := m.total(), m.histogram.TotalCount()
	for decade := 1.0; decade <= float64(total); decade *= 10 {
		for _, step := range steps {
			if at := step * decade; at < float64(total) {
				positions = append(positions, at)
			}
		}
	}
	positions = append(positions, float64(total))
	for i, at := range positions {
		rank := int64(math.Ceil(float64(total) - float64(total)/at))
		if i == len(positions)-1 {
			rank = total
		}
		if rank > known {
			return positions[:i], values
		}
		values = append(values, float64(m.at(max(rank, 1)))/1e6)
	}
	return positions, values
}

// at is the latency of a rank, in nanoseconds. The first and the last are exact
// where that is known, and between them no other one is beyond them.
func (m merged) at(rank int64) int64 {
	known := m.histogram.TotalCount()
	v := m.histogram.ValueAtPercentile(100 * float64(rank) / float64(known))
	switch {
	case rank == 1 && m.least > 0:
		return m.least
	case rank == known && m.beyond == 0 && m.most > 0:
		return m.most
	case m.most > 0:
		v = min(v, m.most)
	}
	return max(v, m.least)
}

// percentileMarks are p50, p90, p99 and so on, as far as so many latencies tell,
// and where they stand.
func percentileMarks(total int64) (labels []string, positions []float64) {
	labels, positions = []string{"p50"}, []float64{2}
	percent, place := 90.0, 10.0
	for digits := 0; place <= float64(total); digits++ {
		labels = append(labels, "p"+strconv.FormatFloat(percent, 'f', max(digits-1, 0), 64))
		positions = append(positions, place)
		place *= 10
		percent = 100 - 100/place
	}
	return labels, positions
}

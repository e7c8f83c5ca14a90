package main

import (
	"fmt"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"

	"redismatrix/matrix"
)

// distribution is how latencies are spread, in milliseconds. Its zero value is
// that of nothing.
type distribution struct {
	mean, least, p50, p95, p99, most float64
	histogram                        *hdrhistogram.Histogram // in nanoseconds
}

// The range of latencies that the core records, in nanoseconds.
const (
	leastLatency = 1_000
	mostLatency  = 60_000_000_000
)

// newDistribution reads a latency, rounded to a number of significant digits
// as a histogram of that precision rounds.
func newDistribution(l matrix.Latency, digits int) (distribution, error) {
	if l.Histogram == "" {
		return distribution{}, nil
	}
	recorded, err := hdrhistogram.Decode([]byte(l.Histogram))
	if err != nil {
		return distribution{}, err
	}
	d := distribution{
		mean: milliseconds(l.Mean), least: milliseconds(float64(l.Min)), most: milliseconds(float64(l.Max)),
		p50: milliseconds(float64(l.P50)), p95: milliseconds(float64(l.P95)), p99: milliseconds(float64(l.P99)),
		histogram: recorded,
	}
	if digits < latencyDigits {
		d.round(digits)
	}
	return d, nil
}

func milliseconds(nanos float64) float64 { return nanos / 1e6 }

// round records the latencies anew, to fewer digits.
func (d *distribution) round(digits int) {
	coarse := hdrhistogram.New(leastLatency, mostLatency, digits)
	for _, bar := range d.histogram.Distribution() {
		_ = coarse.RecordValues(min(bar.From, mostLatency), bar.Count) // within the range
	}
	d.histogram = coarse
	at := func(percentile float64) float64 {
		return min(milliseconds(float64(coarse.ValueAtPercentile(percentile))), d.most)
	}
	d.p50, d.p95, d.p99 = at(50), at(95), at(99)
}

// summary is mean, minimum, p50, p95, p99 and maximum, as redis-benchmark
// orders them.
func (d distribution) summary() [6]float64 {
	return [6]float64{d.mean, d.least, d.p50, d.p95, d.p99, d.most}
}

// writePercentiles prints the latency at ever higher percentiles, each halving
// the distance to 100 %.
func (d distribution) writePercentiles(w *strings.Builder) {
	if d.histogram == nil {
		return
	}
	total, last := d.histogram.TotalCount(), int64(-1)
	for _, at := range d.histogram.CumulativeDistributionWithTicks(1) {
		if at.Count != last || at.Count == total {
			writeShare(w, at.Quantile, min(milliseconds(float64(at.ValueAt)), d.most), at.Count)
		}
		last = at.Count
	}
}

// The steps of writeCumulative in nanoseconds, those of redis-benchmark: fine up
// to fineLatency. Beyond they are at most coarseSteps, and longer where
// latencies are.
const (
	fineStep    = 100_000
	coarseStep  = 1_000_000
	fineLatency = 2_000_000
	coarseSteps = 40
)

// coarse is the length of the steps beyond fineLatency: 1, 2 or 5 times a power
// of ten milliseconds.
func (d distribution) coarse() int64 {
	most := d.histogram.Max() - fineLatency
	for step := int64(coarseStep); ; step *= 10 {
		for _, times := range []int64{1, 2, 5} {
			if most <= coarseSteps*step*times {
				return step * times
			}
		}
	}
}

// writeCumulative prints how many latencies are no longer than each of the
// steps up to the longest, but for steps that add none.
func (d distribution) writeCumulative(w *strings.Builder) {
	if d.histogram == nil {
		return
	}
	total, last, step := d.histogram.TotalCount(), int64(-1), int64(fineStep)
	bars := d.histogram.Distribution()
	var count int64
	for bound := step; count < total; bound += step {
		for len(bars) > 0 && bars[0].From <= bound {
			count, bars = count+bars[0].Count, bars[1:]
		}
		if count != last || count == total {
			writeShare(w, 100*float64(count)/float64(total), milliseconds(float64(bound)), count)
		}
		if last = count; bound > fineLatency {
			step = d.coarse()
		}
	}
}

func writeShare(w *strings.Builder, percent, milliseconds float64, count int64) {
	if percent < 100 {
		percent = min(percent, 99.999) // which rounds to less than all
	}
	fmt.Fprintf(w, "%3.3f%% <= %.3f milliseconds (cumulative count %d)\n", percent, milliseconds, count)
}

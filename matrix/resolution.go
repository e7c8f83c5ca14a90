package matrix

import (
	"math"

	"redismatrix/matrix/stats"
)

// A percentile of latency is read from a histogram, whose cells are 512 ns wide
// up to 1 ms and at most a thousandth of the value beyond it (three figures from
// 1 µs on, see Distribution).
const (
	cellMillis   = 512e-6
	cellRelative = 1e-3
)

// stepped reports whether a metric is read in the steps of a histogram. The mean
// and the maximum are not.
func stepped(metric string) bool {
	switch metric {
	case MetricP50, MetricP95, MetricP99, MetricP999, MetricP9999, MetricServiceP50, MetricServiceP99,
		MetricDuringP99, MetricApartP99, MetricDuringP999, MetricApartP999:
		return true
	}
	return false
}

// resolution is how far apart, as logarithms, values may be read that are as good
// as equal: in neighbouring cells. However many rounds there are, they may all lie
// on either side of one border, so that no mean makes it less.
func (e Evidence) resolution() float64 {
	if !stepped(e.Metric) || len(e.Base) == 0 || len(e.Other) == 0 {
		return 0
	}
	least := math.Exp(min(stats.Mean(e.Base), stats.Mean(e.Other)))
	const rounding = 1e-9 // of logarithms and their means
	return math.Log1p(max(cellRelative, cellMillis/least)) + rounding
}

package render

import (
	"fmt"
	"math"
	"slices"

	"redismatrix/matrix"
)

// metric is what a table's cells show.
type metric struct {
	title, unit string
	// of reads the metric from a sample; false where it was not recorded.
	of func(matrix.Sample) (float64, bool)
}

// metricNamed finds a metric of the matrix package; "" is requests per second.
func metricNamed(name string) (metric, error) {
	switch name {
	case "", matrix.MetricRPS:
		return metric{"Requests per second", "requests/s", rps}, nil
	case matrix.MetricP50:
		return latency("p50", func(l matrix.Latency) int64 { return l.P50 }), nil
	case matrix.MetricP99:
		return latency("p99", func(l matrix.Latency) int64 { return l.P99 }), nil
	case matrix.MetricP999:
		return latency("p99.9", func(l matrix.Latency) int64 { return l.P999 }), nil
	case matrix.MetricServerCPU:
		return metric{"Server CPU per request, µs", "µs", serverCPU}, nil
	}
	return metric{}, fmt.Errorf("find metric %q: a table's metric is one of %s, %s, %s, %s, %s", name,
		matrix.MetricRPS, matrix.MetricP50, matrix.MetricP99, matrix.MetricP999, matrix.MetricServerCPU)
}

func rps(s matrix.Sample) (float64, bool) { return s.RPS, true }

func latency(name string, quantile func(matrix.Latency) int64) metric {
	return metric{name + " latency, ms", "ms", func(s matrix.Sample) (float64, bool) {
		nanos := quantile(s.Latency)
		return float64(nanos) / 1e6, nanos != 0
	}}
}

func serverCPU(s matrix.Sample) (float64, bool) {
	if s.Requests <= 0 || s.ServerCPU == 0 {
		return 0, false
	}
	return float64(s.ServerCPU.Nanoseconds()) / 1e3 / float64(s.Requests), true
}

// median of values, which are not empty; the mean of the middle two where
// their number is even.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return sorted[mid-1] + (sorted[mid]-sorted[mid-1])/2
}

// spread is half the range of values relative to their median, 0 where there
// are fewer than two or the median is 0.
func spread(values []float64) float64 {
	mid := median(values)
	if len(values) < 2 || mid == 0 {
		return 0
	}
	return (slices.Max(values) - slices.Min(values)) / 2 / math.Abs(mid)
}

// digitsFor is how many decimals show v with three significant digits.
func digitsFor(v float64) int {
	v = math.Abs(v)
	switch {
	case v == 0 || v >= 100 || math.IsNaN(v):
		return 0
	case v >= 10:
		return 1
	case v >= 1:
		return 2
	}
	return min(2-int(math.Floor(math.Log10(v))), 6)
}

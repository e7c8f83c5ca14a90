package render

import (
	"fmt"

	"redismatrix/matrix"
)

// metric is what a table's cells show: its name in the matrix package, and how
// tables call it.
type metric struct{ name, title, unit string }

// metricNamed finds a metric of the matrix package; "" is requests per second.
func metricNamed(name string) (metric, error) {
	switch name {
	case "", matrix.MetricRPS:
		return metric{matrix.MetricRPS, "Requests per second", "requests/s"}, nil
	case matrix.MetricP50, matrix.MetricP99, matrix.MetricP999:
		return metric{name, name + " latency, ms", "ms"}, nil
	case matrix.MetricServerCPU:
		return metric{name, "Server CPU per request, µs", "µs"}, nil
	}
	return metric{}, fmt.Errorf("find metric %q: a table's metric is one of %s, %s, %s, %s, %s", name,
		matrix.MetricRPS, matrix.MetricP50, matrix.MetricP99, matrix.MetricP999, matrix.MetricServerCPU)
}

package matrix

import (
	"math"
	"slices"
	"time"
)

// Metric is something that tables can show of a sample.
type Metric struct {
	// Name is how specs and flags call it, such as MetricP99.
	Name string
	// Title is what tables call it: "p99 latency". With a rate it is Open
	// instead, and Both where a table has cells with a rate and without. Open
	// and Both are "" where a rate changes nothing.
	Title, Open, Both string
	// Unit of the values, such as "ms".
	Unit string
	// Whole is true for what is measured of all that a sample sends, and not of
	// the parts of a mix.
	Whole bool
	// Higher is true where more is better.
	Higher bool
	// Trials are the trials that it is told of, and of no other test; none for
	// what is measured of a load.
	Trials []TrialKind
	// Worst is true for what is the greatest of all rounds, and not their median.
	Worst bool
	// Count is true for what may be 0, so that no ratio to a baseline can be
	// judged.
	Count bool

	value func(Sample) (value float64, recorded bool)
}

// metrics are what a table can show, in the order in which help lists them.
var metrics = slices.Concat([]Metric{
	{Name: MetricRPS, Title: "Requests per second", Open: "Achieved requests per second", Unit: "requests/s", Higher: true, value: Sample.rate},
	latencyMetric(MetricMean, func(l Latency) int64 { return int64(math.Round(l.Mean)) }),
	latencyMetric(MetricP50, func(l Latency) int64 { return l.P50 }),
	latencyMetric(MetricP95, func(l Latency) int64 { return l.P95 }),
	latencyMetric(MetricP99, func(l Latency) int64 { return l.P99 }),
	latencyMetric(MetricP999, func(l Latency) int64 { return l.P999 }),
	latencyMetric(MetricP9999, func(l Latency) int64 { return l.P9999 }),
	latencyMetric(MetricMax, func(l Latency) int64 { return l.Max }),
	serviceMetric(MetricServiceP50, "p50", func(l Latency) int64 { return l.P50 }),
	serviceMetric(MetricServiceP99, "p99", func(l Latency) int64 { return l.P99 }),
	{Name: MetricServerCPU, Title: "Server CPU per request", Unit: "µs", Whole: true,
		value: func(s Sample) (float64, bool) { return s.perRequest(s.ServerCPU) }},
	{Name: MetricServerBusy, Title: "Server CPU", Unit: "% of a CPU", Whole: true, value: Sample.serverBusy},
	{Name: MetricClientCPU, Title: "Client CPU per request", Unit: "µs", Whole: true,
		value: func(s Sample) (float64, bool) { return s.perRequest(s.ClientCPU) }},
	{Name: MetricMemoryPerKey, Title: "Memory per key", Unit: "bytes", Whole: true, value: Sample.memoryPerKey},
	{Name: MetricHitRate, Title: "Hit rate", Unit: "%", Higher: true, value: Sample.hitRate},
	{Name: MetricBandwidth, Title: "Bandwidth", Unit: "MB/s", Higher: true, value: Sample.bandwidth},
	{Name: MetricWrittenPerRequest, Title: "Bytes written per request", Unit: "bytes", Whole: true, Count: true, value: Sample.writtenPerRequest},
	{Name: MetricWriteAmplification, Title: "Write amplification", Unit: "×", Whole: true, Count: true, value: Sample.writeAmplification},
	{Name: MetricFsyncs, Title: "Fsyncs", Unit: "fsyncs/s", Whole: true, Count: true, value: Sample.fsyncs},
	{Name: MetricAOFDelayed, Title: "Delayed fsyncs of the AOF", Unit: "fsyncs/s", Whole: true, Count: true, value: Sample.aofDelayed},
	{Name: MetricAOFSize, Title: "AOF size", Unit: "MB", Whole: true, Count: true, value: Sample.aofSize},
	{Name: MetricRDBSize, Title: "RDB size", Unit: "MB", Whole: true, value: Sample.rdbSize},
	{Name: MetricRestart, Title: "Restart", Unit: "ms", Trials: []TrialKind{TrialRestart}, value: Sample.restart},
	lossMetric(MetricLost, "Confirmed writes lost", "writes", Sample.lost),
	lossMetric(MetricLostWorst, "Confirmed writes lost in the worst case", "writes", Sample.lostWorst),
	lossMetric(MetricLostTime, "Work lost in the worst case", "s", Sample.lostTime),
}, eventMetrics)

// metricPlaces are where metrics stand, by name: each sample is asked for many.
var metricPlaces = placesOf(metrics)

func placesOf(metrics []Metric) map[string]int {
	places := make(map[string]int, len(metrics))
	for i, m := range metrics {
		places[m.Name] = i
	}
	return places
}

// lossMetric is told of crashes. All but the median is that of the worst.
func lossMetric(name, title, unit string, value func(Sample) (float64, bool)) Metric {
	return Metric{
		Name: name, Title: title, Unit: unit, Trials: []TrialKind{TrialCrash, TrialPowerLoss},
		Worst: name != MetricLost, Count: true, value: value,
	}
}

func latencyMetric(name string, read func(Latency) int64) Metric {
	return Metric{
		Name: name, Title: name + " latency", Open: name + " response time", Both: name + " latency or response time", Unit: "ms",
		value: func(s Sample) (float64, bool) { return millis(read(s.Latency)) },
	}
}

// serviceMetric reads the service time, which in a closed loop is the latency.
func serviceMetric(name, label string, read func(Latency) int64) Metric {
	return Metric{Name: name, Title: label + " service time", Unit: "ms", value: func(s Sample) (float64, bool) {
		switch {
		case s.Service != nil:
			return millis(read(*s.Service))
		case s.Offered > 0:
			return 0, false
		}
		return millis(read(s.Latency))
	}}
}

// Metrics lists the names of what a table can show.
func Metrics() []string {
	names := make([]string, len(metrics))
	for i, m := range metrics {
		names[i] = m.Name
	}
	return names
}

// JudgedMetrics lists the names of what can be compared with a baseline.
func JudgedMetrics() []string {
	judged := slices.DeleteFunc(slices.Clone(metrics), func(m Metric) bool { return m.Count })
	names := make([]string, len(judged))
	for i, m := range judged {
		names[i] = m.Name
	}
	return names
}

// LookupMetric finds a metric by name; "" is MetricRPS.
func LookupMetric(name string) (Metric, bool) {
	if name == "" {
		name = MetricRPS
	}
	i, known := metricPlaces[name]
	if !known {
		return Metric{}, false
	}
	return metrics[i], true
}

// Value is what the sample says of a metric, in the metric's unit; false where
// it was not recorded or the metric is not known.
func (s Sample) Value(metric string) (float64, bool) {
	m, known := LookupMetric(metric)
	if !known {
		return 0, false
	}
	if s.Recorded != nil {
		v, told := s.Recorded[m.Name]
		return v, told
	}
	return m.value(s)
}

func (s Sample) rate() (float64, bool) { return s.RPS, s.Trial == nil }

// hitRate is in percent; there is none where nothing was read.
func (s Sample) hitRate() (float64, bool) {
	reads := s.Hits + s.Misses
	return 100 * float64(s.Hits) / float64(max(reads, 1)), reads > 0
}

// bandwidth is in millions of bytes a second, both directions together.
func (s Sample) bandwidth() (float64, bool) {
	bytes := s.Sent + s.Received
	if bytes <= 0 || s.Elapsed <= 0 {
		return 0, false
	}
	return float64(bytes) / 1e6 / s.Elapsed.Seconds(), true
}

// serverBusy is the share of the measured time that the server used a CPU, in
// percent: more than 100 where it has several threads.
func (s Sample) serverBusy() (float64, bool) {
	if s.ServerCPU <= 0 || s.Elapsed <= 0 {
		return 0, false
	}
	return 100 * s.ServerCPU.Seconds() / s.Elapsed.Seconds(), true
}

// perRequest is a time divided among the requests, in microseconds.
func (s Sample) perRequest(used time.Duration) (float64, bool) {
	if used <= 0 || s.Requests <= 0 {
		return 0, false
	}
	return float64(used.Nanoseconds()) / 1e3 / float64(s.Requests), true
}

func millis(nanoseconds int64) (float64, bool) {
	return float64(nanoseconds) / 1e6, nanoseconds > 0
}

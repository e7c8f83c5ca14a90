package render

import (
	"strings"
	"time"

	"redismatrix/matrix"
)

// sampleColumn is a column of the table of samples. Its value is nil where a
// sample does not tell.
type sampleColumn struct {
	head  string
	value func(taken) any
}

// sampleColumns are all that a sample can tell. Times that requests took are
// called by title.
func sampleColumns(axes []string, title string) []sampleColumn {
	var columns []sampleColumn
	for _, axis := range axes {
		columns = append(columns, sampleColumn{cornerOf(axis), func(t taken) any { return wordOr(t.cell.Value(axis)) }})
	}
	columns = append(columns, identityColumns()...)
	columns = append(columns, countColumns()...)
	columns = append(columns, latencyColumns(strings.ToLower(title), "", func(t taken) *matrix.Latency { return &t.Latency })...)
	columns = append(columns, serviceColumns()...)
	columns = append(columns, costColumns()...)
	columns = append(columns, persistenceColumns()...)
	columns = append(columns, trialColumns()...)
	columns = append(columns, eventColumns()...)
	columns = append(columns, hostColumns()...)
	return append(columns,
		sampleColumn{"first error", func(t taken) any { return wordOr(t.FirstError) }},
		sampleColumn{"notes", func(t taken) any { return notesOr(t.Notes) }},
		sampleColumn{"source", func(t taken) any { return wordOr(t.source) }},
	)
}

// identityColumns say which sample it is, and how it went.
func identityColumns() []sampleColumn {
	return []sampleColumn{
		{"role", func(t taken) any { return wordOr(roleOf(t.cell)) }},
		{"server", func(t taken) any { return wordOr(t.server) }},
		{"test", func(t taken) any { return t.Test }},
		{"round", func(t taken) any { return int64(t.Round) }},
		{"attempts", func(t taken) any { return t.attempts() }},
		{"status", func(t taken) any { return string(t.Status) }},
		{"reason", func(t taken) any { return wordOr(t.Reason) }},
		{"remedy", func(t taken) any { return wordOr(t.Remedy) }},
		{"started, UTC", func(t taken) any {
			if t.Started.IsZero() {
				return nil
			}
			return t.Started.UTC()
		}},
		{"elapsed, s", func(t taken) any { return positiveOr(t.Elapsed.Seconds()) }},
	}
}

// attempts is how often a sample was measured until others' work did not void it,
// or that was given up.
func (t taken) attempts() any {
	if !t.measured() {
		return nil
	}
	return int64(1 + len(t.Voided))
}

func roleOf(cell *matrix.Cell) string {
	switch {
	case cell.Control:
		return "control"
	case cell.Baseline:
		return "baseline"
	}
	return ""
}

// countColumns are what was sent and what came back.
func countColumns() []sampleColumn {
	return []sampleColumn{
		{"requests", func(t taken) any { return t.counted(t.Requests) }},
		{"errors", func(t taken) any { return t.counted(t.Errors) }},
		{"hits", func(t taken) any { return t.reads(t.Hits) }},
		{"misses", func(t taken) any { return t.reads(t.Misses) }},
		{"hit rate, %", func(t taken) any { return t.metric(matrix.MetricHitRate, t.reads(t.Hits) != nil) }},
		{"rate, requests/s", func(t taken) any { return t.metric(matrix.MetricRPS, t.measured()) }},
		{"offered rate, requests/s", func(t taken) any { return positiveOr(t.Offered) }},
		{"due", func(t taken) any { return t.offered(t.Due) }},
		{"never sent", func(t taken) any { return t.offered(t.Unsent) }},
		{"sent, bytes", func(t taken) any { return t.counted(t.Sent) }},
		{"received, bytes", func(t taken) any { return t.counted(t.Received) }},
		{"bandwidth, MB/s", func(t taken) any { return t.metric(matrix.MetricBandwidth, true) }},
	}
}

// latencyColumns are the times that requests took, those of of. Metrics of these
// times begin with prefix.
func latencyColumns(title, prefix string, of func(taken) *matrix.Latency) []sampleColumn {
	at := func(name string, read func(*matrix.Latency) float64) sampleColumn {
		metric := prefix + name
		return sampleColumn{title + " " + name + ", ms", func(t taken) any {
			if v, told := t.Recorded[metric]; told {
				return positiveOr(v)
			}
			return positiveOr(read(of(t)) / 1e6)
		}}
	}
	return []sampleColumn{
		at("min", func(l *matrix.Latency) float64 { return float64(l.Min) }),
		at("mean", func(l *matrix.Latency) float64 { return l.Mean }),
		at(matrix.MetricP50, func(l *matrix.Latency) float64 { return float64(l.P50) }),
		at(matrix.MetricP95, func(l *matrix.Latency) float64 { return float64(l.P95) }),
		at(matrix.MetricP99, func(l *matrix.Latency) float64 { return float64(l.P99) }),
		at(matrix.MetricP999, func(l *matrix.Latency) float64 { return float64(l.P999) }),
		at(matrix.MetricP9999, func(l *matrix.Latency) float64 { return float64(l.P9999) }),
		at(matrix.MetricMax, func(l *matrix.Latency) float64 { return float64(l.Max) }),
		{title + " beyond 60 s", func(t taken) any { return countOr(of(t).Overflow) }},
	}
}

// serviceColumns are the times of service, which are told apart where there is a
// rate.
func serviceColumns() []sampleColumn {
	return latencyColumns("service time", "service_", func(t taken) *matrix.Latency {
		if t.Service == nil {
			return &matrix.Latency{}
		}
		return t.Service
	})
}

// costColumns are what it took of server and client.
func costColumns() []sampleColumn {
	return []sampleColumn{
		{"server CPU, µs/request", func(t taken) any { return t.metric(matrix.MetricServerCPU, true) }},
		{"server CPU, % of a CPU", func(t taken) any { return t.metric(matrix.MetricServerBusy, true) }},
		{"client CPU, µs/request", func(t taken) any { return t.metric(matrix.MetricClientCPU, true) }},
		{"threads", func(t taken) any { return countOr(int64(t.Threads)) }},
		{"busiest thread, % of a CPU", func(t taken) any { return positiveOr(100 * t.ThreadBusy) }},
		{"memory per key, bytes", func(t taken) any { return t.metric(matrix.MetricMemoryPerKey, true) }},
	}
}

// persistenceColumns are what the server did to its storage.
func persistenceColumns() []sampleColumn {
	at := func(head, metric string) sampleColumn {
		return sampleColumn{head, func(t taken) any { return t.metric(metric, true) }}
	}
	return []sampleColumn{
		at("written to storage, bytes/request", matrix.MetricWrittenPerRequest),
		at("write amplification, ×", matrix.MetricWriteAmplification),
		at("fsyncs/s", matrix.MetricFsyncs),
		at("delayed fsyncs of the AOF/s", matrix.MetricAOFDelayed),
		at("AOF size, MB", matrix.MetricAOFSize),
		at("RDB size, MB", matrix.MetricRDBSize),
	}
}

// hostColumns are what the machine did meanwhile, of the time of all its CPUs.
func hostColumns() []sampleColumn {
	at := func(head string, read func(*matrix.HostUse) float64) sampleColumn {
		return sampleColumn{head, func(t taken) any {
			if t.Host == nil || t.Host.Interval <= 0 || t.Host.CPUs <= 0 {
				return nil
			}
			return read(t.Host)
		}}
	}
	spent := func(name string, read func(*matrix.HostUse) time.Duration) sampleColumn {
		return at("host "+name+", %", func(h *matrix.HostUse) float64 {
			return 100 * float64(read(h)) / (float64(h.Interval) * float64(h.CPUs))
		})
	}
	rate := func(head string, read func(*matrix.HostUse) float64) sampleColumn {
		return at(head, func(h *matrix.HostUse) float64 { return read(h) / h.Interval.Seconds() })
	}
	return []sampleColumn{
		spent("user", func(h *matrix.HostUse) time.Duration { return h.User }),
		spent("system", func(h *matrix.HostUse) time.Duration { return h.System }),
		spent("softirq", func(h *matrix.HostUse) time.Duration { return h.SoftIRQ }),
		spent("iowait", func(h *matrix.HostUse) time.Duration { return h.IOWait }),
		spent("steal", func(h *matrix.HostUse) time.Duration { return h.Steal }),
		rate("host context switches/s", func(h *matrix.HostUse) float64 { return float64(h.Switches) }),
		rate("host loopback, MB/s", func(h *matrix.HostUse) float64 { return float64(h.Loopback) / 1e6 }),
		rate("host other interfaces, MB/s", func(h *matrix.HostUse) float64 { return float64(h.Received+h.Transmitted) / 1e6 }),
		{"host clock before, MHz", func(t taken) any { return clockOr(t.Host, func(h *matrix.HostUse) float64 { return h.MHzBefore }) }},
		{"host clock after, MHz", func(t taken) any { return clockOr(t.Host, func(h *matrix.HostUse) float64 { return h.MHzAfter }) }},
	}
}

func clockOr(use *matrix.HostUse, read func(*matrix.HostUse) float64) any {
	if use == nil {
		return nil
	}
	return positiveOr(read(use))
}

// measured reports whether anything came back of a load in a sample that was
// measured here.
func (t taken) measured() bool {
	return t.Recorded == nil && t.Trial == nil && (t.Requests > 0 || t.Elapsed > 0)
}

// counted is a count of a sample that was measured.
func (t taken) counted(n int64) any {
	if !t.measured() {
		return nil
	}
	return n
}

// reads is a count of reads, nil where there were none.
func (t taken) reads(n int64) any {
	if t.Hits+t.Misses == 0 {
		return nil
	}
	return n
}

// offered is a count of requests that were due, nil where they have no times.
func (t taken) offered(n int64) any {
	if t.Offered <= 0 {
		return nil
	}
	return n
}

// metric is the sample's value of a metric, nil where it does not tell, or is not
// asked. What is no number is none.
func (t taken) metric(name string, asked bool) any {
	if !asked && t.Recorded == nil {
		return nil
	}
	v, known := t.Value(name)
	if !known || !finite(v) {
		return nil
	}
	return v
}

// positiveOr is a number, nil where it is not above 0.
func positiveOr(v float64) any {
	if !(v > 0) || !finite(v) {
		return nil
	}
	return v
}

// countOr is a count, nil for 0.
func countOr(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

// wordOr is a text, nil where it is empty.
func wordOr(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// notesOr are notes in one text, nil where there are none.
func notesOr(notes []matrix.Note) any {
	return wordOr(strings.Join(mapEach(notes, func(n matrix.Note) string { return Note(n).String() }), " / "))
}

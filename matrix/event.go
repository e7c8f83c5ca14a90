package matrix

import (
	"math"
	"slices"
	"time"
)

// Events of a load: what the server is asked to do in the middle of a test, or
// is watched doing.
const (
	// EventNone neither asks nor watches; "" too.
	EventNone = "none"
	// EventSave asks for a BGSAVE, EventRewrite for a BGREWRITEAOF.
	EventSave    = "bgsave"
	EventRewrite = "bgrewriteaof"
	// EventWatch asks for nothing, and watches for what the server begins by
	// itself: save points, and auto-aof-rewrite-percentage.
	EventWatch = "watch"
)

var eventWords = []string{EventNone, EventSave, EventRewrite, EventWatch}

var eventForm = oneOf(eventWords...)

// Watched reports whether the server is watched for events.
func (l Load) Watched() bool { return l.Event != "" && l.Event != EventNone }

// AsksFor reports whether the server is asked for an event.
func (l Load) AsksFor() bool { return l.Event == EventSave || l.Event == EventRewrite }

// Preloads reports whether all keys are set before a test that would find none:
// an event is of a server that holds data.
func (l Load) Preloads(test Test) bool {
	families, _ := test.Families()
	return l.Watched() && test.Needs == DataNone && slices.Contains(families, numberedKey)
}

// numberedKey is what the data set DataKeys is made of.
const numberedKey = "key:__key__"

// unasked is why servers of the setup are not asked for the load's event, "" where
// they are.
func (s Setup) unasked(load Load) string {
	if load.AsksFor() && s.Server.Kind == RefAttach {
		return "an attached server is not asked to save or rewrite; use event watch"
	}
	return ""
}

// Event is a BGSAVE or an AOF rewrite that a server did while a sample was
// measured.
type Event struct {
	// Kind is EventSave or EventRewrite.
	Kind string `json:"kind"`
	// Automatic is true where the server began it by itself.
	Automatic bool `json:"automatic,omitempty"`
	// Start is when it was asked for, or else when it was last seen not to be under
	// way; End when it was first seen to be over. Both count from the first
	// request, in nanoseconds, and are as precise as Every.
	Start time.Duration `json:"start_ns"`
	End   time.Duration `json:"end_ns"`
	// Every is the time between two looks at the server.
	Every time.Duration `json:"every_ns"`
	// Fork is how long the server stood still for its fork (latest_fork_usec).
	Fork time.Duration `json:"fork_ns,omitempty"`
	// CopyOnWrite is the memory that was copied since it was written to
	// meanwhile, in bytes (rdb_last_cow_size, aof_last_cow_size: from Redis 4.0
	// on); 0 where the server does not tell.
	CopyOnWrite int64 `json:"copy_on_write_bytes,omitempty"`
	// Failed is true where the server says that it did not succeed, or refused it
	// with Reason.
	Failed bool   `json:"failed,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Timeline is a sample over time: slices of equal width from the first request
// on, one after the other.
type Timeline struct {
	Width  time.Duration `json:"width_ns"`
	Slices []Slice       `json:"slices"`
}

// Slice is what came back in a part of a sample's time. Latencies are
// nanoseconds, of the requests that were answered in it; 0 where there were
// none.
type Slice struct {
	Requests int64 `json:"requests"`
	P50      int64 `json:"p50_ns"`
	P99      int64 `json:"p99_ns"`
	Max      int64 `json:"max_ns"`
}

// Span is what came back in some slices of a timeline together.
type Span struct {
	Elapsed  time.Duration `json:"elapsed_ns"` // of the slices
	Requests int64         `json:"requests"`
	// Latency has no histogram.
	Latency Latency `json:"latency"`
}

// rps is the span's requests a second, error replies included.
func (s *Span) rps() (float64, bool) {
	if s == nil || s.Elapsed <= 0 {
		return 0, false
	}
	return float64(s.Requests) / s.Elapsed.Seconds(), true
}

// Within reports whether the slice with this index overlaps an event.
func (t Timeline) Within(index int, events []Event) bool {
	from := time.Duration(index) * t.Width
	for _, e := range events {
		if e.Start < from+t.Width && e.End >= from {
			return true
		}
	}
	return false
}

// eventMetrics tell what an event costs. What is read during one is of the
// slices of time that it touches, what is read apart from it of all others.
var eventMetrics = []Metric{
	{Name: MetricDuringRPS, Title: "Requests per second during the event", Unit: "requests/s", Whole: true, Higher: true,
		value: func(s Sample) (float64, bool) { return s.During.rps() }},
	{Name: MetricApartRPS, Title: "Requests per second apart from the event", Unit: "requests/s", Whole: true, Higher: true,
		value: func(s Sample) (float64, bool) { return s.Apart.rps() }},
	{Name: MetricDip, Title: "Throughput lost during the event", Unit: "%", Whole: true, Count: true, value: Sample.dip},
	spanMetric(MetricDuringP99, "p99 latency during the event", Sample.during, func(l Latency) int64 { return l.P99 }),
	spanMetric(MetricApartP99, "p99 latency apart from the event", Sample.apart, func(l Latency) int64 { return l.P99 }),
	spanMetric(MetricDuringP999, "p99.9 latency during the event", Sample.during, func(l Latency) int64 { return l.P999 }),
	spanMetric(MetricApartP999, "p99.9 latency apart from the event", Sample.apart, func(l Latency) int64 { return l.P999 }),
	spanMetric(MetricDuringMax, "max latency during the event", Sample.during, func(l Latency) int64 { return l.Max }),
	spanMetric(MetricApartMax, "max latency apart from the event", Sample.apart, func(l Latency) int64 { return l.Max }),
	{Name: MetricEventTime, Title: "Duration of the event", Unit: "s", Whole: true,
		value: mostOf(func(e Event) float64 { return (e.End - e.Start).Seconds() })},
	{Name: MetricForkTime, Title: "Fork of the event", Unit: "ms", Whole: true,
		value: mostOf(func(e Event) float64 { return e.Fork.Seconds() * 1e3 })},
	{Name: MetricCopyOnWrite, Title: "Copied on write during the event", Unit: "MB", Whole: true,
		value: mostOf(func(e Event) float64 { return float64(e.CopyOnWrite) / 1e6 })},
}

// EventMetrics lists the names of the metrics of events.
func EventMetrics() []string {
	names := make([]string, len(eventMetrics))
	for i, m := range eventMetrics {
		names[i] = m.Name
	}
	return names
}

func spanMetric(name, title string, of func(Sample) *Span, read func(Latency) int64) Metric {
	return Metric{Name: name, Title: title, Unit: "ms", Whole: true, value: func(s Sample) (float64, bool) {
		span := of(s)
		if span == nil {
			return 0, false
		}
		return millis(read(span.Latency))
	}}
}

func (s Sample) during() *Span { return s.During }
func (s Sample) apart() *Span  { return s.Apart }

// dip is by how much fewer requests a second came back during the event than
// apart from it, in percent of the latter; negative where there were more.
func (s Sample) dip() (float64, bool) {
	during, ok := s.During.rps()
	apart, known := s.Apart.rps()
	if !ok || !known || apart <= 0 {
		return 0, false
	}
	return 100 * (1 - during/apart), true
}

// mostOf reads the greatest value of a sample's events. It is not told where no
// event has one.
func mostOf(read func(Event) float64) func(Sample) (float64, bool) {
	return func(s Sample) (float64, bool) {
		most := 0.0
		for _, e := range s.Events {
			most = math.Max(most, read(e))
		}
		return most, most > 0
	}
}

// eventMetric reports whether a metric is of an event.
func eventMetric(name string) bool {
	return slices.ContainsFunc(eventMetrics, func(m Metric) bool { return m.Name == name })
}

package bench

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

func TestSliceWidth(t *testing.T) {
	for duration, want := range map[time.Duration]time.Duration{
		time.Millisecond: 10 * time.Millisecond, time.Second: 10 * time.Millisecond,
		10 * time.Second: 50 * time.Millisecond, time.Hour: 18 * time.Second,
	} {
		if got := sliceWidth(duration); got != want {
			t.Errorf("%v: slices of %v, want %v", duration, got, want)
		}
	}
}

// TestTimelineTells puts replies into slices by when they came, those that came
// too late into the last, and tells the event's apart.
func TestTimelineTells(t *testing.T) {
	const width = 10 * time.Millisecond
	line := newTimeline(width, 4*width) // with room for ten slices
	for _, reply := range []struct {
		at, took time.Duration
		n        int64
	}{
		{0, 20 * time.Microsecond, 3}, {9 * time.Millisecond, 40 * time.Microsecond, 1}, // before the event
		{12 * time.Millisecond, 900 * time.Microsecond, 5}, {29 * time.Millisecond, 100 * time.Microsecond, 5}, // during it
		{35 * time.Millisecond, 60 * time.Microsecond, 2},
	} {
		line.record(int64(reply.at), int64(reply.took), reply.n)
	}
	sample := matrix.Sample{Events: []matrix.Event{{Kind: matrix.EventSave, Start: 15 * time.Millisecond, End: 22 * time.Millisecond}}}
	if err := line.until(35 * time.Millisecond).tell(&sample); err != nil {
		t.Fatal(err)
	}
	want := matrix.Sample{
		Events: sample.Events,
		Timeline: &matrix.Timeline{Width: width, Slices: []matrix.Slice{
			{Requests: 4, P50: 20_479, P99: 40_000, Max: 40_000}, {Requests: 5, P50: 900_000, P99: 900_000, Max: 900_000},
			{Requests: 5, P50: 100_000, P99: 100_000, Max: 100_000}, {Requests: 2, P50: 60_000, P99: 60_000, Max: 60_000},
		}},
		During: &matrix.Span{Elapsed: 2 * width, Requests: 10, Latency: matrix.Latency{Mean: 500_000, Min: 100_000, Max: 900_000}},
		Apart:  &matrix.Span{Elapsed: 15 * time.Millisecond, Requests: 6, Latency: matrix.Latency{Mean: 220_000. / 6, Min: 20_000, Max: 60_000}},
	}
	inSpans := cmp.FilterPath(func(p cmp.Path) bool {
		name := p.Last().String()
		return len(p) > 3 && p.Index(1).String() != ".Timeline" && (name == ".P50" || name == ".P95" || name == ".P99" || name == ".P999" || name == ".P9999")
	}, cmp.Ignore())
	if diff := cmp.Diff(want, sample, inSpans, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

// TestTimelineWithoutEvents has no time during one, and loses no late reply.
func TestTimelineWithoutEvents(t *testing.T) {
	line := newTimeline(10*time.Millisecond, 20*time.Millisecond)
	line.record(-1, 5_000, 1)
	line.record(int64(time.Hour), 5_000, 1)
	var sample matrix.Sample
	if err := line.until(time.Hour).tell(&sample); err != nil {
		t.Fatal(err)
	}
	if sample.During != nil || sample.Apart == nil || sample.Apart.Requests != 2 || sample.Apart.Latency.Histogram != "" {
		t.Errorf("during %+v, apart %+v", sample.During, sample.Apart)
	}
}

package render

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"

	"redismatrix/matrix"
)

// spread is a distribution of so many latencies from one to another, in
// milliseconds.
func spread(t testing.TB, n int, from, to float64) matrix.Latency {
	t.Helper()
	h := hdrhistogram.New(leastLatency, mostLatency, latencyDigits)
	for i := range n {
		at := from
		if n > 1 {
			at += (to - from) * float64(i) / float64(n-1)
		}
		if err := h.RecordValue(int64(at * 1e6)); err != nil {
			t.Fatal(err)
		}
	}
	text, err := h.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	return matrix.Latency{Min: int64(from * 1e6), Max: int64(to * 1e6), P50: int64(from * 1e6), Histogram: string(text)}
}

// threeDigits is a list as it is shown, with three digits.
func threeDigits(values []float64) string {
	return strings.Join(mapEach(values, func(v float64) string { return fmt.Sprintf("%.3g", v) }), " ")
}

// TestCurve gives the latency at each position, the ends exactly.
func TestCurve(t *testing.T) {
	all := func(latencies ...matrix.Latency) merged {
		var m merged
		for _, l := range latencies {
			m.add(l)
		}
		return m
	}
	long := spread(t, 9, 1, 9)
	long.Overflow = 1
	longer := spread(t, 2, 1, 2)
	longer.Overflow = 98
	inexact := spread(t, 4, 1, 4)
	inexact.Min, inexact.Max = 0, 0
	for name, test := range map[string]struct {
		m                 merged
		positions, values string
	}{
		"nothing": {merged{}, "", ""},
		"one":     {all(spread(t, 1, 0.5, 0.5)), "1", "0.5"},
		"ten":     {all(spread(t, 10, 1, 10)), "1 1.25 1.5 2 2.5 3 4 5 6 8 10", "1 2 4 5 6 7 8 8 9 9 10"},
		"two rounds": {all(spread(t, 5, 1, 5), spread(t, 5, 6, 10)), "1 1.25 1.5 2 2.5 3 4 5 6 8 10",
			"1 2 4 5 6 7 8 8 9 9 10"},
		"one beyond":    {all(long), "1 1.25 1.5 2 2.5 3 4 5 6 8", "1 2 4 5 6 7 8 8 9 9"},
		"mostly beyond": {all(longer), "1", "1"},
		"inexact ends":  {all(inexact), "1 1.25 1.5 2 2.5 3 4", "1 1 2 2 3 3 4"},
	} {
		positions, values := test.m.curve()
		if got := [2]string{threeDigits(positions), threeDigits(values)}; got != [2]string{test.positions, test.values} {
			t.Errorf("%s: %q, want %q and %q", name, got, test.positions, test.values)
		}
	}
}

// TestCurveNeverFalls rises with its positions, and stays between the ends.
func TestCurveNeverFalls(t *testing.T) {
	var m merged
	for round := range 5 {
		m.add(spread(t, 1000+round*777, 0.05+float64(round)/100, 3.3*float64(round+1)))
	}
	positions, values := m.curve()
	if len(positions) != len(values) || positions[len(positions)-1] != float64(m.total()) {
		t.Fatalf("%d positions, %d values, the last at %v of %d", len(positions), len(values), positions[len(positions)-1], m.total())
	}
	for i := range values {
		if values[i] < 0.05 || values[i] > 16.5 || i > 0 && (values[i] < values[i-1] || positions[i] <= positions[i-1]) {
			t.Errorf("at %v it is %v", positions[i], values[i])
		}
	}
}

// TestUnreadable passes over histograms that cannot be read, and says so.
func TestUnreadable(t *testing.T) {
	good, bad := spread(t, 3, 1, 3), matrix.Latency{Histogram: "HISTFAAA"}
	for _, test := range []struct {
		latencies []matrix.Latency
		want      string
		total     int64
	}{
		{[]matrix.Latency{good, bad}, "x: 1 of 2 histograms cannot be read: encoded histogram too short: got 6 bytes, need at least 8; the curve is of the others", 3},
		{[]matrix.Latency{bad}, "x: 1 of 1 histogram cannot be read: encoded histogram too short: got 6 bytes, need at least 8", 0},
	} {
		m := merged{rounds: len(test.latencies)}
		for _, l := range test.latencies {
			m.add(l)
		}
		if got := m.note("x"); got.Text != test.want || got.Remedy == "" || m.total() != test.total {
			t.Errorf("note %q on %d latencies, want %q on %d", got, m.total(), test.want, test.total)
		}
	}
}

func TestPercentileMarks(t *testing.T) {
	for total, want := range map[int64]string{
		0: "p50", 9: "p50", 10: "p50 p90", 999: "p50 p90 p99", 1000: "p50 p90 p99 p99.9", 1_000_000: "p50 p90 p99 p99.9 p99.99 p99.999 p99.9999",
	} {
		labels, positions := percentileMarks(total)
		if got := strings.Join(labels, " "); got != want || len(positions) != len(labels) || positions[0] != 2 {
			t.Errorf("%d latencies: %q at %v, want %q", total, got, positions, want)
		}
	}
}

// FuzzMerge reads any text as a histogram beside a good one: never a panic, and
// the curve of what can be read never falls.
func FuzzMerge(f *testing.F) {
	good := spread(f, 10, 1, 10)
	f.Add(good.Histogram, int64(0), int64(0), int64(0))
	f.Add("HISTFAAAAB", int64(1), int64(-5), int64(7))
	f.Add("", int64(-1), int64(1)<<62, int64(1)<<62)
	f.Fuzz(func(t *testing.T, text string, least, most, overflow int64) {
		var m merged
		m.add(matrix.Latency{Min: least, Max: most, Overflow: overflow, Histogram: text})
		m.add(good)
		positions, values := m.curve()
		if len(positions) != len(values) {
			t.Fatalf("%d positions and %d values", len(positions), len(values))
		}
	})
}

// TestCountsBeyondNumbers does not read a histogram whose counts are more than can
// be added up.
func TestCountsBeyondNumbers(t *testing.T) {
	h := hdrhistogram.NewPacked(leastLatency, mostLatency, latencyDigits)
	if err := h.RecordValues(1e6, math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	text, err := h.Encode()
	if err != nil {
		t.Fatal(err)
	}
	m := merged{rounds: 1}
	m.add(matrix.Latency{Histogram: string(text)})
	want := "a: 1 of 1 histogram cannot be read: its counts are too great to be added up"
	if note := m.note("a"); note.Text != want || m.total() != 0 {
		t.Errorf("says %q of %d latencies", note.Text, m.total())
	}
}

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// latency is that of requests which took so many microseconds each.
func latency(t *testing.T, micros ...int64) matrix.Latency {
	t.Helper()
	h := hdrhistogram.New(leastLatency, mostLatency, latencyDigits)
	l := matrix.Latency{Min: micros[0] * 1000, Max: micros[0] * 1000}
	for _, m := range micros {
		if err := h.RecordValue(m * 1000); err != nil {
			t.Fatal(err)
		}
		l.Min, l.Max = min(l.Min, m*1000), max(l.Max, m*1000)
		l.Mean += float64(m*1000) / float64(len(micros))
	}
	encoded, err := h.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	l.P50, l.P95, l.P99 = min(h.ValueAtPercentile(50), l.Max), min(h.ValueAtPercentile(95), l.Max), min(h.ValueAtPercentile(99), l.Max)
	l.Histogram = string(encoded)
	return l
}

// shown is what a layout prints of a sample, with what stands above.
func shown(t *testing.T, l layout, sample matrix.Sample) string {
	t.Helper()
	var out strings.Builder
	l.digits = latencyDigits
	if err := l.head(&out); err != nil {
		t.Fatal(err)
	}
	if err := l.show(&out, sample); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func msetSample(t *testing.T) matrix.Sample {
	return matrix.Sample{
		Test: "MSET", Requests: 4, RPS: 1234.567, Elapsed: 3240 * time.Microsecond, Threads: 1,
		Latency: latency(t, 100, 200, 300, 2500),
	}
}

func TestLayoutInFull(t *testing.T) {
	l := layout{load: plainLoad("MSET"), config: map[string]string{"save": "3600 1", "appendonly": "no"}}
	want := `====== MSET (10 keys) ======
  4 requests completed in 0.00 seconds
  50 parallel clients
  3 bytes payload
  keep alive: 1
  host configuration "save": 3600 1
  host configuration "appendonly": no
  multi-thread: no

Latency by percentile distribution:
0.000% <= 0.100 milliseconds (cumulative count 1)
50.000% <= 0.200 milliseconds (cumulative count 2)
75.000% <= 0.300 milliseconds (cumulative count 3)
87.500% <= 2.500 milliseconds (cumulative count 4)
100.000% <= 2.500 milliseconds (cumulative count 4)

Cumulative distribution of latencies:
25.000% <= 0.100 milliseconds (cumulative count 1)
50.000% <= 0.200 milliseconds (cumulative count 2)
75.000% <= 0.300 milliseconds (cumulative count 3)
100.000% <= 3.100 milliseconds (cumulative count 4)

Summary:
  throughput summary: 1234.57 requests per second
  latency summary (msec):
          avg       min       p50       p95       p99       max
        0.775     0.100     0.200     2.500     2.500     2.500
`
	if diff := cmp.Diff(want, shown(t, l, msetSample(t))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	sample := msetSample(t)
	sample.Threads = 3
	if got := shown(t, l, sample); !strings.Contains(got, "  multi-thread: yes\n  threads: 3\n\n") {
		t.Errorf("with threads:\n%s", got)
	}
}

func TestLayoutInLines(t *testing.T) {
	tests := []struct {
		name   string
		layout layout
		want   string
	}{
		{"quiet", layout{quiet: true}, "MSET (10 keys): 1234.57 requests per second, p50=0.200 msec\n"},
		{"csv", layout{csv: true}, csvHead + "\n" +
			`"MSET (10 keys)","1234.57","0.775","0.100","0.200","2.500","2.500","2.500"` + "\n"},
		{"csv before quiet", layout{csv: true, quiet: true}, csvHead + "\n" +
			`"MSET (10 keys)","1234.57","0.775","0.100","0.200","2.500","2.500","2.500"` + "\n"},
	}
	for _, test := range tests {
		test.layout.load = plainLoad("MSET")
		if diff := cmp.Diff(test.want, shown(t, test.layout, msetSample(t))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// What redis-benchmark does not have stands beside what it has.
func TestLayoutOfMixesAndRates(t *testing.T) {
	load := plainLoad(matrix.TestMix)
	load.Rate = 5000
	load.Mix = []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 10}}
	service, part := latency(t, 50, 60), latency(t, 40)
	sample := matrix.Sample{
		Test: matrix.TestMix, Requests: 4, RPS: 4000, Elapsed: time.Second, Offered: 5000, Unsent: 7,
		Hits: 2, Misses: 1, Latency: latency(t, 100, 200), Service: &service,
		Commands: []matrix.CommandSample{
			{Test: "SET", Requests: 1, RPS: 1000, Latency: part, Service: &part},
			{Test: "GET", Requests: 3, RPS: 3000, Hits: 2, Misses: 1, Latency: part, Service: &part},
		},
	}
	want := csvHead + csvRate + "\n" +
		`"MIX","4000.00","0.150","0.100","0.100","0.200","0.200","0.200","5000.00","0.055","0.050","0.050","0.060","0.060","0.060"` + "\n" +
		`"MIX/SET","1000.00","0.040","0.040","0.040","0.040","0.040","0.040","","0.040","0.040","0.040","0.040","0.040","0.040"` + "\n" +
		`"MIX/GET","3000.00","0.040","0.040","0.040","0.040","0.040","0.040","","0.040","0.040","0.040","0.040","0.040","0.040"` + "\n"
	if diff := cmp.Diff(want, shown(t, layout{csv: true, load: load}, sample)); diff != "" {
		t.Errorf("csv (-want +got):\n%s", diff)
	}
	want = `MIX: 4000.00 requests per second, response p50=0.100 msec, service p50=0.050 msec, offered 5000.00 requests per second, 66.7 % of the reads found something
MIX/SET: 1000.00 requests per second, response p50=0.040 msec, service p50=0.040 msec
MIX/GET: 3000.00 requests per second, response p50=0.040 msec, service p50=0.040 msec, 66.7 % of the reads found something
`
	if diff := cmp.Diff(want, shown(t, layout{quiet: true, load: load}, sample)); diff != "" {
		t.Errorf("quiet (-want +got):\n%s", diff)
	}
	_, summary, _ := strings.Cut(shown(t, layout{load: load}, sample), "Summary:\n")
	want = `  throughput summary: 4000.00 requests per second
  latency summary (msec), response time:
          avg       min       p50       p95       p99       max
        0.150     0.100     0.100     0.200     0.200     0.200
  offered rate: 5000.00 requests per second, 7 requests never sent
  latency summary (msec), service time:
          avg       min       p50       p95       p99       max
        0.055     0.050     0.050     0.060     0.060     0.060
  hits: 2, misses: 1 (66.7 % of the reads found something)
  MIX/SET: 1 requests, 1000.00 requests per second
          avg       min       p50       p95       p99       max
        0.040     0.040     0.040     0.040     0.040     0.040
  MIX/GET: 3 requests, 3000.00 requests per second
    hits: 2, misses: 1 (66.7 % of the reads found something)
          avg       min       p50       p95       p99       max
        0.040     0.040     0.040     0.040     0.040     0.040
`
	if diff := cmp.Diff(want, summary); diff != "" {
		t.Errorf("in full (-want +got):\n%s", diff)
	}
}

// Whatever was recorded, the distributions rise to all of it, and what is not
// all is not shown as 100 %.
func TestDistributionsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, scale := range []int{10, 5_000, 500_000, 5_000_000} {
		micros := make([]int64, 1+rng.IntN(2000))
		for i := range micros {
			micros[i] = 1 + int64(rng.ExpFloat64()*float64(1+rng.IntN(scale)))
		}
		d, err := newDistribution(latency(t, micros...), 1+rng.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		var percentiles, cumulative strings.Builder
		d.writePercentiles(&percentiles)
		d.writeCumulative(&cumulative)
		for _, text := range []string{percentiles.String(), cumulative.String()} {
			checkDistribution(t, text, len(micros))
		}
		if lines := strings.Count(cumulative.String(), "\n"); lines > 63 {
			t.Errorf("up to %d µs: %d lines", scale, lines)
		}
	}
}

func checkDistribution(t *testing.T, text string, total int) {
	t.Helper()
	percent, lastValue, lastCount := 0.0, 0.0, 0
	for line := range strings.Lines(text) {
		var value float64
		var count int
		if _, err := fmt.Sscanf(line, "%f%% <= %f milliseconds (cumulative count %d)\n", &percent, &value, &count); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if value < lastValue || count < lastCount || percent == 100 && count < total {
			t.Fatalf("of %d, %q follows %v, %d", total, line, lastValue, lastCount)
		}
		lastValue, lastCount = value, count
	}
	if lastCount != total || percent != 100 {
		t.Fatalf("the distribution ends with %d of %d:\n%s", lastCount, total, text)
	}
}

func TestHitRate(t *testing.T) {
	for _, test := range []struct {
		hits, misses int64
		want         string
	}{
		{0, 5, "0.0 %"}, {5, 0, "100.0 %"}, {1, 3, "25.0 %"}, {1, 1e6, "less than 0.1 %"}, {1e6, 1, "more than 99.9 %"},
	} {
		if got := hitRate(test.hits, test.misses); got != test.want {
			t.Errorf("%d hits, %d misses: %s, want %s", test.hits, test.misses, got, test.want)
		}
	}
}

func TestDistributionRounds(t *testing.T) {
	l := latency(t, 1234, 1234, 1234, 5678)
	d, err := newDistribution(l, 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.p50 <= 1.234 || d.p50 > 1.4 || d.p99 != 5.678 || d.mean != l.Mean/1e6 {
		t.Errorf("%v", d.summary())
	}
	if d, err := newDistribution(matrix.Latency{}, 3); err != nil || d != (distribution{}) {
		t.Errorf("of nothing: %v, error %v", d, err)
	}
	if _, err := newDistribution(matrix.Latency{Histogram: "x"}, 3); err == nil {
		t.Error("a broken histogram is accepted")
	}
}

// A broken histogram is an error, and nothing is printed.
func TestLayoutFails(t *testing.T) {
	for _, sample := range []matrix.Sample{
		{Test: "SET", Latency: matrix.Latency{Histogram: "x"}},
		{Test: "SET", Service: &matrix.Latency{Histogram: "x"}},
	} {
		var out strings.Builder
		if err := (layout{load: plainLoad("SET")}).show(&out, sample); err == nil || out.Len() > 0 {
			t.Errorf("error %v, printed %q", err, out.String())
		}
	}
}

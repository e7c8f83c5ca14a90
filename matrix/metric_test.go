package matrix

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSampleValue(t *testing.T) {
	full := Sample{
		RPS: 1000, Requests: 2000, Elapsed: 2 * time.Second, Hits: 300, Misses: 100, Sent: 1e6, Received: 4e6,
		ServerCPU: 10 * time.Millisecond, ClientCPU: 4 * time.Millisecond,
		Latency: Latency{P50: 500_000, P95: 1_000_000, P99: 2_000_000, P999: 3_000_000, P9999: 4_000_000, Max: 5_000_000},
	}
	open := full
	open.Offered, open.Service = 1100, &Latency{P50: 250_000, P99: 750_000}
	lost := open
	lost.Service = nil
	for _, c := range []struct {
		metric string
		sample Sample
		want   string
	}{
		{"", full, "1000 true"},
		{MetricRPS, full, "1000 true"},
		{MetricRPS, Sample{}, "0 true"},
		{MetricP50, full, "0.5 true"},
		{MetricMean, Sample{Latency: Latency{Mean: 1.25e6}}, "1.25 true"},
		{MetricMean, Sample{}, "0 false"},
		{MetricP95, full, "1 true"},
		{MetricP99, full, "2 true"},
		{MetricP999, full, "3 true"},
		{MetricP9999, full, "4 true"},
		{MetricP9999, Sample{Latency: Latency{P999: 3}}, "0 false"}, // written before it was recorded
		{MetricMax, full, "5 true"},
		{MetricP50, Sample{}, "0 false"},
		{MetricServiceP50, full, "0.5 true"}, // a closed loop has no other
		{MetricServiceP99, full, "2 true"},
		{MetricP99, open, "2 true"},
		{MetricServiceP50, open, "0.25 true"},
		{MetricServiceP99, open, "0.75 true"},
		{MetricServiceP99, lost, "0 false"}, // a response time is none
		{MetricServerCPU, full, "5 true"},
		{MetricServerCPU, Sample{}, "0 false"},
		{MetricServerCPU, Sample{ServerCPU: time.Second}, "0 false"},
		{MetricServerBusy, Sample{ServerCPU: time.Second, Elapsed: 2 * time.Second}, "50 true"},
		{MetricServerBusy, Sample{ServerCPU: time.Second}, "0 false"},
		{MetricServerBusy, Sample{Elapsed: time.Second}, "0 false"},
		{MetricClientCPU, full, "2 true"},
		{MetricClientCPU, Sample{Requests: 1}, "0 false"},
		{MetricHitRate, full, "75 true"},
		{MetricHitRate, Sample{Misses: 5}, "0 true"},
		{MetricHitRate, Sample{Requests: 5}, "0 false"},
		{MetricBandwidth, full, "2.5 true"},
		{MetricBandwidth, Sample{Sent: 1}, "0 false"},
		{MetricBandwidth, Sample{Elapsed: 1}, "0 false"},
		{"colour", full, "0 false"},
	} {
		value, ok := c.sample.Value(c.metric)
		if got := fmt.Sprint(value, ok); got != c.want {
			t.Errorf("%q of %+v: got %s, want %s", c.metric, c.sample, got, c.want)
		}
	}
}

// TestMetrics holds what specs can name, and that each has words and a unit.
func TestMetrics(t *testing.T) {
	want := []string{
		MetricRPS, MetricMean, MetricP50, MetricP95, MetricP99, MetricP999, MetricP9999, MetricMax, MetricServiceP50, MetricServiceP99,
		MetricServerCPU, MetricServerBusy, MetricClientCPU, MetricMemoryPerKey, MetricHitRate, MetricBandwidth,
		MetricWrittenPerRequest, MetricWriteAmplification, MetricFsyncs, MetricAOFDelayed, MetricAOFSize, MetricRDBSize,
		MetricRestart, MetricLost, MetricLostWorst, MetricLostTime,
		MetricDuringRPS, MetricApartRPS, MetricDip, MetricDuringP99, MetricApartP99, MetricDuringP999, MetricApartP999,
		MetricDuringMax, MetricApartMax, MetricEventTime, MetricForkTime, MetricCopyOnWrite,
	}
	if diff := cmp.Diff(want, Metrics()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	titles := map[string]bool{}
	for _, name := range want {
		m, known := LookupMetric(name)
		if !known || m.Name != name || m.Title == "" || m.Unit == "" || titles[m.Title] {
			t.Errorf("%q is %+v", name, m)
		}
		titles[m.Title] = true
	}
	for _, name := range []string{"RPS", "p42", "p99,9", "latency"} {
		if m, known := LookupMetric(name); known {
			t.Errorf("%q is taken for %+v", name, m)
		}
	}
}

package render

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// samplesOf are the samples of a run, each as what its columns say.
func samplesOf(run *matrix.Run) []map[string]any {
	samples := newSource(run).samples()
	var all []map[string]any
	for row := range samples.Rows {
		said := map[string]any{}
		for i, head := range samples.Heads {
			if row[i] != nil {
				said[head] = row[i]
			}
		}
		all = append(all, said)
	}
	return all
}

// TestSamples tells all that a sample holds.
func TestSamples(t *testing.T) {
	run := small(2)
	at := time.Date(2026, 11, 30, 20, 4, 55, 0, time.FixedZone("", 3600))
	anew(run, only("version=6.0", "SET", func(s *matrix.Sample) bool {
		if s.Round == 2 {
			s.Status, s.Reason, s.Remedy = matrix.StatusInvalid, "throttled", "lift the quota"
			return true
		}
		*s = matrix.Sample{
			Cell: s.Cell, Test: s.Test, Round: 1, Status: matrix.StatusOK, Started: at, Elapsed: 2 * time.Second,
			Requests: 1000, Errors: 1, Hits: 300, Misses: 100, RPS: 499.5, Offered: 600, Due: 1200, Unsent: 200, Sent: 30_000_000, Received: 10_000_000,
			FirstError: "ERR x", ServerCPU: time.Second, ClientCPU: 500 * time.Millisecond, Threads: 2, ThreadBusy: 0.5,
			Latency: matrix.Latency{Min: 1e6, Mean: 2e6, P50: 3e6, P95: 4e6, P99: 5e6, P999: 6e6, P9999: 7e6, Max: 8e6, Overflow: 9},
			Service: &matrix.Latency{Min: 1e5, Mean: 2e5, P50: 3e5, P95: 4e5, P99: 5e5, P999: 6e5, P9999: 7e5, Max: 8e5},
			Memory:  &matrix.KeyMemory{Keys: 10, Bytes: 1000},
			Host: &matrix.HostUse{Interval: time.Second, CPUs: 4, User: 2 * time.Second, System: time.Second, SoftIRQ: 400 * time.Millisecond,
				IOWait: 200 * time.Millisecond, Steal: 100 * time.Millisecond, Switches: 50, Loopback: 1e6, Received: 2e6, Transmitted: 3e6, MHzBefore: 2000, MHzAfter: 2100},
			Notes:  []matrix.Note{{Text: "a backup ran", Remedy: "stop it"}, {Text: "the clock changed"}},
			Voided: []matrix.Note{{Text: "a neighbour"}},
		}
		return true
	}))
	got := samplesOf(run)
	if diff := cmp.Diff(map[string]any{
		"version": "6.0", "role": "baseline", "server": "redis 6.0.16", "test": "SET", "round": int64(1), "status": "ok",
		"attempts": int64(2), "started, UTC": at.UTC(), "elapsed, s": 2.0, "requests": int64(1000), "errors": int64(1), "hits": int64(300), "misses": int64(100), "hit rate, %": 75.0,
		"rate, requests/s": 499.5, "offered rate, requests/s": 600.0, "due": int64(1200), "never sent": int64(200),
		"sent, bytes": int64(30_000_000), "received, bytes": int64(10_000_000), "bandwidth, MB/s": 20.0,
		"latency min, ms": 1.0, "latency mean, ms": 2.0, "latency p50, ms": 3.0, "latency p95, ms": 4.0, "latency p99, ms": 5.0,
		"latency p99.9, ms": 6.0, "latency p99.99, ms": 7.0, "latency max, ms": 8.0, "latency beyond 60 s": int64(9),
		"service time min, ms": 0.1, "service time mean, ms": 0.2, "service time p50, ms": 0.3, "service time p95, ms": 0.4, "service time p99, ms": 0.5,
		"service time p99.9, ms": 0.6, "service time p99.99, ms": 0.7, "service time max, ms": 0.8,
		"server CPU, µs/request": 1000.0, "server CPU, % of a CPU": 50.0, "client CPU, µs/request": 500.0, "threads": int64(2), "busiest thread, % of a CPU": 50.0,
		"memory per key, bytes": 100.0, "host user, %": 50.0, "host system, %": 25.0, "host softirq, %": 10.0, "host iowait, %": 5.0, "host steal, %": 2.5,
		"host context switches/s": 50.0, "host loopback, MB/s": 1.0, "host other interfaces, MB/s": 5.0, "host clock before, MHz": 2000.0, "host clock after, MHz": 2100.0,
		"first error": "ERR x", "notes": "a backup ran; stop it / the clock changed",
	}, got[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{
		"version": "6.0", "role": "baseline", "server": "redis 6.0.16", "test": "SET", "round": int64(2), "status": "invalid", "reason": "throttled", "remedy": "lift the quota",
		"attempts": int64(1), "elapsed, s": 1.0, "requests": int64(140_000 / 1), "errors": int64(0), "rate, requests/s": 139_300.0, "sent, bytes": int64(0), "received, bytes": int64(0),
		"latency p50, ms": 0.357142, "latency p99, ms": 0.857142, "latency p99.9, ms": 2.857142,
		"server CPU, µs/request": 900e3 / 140_000, "server CPU, % of a CPU": 90.0,
	}, got[1]); diff != "" {
		t.Errorf("the second (-want +got):\n%s", diff)
	}
}

// TestSamplesKnown has no columns of which nothing is known, and no numbers that
// were not measured.
func TestSamplesKnown(t *testing.T) {
	run := small(1)
	anew(run, func(s *matrix.Sample) bool {
		*s = matrix.Sample{Cell: s.Cell, Test: s.Test, Round: 1, Status: matrix.StatusFailed, Reason: "died"}
		return true
	})
	if diff := cmp.Diff([]string{"version", "role", "server", "test", "round", "status", "reason"}, newSource(run).samples().Heads); diff != "" {
		t.Errorf("of failed ones (-want +got):\n%s", diff)
	}
	anew(run, rated(func(matrix.Sample) float64 { return math.Inf(1) }))
	for _, sample := range samplesOf(run) {
		if rate, told := sample["rate, requests/s"]; told {
			t.Errorf("rate %v", rate)
		}
	}
	anew(run, never)
	if samples := newSource(run).samples(); samples.Count != 0 || len(samples.Heads) != 0 {
		t.Errorf("of none: %d of %q", samples.Count, samples.Heads)
	}
}

// TestSamplesOfTrialsAndEvents have columns of what they alone tell.
func TestSamplesOfTrialsAndEvents(t *testing.T) {
	run := small(1)
	anew(run, func(s *matrix.Sample) bool {
		*s = matrix.Sample{Cell: s.Cell, Test: s.Test, Round: 1, Status: matrix.StatusOK}
		switch s.Test {
		case "SET":
			s.Trial = &matrix.Trial{Crashes: []matrix.Crash{
				{Acknowledged: 100, Found: 100, Recovery: matrix.RecoveryLoaded},
				{Acknowledged: 50, Found: 20, Lost: 30, LostTime: 2 * time.Second, Recovery: matrix.RecoveryCut},
			}}
		default:
			s.Requests, s.RPS = 10, 10
			s.Events = []matrix.Event{{Kind: matrix.EventSave, End: time.Second, Fork: time.Millisecond}}
			s.During, s.Apart = &matrix.Span{Requests: 5, Elapsed: time.Second}, &matrix.Span{Requests: 10, Elapsed: time.Second}
		}
		return true
	})
	for _, sample := range samplesOf(run) {
		for _, name := range []string{"version", "role", "server", "round", "status", "attempts", "requests", "errors", "sent, bytes", "received, bytes", "rate, requests/s"} {
			delete(sample, name)
		}
		want := map[string]any{
			"test": "SET", "crashes": int64(2), "confirmed writes": int64(150), "Confirmed writes lost, writes": 15.0,
			"Confirmed writes lost in the worst case, writes": 30.0, "Work lost in the worst case, s": 2.0,
			"crashes after which the AOF was cut": int64(1), "crashes after which files were repaired": int64(0), "crashes after which files were refused": int64(0),
		}
		if sample["test"] != "SET" {
			want = map[string]any{
				"test": sample["test"], "events": int64(1), "Requests per second during the event, requests/s": 5.0,
				"Requests per second apart from the event, requests/s": 10.0, "Throughput lost during the event, %": 50.0,
				"Duration of the event, s": 1.0, "Fork of the event, ms": 1.0,
			}
		}
		if diff := cmp.Diff(want, sample); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestSamplesOfMixes has the parts behind the whole.
func TestSamplesOfMixes(t *testing.T) {
	run := mixed()
	samples := samplesOf(run)
	var got []string
	for _, sample := range samples[6:14] {
		got = append(got, sample["test"].(string))
	}
	if diff := cmp.Diff([]string{"MIX", "MIX/SET", "MIX/GET", "MIX/profile", "MIX", "MIX/SET", "MIX/GET", "MIX/profile"}, got); diff != "" || len(samples) != 2*(6+12) {
		t.Errorf("%d samples (-want +got):\n%s", len(samples), diff)
	}
	part := samples[8]
	if part["requests"] != run.Results[2].Samples[0].Commands[1].Requests || part["threads"] != nil || part["server"] != "redis 7.0.15" {
		t.Errorf("%v", part)
	}
}

// TestSamplesOfRates names times by when they begin.
func TestSamplesOfRates(t *testing.T) {
	heads := newSource(offered()).samples().Heads
	for _, want := range []string{"rate", "latency or response time p99, ms", "service time p50, ms", "offered rate, requests/s"} {
		if !slices.Contains(heads, want) {
			t.Errorf("no %q among %q", want, heads)
		}
	}
}

// TestSamplesOfRecorded tells what another tool told, and where that was read.
func TestSamplesOfRecorded(t *testing.T) {
	want := []map[string]any{
		{"version": "2.8.4", "role": "baseline", "test": "SET", "round": int64(1), "status": "ok", "rate, requests/s": 90_000.0,
			"source": "redis-benchmark · lines 3 to 20 of 2.8.4.txt"},
		{"version": "2.8.4", "role": "baseline", "test": "LRANGE_600", "round": int64(1), "status": "ok", "rate, requests/s": 11_250.0,
			"latency p99, ms": 1.5, "service time p50, ms": 1.25, "source": "redis-benchmark · lines 3 to 20 of 2.8.4.txt"},
	}
	if diff := cmp.Diff(want, samplesOf(recorded(t))[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSamplesAreReadTwice reads them again and in part, from one slice.
func TestSamplesAreReadTwice(t *testing.T) {
	samples := newSource(mixed()).samples()
	all := sampleRows(samples)
	if len(all) != samples.Count {
		t.Errorf("%d rows, and a count of %d", len(all), samples.Count)
	}
	for _, most := range []int{samples.Count, 1, 8} {
		var got [][]any
		var first *any
		for row := range samples.Rows {
			if first == nil {
				first = &row[0]
			} else if first != &row[0] {
				t.Fatal("each row has a slice of its own")
			}
			if got = append(got, slices.Clone(row)); len(got) == most {
				break
			}
		}
		if diff := cmp.Diff(all[:most], got); diff != "" {
			t.Errorf("%d rows (-want +got):\n%s", most, diff)
		}
	}
}

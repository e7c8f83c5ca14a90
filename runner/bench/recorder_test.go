package bench

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// The percentiles of all shards are those of the sorted values, whatever shard
// each was recorded in.
func TestRecorderMatchesSortedValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	r := newRecorder(100, 1, false)
	var all []int64
	var sum float64
	for i := range 50_000 {
		v := 20_000 + rng.Int64N(1<<(10+rng.IntN(20)))
		r.set(i % 100).service[0].record(v, 2)
		all = append(all, v, v)
		sum += 2 * float64(v)
	}
	slices.Sort(all)
	at := func(q float64) int64 { return all[int(q*float64(len(all)))-1] }
	want := matrix.Latency{
		Mean: sum / float64(len(all)), Min: all[0], P50: at(0.5), P95: at(0.95),
		P99: at(0.99), P999: at(0.999), P9999: at(0.9999), Max: all[len(all)-1],
	}
	got, err := merged(r).latency()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, within); diff != "" {
		t.Error(diff)
	}
}

// merged is the latency that a recorder of one command without lanes holds.
func merged(r *recorder) *shard {
	var all tally
	r.collect(&all, nil)
	return all.latency
}

func TestRecorderKeepsEveryValue(t *testing.T) {
	r := newRecorder(1, 1, false)
	values := []int64{0, 1, 999, 1000, highest, highest + 1, 1 << 60}
	for _, v := range values {
		r.set(0).service[0].record(v, 1)
	}
	all := merged(r)
	got, err := all.latency()
	if err != nil {
		t.Fatal(err)
	}
	if got.Overflow != 2 || got.Max != 1<<60 || got.Min != 0 {
		t.Errorf("overflow %d, max %d, min %d", got.Overflow, got.Max, got.Min)
	}
	decoded, err := hdrhistogram.Decode([]byte(got.Histogram))
	if err != nil {
		t.Fatal(err)
	}
	if !decoded.Equals(all.histogram) || decoded.TotalCount() != int64(len(values)) {
		t.Errorf("decoded histogram holds %d of %d values", decoded.TotalCount(), len(values))
	}
}

func TestRecorderWithoutValues(t *testing.T) {
	got, err := merged(newRecorder(3, 1, false)).latency()
	if diff := cmp.Diff(matrix.Latency{}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestRecorderHasFewShards(t *testing.T) {
	if n := len(newRecorder(10_000, 1, false).sets); n > 1000 {
		t.Errorf("%d histograms for 10,000 connections", n)
	}
	if n := len(newRecorder(1, 1, false).sets); n != 1 {
		t.Errorf("%d histograms for one connection", n)
	}
}

func BenchmarkRecord(b *testing.B) {
	s := newShard()
	b.ReportAllocs()
	for b.Loop() {
		s.record(123_456, 1)
	}
}

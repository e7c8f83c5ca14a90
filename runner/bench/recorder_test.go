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
	r := newRecorder(100)
	var all []int64
	var sum float64
	for i := range 50_000 {
		v := 20_000 + rng.Int64N(1<<(10+rng.IntN(20)))
		r.shard(i%100).record(v, 2)
		all = append(all, v, v)
		sum += 2 * float64(v)
	}
	slices.Sort(all)
	at := func(q float64) int64 { return all[int(q*float64(len(all)))-1] }
	want := matrix.Latency{
		Mean: sum / float64(len(all)), Min: all[0], P50: at(0.5), P95: at(0.95),
		P99: at(0.99), P999: at(0.999), Max: all[len(all)-1],
	}
	got, err := r.merged().latency()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, within); diff != "" {
		t.Error(diff)
	}
}

func TestRecorderKeepsEveryValue(t *testing.T) {
	r := newRecorder(1)
	values := []int64{0, 1, 999, 1000, highest, highest + 1, 1 << 60}
	for _, v := range values {
		r.shard(0).record(v, 1)
	}
	all := r.merged()
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
	got, err := newRecorder(3).merged().latency()
	if diff := cmp.Diff(matrix.Latency{}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestRecorderHasFewShards(t *testing.T) {
	if n := len(newRecorder(10_000).shards); n > 1000 {
		t.Errorf("%d histograms for 10,000 connections", n)
	}
	if n := len(newRecorder(1).shards); n != 1 {
		t.Errorf("%d histograms for one connection", n)
	}
}

func BenchmarkRecord(b *testing.B) {
	s := newRecorder(1).shard(0)
	b.ReportAllocs()
	for b.Loop() {
		s.record(123_456, 1)
	}
}

package bench

import (
	"fmt"
	"math"
	"testing"

	"redismatrix/matrix"
)

func TestValuesHaveTheirSizes(t *testing.T) {
	const draws = 100_000
	tests := map[string]struct {
		sizes matrix.Sizes
		mean  float64
	}{
		"fixed":    {matrix.FixedSize(7), 7},
		"zero":     {matrix.FixedSize(0), 0},
		"a range":  {matrix.Sizes{{Low: 0, High: 100, Weight: 1}}, 50},
		"weighted": {matrix.Sizes{{Low: 64, High: 64, Weight: 70}, {Low: 1024, High: 1024, Weight: 25}, {Low: 10_000, High: 20_000, Weight: 5}}, 64*0.7 + 1024*0.25 + 15_000*0.05},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v, rng := newValues(matrix.Pattern{Kind: matrix.PatternFill}, tt.sizes), testRNG()
			var sum, squares float64
			seen := map[int]bool{}
			for range draws {
				size := v.draw(rng)
				if !tt.sizes.Holds(size) || len(v.append(nil, size, 0)) != size {
					t.Fatalf("drew %d bytes of %v", size, tt.sizes)
				}
				sum, squares, seen[size] = sum+float64(size), squares+float64(size)*float64(size), true
			}
			mean := sum / draws
			deviation := math.Sqrt(squares/draws - mean*mean)
			if math.Abs(mean-tt.mean) > 4*deviation/math.Sqrt(draws) || tt.sizes.Mean() != tt.mean {
				t.Errorf("mean of %v bytes, want %v", mean, tt.mean)
			}
			if !seen[tt.sizes.Min()] || name != "weighted" && !seen[tt.sizes.Max()] {
				t.Errorf("the ends of %v were never drawn", tt.sizes)
			}
		})
	}
}

func TestValuesCompressToTheirRatio(t *testing.T) {
	for _, ratio := range []float64{1, 1.5, 2, 4, 10, 100} {
		for _, size := range []int{1000, 4096, 100_000} {
			v := newValues(matrix.Pattern{Kind: matrix.PatternRatio, Ratio: ratio}, matrix.FixedSize(size))
			// What is compressed begins with tables of up to 90 bytes.
			want, spare := 1/ratio, 0.005+90/float64(size)
			if got := compressed(t, v.append(nil, size, 7)); got < want || got > want+spare {
				t.Errorf("ratio %v: a value of %d bytes shrinks to %.3f of its size, want %.3f", ratio, size, got, want)
			}
		}
	}
}

func TestValuesDiffer(t *testing.T) {
	for _, pattern := range []matrix.Pattern{{Kind: matrix.PatternRandom}, {Kind: matrix.PatternRatio, Ratio: 100}} {
		for _, sizes := range []matrix.Sizes{matrix.FixedSize(1000), matrix.FixedSize(100_000), {{Low: 900, High: 1100, Weight: 1}}} {
			j := mixJob([][]string{{"__data__"}}, "", sizes)
			j.values = newValues(pattern, sizes)
			requests, _ := laid(t, j, 100)
			seen := map[string]bool{}
			for rest := requests; len(rest) > 0; {
				var s scanner
				n, _, err := s.scan(rest)
				if err != nil {
					t.Fatal(err)
				}
				seen[string(rest[:n])] = true
				rest = rest[n:]
			}
			if len(seen) != 100 {
				t.Errorf("%v values of %v bytes: %d different ones of 100", pattern, sizes, len(seen))
			}
		}
	}
}

// TestServersCompressValuesToTheirRatio asks servers how long values are as RDB
// files hold them, compressed with LZF.
func TestServersCompressValuesToTheirRatio(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for pattern, want := range map[string]float64{"random": 1, "fill": 0, "ratio:2": 0.5, "ratio:4": 0.25, "ratio:20": 0.05} {
			load := someLoad()
			load.ValuePattern, load.ValueSize, load.Requests, load.Keyspace = pattern, matrix.Sizes{{Low: 2000, High: 10_000, Weight: 1}}, 200, 20
			measure(t, server.open(server.at, load), lookup(t, "SET"))
			var size, stored int64
			for key := range load.Keyspace {
				key := fmt.Sprintf("key:%0*d", digits, key)
				if n := server.number("STRLEN", key); n > 0 {
					size += n
					stored += int64(len(server.do("DUMP", key).(string)))
				}
			}
			// LZF writes a byte for each 32 that it cannot compress, and three for
			// each 264 that are alike.
			if got := float64(stored) / float64(size); got < want-0.005 || got > want*1.04+0.02 {
				t.Errorf("%s: values take %.3f of their size, want %.3f", pattern, got, want)
			}
		}
	})
}

// TestValuesOfSeveralSizes reads back values that were written in several sizes,
// of which some are empty and some are longer than what is written at once.
func TestValuesOfSeveralSizes(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		load := someLoad()
		load.ValueSize = matrix.Sizes{{Low: 0, High: 3, Weight: 50}, {Low: 5000, High: 5000, Weight: 5}, {Low: 100_000, High: 200_000, Weight: 1}}
		load.Requests, load.Pipeline = 2000, 16
		session := server.open(server.at, load)
		for _, name := range []string{"SET", "GET", "MSET", "MGET", "LPUSH", "LPOP"} {
			sample := measure(t, session, lookup(t, name))
			if sample.Errors > 0 || sample.Misses > 0 || sample.Requests != load.Requests {
				t.Errorf("%s: %d of %d requests are errors (%s), %d misses", name, sample.Errors, sample.Requests, sample.FirstError, sample.Misses)
			}
		}
		for key := range load.Keyspace {
			key := fmt.Sprintf("key:%0*d", digits, key)
			if n := server.number("STRLEN", key); !load.ValueSize.Holds(int(n)) {
				t.Errorf("%s holds %d bytes, want %v", key, n, load.ValueSize)
			}
		}
	})
}

// TestValuesThatOthersShortenAreErrors has GET find a length that was never written.
func TestValuesThatOthersShortenAreErrors(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.ValueSize, load.Keyspace, load.Requests = matrix.Sizes{{Low: 10, High: 20, Weight: 1}}, 1, 10
	session := server.open(server.at, load)
	if _, err := session.Prepare(t.Context(), lookup(t, "GET")); err != nil {
		t.Fatal(err)
	}
	server.do("SET", "key:000000000000", "short")
	sample, err := session.Measure(t.Context(), lookup(t, "GET"))
	if want := "got a value of 5 bytes, want 10-20"; err != nil || sample.Errors != 10 || sample.FirstError != want {
		t.Errorf("%d errors, first %q, want %q; error %v", sample.Errors, sample.FirstError, want, err)
	}
}

// TestHugeValuesAmongSmallOnes writes values that are far longer than a chunk, as
// a whole, among small ones.
func TestHugeValuesAmongSmallOnes(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.ValueSize = matrix.Sizes{{Low: 10, High: 10, Weight: 19}, {Low: 32_000_000, High: 32_000_000, Weight: 1}}
	load.Clients, load.Keyspace, load.Requests, load.ValuePattern = 2, 3, 60, "fill"
	sample := measure(t, server.open(server.at, load), lookup(t, "SET"))
	if sample.Errors > 0 || sample.Requests != 60 || sample.Sent < 32_000_000 {
		t.Errorf("%d requests, %d errors (%s), %d bytes", sample.Requests, sample.Errors, sample.FirstError, sample.Sent)
	}
}

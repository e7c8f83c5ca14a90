package bench

import (
	"math"
	"sync"
	"testing"

	"redismatrix/matrix"
)

// distributions maps key distributions to the weight of key k of n.
var distributions = map[string]func(k, n float64) float64{
	"uniform":       func(_, _ float64) float64 { return 1 },
	"sequential":    func(_, _ float64) float64 { return 1 },
	"zipf":          zipfWeight(0.99),
	"zipf:0.01":     zipfWeight(0.01),
	"zipf:0.5":      zipfWeight(0.5),
	"zipf:1":        zipfWeight(1),
	"zipf:1.000001": zipfWeight(1.000001),
	"zipf:2.5":      zipfWeight(2.5),
	"zipf:10":       zipfWeight(10),
	"gaussian":      normalWeight(1.0 / 6),
	"gaussian:0.02": normalWeight(0.02),
	"gaussian:1":    normalWeight(1),
}

func zipfWeight(s float64) func(k, n float64) float64 {
	return func(k, _ float64) float64 { return math.Pow(k+1, -s) }
}

// normalWeight is the normal distribution's probability of what is cut to k.
func normalWeight(deviation float64) func(k, n float64) float64 {
	return func(k, n float64) float64 {
		below := func(x float64) float64 { return math.Erf((x/n - 0.5) / deviation / math.Sqrt2) }
		return below(k+1) - below(k)
	}
}

func testKeys(t testing.TB, distribution string, keyspace int) *keys {
	t.Helper()
	k, err := newKeys(distribution, keyspace)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestKeysAreDistributedAsTheyAreCalled holds how often keys are drawn against
// their exact probabilities, with the chi-squared statistic. Keys that are
// expected fewer than five times are taken together, as the statistic demands.
func TestKeysAreDistributedAsTheyAreCalled(t *testing.T) {
	const draws = 200_000
	for distribution, weight := range distributions {
		for _, n := range []int{1, 2, 3, 50, 1000} {
			keys, rng := testKeys(t, distribution, n), testRNG()
			counts, sum := make([]float64, n), 0.0
			for range draws {
				counts[keys.next(rng)]++
			}
			for k := range n {
				sum += weight(float64(k), float64(n))
			}
			var statistic, freedom, rest, restExpected float64
			for k, count := range counts {
				expected := draws * weight(float64(k), float64(n)) / sum
				if expected < 5 {
					rest, restExpected = rest+count, restExpected+expected
					continue
				}
				statistic += (count - expected) * (count - expected) / expected
				freedom++
			}
			if restExpected >= 5 {
				statistic += (rest - restExpected) * (rest - restExpected) / restExpected
				freedom++
			}
			// Four standard deviations above the mean, and room for the
			// skewness where there are few degrees of freedom.
			if limit := freedom + 4*math.Sqrt(2*freedom) + 8; statistic > limit {
				t.Errorf("%s over %d keys: chi-squared %.0f, want at most %.0f", distribution, n, statistic, limit)
			}
		}
	}
}

func TestKeysStayInTheKeyspace(t *testing.T) {
	for distribution := range distributions {
		for _, n := range []int{1, 2, 999_999_937, 1_000_000_000} {
			keys, rng := testKeys(t, distribution, n), testRNG()
			for range 10_000 {
				if key := keys.next(rng); key >= uint64(n) {
					t.Fatalf("%s over %d keys draws %d", distribution, n, key)
				}
			}
		}
	}
}

// TestZipfOverABillionKeys compares the share of the hottest keys with the
// harmonic number, 1 + 1/2 + … + 1/n, which is close to log n + 0.5772.
func TestZipfOverABillionKeys(t *testing.T) {
	const n, draws = 1_000_000_000, 1_000_000
	keys, rng := testKeys(t, "zipf:1", n), testRNG()
	var hottest, hundred float64
	for range draws {
		switch key := keys.next(rng); {
		case key == 0:
			hottest++
			hundred++
		case key < 100:
			hundred++
		}
	}
	sum := math.Log(n) + 0.5772
	for name, share := range map[string][2]float64{"hottest key": {hottest, 1 / sum}, "hottest hundred": {hundred, (math.Log(100) + 0.5772 + 0.005) / sum}} {
		if got := share[0] / draws; math.Abs(got-share[1]) > 0.002 {
			t.Errorf("the %s has a share of %.4f, want %.4f", name, got, share[1])
		}
	}
}

func TestSequentialKeysAreTakenByAllConnections(t *testing.T) {
	const connections, turns, n = 4, 250, 100
	keys := testKeys(t, "sequential", n)
	var group sync.WaitGroup
	var counts [connections][n]int
	for i := range counts {
		group.Go(func() {
			for range turns {
				counts[i][keys.next(nil)]++
			}
		})
	}
	group.Wait()
	for key := range n {
		sum := 0
		for i := range counts {
			sum += counts[i][key]
		}
		if sum != connections*turns/n {
			t.Errorf("key %d was taken %d times, want %d", key, sum, connections*turns/n)
		}
	}
}

func TestKeysAllocateNothing(t *testing.T) {
	for distribution := range distributions {
		keys, rng := testKeys(t, distribution, 1_000_000), testRNG()
		if n := testing.AllocsPerRun(1000, func() { keys.next(rng) }); n > 0 {
			t.Errorf("%s allocates %v times a key", distribution, n)
		}
	}
}

func TestUnknownDistribution(t *testing.T) {
	if _, err := newKeys("pareto", 10); err == nil {
		t.Error("no error")
	}
	if _, err := Open(t.Context(), matrix.Endpoint{Owned: true}, func() matrix.Load {
		load := someLoad()
		load.KeyDistribution = "pareto"
		return load
	}()); err == nil {
		t.Error("no error from opening a session")
	}
}

func BenchmarkKeys(b *testing.B) {
	for _, distribution := range []string{"uniform", "sequential", "zipf", "zipf:2.5", "gaussian"} {
		b.Run(distribution, func(b *testing.B) {
			keys, rng := testKeys(b, distribution, 1_000_000), testRNG()
			b.ReportAllocs()
			for b.Loop() {
				keys.next(rng)
			}
		})
	}
}

package matrix

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDetectable finds a change of the size that is said to be detectable in
// nine of ten cases, with noise that decides and with so little that the
// threshold does.
func TestDetectable(t *testing.T) {
	const trials, family, rounds = 300, 20, 5
	random := rand.New(rand.NewPCG(1, 2))
	for _, noise := range []float64{0.002, 0.03} {
		detectable, found := Judging{}.Judge(equals(random, noise, family, rounds))[0].Detectable, 0
		for range trials {
			evidence := equals(random, noise, family, rounds)
			for i := range evidence[0].Other {
				evidence[0].Other[i] += math.Log1p(-detectable)
			}
			if (Judging{}).Judge(evidence)[0].Verdict == VerdictSlower {
				found++
			}
		}
		if share := float64(found) / trials; share < 0.8 || share == 1 {
			t.Errorf("noise of %v: a change of %.3f was found in %.2f of the cases", noise, detectable, share)
		}
	}
}

// equals is a family of comparisons between what differs by noise alone.
func equals(random *rand.Rand, noise float64, family, rounds int) []Evidence {
	evidence := make([]Evidence, family)
	for i := range evidence {
		evidence[i] = Evidence{Paired: true, Difference: Difference{Metric: MetricRPS}}
		for range rounds {
			evidence[i].Base = append(evidence[i].Base, noise*random.NormFloat64())
			evidence[i].Other = append(evidence[i].Other, noise*random.NormFloat64())
		}
	}
	return evidence
}

// TestNeeded holds the number of rounds that a doubt is said to need. sure is how
// far from none a change has to be, as a logarithm.
func TestNeeded(t *testing.T) {
	for _, tt := range []struct {
		name                    string
		change, low, high, sure float64
		rounds, want            int
	}{
		{"half as wide takes four times as many", 0, -0.1, 1.05*1.05 - 1 - 1e-9, 0, 5, 20},
		{"one more at least", 0.04, 0.0399, 0.0401, 0, 5, 6},
		{"no number would do", 0.05, -0.1, 0.2, 0, 5, 0},
		{"more than is sensible", 0, -0.9, 9, 0, 10, 0},
		{"twice as far takes four times as many", math.E - 1, 1.6, 1.8, 2 - 1e-9, 5, 20},
		{"a fall as well as a rise", 1/math.E - 1, -0.7, -0.6, 2 - 1e-9, 5, 20},
		{"far from none, and nearly sure", 0.06, 0.01, 0.12, 0.0583, 5, 6},
	} {
		d := finding{Difference: Difference{Change: tt.change, Low: tt.low, High: tt.high, Rounds: tt.rounds}, sure: tt.sure}
		if got := (Judging{}).needed(&d); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

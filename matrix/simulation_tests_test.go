package matrix

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	moremath "github.com/aclements/go-moremath/stats"

	"redismatrix/matrix/stats"
)

// alternative is a statistical test that could judge, with the same correction,
// threshold and control. Without p it is the one that does.
type alternative struct {
	name string
	p    func(base, other []float64) float64
}

var alternatives = []alternative{
	{"moderated t, paired (used)", nil},
	{"t, paired", func(base, other []float64) float64 {
		d := pairsOf(base, other)
		n := float64(len(d))
		return stats.TwoSided(stats.Mean(d)/math.Sqrt(stats.Variance(d)/n), n-1)
	}},
	{"Welch's t, unpaired", func(base, other []float64) float64 {
		a, b := stats.Variance(base)/float64(len(base)), stats.Variance(other)/float64(len(other))
		df := (a + b) * (a + b) / (a*a/float64(len(base)-1) + b*b/float64(len(other)-1))
		return stats.TwoSided((stats.Mean(other)-stats.Mean(base))/math.Sqrt(a+b), df)
	}},
	{"Wilcoxon signed rank, exact", func(base, other []float64) float64 { return flipped(ranked(pairsOf(base, other))) }},
	{"permutation of signs, exact", func(base, other []float64) float64 { return flipped(pairsOf(base, other)) }},
	{"Mann-Whitney, exact", func(base, other []float64) float64 {
		result, err := moremath.MannWhitneyUTest(base, other, moremath.LocationDiffers)
		if err != nil {
			return 1
		}
		return result.P
	}},
}

func pairsOf(base, other []float64) []float64 {
	d := make([]float64, len(base))
	for i := range d {
		d[i] = other[i] - base[i]
	}
	return d
}

// ranked are values replaced by the ranks of their sizes, with their signs.
func ranked(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return math.Abs(values[order[a]]) < math.Abs(values[order[b]]) })
	ranks := make([]float64, len(values))
	for rank, i := range order {
		ranks[i] = math.Copysign(float64(rank+1), values[i])
	}
	return ranks
}

// flipped is the share of all ways to choose the signs of values whose sum is as
// far from 0 as that of the values. It matches the sums of one half of them with
// those of the other.
func flipped(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	least := math.Abs(sum) * (1 - 1e-12)
	few, many := signed(values[:len(values)/2]), signed(values[len(values)/2:])
	far, at := 0, len(many)
	for _, s := range few {
		for at > 0 && s+many[at-1] >= least {
			at--
		}
		far += len(many) - at
	}
	return min(1, 2*float64(far)/float64(len(few)*len(many)))
}

// signed are the sums of values by all ways to choose their signs, in order.
func signed(values []float64) []float64 {
	sums := []float64{0}
	for _, v := range values {
		v = math.Abs(v)
		merged := make([]float64, 0, 2*len(sums))
		for low, high := 0, 0; high < len(sums); {
			if low < len(sums) && sums[low]-v <= sums[high]+v {
				merged, low = append(merged, sums[low]-v), low+1
			} else {
				merged, high = append(merged, sums[high]+v), high+1
			}
		}
		sums = merged
	}
	return sums
}

// calls are the numbers of the differences that the test calls faster or slower.
func (a alternative) calls(evidence []Evidence, differences []Difference) []int {
	if a.p == nil {
		return called(differences)
	}
	p := make([]float64, len(evidence))
	for i, e := range evidence {
		p[i] = a.p(e.Base, e.Other)
	}
	differences = slices.Clone(differences)
	for i, adjusted := range stats.Holm(p) {
		differences[i].P = adjusted
	}
	return called(differences)
}

// smallest is the least probability that the test gives so many rounds, of which
// all are far from those of the baseline.
func (a alternative) smallest(rounds int) float64 {
	base, other := make([]float64, rounds), make([]float64, rounds)
	for i := range base {
		base[i], other[i] = float64(i)/1000, 1e6+math.Sqrt(float64(i))
	}
	return a.p(base, other)
}

// limits are the least probability of five rounds, and how many rounds it takes to
// find anything in a matrix; "–" where it has no least.
func (a alternative) limits() (least, rounds string) {
	const none = 1e-4
	if a.p == nil || a.smallest(5) < none {
		return "–", "–"
	}
	n := 2
	for a.smallest(n)*(simSetups-1)*simTests > familyRate {
		n++
	}
	return fmt.Sprintf("%.4f", a.smallest(5)), fmt.Sprint(n)
}

// testsTable is how the tests compare: what they find, and how often they err under
// the noise that is worst for each.
func testsTable(matrices int) string {
	table, worst := [][]string{{
		"test", "least p of 5 rounds", "rounds to find anything", "finds 10 % after 5 rounds", "10 rounds", "20 rounds",
		"10 rounds, heavy tails", "10 rounds, drift", "false at most, 10 rounds",
	}}, make([]int, len(alternatives))
	for _, s := range simulations() {
		for i, o := range contest(s.measure, 10, matrices) {
			worst[i] = max(worst[i], o.wrong)
		}
	}
	usual, tails, drift := noises[0], noises[1], noises[6]
	found := [][]outcome{
		contest(usual.measure, 5, matrices), contest(usual.measure, 10, matrices), contest(usual.measure, 20, matrices),
		contest(tails.measure, 10, matrices), contest(drift.measure, 10, matrices),
	}
	for i, a := range alternatives {
		least, rounds := a.limits()
		row := []string{a.name, least, rounds}
		for _, of := range found {
			row = append(row, percent(of[i].found, matrices))
		}
		table = append(table, append(row, errorRate(worst[i], matrices)))
	}
	return markdown(table)
}

// contest has all tests judge the same matrices.
func contest(measure measuring, rounds, matrices int) []outcome {
	sums := count(matrices, func(r *rand.Rand) []int {
		none := measure(r, rounds)
		slow := slower(none, -0.1)
		differ, differSlow := Judging{}.Judge(none), Judging{}.Judge(slow)
		var counted []int
		for _, a := range alternatives {
			counted = append(counted, one(len(a.calls(none, differ)) > 0), one(slices.Contains(a.calls(slow, differSlow), slowed)))
		}
		return counted
	})
	outcomes := make([]outcome, len(alternatives))
	for i := range outcomes {
		outcomes[i] = outcome{wrong: sums[2*i], found: sums[2*i+1]}
	}
	return outcomes
}

// TestAlternatives holds the other tests to what tables of them say.
func TestAlternatives(t *testing.T) {
	for name, tt := range map[string]struct{ got, want float64 }{
		"five pairs of one sign":         {flipped(ranked([]float64{1, 2, 3, 4, 5})), 1.0 / 16},
		"signed rank 3 of eight":         {flipped(ranked([]float64{1, 2, -3, 4, 5, 6, 7, 8})), 10.0 / 256},
		"signs of 1, 1 and 3":            {flipped([]float64{1, 1, 3}), 2.0 / 8},
		"signs of -1, 1 and 3":           {flipped([]float64{-1, 1, 3}), 6.0 / 8},
		"no difference":                  {flipped([]float64{-1, 1}), 1},
		"five values below five others":  {alternatives[5].smallest(5), 2.0 / 252},
		"t of 1, 2 and 3":                {alternatives[1].p([]float64{0, 0, 0}, []float64{1, 2, 3}), 0.0741799},
		"Welch's of 1, 2, 3 and 4, 5, 6": {alternatives[2].p([]float64{1, 2, 3}, []float64{4, 5, 6}), 0.0213117},
	} {
		if math.Abs(tt.got-tt.want) > 1e-6 {
			t.Errorf("%s: got %v, want %v", name, tt.got, tt.want)
		}
	}
}

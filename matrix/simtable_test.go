package matrix

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	moremath "github.com/aclements/go-moremath/stats"

	"redismatrix/matrix/stats"
)

// TestSimulationTables prints the tables of the README with REDIS_MATRIX_SIMULATE=N:
// rates over N matrices each. They are the same in every run, on any machine.
func TestSimulationTables(t *testing.T) {
	matrices, err := strconv.Atoi(os.Getenv("REDIS_MATRIX_SIMULATE"))
	if err != nil {
		t.Skip("prints tables with REDIS_MATRIX_SIMULATE=N, such as 2000")
	}
	t.Log("\n" + ratesTable(matrices) + "\n" + powerTable(matrices) + "\n" + rivalsTable(matrices))
}

// rows fills lines side by side, and joins them in order.
func rows(n int, line func(i int) string) string {
	lines := make([]string, n)
	var group sync.WaitGroup
	slots := make(chan struct{}, 8)
	for i := range lines {
		group.Go(func() {
			slots <- struct{}{}
			lines[i] = line(i)
			<-slots
		})
	}
	group.Wait()
	return strings.Join(lines, "")
}

// ratesTable has a line for each kind of noise: how many matrices without a
// difference have a false verdict, and how many slowdowns of 10 % are found.
func ratesTable(matrices int) string {
	modes := [][]int{{5}, {10}, Looks(5, 30)}
	head := "| noise | false, 5 rounds | false, 10 rounds | false, 5..30 | finds 10 %, 5 rounds | finds 10 %, 5..30 | rounds, 5..30 |\n|---|--:|--:|--:|--:|--:|--:|\n"
	return head + rows(len(noises), func(i int) string {
		var o [3]outcome
		for k, looks := range modes {
			o[k] = trial(uint64(i)*10+uint64(k)+1, noises[i].make, matrices, looks)
		}
		wrong := func(o outcome) string { return percent(o.wrong, matrices) }
		found := func(o outcome) string { return percent(o.found[0], o.placed[0]) }
		return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.1f |\n", noises[i].name,
			wrong(o[0]), wrong(o[1]), wrong(o[2]), found(o[0]), found(o[2]), float64(o[2].rounds)/float64(matrices))
	})
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }

// powerTable is how often a slowdown is found by its size.
func powerTable(matrices int) string {
	changes := []float64{0.03, 0.04, 0.05, 0.06, 0.08, 0.10, 0.15}
	head := "| noise, rounds |"
	for _, change := range changes {
		head += fmt.Sprintf(" -%.0f %% |", 100*change)
	}
	head += "\n|---|" + strings.Repeat("--:|", len(changes)) + "\n"
	kinds := []struct {
		sd    float64
		name  string
		looks []int
	}{
		{0.01, "1 %, 5 rounds", []int{5}}, {0.01, "1 %, 5..30 rounds", Looks(5, 30)},
		{0.03, "3 %, 5 rounds", []int{5}}, {0.03, "3 %, 10 rounds", []int{10}}, {0.03, "3 %, 20 rounds", []int{20}}, {0.03, "3 %, 5..30 rounds", Looks(5, 30)},
		{0.06, "6 %, 5 rounds", []int{5}}, {0.06, "6 %, 20 rounds", []int{20}}, {0.06, "6 %, 5..30 rounds", Looks(5, 30)},
	}
	return head + rows(len(kinds), func(i int) string {
		line := "| " + kinds[i].name + " |"
		for k, change := range changes {
			line += " " + percent(foundOf(uint64(100+10*i+k), kinds[i].sd, -change, matrices/4, kinds[i].looks), 2*(matrices/4)) + " |"
		}
		return line + "\n"
	})
}

// foundOf counts how often two slowdowns of a matrix are found.
func foundOf(seed uint64, sd, change float64, matrices int, looks []int) (found int) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range matrices {
		evidence := simulate(r, noises[0].make(r, sd), looks[len(looks)-1], map[int]float64{0: change, 20: change})
		differences, _ := until(evidence, looks)
		for _, at := range []int{0, 20} {
			if differences[at].Verdict == VerdictSlower {
				found++
			}
		}
	}
	return found
}

// otherTests are tests that could be used, with the same correction and the
// same threshold.
var otherTests = []struct {
	name string
	p    func(base, other []float64) float64
}{
	{"moderated t (used)", nil},
	{"paired t", func(base, other []float64) float64 {
		d := differencesOf(base, other)
		n := float64(len(d))
		return stats.TwoSided(stats.Mean(d)/math.Sqrt(stats.Variance(d)/n), n-1)
	}},
	{"Wilcoxon signed rank, exact", func(base, other []float64) float64 { return flipped(ranked(differencesOf(base, other))) }},
	{"permutation of signs, exact", func(base, other []float64) float64 { return flipped(differencesOf(base, other)) }},
	{"Mann-Whitney, exact", func(base, other []float64) float64 {
		result, err := moremath.MannWhitneyUTest(base, other, moremath.LocationDiffers)
		if err != nil {
			return 1
		}
		return result.P
	}},
}

func differencesOf(base, other []float64) []float64 {
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
	slices.SortFunc(order, func(a, b int) int {
		if math.Abs(values[a]) < math.Abs(values[b]) {
			return -1
		}
		return 1
	})
	ranks := make([]float64, len(values))
	for rank, i := range order {
		ranks[i] = math.Copysign(float64(rank+1), values[i])
	}
	return ranks
}

// flipped is the share of all ways to choose the signs of values whose sum is as
// far from 0 as that of the values.
func flipped(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	sums := make([]float64, 1<<len(values))
	far := 0
	for set := range sums {
		if set == 0 {
			for _, v := range values {
				sums[0] -= math.Abs(v)
			}
		} else {
			low := bits.TrailingZeros(uint(set))
			sums[set] = sums[set&(set-1)] + 2*math.Abs(values[low])
		}
		if math.Abs(sums[set]) >= math.Abs(sum)*(1-1e-12) {
			far++
		}
	}
	return float64(far) / float64(len(sums))
}

// rivalsTable is how the tests compare under normal noise of 3 %, and under heavy
// tails.
func rivalsTable(matrices int) string {
	matrices = max(matrices/4, 1)
	head := "| test | false, 5 rounds | finds 10 %, 5 rounds | false, 10 rounds | finds 10 %, 10 rounds | false, heavy tails, 10 rounds |\n|---|--:|--:|--:|--:|--:|\n"
	return head + rows(len(otherTests), func(i int) string {
		line := "| " + otherTests[i].name + " |"
		for _, at := range []struct{ noise, rounds int }{{0, 5}, {0, 10}, {1, 10}} {
			wrong, found := duel(otherTests[i].p, at.noise, at.rounds, matrices)
			line += " " + percent(wrong, matrices) + " |"
			if at.noise == 0 {
				line += " " + percent(found, 2*matrices) + " |"
			}
		}
		return line + "\n"
	})
}

// duel judges matrices by a test, nil for ours: those without a difference that
// have one found, and the slowdowns by 10 % that are found.
func duel(p func(base, other []float64) float64, kind, rounds, matrices int) (wrong, found int) {
	r := rand.New(rand.NewPCG(uint64(kind*100+rounds), 2))
	for range matrices {
		if len(slowerBy(p, simulate(r, noises[kind].make(r, 0.03), rounds, nil))) > 0 {
			wrong++
		}
		slow := slowerBy(p, simulate(r, noises[kind].make(r, 0.03), rounds, map[int]float64{0: -0.1, 20: -0.1}))
		for _, at := range []int{0, 20} {
			if slow[at] {
				found++
			}
		}
	}
	return wrong, found
}

// slowerBy are the numbers of the evidence that a test calls changed.
func slowerBy(p func(base, other []float64) float64, evidence []Evidence) map[int]bool {
	changed := map[int]bool{}
	if p == nil {
		for i, d := range (Judging{}).Judge(evidence) {
			if d.Verdict == VerdictSlower || d.Verdict == VerdictFaster {
				changed[i] = true
			}
		}
		return changed
	}
	values := make([]float64, len(evidence))
	for i, e := range evidence {
		values[i] = p(e.Base, e.Other)
	}
	for i, adjusted := range stats.Holm(values) {
		change := math.Expm1(stats.Mean(differencesOf(evidence[i].Base, evidence[i].Other)))
		if adjusted <= familyRate && math.Abs(change) > defaultThreshold && !evidence[i].Control {
			changed[i] = true
		}
	}
	return changed
}

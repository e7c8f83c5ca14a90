package matrix

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A simulated matrix is that of an upgrade: 15 tests, a baseline, three other
// versions and the control, in shuffled order in each round.
const (
	simTests  = 15
	simOthers = 3
	simSetups = simOthers + 2
	simRounds = 5
)

// noise gives the logarithm of the disturbance of one measurement after the
// other. test is the place within a visit of a server, at the share of the run
// that has passed.
type noise func(test int, at float64) float64

// noises are made anew for each matrix. sd is that of the models with a scale.
var noises = []struct {
	name string
	make func(r *rand.Rand, sd float64) noise
}{
	{"normal, 3 %", func(r *rand.Rand, sd float64) noise {
		return func(int, float64) float64 { return sd * r.NormFloat64() }
	}},
	{"heavy-tailed (t, 3 degrees)", func(r *rand.Rand, sd float64) noise {
		return func(int, float64) float64 { return sd * studentT3(r) }
	}},
	{"pauses (1 in 20 slower by half)", func(r *rand.Rand, sd float64) noise {
		return func(int, float64) float64 {
			x := sd * r.NormFloat64()
			if r.Float64() < 0.05 {
				x -= r.ExpFloat64() / 2
			}
			return x
		}
	}},
	{"two modes, 25 % apart, by sample", func(r *rand.Rand, _ float64) noise {
		return func(int, float64) float64 { return 0.01*r.NormFloat64() + mode(r.Float64() < 0.5) }
	}},
	{"two modes, 25 % apart, by server", func(r *rand.Rand, _ float64) noise {
		slow := false
		return func(test int, _ float64) float64 {
			if test == 0 {
				slow = r.Float64() < 0.5
			}
			return 0.01*r.NormFloat64() + mode(slow)
		}
	}},
	{"two modes, 25 % apart, lasting", func(r *rand.Rand, _ float64) noise {
		slow := r.Float64() < 0.5
		return func(int, float64) float64 {
			slow = slow != (r.Float64() < 1.0/40)
			return 0.01*r.NormFloat64() + mode(slow)
		}
	}},
	{"drift of 30 % over the run", func(r *rand.Rand, sd float64) noise {
		return func(_ int, at float64) float64 { return -0.3*at + sd*r.NormFloat64() }
	}},
	{"waves of 10 %", func(r *rand.Rand, sd float64) noise {
		phase := 2 * math.Pi * r.Float64()
		return func(_ int, at float64) float64 { return 0.1*math.Sin(phase+7.5*at) + sd*r.NormFloat64() }
	}},
	{"autocorrelated (0.9)", func(r *rand.Rand, sd float64) noise { return autoregressive(r, 0.9, sd) }},
	{"autocorrelated (0.99), 9 %", func(r *rand.Rand, sd float64) noise { return autoregressive(r, 0.99, 3*sd) }},
	{"another scale for each test", func(r *rand.Rand, sd float64) noise {
		var scale [simTests]float64
		for i := range scale {
			scale[i] = sd * math.Exp(0.8*r.NormFloat64())
		}
		return func(test int, _ float64) float64 { return scale[test] * r.NormFloat64() }
	}},
}

func mode(slow bool) float64 {
	if slow {
		return math.Log(0.75)
	}
	return 0
}

func studentT3(r *rand.Rand) float64 {
	sum := 0.0
	for range 3 {
		z := r.NormFloat64()
		sum += z * z
	}
	return r.NormFloat64() / math.Sqrt(sum/3)
}

func autoregressive(r *rand.Rand, memory, sd float64) noise {
	x := sd * r.NormFloat64()
	return func(int, float64) float64 {
		x = memory*x + math.Sqrt(1-memory*memory)*sd*r.NormFloat64()
		return x
	}
}

// simulate measures one matrix. changes are true differences, by the number of
// the evidence that they are in.
func simulate(r *rand.Rand, next noise, rounds int, changes map[int]float64) []Evidence {
	var values [simSetups][simTests][]float64
	done, total := 0.0, float64(rounds*simSetups*simTests)
	for range rounds {
		for _, setup := range r.Perm(simSetups) {
			for test := range simTests {
				values[setup][test] = append(values[setup][test], next(test, done/total))
				done++
			}
		}
	}
	var evidence []Evidence
	for setup := 1; setup < simSetups; setup++ {
		for test := range simTests {
			other := values[setup][test]
			if change, ok := changes[len(evidence)]; ok {
				for i := range other {
					other[i] += math.Log1p(change)
				}
			}
			evidence = append(evidence, Evidence{
				Difference: Difference{Test: strconv.Itoa(test), Metric: MetricRPS, Control: setup == simSetups-1},
				Base:       values[0][test], Other: other, Paired: true,
			})
		}
	}
	return evidence
}

// until judges the evidence after more and more rounds, until all is decided.
func until(evidence []Evidence, looks []int) (differences []Difference, rounds int) {
	j := Judging{Looks: len(looks)}
	for _, rounds = range looks {
		seen := make([]Evidence, len(evidence))
		for i, e := range evidence {
			seen[i] = e
			seen[i].Base, seen[i].Other = e.Base[:rounds], e.Other[:rounds]
		}
		if differences = j.Judge(seen); decided(differences) {
			break
		}
	}
	return differences, rounds
}

func decided(differences []Difference) bool {
	for _, d := range differences {
		if d.Verdict == VerdictInconclusive && !d.Control {
			return false
		}
	}
	return true
}

// outcome counts over many matrices.
type outcome struct {
	wrong         int // matrices with a false faster or slower
	found, placed [2]int
	rounds        int
}

// slowdowns are the true changes of the matrices that have some: in evidence of
// different versions and tests.
var slowdowns = [2]float64{-0.10, -0.05}

func trial(seed uint64, model func(*rand.Rand, float64) noise, matrices int, looks []int) outcome {
	r := rand.New(rand.NewPCG(seed, 0))
	var o outcome
	most := looks[len(looks)-1]
	for range matrices {
		null, rounds := until(simulate(r, model(r, 0.03), most, nil), looks)
		o.rounds += rounds
		if claims(null) > 0 {
			o.wrong++
		}
		changes := map[int]float64{0: slowdowns[0], 20: slowdowns[0], 37: slowdowns[1]}
		found, _ := until(simulate(r, model(r, 0.03), most, changes), looks)
		for at, change := range changes {
			which := 0
			if change == slowdowns[1] {
				which = 1
			}
			o.placed[which]++
			if found[at].Verdict == VerdictSlower {
				o.found[which]++
			}
		}
	}
	return o
}

func claims(differences []Difference) int {
	n := 0
	for _, d := range differences {
		if d.Verdict == VerdictFaster || d.Verdict == VerdictSlower {
			n++
		}
	}
	return n
}

// TestErrorRates measures simulated matrices: with three rounds, which err no more
// often and find less, with five, and until all is decided. A seed is fixed, so that it is the same in every run. With
// REDIS_MATRIX_SIMULATE=N it judges N matrices of each kind and prints the table.
func TestErrorRates(t *testing.T) {
	matrices, printing := 60, os.Getenv("REDIS_MATRIX_SIMULATE")
	if printing != "" {
		var err error
		if matrices, err = strconv.Atoi(printing); err != nil || matrices < 1 {
			t.Fatalf("REDIS_MATRIX_SIMULATE=%q is no number of matrices", printing)
		}
	}
	var table strings.Builder
	for _, mode := range []struct {
		name  string
		looks []int
	}{{"3 rounds", []int{fewestRounds}}, {"5 rounds", []int{simRounds}}, {"5..30 rounds, until decided", Looks(5, 30)}} {
		fmt.Fprintf(&table, "\n%-34s %9s %11s %11s %7s\n", mode.name, "false", "finds 10 %", "finds 5 %", "rounds")
		for _, n := range noises {
			o := trial(1, n.make, matrices, mode.looks)
			rate := float64(o.wrong) / float64(matrices)
			// What chance may add to a rate of 5 %: three standard errors.
			if limit := familyRate + 3*math.Sqrt(familyRate*(1-familyRate)/float64(matrices)); rate > limit {
				t.Errorf("%s, %s: %.1f %% of matrices have a false verdict", n.name, mode.name, 100*rate)
			}
			power := float64(o.found[0]) / float64(o.placed[0])
			if strings.HasPrefix(n.name, "normal") && mode.looks[0] >= simRounds && power < 0.9 {
				t.Errorf("%s, %s: %.1f %% of slowdowns by 10 %% are found", n.name, mode.name, 100*power)
			}
			fmt.Fprintf(&table, "%-34s %7.1f %% %9.0f %% %9.0f %% %7.1f\n", n.name, 100*rate, 100*power,
				100*float64(o.found[1])/float64(o.placed[1]), float64(o.rounds)/float64(matrices))
		}
	}
	if printing != "" {
		t.Log(table.String())
	}
}

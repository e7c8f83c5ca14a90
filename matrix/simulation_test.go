package matrix

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// A simulated matrix is that of an upgrade: 15 tests, a baseline, three other
// versions and the control, in shuffled order in each round.
const (
	simTests  = 15
	simOthers = 3
	simSetups = simOthers + 2
)

// measuring measures a matrix of servers that do not differ.
type measuring func(r *rand.Rand, rounds int) []Evidence

// noise gives the logarithm of the disturbance of one measurement after the
// other. test is the place within a visit of a server, at the share of the run
// that has passed.
type noise func(test int, at float64) float64

// model is a kind of noise. It is made anew for each matrix; sd is that of the
// models with a scale.
type model struct {
	name string
	make func(r *rand.Rand, sd float64) noise
}

// measure takes so many rounds with the noise that is usual, of 3 %.
func (m model) measure(r *rand.Rand, rounds int) []Evidence {
	return simulate(r, m.make(r, 0.03), rounds)
}

var noises = []model{
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
	{"two modes by sample, in a third of the tests", func(r *rand.Rand, _ float64) noise {
		return func(test int, _ float64) float64 {
			return 0.01*r.NormFloat64() + mode(test%3 == 0 && r.Float64() < 0.5)
		}
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

// simulate measures one matrix, of servers that do not differ, in shuffled order in
// each round.
func simulate(r *rand.Rand, next noise, rounds int) []Evidence {
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
			evidence = append(evidence, Evidence{
				Difference: Difference{
					Cell: strconv.Itoa(setup), Test: strconv.Itoa(test), Metric: MetricRPS, Control: setup == simSetups-1,
				},
				Base: values[0][test], Other: values[setup][test], Paired: true,
			})
		}
	}
	return evidence
}

// slowed is the number of the evidence that has a true difference, where any
// has: of the second of the other versions.
const slowed = simTests + 5

// slower is the evidence with a slowdown in one place: -0.1 is one by 10 %.
func slower(evidence []Evidence, change float64) []Evidence {
	evidence = slices.Clone(evidence)
	other := slices.Clone(evidence[slowed].Other)
	for i := range other {
		other[i] += math.Log1p(change)
	}
	evidence[slowed].Other = other
	return evidence
}

// first is the evidence of the first rounds.
func first(rounds int, evidence []Evidence) []Evidence {
	evidence = slices.Clone(evidence)
	for i, e := range evidence {
		evidence[i].Base, evidence[i].Other = e.Base[:rounds], e.Other[:rounds]
	}
	return evidence
}

// until judges the evidence after more and more rounds, until all is decided.
func until(evidence []Evidence, looks []int) (differences []Difference, rounds int) {
	j := Judging{Looks: len(looks)}
	for _, rounds = range looks {
		if differences = j.Judge(first(rounds, evidence)); decided(differences) {
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

func claims(differences []Difference) int {
	n := 0
	for _, d := range differences {
		if d.Verdict == VerdictFaster || d.Verdict == VerdictSlower {
			n++
		}
	}
	return n
}

// count adds up what trials count. Each has random numbers of its own, so that
// the sums are the same however many of them run at once.
func count(trials int, trial func(r *rand.Rand) []int) []int {
	var (
		sums  []int
		next  atomic.Uint64
		mutex sync.Mutex
		group sync.WaitGroup
	)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1); i <= uint64(trials); i = next.Add(1) {
				counted := trial(rand.New(rand.NewPCG(1, i)))
				mutex.Lock()
				for k, n := range counted {
					if k == len(sums) {
						sums = append(sums, 0)
					}
					sums[k] += n
				}
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	return sums
}

// one is 1 where something is true.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// outcome is what became of matrices: how many have a false verdict, in how many
// a slowdown by 10 % is found, and how many rounds those without it took.
type outcome struct{ wrong, found, rounds int }

func outcomes(matrices int, measure measuring, looks []int) outcome {
	sums := count(matrices, func(r *rand.Rand) []int {
		evidence := measure(r, looks[len(looks)-1])
		none, rounds := until(evidence, looks)
		slow, _ := until(slower(evidence, -0.1), looks)
		return []int{one(claims(none) > 0), one(slow[slowed].Verdict == VerdictSlower), rounds}
	})
	return outcome{sums[0], sums[1], sums[2]}
}

// TestErrorRates holds the rates of errors under every noise, and what is found,
// after five rounds and after as many as decide all. Random numbers are the same in
// every run.
func TestErrorRates(t *testing.T) {
	for _, mode := range []struct {
		matrices int
		looks    []int
	}{{300, []int{FewestRounds}}, {60, Looks(5, 30)}} {
		for _, n := range noises {
			o := outcomes(mode.matrices, n.measure, mode.looks)
			// What chance may add to a rate of 5 %: three standard errors.
			all := float64(mode.matrices)
			if rate := float64(o.wrong) / all; rate > familyRate+3*math.Sqrt(familyRate*(1-familyRate)/all) {
				t.Errorf("%s, looks after %v rounds: %.1f %% of matrices have a false verdict", n.name, mode.looks, 100*rate)
			}
			if found := float64(o.found) / all; n.name == noises[0].name && found < 0.9 {
				t.Errorf("%s, looks after %v rounds: %.1f %% of slowdowns by 10 %% are found", n.name, mode.looks, 100*found)
			}
		}
	}
}

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

// uneven is a matrix whose noise is not the same all over: deviation is that of
// a test on a server, of which 0 is the baseline and the last the control, and
// common that of all tests of a visit.
type uneven struct {
	name      string
	others    int
	control   bool
	common    float64
	deviation func(server, test int) float64
}

// where is a deviation of much where noisy says so, and of usual elsewhere.
func where(usual, much float64, noisy func(server, test int) bool) func(server, test int) float64 {
	return func(server, test int) float64 {
		if noisy(server, test) {
			return much
		}
		return usual
	}
}

func oneTest(_, test int) bool        { return test == 0 }
func oneServer(server, _ int) bool    { return server == 1 }
func oneCell(server, test int) bool   { return server == 1 && test == 0 }
func someCells(server, test int) bool { return server >= 1 && server <= simOthers && test == server }
func aThird(_, test int) bool         { return test >= simTests*2/3 }
func everywhere(int, int) bool        { return true }

var unevens = []uneven{
	{"one test 10 %, others 3 %", simOthers, true, 0, where(0.03, 0.1, oneTest)},
	{"one test 8 %, others 2 %", simOthers, true, 0, where(0.02, 0.08, oneTest)},
	{"one version 10 %, others 3 %", simOthers, true, 0, where(0.03, 0.1, oneServer)},
	{"one test of one version 10 %", simOthers, true, 0, where(0.03, 0.1, oneCell)},
	{"one test of one version 20 %", simOthers, true, 0, where(0.03, 0.2, oneCell)},
	{"one test of each version 15 %", simOthers, true, 0, where(0.03, 0.15, someCells)},
	{"one version 20 %, others 2 %", simOthers, true, 0, where(0.02, 0.2, oneServer)},
	{"a third of the tests 20 %, others 2 %", simOthers, true, 0, where(0.02, 0.2, aThird)},
	{"one test 10 %, no control", simOthers, false, 0, where(0.03, 0.1, oneTest)},
	{"the same, one other version", 1, false, 0, where(0.03, 0.1, oneTest)},
	{"servers 10 %, no control", simOthers, false, 0.1, where(0, 0.01, everywhere)},
	{"the same, one other version", 1, false, 0.1, where(0, 0.01, everywhere)},
}

// measure takes so many rounds. Servers are as in simulate.
func (u uneven) measure(r *rand.Rand, rounds int) []Evidence {
	servers := u.others + 1
	if u.control {
		servers++
	}
	values := make([][simTests][]float64, servers)
	for range rounds {
		for server := range values {
			visit := u.common * r.NormFloat64()
			for test := range simTests {
				values[server][test] = append(values[server][test], visit+u.deviation(server, test)*r.NormFloat64())
			}
		}
	}
	var evidence []Evidence
	for server := 1; server < servers; server++ {
		for test := range simTests {
			evidence = append(evidence, Evidence{
				Difference: Difference{
					Cell: strconv.Itoa(server), Test: strconv.Itoa(test), Metric: MetricRPS,
					Control: u.control && server == servers-1,
				},
				Base: values[0][test], Other: values[server][test], Paired: true,
			})
		}
	}
	return evidence
}

// simulated is how many matrices are simulated: a few with a seed that is the
// same in every run, or REDIS_MATRIX_SIMULATE.
func simulated(t *testing.T, few int) int {
	t.Helper()
	asked := os.Getenv("REDIS_MATRIX_SIMULATE")
	if asked == "" {
		return few
	}
	matrices, err := strconv.Atoi(asked)
	if err != nil || matrices < 1 {
		t.Fatalf("REDIS_MATRIX_SIMULATE=%q is no number of matrices", asked)
	}
	return matrices
}

// falseRate is the share of families that have a false verdict. It fails the
// test where that is more than 5 % and what chance may add: three standard errors.
func falseRate(t *testing.T, name string, families int, next func(*rand.Rand) []Difference) float64 {
	t.Helper()
	r, wrong := rand.New(rand.NewPCG(1, 1)), 0
	for range families {
		if claims(next(r)) > 0 {
			wrong++
		}
	}
	rate := float64(wrong) / float64(families)
	if rate > familyRate+3*math.Sqrt(familyRate*(1-familyRate)/float64(families)) {
		t.Errorf("%s: %.1f %% have a false verdict", name, 100*rate)
	}
	return 100 * rate
}

// TestUnevenNoise holds the rate of errors where a test, a version or a single
// cell is noisier than what all are weighed with.
func TestUnevenNoise(t *testing.T) {
	matrices := simulated(t, 150)
	var table strings.Builder
	for _, u := range unevens {
		fmt.Fprintf(&table, "\n%-32s", u.name)
		for _, looks := range [][]int{{FewestRounds}, {10}, Looks(5, 30)} {
			rate := falseRate(t, fmt.Sprint(u.name, " ", looks), matrices, func(r *rand.Rand) []Difference {
				found, _ := until(u.measure(r, looks[len(looks)-1]), looks)
				return found
			})
			fmt.Fprintf(&table, " %6.1f %%", rate)
		}
	}
	t.Log(table.String())
}

// TestUnevenNoiseLeavesPower finds a slowdown by 10 % where all have a noise of
// 3 %, although any of them might have had more.
func TestUnevenNoiseLeavesPower(t *testing.T) {
	matrices, found := simulated(t, 150), 0
	even := uneven{"", simOthers, true, 0, where(0, 0.03, everywhere)}
	r, slower := rand.New(rand.NewPCG(2, 1)), []int{1, 20}
	for range matrices {
		evidence := even.measure(r, FewestRounds)
		for _, at := range slower {
			for i := range evidence[at].Other {
				evidence[at].Other[i] += math.Log1p(-0.1)
			}
		}
		differences := Judging{}.Judge(evidence)
		for _, at := range slower {
			if differences[at].Verdict == VerdictSlower {
				found++
			}
		}
	}
	share := float64(found) / float64(len(slower)*matrices)
	if share < 0.9 {
		t.Errorf("%.1f %% of slowdowns by 10 %% are found", 100*share)
	}
	t.Logf("%.1f %% of slowdowns by 10 %% are found", 100*share)
}

// TestUnevenSides holds the rate of errors of two runs, of which one has fewer
// rounds or more noise, and of a run beside single values of others.
func TestUnevenSides(t *testing.T) {
	families := simulated(t, 300)
	for _, c := range []struct {
		base, other   int
		noise, beside float64
		byRun         bool
	}{
		{5, 5, 0.05, 0.05, false}, {30, 5, 0.05, 0.05, false}, {30, 5, 0.01, 0.06, false}, {5, 30, 0.06, 0.01, false},
		{5, 30, 0.01, 0.06, false}, {30, 5, 0.02, 0.06, false}, {5, 5, 0.01, 0.1, false}, {10, 5, 0.02, 0.06, false}, {5, 1, 0.05, 0.05, true},
	} {
		line := fmt.Sprintf("%2d rounds of %.0f %%, %2d of %2.0f %%:", c.base, 100*c.noise, c.other, 100*c.beside)
		for _, tests := range []int{1, 4, simTests} {
			rate := falseRate(t, fmt.Sprint(line, tests, " tests"), families, func(r *rand.Rand) []Difference {
				evidence := make([]Evidence, tests)
				for i := range evidence {
					evidence[i] = Evidence{byRun: c.byRun, Difference: Difference{Test: strconv.Itoa(i), Cell: "new", Metric: MetricRPS}}
					evidence[i].Base, evidence[i].Other = normals(r, c.base, c.noise), normals(r, c.other, c.beside)
				}
				return Judging{}.Judge(evidence)
			})
			line += fmt.Sprintf("  %d tests %4.1f %%", tests, rate)
		}
		t.Log(line)
	}
}

func normals(r *rand.Rand, n int, deviation float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = deviation * r.NormFloat64()
	}
	return values
}

package matrix

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSimulationTables prints the tables of the README with
// REDIS_MATRIX_SIMULATE=N, by N matrices for each number. They are the same in
// every run.
func TestSimulationTables(t *testing.T) {
	matrices, err := strconv.Atoi(os.Getenv("REDIS_MATRIX_SIMULATE"))
	if err != nil || matrices < 1 {
		t.Skip("prints tables with REDIS_MATRIX_SIMULATE=N, such as 2000")
	}
	for _, table := range []func(matrices int) string{ratesTable, powerTable, testsTable} {
		if _, err := fmt.Fprintln(t.Output(), table(matrices)); err != nil {
			t.Fatal(err)
		}
	}
}

// markdown is a table of rows, the head first. The first column is text, the others
// are numbers.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|---|" + strings.Repeat("--:|", len(row)-1) + "\n")
		}
	}
	return b.String()
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }

// errorRate is a rate of errors, in bold where it is above the one that is promised.
func errorRate(n, of int) string {
	if float64(n) > familyRate*float64(of) {
		return "**" + percent(n, of) + "**"
	}
	return percent(n, of)
}

// simulation is a kind of matrix.
type simulation struct {
	name    string
	measure measuring
}

// simulations are those of every noise.
func simulations() []simulation {
	var all []simulation
	for _, n := range noises {
		all = append(all, simulation{n.name, n.measure})
	}
	for _, u := range unevens {
		if u.control && u.others == simOthers {
			all = append(all, simulation{u.name, u.measure})
		}
	}
	return append(all, simulation{"normal, 3 %, in both metrics of the gate", func(r *rand.Rand, rounds int) []Evidence {
		evidence := noises[0].measure(r, rounds)
		for _, e := range noises[0].measure(r, rounds) {
			e.Metric = MetricP99
			evidence = append(evidence, e)
		}
		return evidence
	}})
}

// ratesTable has a line for each kind of noise: how many matrices without a
// difference have a false verdict, and in how many a slowdown by 10 % is found.
func ratesTable(matrices int) string {
	table := [][]string{{
		"noise", "false after 5 rounds", "`5..30`", "3, were they judged",
		"finds 10 % after 5 rounds", "`5..30`", "rounds it took",
	}}
	for _, s := range simulations() {
		three := count(matrices, func(r *rand.Rand) []int {
			return []int{one(len(called(Judging{}.Judge(s.measure(r, 3)))) > 0)}
		})
		fixed, free := outcomes(matrices, s.measure, []int{5}), outcomes(matrices, s.measure, Looks(5, 30))
		table = append(table, []string{
			s.name, errorRate(fixed.wrong, matrices), errorRate(free.wrong, matrices), errorRate(three[0], matrices),
			percent(fixed.found, matrices), percent(free.found, matrices),
			fmt.Sprintf("%.1f", float64(free.rounds)/float64(matrices)),
		})
	}
	return markdown(table)
}

// called are the numbers of the differences that are faster or slower by the rules
// of decide, however few their rounds are.
func called(differences []Difference) []int {
	c := Comparison{Differences: differences}
	var found []int
	for i, d := range differences {
		if d.Control || d.P > familyRate {
			continue
		}
		if spread, _ := c.Spread(d.Metric); math.Abs(d.Change) > max(defaultThreshold, spread) {
			found = append(found, i)
		}
	}
	return found
}

// powerTable is how often a slowdown is found, and how often it is called the
// same at most, by its size.
func powerTable(matrices int) string {
	sizes := []float64{0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.10, 0.15}
	looks := [][]int{{5}, {10}, {20}, Looks(5, 30)}
	head, found, same := []string{"true slowdown"}, make([][]int, len(sizes)), make([]int, len(sizes))
	for _, sd := range []float64{0.03, 0.01} {
		head = append(head, fmt.Sprintf("%.0f %% noise, 5 rounds", 100*sd), "10 rounds", "20 rounds", "`5..30`")
		sums := count(matrices, func(r *rand.Rand) []int { return powers(r, sd, sizes, looks) })
		for i := range sizes {
			for range looks {
				found[i], same[i], sums = append(found[i], sums[0]), max(same[i], sums[1]), sums[2:]
			}
		}
	}
	table := [][]string{append(head, "`~` at most")}
	for i, size := range sizes {
		row := []string{fmt.Sprintf("%.0f %%", 100*size)}
		for _, n := range found[i] {
			row = append(row, percent(n, matrices))
		}
		table = append(table, append(row, percent(same[i], matrices)))
	}
	return markdown(table)
}

// powers tells of each size, and of each way to look, whether the slowdown is
// found and whether it is called the same.
func powers(r *rand.Rand, sd float64, sizes []float64, looks [][]int) []int {
	most := slices.Max(slices.Concat(looks...))
	evidence := simulate(r, noises[0].make(r, sd), most)
	var counted []int
	for _, size := range sizes {
		slow := slower(evidence, -size)
		for _, l := range looks {
			differences, _ := until(slow, l)
			verdict := differences[slowed].Verdict
			counted = append(counted, one(verdict == VerdictSlower), one(verdict == VerdictSame))
		}
	}
	return counted
}

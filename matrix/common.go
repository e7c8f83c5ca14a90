package matrix

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"redismatrix/matrix/stats"
)

// commonTest is a test of a cell of the new run, and the cells of old runs that
// it is compared with.
type commonTest struct {
	name string
	now  side
	old  []side
}

// commonTests are the tests that the new run has in common with old ones.
func commonTests(matches []Match) []commonTest {
	var tests []commonTest
	at := map[[2]string]int{}
	for _, m := range matches {
		for _, pair := range m.pairs {
			for _, test := range pair.tests {
				i, known := at[[2]string{pair.now.ID, test}]
				if !known {
					i = len(tests)
					at[[2]string{pair.now.ID, test}] = i
					tests = append(tests, commonTest{name: test, now: side{m.New, pair.now}})
				}
				tests[i].old = append(tests[i].old, side{m.Old, pair.old})
			}
		}
	}
	return tests
}

// compared is what is compared, without values.
func (t commonTest) compared(metric string) Evidence {
	last := t.old[len(t.old)-1]
	return Evidence{Difference: Difference{Cell: t.now.cell.ID, Baseline: last.cell.ID, Test: t.name, Metric: metric}}
}

// evidence is what the test says of a metric, and the problems of old runs; false
// where the metric is beyond the test.
func (t commonTest) evidence(metric string, byRun bool) (e Evidence, sides Sides, doubts []Note, ok bool) {
	e, sides = t.compared(metric), between(t.old[len(t.old)-1], t.now)
	now := t.now.run.result(t.now.cell.ID, t.name)
	e.byRun, e.untold = byRun, now.untold(metric)
	for _, old := range t.old {
		result := old.run.result(old.cell.ID, t.name)
		if result.Status == StatusNA || beyond(t.now.cell.Load, metric, now, result) {
			continue
		}
		ok = true
		if why := unusable("the baseline ", result, metric); why.Text != "" {
			why.Text = fmt.Sprintf("%s (%s)", why.Text, old.run.ID)
			doubts = append(doubts, why)
			e.untold = e.untold || result.untold(metric)
			continue
		}
		sides.Base = append(sides.Base, old.observed(t.name, metric, byRun)...)
	}
	why := unusable("", now, metric)
	if e.Problem, e.Remedy = why.Text, why.Remedy; e.Problem == "" {
		sides.Other = t.now.observed(t.name, metric, byRun)
	}
	if byRun && e.Problem == "" && len(now.Samples) < FewestRounds {
		e.Problem, e.Remedy = fmt.Sprintf("fewer than %d rounds cannot tell what is usual in the run", FewestRounds), t.now.run.Judging().atLeast()
	}
	if e.Problem == "" && len(doubts) > 0 && (len(sides.Base) == 0 || !byRun) {
		last := doubts[len(doubts)-1]
		e.Problem, e.Remedy = last.Text, last.Remedy
	}
	if n := len(sides.Base); byRun && n > 1 {
		sides.Old = fmt.Sprintf("%s, median of %d runs", strings.TrimSuffix(sides.Old, inRun(t.old[len(t.old)-1].run)), n)
	}
	e.Base, e.Other = logs(sides.Base), logs(sides.Other)
	return e, sides, doubts, ok
}

// observed are the values of rounds, or their median where runs are the
// evidence.
func (s side) observed(test, metric string, byRun bool) []float64 {
	values := s.values(test, metric)
	if byRun && len(values) > 0 {
		return []float64{stats.Median(values)}
	}
	return values
}

// sameServer reports whether all runs measured one and the same server.
func (t commonTest) sameServer() bool {
	return !slices.ContainsFunc(t.old, func(old side) bool { return old.otherwise(t.now) != "" })
}

// setupText is all that was asked for of a cell's server.
func (c Cell) setupText(r *Run) string {
	setup := r.Plan.setup(c.Setup)
	return fmt.Sprintf("%s %q %s", setup.CPUs, setup.Config, c.Value(AxisStorage))
}

// allSame reports whether every server is the same in all runs: then they are
// what is compared, and none is a control.
func allSame(tests []commonTest) bool {
	return !slices.ContainsFunc(tests, func(t commonTest) bool { return !t.sameServer() })
}

// logs are the logarithms of values above 0.
func logs(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = math.Log(v)
	}
	return out
}

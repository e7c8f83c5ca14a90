package matrix

import (
	"fmt"
	"math"
	"slices"

	"redismatrix/matrix/stats"
)

// notTogether qualifies what was not measured round by round.
var notTogether = Note{
	Text:   "the runs were measured at different times: whatever else changed on the machine in between shows as a difference as well",
	Remedy: "measure both in one run, with an axis that has both",
}

// fewRuns is said of a history that is too short.
var fewRuns = Note{Text: "fewer than 3 runs before it cannot tell a difference from noise", Remedy: "keep more runs, and compare with more of them (--last)"}

// Compare judges the cells that both runs have, in each of the metrics. The
// values are those of rounds, which have no pairs. Where the very same server
// was measured in both runs and others too, it serves as a control: it says
// what the machine did otherwise.
func (m Match) Compare(metrics []string, j Judging) Compared {
	return compareRuns([]Match{m}, metrics, j, false)
}

// CompareHistory judges a run, the new one of each match, against the old ones
// together. A run is one piece of evidence: the median of its rounds.
func CompareHistory(matches []Match, metrics []string, j Judging) Compared {
	c := compareRuns(matches, metrics, j, true)
	for i := range c.Differences {
		d := &c.Differences[i]
		if d.Verdict != VerdictInconclusive {
			continue
		}
		d.Remedy, d.Needed = fewRuns.Remedy, 0
		if d.Rounds < fewestRounds {
			d.Reason = fewRuns.Text
		}
	}
	return c
}

// compareRuns judges new cells against the old ones of all matches, which have
// the new run in common.
func compareRuns(matches []Match, metrics []string, j Judging, byRun bool) Compared {
	c := Compared{Comparison: Comparison{Judging: j, Metrics: metrics}, Notes: []Note{notTogether}}
	if len(matches) == 0 {
		return c
	}
	var evidence []Evidence
	for _, test := range commonTests(matches) {
		for _, metric := range metrics {
			if e, sides, ok := test.evidence(metric, byRun); ok {
				evidence, c.Sides = append(evidence, e), append(c.Sides, sides)
			}
		}
	}
	spareControls(evidence)
	runs := []*Run{matches[0].New}
	for _, m := range matches {
		runs = append(runs, m.Old)
	}
	if !byRun {
		for _, run := range runs {
			controls, differences := run.controls(metrics), []Difference(nil)
			for i := range controls {
				controls[i].Paired = false // variances are weighed with those of values without pairs
				differences = append(differences, controls[i].Difference)
			}
			evidence, c.Sides = append(evidence, controls...), append(c.Sides, run.sides(differences)...)
		}
	}
	c.Differences = j.Judge(evidence)
	few := fewRounds
	if byRun {
		few = fewRuns
	}
	c.check(few, runs...)
	return c
}

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

// evidence is what the test says of a metric; false where no old server could
// do it, or the metric is beyond the test. What the new one cannot do any more is
// a problem.
func (t commonTest) evidence(metric string, byRun bool) (Evidence, Sides, bool) {
	last := t.old[len(t.old)-1]
	e := Evidence{byRun: byRun, Difference: Difference{
		Cell: t.now.cell.ID, Baseline: last.cell.ID, Test: t.name, Metric: metric, Control: t.sameServer(),
	}}
	sides, doubt, able := between(last, t.now), "", false
	now := t.now.run.result(t.now.cell.ID, t.name)
	for _, old := range t.old {
		result := old.run.result(old.cell.ID, t.name)
		if result.Status == StatusNA || beyond(t.now.cell.Load, metric, now, result) {
			continue
		}
		able = true
		if problem := unusable("the baseline ", result, metric); problem != "" {
			doubt = fmt.Sprintf("%s (%s)", problem, old.run.ID)
			continue
		}
		sides.Base = append(sides.Base, old.observed(t.name, metric, byRun)...)
	}
	if e.Problem = unusable("", now, metric); e.Problem == "" {
		sides.Other = t.now.observed(t.name, metric, byRun)
	}
	if e.Problem == "" && (len(sides.Base) == 0 || doubt != "" && !byRun) {
		e.Problem = doubt
	}
	e.Base, e.Other = logs(sides.Base), logs(sides.Other)
	return e, sides, able
}

// observed are the values of rounds, or their median where runs are the
// evidence.
func (s side) observed(test, metric string, byRun bool) []float64 {
	values := s.values(test, metric)
	if byRun {
		return middle(values)
	}
	return values
}

// sameServer reports whether all runs measured one and the same server.
func (t commonTest) sameServer() bool {
	now := t.now.run.Servers[t.now.cell.Setup]
	return now.Digest != "" && !slices.ContainsFunc(t.old, func(old side) bool {
		was := old.run.Servers[old.cell.Setup]
		return was.Digest != now.Digest || was.Build != now.Build || was.Allocator != now.Allocator ||
			old.cell.setupText(old.run) != t.now.cell.setupText(t.now.run)
	})
}

// setupText is all that was asked for of a cell's server.
func (c Cell) setupText(r *Run) string {
	setup := r.setup(c.Setup)
	return fmt.Sprintf("%s %q", setup.CPUs, setup.Config)
}

// spareControls leaves no control where all servers are the same: then they are
// what is compared.
func spareControls(evidence []Evidence) {
	if slices.ContainsFunc(evidence, func(e Evidence) bool { return !e.Control }) {
		return
	}
	for i := range evidence {
		evidence[i].Control = false
	}
}

// logs are the logarithms of values above 0.
func logs(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = math.Log(v)
	}
	return out
}

// middle is the median of values as a list of one, or none.
func middle(values []float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	return []float64{stats.Median(values)}
}

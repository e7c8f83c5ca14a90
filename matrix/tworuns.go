package matrix

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// runsApart is why the rounds of two runs do not tell what differs between them.
var runsApart = Note{
	Text:   "two runs at different times: the machine may have changed",
	Remedy: "measure both in one run, or compare with several runs (--against)",
}

// found is evidence, and the sides of the same index.
type found struct {
	evidence []Evidence
	sides    []Sides
}

func (f *found) add(e Evidence, s Sides) {
	f.evidence, f.sides = append(f.evidence, e), append(f.sides, s)
}

// lose adds what cannot be compared at all, in each of the metrics.
func (f *found) lose(lost []commonTest, metrics []string) {
	for _, t := range lost {
		why, _ := t.omission()
		for _, metric := range metrics {
			e := t.compared(metric)
			e.Problem, e.Remedy = "n/a: "+why.Reason, noneInCommon
			f.add(e, between(t.old[len(t.old)-1], t.now))
		}
	}
}

// Compare judges the cells that both runs have, in each of the metrics. Rounds
// of a run tell its own noise, and nothing of what the machine did between the
// runs. So a cell is judged by its ratio to a reference, in each round: the very
// same server, which both runs measured beside it under the same load. What
// happens to both cancels out; the control, which is measured beside it as well,
// shows what does not. A cell without a reference is inconclusive, unless trust
// is true: then the machine is taken for unchanged.
func (m Match) Compare(metrics []string, j Judging, trust bool) Compared {
	j.Looks, j.Recorded = max(j.Looks, m.Old.Judging().Looks), j.Recorded || m.Old.Recorded != nil
	tests, omitted, lost := sift(commonTests([]Match{m}))
	c := Compared{Comparison: Comparison{Judging: j, Metrics: metrics}, Notes: m.notes(), Omitted: omitted, Across: true}
	references := m.references(tests)
	var judged, doubted found
	var untold []Evidence
	for _, t := range append(tests, m.controls()...) {
		for _, metric := range metrics {
			e, sides, _, ok := t.evidence(metric, false)
			reference, known := references[m.place(t)]
			itself := known && reference.now.cell.ID == t.now.cell.ID
			switch {
			case ok && j.omits(e):
				untold = append(untold, e)
			case !ok, t.now.cell.Control && !known, itself && e.Problem == "":
			case itself:
				e.Control = true
				judged.add(e, sides)
			case known:
				e.Control = t.sameServer()
				_, of, _, _ := reference.evidence(metric, false)
				sides.Reference = &of
				judged.add(t.relative(e, reference), sides)
			case trust:
				judged.add(e, sides)
			default:
				doubted.add(e, sides)
			}
		}
	}
	judged.lose(lost, metrics)
	c.Differences, c.Sides = append(j.Judge(judged.evidence), j.doubted(doubted.evidence)...), append(judged.sides, doubted.sides...)
	c.tellApart()
	c.Apart = len(doubted.evidence) > 0
	c.omit(untold)
	if len(references) > 0 {
		c.note(referenceNotes(references)...)
	} else if trust {
		c.note(notTogether)
	} else if c.Apart {
		c.note(m.unrelated(tests))
	}
	c.check(j.fewRounds(), m.New, m.Old)
	return c
}

// doubted are differences between runs that nothing relates: only what is
// invalid is sure.
func (j Judging) doubted(evidence []Evidence) []Difference {
	differences := j.Judge(evidence)
	for i := range differences {
		d := &differences[i]
		if d.Verdict == VerdictInvalid {
			continue
		}
		d.Low, d.High, d.P, d.Detectable, d.Needed = -1, math.Inf(1), 1, math.Inf(1), 0
		if d.Verdict = VerdictInconclusive; d.Rounds >= FewestRounds {
			d.Reason, d.Remedy = runsApart.Text, runsApart.Remedy
		}
	}
	return differences
}

// place is where a test has one reference: its name, and its cell's values on
// all axes but the version's and those that are compared.
func (m Match) place(t commonTest) string {
	own := map[string]string{AxisVersion: t.now.cell.Value(AxisVersion)}
	for axis := range m.compared {
		own[axis] = t.now.cell.Value(axis)
	}
	return fmt.Sprintf("%q %s", t.name, t.now.cell.key(own))
}

// references are the same servers that both runs measured, by place: of several
// the baseline. There is none where all servers are the same, since these are
// what is compared, and none among recordings, whose rounds were not taken
// together.
func (m Match) references(tests []commonTest) map[string]commonTest {
	references := map[string]commonTest{}
	if allSame(tests) || m.Old.Recorded != nil || m.New.Recorded != nil {
		return references
	}
	for _, t := range tests {
		if !t.sameServer() {
			continue
		}
		if _, known := references[m.place(t)]; !known || t.now.cell.Baseline {
			references[m.place(t)] = t
		}
	}
	return references
}

// controls are the tests of both runs' own controls: beside a reference, they
// are the same server once more.
func (m Match) controls() []commonTest {
	var pairs []matched
	for _, pair := range m.pairs {
		old, was := m.Old.controlOf(pair.old)
		now, is := m.New.controlOf(pair.now)
		if was && is {
			pairs = append(pairs, matched{old: old, now: now, tests: pair.tests})
		}
	}
	tests, _, _ := sift(commonTests([]Match{{Old: m.Old, New: m.New, pairs: pairs}}))
	return slices.DeleteFunc(tests, func(t commonTest) bool { return !t.sameServer() })
}

// controlOf is the control of a cell, false where it has none.
func (r *Run) controlOf(cell Cell) (Cell, bool) {
	for _, c := range r.Plan.Cells {
		if c.Control && c.ID == cell.ID+controlSuffix {
			return c, true
		}
	}
	return Cell{}, false
}

// relative is the evidence of the ratios to a reference.
func (t commonTest) relative(e Evidence, reference commonTest) Evidence {
	if e.Problem != "" {
		return e
	}
	of, _, _, _ := reference.evidence(e.Metric, false)
	if of.Problem != "" {
		e.Problem = fmt.Sprintf("%s, which both runs measured, cannot be trusted: %s", reference.now.server(), of.Problem)
		e.Remedy = of.Remedy
		return e
	}
	e.Base = t.old[0].ratios(reference.old[0], t.name, e.Metric)
	e.Other = t.now.ratios(reference.now, t.name, e.Metric)
	if len(e.Base) == 0 || len(e.Other) == 0 {
		e.Problem = "no round has " + reference.now.server() + " beside it"
	}
	return e
}

// ratios are the logarithms of a metric's ratio to another cell's, in each round
// that has both.
func (s side) ratios(to side, test, metric string) []float64 {
	beside := to.run.result(to.cell.ID, test).byRound(metric)
	var ratios []float64
	for _, sample := range s.run.result(s.cell.ID, test).Samples {
		v, known := sample.Value(metric)
		if of, both := beside[sample.Round]; known && both {
			ratios = append(ratios, math.Log(v)-math.Log(of))
		}
	}
	return ratios
}

// referenceNotes name what is judged by its ratio.
func referenceNotes(references map[string]commonTest) []Note {
	servers := map[string]bool{}
	for _, t := range references {
		servers[t.now.server()] = true
	}
	var notes []Note
	for _, server := range slices.Sorted(maps.Keys(servers)) {
		notes = append(notes, Note{Text: fmt.Sprintf(
			"changes are those of the ratio to %s, which both runs measured in the same rounds: what became of that is the machine's; values are each run's own", server)})
	}
	return notes
}

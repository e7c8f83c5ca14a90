package matrix

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Compared is a comparison with what it rests on: all that a gate decides by.
type Compared struct {
	Comparison
	// Sides belong to the differences of the same index.
	Sides []Sides
	// Problems are why the comparison as a whole cannot be trusted; none where
	// it can be. Notes qualify it.
	Problems, Notes []Note
	// Omitted are the tests that are not compared, since a server cannot do them.
	Omitted []Omission
	// Apart is true where nothing relates two runs that were measured at different
	// times: no change between them can be told from one of the machine.
	Apart bool
	// Across is true where the two sides are of different runs: a run's own control
	// says nothing of what lies between it and another.
	Across bool
}

// Verdict is what a gate makes of the comparison: invalid where anything in it
// cannot be trusted or nothing was compared, else slower, inconclusive or faster
// where any difference is, in this order, and else same. A comparison that
// rests on too few rounds to tell anything is no evidence, and invalid.
func (c Compared) Verdict() Verdict {
	compared, seen := 0, map[Verdict]bool{}
	for _, d := range c.Differences {
		if d.Verdict == VerdictInvalid || !d.Control && d.Rounds < FewestRounds {
			return VerdictInvalid
		}
		if !d.Control {
			compared, seen[d.Verdict] = compared+1, true
		}
	}
	if compared == 0 || len(c.Problems) > 0 {
		return VerdictInvalid
	}
	for _, verdict := range []Verdict{VerdictSlower, VerdictInconclusive, VerdictFaster} {
		if seen[verdict] {
			return verdict
		}
	}
	return VerdictSame
}

// CompareCells judges the cells of the run that a selector picks against others
// of the same run, paired by round: those that base picks and that are alike on
// all axes it does not name. A nil base is the spec's baseline; a nil candidate
// picks all. A cell that has no baseline is invalid unless common is true, and
// so is one of which the server can do no test.
func (r *Run) CompareCells(base, candidate Selector, metrics []string, j Judging, common bool) (Compared, error) {
	if base == nil {
		base = r.Plan.Spec.Baseline
	}
	if len(base) == 0 {
		return Compared{}, fmt.Errorf("compare cells of %s: its spec has no baseline; name one", r.ID)
	}
	for _, selector := range []Selector{base, candidate} {
		if err := r.Plan.picks(selector); err != nil {
			return Compared{}, fmt.Errorf("compare cells of %s: %w", r.ID, err)
		}
	}
	view := r.selecting(base, candidate)
	if !slices.ContainsFunc(view.Plan.Cells, func(c Cell) bool { return !c.Baseline && !c.Control }) {
		return Compared{}, fmt.Errorf("compare cells of %s: all that is to be compared is the baseline %s itself; name cells that differ from it", r.ID, base)
	}
	evidence := view.evidence(metrics)
	if !slices.ContainsFunc(evidence, func(e Evidence) bool { return e.Control }) {
		evidence = append(evidence, r.controls(metrics)...)
	}
	evidence, untold := j.told(evidence)
	c := Compared{Comparison: Comparison{Judging: j, Metrics: metrics, Differences: j.Judge(evidence)}, Omitted: view.omitted()}
	missing, notes := view.uncompared(metrics, common)
	c.Differences, c.Notes = append(c.Differences, missing...), append(r.Doubts(), notes...)
	c.Sides = r.sides(c.Differences)
	c.tellApart()
	c.omit(untold)
	c.check(j.fewRounds(), r)
	return c, nil
}

// picks checks that a selector picks a cell, where it is there at all.
func (p *Plan) picks(s Selector) error {
	if s == nil {
		return nil
	}
	for _, axis := range slices.Sorted(maps.Keys(s)) {
		if !slices.ContainsFunc(p.Spec.Axes, func(a Axis) bool { return a.Name == axis }) {
			return fmt.Errorf("%q is no axis of it", axis)
		}
	}
	if slices.ContainsFunc(p.Cells, func(c Cell) bool { return !c.Control && s.Matches(c) }) {
		return nil
	}
	return fmt.Errorf("no cell has %s", s)
}

// selecting is the run with another baseline, and without the cells that are
// neither that nor picked. The control stays where it is that baseline's.
func (r *Run) selecting(base, candidate Selector) *Run {
	view, spec := *r, *r.Plan.Spec
	spec.Baseline = base
	view.Plan.Spec, view.Plan.Cells = &spec, nil
	for _, cell := range r.Plan.Cells {
		cell.Baseline = base.Matches(cell) && !cell.Control
		picked := candidate == nil || candidate.Matches(cell)
		if cell.Control {
			picked = base.Matches(cell)
		}
		if cell.Baseline || picked {
			view.Plan.Cells = append(view.Plan.Cells, cell)
		}
	}
	return &view
}

// controls are the evidence that the run's own control gives.
func (r *Run) controls(metrics []string) []Evidence {
	return r.evidenceOf(metrics, func(c Cell) bool { return c.Control })
}

// uncompared are differences that would be missing unseen: those of cells that
// have no baseline, and of cells of which no test can be compared. Where common
// is true notes name the cells that are left out.
func (r *Run) uncompared(metrics []string, common bool) (differences []Difference, notes []Note) {
	baselines := r.Plan.Baselines()
	for _, cell := range r.Plan.Cells {
		if cell.Baseline || cell.Control {
			continue
		}
		base, found := baselines.Of(cell)
		if found && r.comparable(cell, base) {
			continue
		}
		why := baselines.lack(cell)
		if !found && common {
			notes = append(notes, Note{Text: "left out: " + cell.ID + ": " + why.Text})
			continue
		}
		for _, test := range cell.Load.Tests {
			d := Difference{Cell: cell.ID, Baseline: base.ID, Test: test, Verdict: VerdictInvalid, P: 1, Reason: why.Text, Remedy: why.Remedy}
			if found {
				d.Reason, d.Remedy = "n/a: "+cmp.Or(cell.NA[test], base.NA[test]), noneInCommon
			}
			for _, d.Metric = range metrics {
				differences = append(differences, d)
			}
		}
	}
	return differences, notes
}

// noneInCommon is what to do about a cell that cannot be compared at all.
const noneInCommon = "take the cell out of the spec: none of its tests can be compared"

// comparable reports whether both can do any test.
func (r *Run) comparable(cell, base Cell) bool {
	return slices.ContainsFunc(cell.Load.Tests, func(test string) bool {
		return r.result(cell.ID, test).Status != StatusNA && r.result(base.ID, test).Status != StatusNA
	})
}

// fewRounds is said where there is no noise to be known.
func (j Judging) fewRounds() Note {
	return Note{
		Text:   fmt.Sprintf("fewer than %d rounds cannot tell a difference from noise", FewestRounds),
		Remedy: j.atLeast(),
	}
}

// atLeast is how to come by enough rounds.
func (j Judging) atLeast() string {
	if j.Recorded {
		return fmt.Sprintf("record %d rounds of each or more, and import them with --rounds", FewestRounds)
	}
	return fmt.Sprintf("--rounds %d, or more", FewestRounds)
}

// check notes what makes the whole comparison invalid: runs that are not
// complete, and comparisons of too few rounds, which few is said of.
func (c *Compared) check(few Note, runs ...*Run) {
	for _, run := range runs {
		if missing := len(run.Missing()); missing > 0 {
			c.Problems = append(c.Problems, Note{
				Text:   fmt.Sprintf("%s is %s: %d samples are missing", run.ID, run.State, missing),
				Remedy: "finish it with run --resume",
			})
		} else if run.State != StateComplete {
			c.Problems = append(c.Problems, Note{Text: fmt.Sprintf("%s is %s", run.ID, run.State), Remedy: "run it anew"})
		}
	}
	if slices.ContainsFunc(c.Differences, func(d Difference) bool {
		return !d.Control && d.Verdict != VerdictInvalid && d.Rounds < FewestRounds
	}) {
		c.Problems = append(c.Problems, few)
	}
}

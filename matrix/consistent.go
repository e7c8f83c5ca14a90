package matrix

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// consistent is nil where the run holds the plan that its spec gives, of the
// spec that it was begun with: what is changed in one place of a document and not
// in the others was changed by hand.
func (r *Run) consistent() error {
	if err := r.sameDigest(); err != nil {
		return err
	}
	check := r.checkUnfolded
	if r.Recorded != nil {
		check = r.checkGathered
	}
	if err := check(); err != nil {
		return err
	}
	setups := map[string]bool{}
	for _, setup := range r.Plan.Setups {
		setups[setup.ID] = true
	}
	for id := range r.Servers {
		if !setups[id] {
			return fmt.Errorf("it says what ran for a setup %q, which its plan does not have", id)
		}
	}
	return nil
}

// sameDigest is nil where the spec is the one that the run was begun with. What
// was recorded elsewhere may have no digest.
func (r *Run) sameDigest() error {
	digest := r.Plan.Spec.Digest()
	switch {
	case r.Digest == digest, r.Digest == "" && r.Recorded != nil:
		return nil
	case r.Digest == "":
		return errors.New("it has no digest of its spec")
	}
	if changed := r.changedSpec(); len(changed) > 0 {
		return fmt.Errorf("the spec in its plan is not the one that it was begun with: %s", firstOf(changed))
	}
	return fmt.Errorf("the spec in its plan is not the one that it was begun with: its digest is %.12s and not %.12s", digest, r.Digest)
}

// changedSpec are the places at which the spec differs from the one that the
// source gives; none where the source does not tell.
func (r *Run) changedSpec() []string {
	var overrides []Override
	for _, text := range r.Overrides {
		key, value, _ := strings.Cut(text, "=")
		overrides = append(overrides, Override{Key: key, Value: value})
	}
	begun, err := Parse(strings.NewReader(r.Source), r.Plan.Spec.Name, overrides...)
	if err != nil || begun.Digest() != r.Digest {
		return nil
	}
	return changes(begun, r.Plan.Spec, "when it was begun", "in its plan")
}

// checkUnfolded is nil where the plan is what the spec unfolds into, in whatever
// order.
func (r *Run) checkUnfolded() error {
	again, err := r.Plan.again()
	if err != nil {
		return fmt.Errorf("its spec gives no plan: %w", err)
	}
	if err := r.checkNA(); err != nil {
		return err
	}
	if err := sameParts("cell", again.Cells, r.Plan.Cells, func(c Cell) string { return c.ID }); err != nil {
		return err
	}
	return sameParts("setup", again.Setups, r.Plan.Setups, func(s Setup) string { return s.ID })
}

// sameParts is nil where a plan has each part that its spec gives, once and
// unchanged.
func sameParts[T any](what string, given, has []T, id func(T) string) error {
	left := make(map[string]T, len(given))
	for _, part := range given {
		left[id(part)] = part
	}
	seen := map[string]bool{}
	for _, part := range has {
		want, known := left[id(part)]
		switch changed := changes(want, part, "by its spec", "in its plan"); {
		case seen[id(part)]:
			return fmt.Errorf("its plan has the %s %q twice", what, id(part))
		case !known:
			return fmt.Errorf("its plan has a %s %q, which its spec does not give", what, id(part))
		case len(changed) > 0:
			return fmt.Errorf("the %s %q in its plan is not what its spec gives: %s", what, id(part), firstOf(changed))
		}
		seen[id(part)] = true
	}
	for _, part := range given {
		if !seen[id(part)] {
			return fmt.Errorf("its plan lacks the %s %q, which its spec gives", what, id(part))
		}
	}
	return nil
}

// again is the spec unfolded anew, with what the plan says that servers cannot
// do: that depends on what was installed where it was made.
func (p *Plan) again() (*Plan, error) {
	if n := p.Spec.Cells(); n > mostUnfolded {
		return nil, fmt.Errorf("it unfolds into %d cells", n)
	}
	told := &na{setups: map[string]string{}, cells: map[string]map[string]string{}}
	for _, setup := range p.Setups {
		told.setups[setup.ID] = setup.NA
	}
	for _, cell := range p.Cells {
		told.cells[cell.ID] = cell.NA
	}
	u := newUnfolding(p.Spec, nil)
	u.told = told
	return u.unfold()
}

// mostUnfolded is how many cells of a document's spec are unfolded: more than
// anybody can measure.
const mostUnfolded = 10_000_000

// na is what servers cannot do: why a setup cannot be had, by its ID, and why a
// cell's tests cannot be run, by the cell's ID and their names.
type na struct {
	setups map[string]string
	cells  map[string]map[string]string
}

// of is what cannot be run in a cell, by the test's name; false where that is not
// settled.
func (n *na) of(cell string) (tests map[string]string, known bool) {
	if n == nil {
		return nil, false
	}
	tests, known = n.cells[cell]
	return tests, known
}

// checkNA is nil where the plan says of no server that it cannot do what it can.
// Of servers whose version nobody knows nothing can be said.
func (r *Run) checkNA() error {
	setups, versions := map[string]Setup{}, map[string][]Version{}
	for _, setup := range r.Plan.Setups {
		setups[setup.ID], versions[setup.ID] = setup, r.versionsOf(setup)
		able := func(v Version) bool { return setup.unsupported(v) == "" }
		if of := versions[setup.ID]; setup.NA != "" && len(of) > 0 && hold(of, able) {
			return fmt.Errorf("its plan says that %s cannot be set up as %q (%s), and it can", of[0].prose(), setup.ID, setup.NA)
		}
	}
	for _, cell := range r.Plan.Cells {
		setup, of := setups[cell.Setup], versions[cell.Setup]
		for test, reason := range cell.NA {
			if found, _ := cell.Load.Test(test); found.Trial != "" {
				continue // whether it can be had depends on the machine too
			}
			able := func(v Version) bool { return unable(setup, setup.unsupported(v), cell.Load, test, v) == "" }
			if len(of) > 0 && hold(of, able) {
				return fmt.Errorf("its plan says that %s cannot do %s in the cell %q (%s), and it can", of[0].prose(), test, cell.ID, reason)
			}
		}
	}
	return nil
}

func hold(versions []Version, of func(Version) bool) bool {
	return !slices.ContainsFunc(versions, func(v Version) bool { return !of(v) })
}

// versionsOf are the releases that a setup may have been planned for: the one
// that ran, and the first and the newest of the line that was asked for.
func (r *Run) versionsOf(setup Setup) []Version {
	var versions []Version
	info := r.Servers[setup.ID]
	if ran, err := ParseVersion(string(info.Product) + "-" + info.Version); err == nil {
		versions = append(versions, ran)
	}
	if asked := setup.Server.Version; !asked.IsZero() {
		first := asked
		for len(first.Numbers) < 3 {
			first.Numbers = append(first.Numbers[:len(first.Numbers):len(first.Numbers)], 0)
		}
		versions = append(versions, asked, first)
	}
	return versions
}

// checkGathered is nil where a plan is one of what others recorded: each cell is
// there once, is a recording's, and is what the spec makes of its values.
func (r *Run) checkGathered() error {
	recorded, seen := map[string]bool{}, map[string]bool{}
	for _, from := range r.Recorded {
		recorded[from.Cell] = true
	}
	for _, cell := range r.Plan.Cells {
		switch {
		case seen[cell.ID]:
			return fmt.Errorf("its plan has the cell %q twice", cell.ID)
		case !recorded[cell.ID]:
			return fmt.Errorf("its plan has a cell %q, which no recording is of", cell.ID)
		}
		if err := r.Plan.checkRecorded(cell); err != nil {
			return fmt.Errorf("the cell %q in its plan is not what its spec gives: %w", cell.ID, err)
		}
		seen[cell.ID] = true
	}
	for _, from := range r.Recorded {
		if !seen[from.Cell] {
			return fmt.Errorf("its plan lacks the cell %q, which %s is of", from.Cell, from)
		}
	}
	return nil
}

// checkRecorded is nil where a cell that was recorded has the setup, the values
// and the place beside the baseline that go with its name.
func (p *Plan) checkRecorded(cell Cell) error {
	if cell.ID != identify(cell.Coordinates, func(string) bool { return true }) || p.setupAt(cell.Setup) < 0 {
		return errors.New("its values or its setup are others")
	}
	for i, at := range cell.Coordinates {
		if i >= len(p.Spec.Axes) || p.Spec.Axes[i].Name != at.Axis || !slices.Contains(p.Spec.Axes[i].Values, at.Value) {
			return fmt.Errorf("no axis has its value %s %s", at.Axis, at.Value)
		}
	}
	if cell.Baseline != p.Spec.Baseline.Matches(cell) {
		return fmt.Errorf("it is taken for the baseline or for none (%v)", cell.Baseline)
	}
	return nil
}

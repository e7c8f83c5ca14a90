package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// NewPlan unfolds a spec. known gives the exact version that a reference would
// run here, where that is known; without it the newest release of the line is
// assumed. known may be nil.
//
// Any number of cells is unfolded: ask Spec.Cells first. A spec that Parse gave
// can be unfolded unless exclude leaves no cell; of any other the first mistake
// is the error.
func NewPlan(spec *Spec, known func(ServerRef) (Version, bool)) (*Plan, error) {
	plan, err := newUnfolding(spec, known).unfold()
	if err != nil {
		return nil, fmt.Errorf("plan %s: %w", spec.Name, err)
	}
	return plan, nil
}

// unfolding is a plan in the making.
type unfolding struct {
	plan   Plan
	known  func(ServerRef) (Version, bool)
	setups map[string]int  // by ID, indexes into plan.Setups
	exact  []Version       // of each setup's server, as far as it is known
	seen   map[string]bool // IDs of cells
	told   *na             // what servers cannot do, where that is settled
}

func newUnfolding(spec *Spec, known func(ServerRef) (Version, bool)) *unfolding {
	return &unfolding{plan: Plan{Spec: spec}, known: known, setups: map[string]int{}, seen: map[string]bool{}}
}

func (u *unfolding) unfold() (*Plan, error) {
	if err := u.addAll(); err != nil {
		return nil, err
	}
	if err := u.check(); err != nil {
		return nil, err
	}
	u.plan.addControls()
	return &u.plan, nil
}

func (u *unfolding) addAll() error {
	spec := u.plan.Spec
	if err := u.product(nil, spec.Exclude); err != nil {
		return err
	}
	for _, include := range spec.Include {
		if err := u.product(include, nil); err != nil {
			return err
		}
	}
	return nil
}

// product adds the cells of all axes, with the values that by names in place
// of the axes' own, and without those that exclude matches.
func (u *unfolding) product(by Selector, exclude []Selector) error {
	axes := u.plan.Spec.Axes
	at := make([]int, len(axes))
	for {
		cell := Cell{Coordinates: make([]Coordinate, len(axes))}
		for i, axis := range axes {
			values := valuesOf(axis, by)
			if len(values) == 0 {
				return nil
			}
			cell.Coordinates[i] = Coordinate{Axis: axis.Name, Value: values[at[i]]}
		}
		if err := u.add(cell, exclude); err != nil {
			return err
		}
		if !advance(at, axes, by) {
			return nil
		}
	}
}

// advance counts at up by one, the last axis fastest; false after the last.
func advance(at []int, axes []Axis, by Selector) bool {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i]++; at[i] < len(valuesOf(axes[i], by)) {
			return true
		}
		at[i] = 0
	}
	return false
}

// add completes a cell that has its coordinates, unless it is there already or
// excluded.
func (u *unfolding) add(cell Cell, exclude []Selector) error {
	cell.ID = identify(cell.Coordinates, func(string) bool { return true })
	if u.seen[cell.ID] {
		return nil
	}
	load, err := u.load(cell, exclude)
	if err != nil || len(load.Tests) == 0 {
		return err
	}
	setup, err := u.setup(cell)
	if err != nil {
		return err
	}
	u.seen[cell.ID] = true
	cell.Load = load
	cell.Setup = u.plan.Setups[setup].ID
	cell.NA = u.unavailable(cell.ID, setup, load)
	if cell.measurable() {
		u.serve(&u.plan.Setups[setup], load)
	}
	cell.Baseline = u.plan.Spec.Baseline.Matches(cell)
	u.plan.Cells = append(u.plan.Cells, cell)
	return nil
}

// load is what is sent in a cell; without tests where the cell is excluded.
func (u *unfolding) load(cell Cell, exclude []Selector) (Load, error) {
	load := u.plan.Spec.Load
	for _, at := range cell.Coordinates {
		if ServerAxis(at.Axis) {
			continue
		}
		if f := load.set(at.Axis, at.Value); f != nil {
			return Load{}, fmt.Errorf("read %s %q: %s; %s", at.Axis, at.Value, f.message, f.remedy)
		}
	}
	for _, selector := range exclude {
		if selector.Matches(cell) {
			load.Tests = load.without(selector)
		}
	}
	return load, nil
}

// without leaves the tests that a selector that matches their cell does not
// exclude: all where it names tests, but those.
func (l Load) without(selector Selector) []string {
	named, ok := selector[AxisTest]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.Tests), func(test string) bool {
		return slices.ContainsFunc(named, func(name string) bool {
			found, ok := l.part(name)
			return strings.EqualFold(name, test) || ok && found.Name == test
		})
	})
}

// identify joins those coordinates whose axis is wanted.
func identify(coordinates []Coordinate, want func(axis string) bool) string {
	var b strings.Builder
	for _, at := range coordinates {
		if !want(at.Axis) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(at.Axis + "=" + quoteValue(at.Value))
	}
	return b.String()
}

// quoteValue quotes values that would make an ID ambiguous.
func quoteValue(value string) string {
	if value == "" || strings.ContainsAny(value, "\" \t\r\n") {
		return strconv.Quote(value)
	}
	return value
}

// unavailable maps the load's tests that the setup's server cannot run in a cell
// to the reason.
func (u *unfolding) unavailable(cell string, setup int, load Load) map[string]string {
	var na map[string]string
	for _, name := range load.Tests {
		whole := u.plan.Setups[setup].NA
		reason := unable(u.plan.Setups[setup], whole, load, name, u.exact[setup])
		if settled, known := u.told.of(cell); known {
			reason = cmp.Or(settled[name], whole)
		}
		if reason == "" {
			continue
		}
		if na == nil {
			na = map[string]string{}
		}
		na[name] = reason
	}
	return na
}

// unable says why a server of the version, in a setup, cannot run a test of the
// load, "" where it can. Whole is why it cannot be set up at all.
func unable(s Setup, whole string, load Load, name string, v Version) string {
	if whole := cmp.Or(whole, load.unsupported(v)); whole != "" {
		return whole
	}
	test, known := load.Test(name)
	if !known {
		return ""
	}
	return cmp.Or(test.Unsupported(v), s.untried(load, test, v), s.unasked(load))
}

func (u *unfolding) check() error {
	if len(u.plan.Cells) == 0 {
		return errors.New("no cells are left: exclude removes all that the axes have; narrow it, or include some")
	}
	return u.plan.comparable()
}

// comparable is nil where there is no baseline, or one that each cell has at most
// one cell of.
func (p *Plan) comparable() error {
	if len(p.Spec.Baseline) > 0 && !slices.ContainsFunc(p.Cells, func(c Cell) bool { return c.Baseline }) {
		return errors.New("the baseline matches no cell: name values that the axes have and exclude does not remove")
	}
	rivals := rivals{}
	for _, cell := range p.Cells {
		rivals.add(cell, p.Spec.Baseline)
	}
	if rivals.ambiguous() {
		return errors.New("several cells of the baseline match one other cell: name a single value an axis in it")
	}
	return nil
}

package matrix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// controlSuffix ends the IDs of the control's setups and cells.
const controlSuffix = " control"

// addControls measures each cell of the baseline a second time in every round,
// on a setup of its own: whatever differs between the two is noise. Without
// cells to compare with the baseline there is none.
func (p *Plan) addControls() {
	cells, setups := p.Cells, map[string]bool{}
	if !p.Spec.Control || len(p.Spec.Baseline) == 0 || !p.compares() {
		return
	}
	for _, cell := range cells {
		if !cell.Baseline || !cell.measurable() {
			continue
		}
		setups[cell.Setup] = true
		cell.ID += controlSuffix
		cell.Setup += controlSuffix
		cell.Baseline, cell.Control = false, true
		p.Cells = append(p.Cells, cell)
	}
	for _, setup := range p.Setups {
		if setups[setup.ID] {
			setup.ID += controlSuffix
			p.Setups = append(p.Setups, setup)
		}
	}
}

// compares reports whether any cell is measured that has a baseline beside
// itself.
func (p *Plan) compares() bool {
	baselines := p.Baselines()
	for _, cell := range p.Cells {
		if _, ok := baselines.Of(cell); ok && cell.measurable() {
			return true
		}
	}
	return false
}

// BaselineOf is the cell that another one is compared with, as Baselines.Of finds
// it.
func (p *Plan) BaselineOf(cell Cell) (Cell, bool) { return p.Baselines().Of(cell) }

// Baselines are the cells that others are compared with, to be found for many
// cells.
type Baselines struct{ groups []bases }

// bases are cells of the baseline that have values on the same axes, those left
// out that the baseline names; by these values.
type bases struct {
	axes  []string
	cells map[string][]*Cell
}

// Baselines are those of the plan.
func (p *Plan) Baselines() Baselines {
	var b Baselines
	for i := range p.Cells {
		base := &p.Cells[i]
		if !base.Baseline {
			continue
		}
		axes := base.axesBut(p.Spec.Baseline)
		at := slices.IndexFunc(b.groups, func(g bases) bool { return slices.Equal(g.axes, axes) })
		if at < 0 {
			at = len(b.groups)
			b.groups = append(b.groups, bases{axes, map[string][]*Cell{}})
		}
		key := base.valuesAt(axes)
		b.groups[at].cells[key] = append(b.groups[at].cells[key], base)
	}
	return b
}

// Of is the cell that another one is compared with: the baseline's cell with the
// same values on all axes that the baseline does not name. It is false for the
// baseline itself, and where there is none or more than one.
func (b Baselines) Of(cell Cell) (Cell, bool) {
	if found := b.all(cell); len(found) == 1 && !cell.Baseline {
		return *found[0], true
	}
	return Cell{}, false
}

// all are the cells of the baseline that a cell may be compared with.
func (b Baselines) all(cell Cell) []*Cell {
	var found []*Cell
	for _, group := range b.groups {
		found = append(found, group.cells[cell.valuesAt(group.axes)]...)
	}
	return found
}

// lack says why a cell has none to be compared with.
func (b Baselines) lack(cell Cell) Note {
	found := b.all(cell)
	if len(found) == 0 {
		return Note{Text: "the run has no baseline for it", Remedy: "add one to the spec, or leave the cell out with --common"}
	}
	names := make([]string, len(found))
	for i, base := range found {
		names[i] = base.ID
	}
	return Note{Text: fmt.Sprintf("%d cells of the baseline match it: %s", len(found), strings.Join(names, "; ")),
		Remedy: "choose one of them, by more axes or fewer values of the baseline"}
}

// axesBut are the axes that the cell has values on, without those that a selector
// names.
func (c Cell) axesBut(named Selector) []string {
	var axes []string
	for _, at := range c.Coordinates {
		if _, is := named[at.Axis]; !is {
			axes = append(axes, at.Axis)
		}
	}
	return axes
}

// valuesAt are the cell's values on axes, as one text.
func (c Cell) valuesAt(axes []string) string {
	var text []byte
	for _, axis := range axes {
		text = strconv.AppendQuote(text, c.Value(axis))
	}
	return string(text)
}

// rivals counts cells of the baseline and others, by their values on the axes
// that the baseline does not name.
type rivals map[string]struct{ bases, others int }

func (r rivals) add(cell Cell, baseline Selector) {
	key := identify(cell.Coordinates, func(axis string) bool { return len(baseline[axis]) == 0 })
	count := r[key]
	if baseline.Matches(cell) {
		count.bases++
	} else {
		count.others++
	}
	r[key] = count
}

// ambiguous reports whether a cell has more than one to be compared with.
func (r rivals) ambiguous() bool {
	for _, count := range r {
		if count.bases > 1 && count.others > 0 {
			return true
		}
	}
	return false
}

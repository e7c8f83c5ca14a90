package matrix

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
	for _, cell := range p.Cells {
		if _, ok := p.BaselineOf(cell); ok && cell.measurable() {
			return true
		}
	}
	return false
}

// BaselineOf is the cell that another one is compared with: the baseline's cell
// with the same values on all axes that the baseline does not name. It is false
// for the baseline itself, and where there is none or more than one.
func (p *Plan) BaselineOf(cell Cell) (Cell, bool) {
	if cell.Baseline {
		return Cell{}, false
	}
	var found []*Cell
	for i := range p.Cells {
		if base := &p.Cells[i]; base.Baseline && alike(*base, cell, p.Spec.Baseline) {
			found = append(found, base)
		}
	}
	if len(found) != 1 {
		return Cell{}, false
	}
	return *found[0], true
}

// alike reports whether two cells differ on no axis but those that a selector
// names.
func alike(a, b Cell, but Selector) bool {
	for _, at := range a.Coordinates {
		if _, named := but[at.Axis]; !named && b.Value(at.Axis) != at.Value {
			return false
		}
	}
	return true
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

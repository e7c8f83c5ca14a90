package matrix

import "slices"

// checkCells reports a spec without cells, and a baseline that no cell is.
func (d *decoder) checkCells(root *node) {
	if len(d.problems) > 0 {
		return
	}
	if !d.anyCell(nil) {
		d.reportf(root.find("exclude"), "leave some cells, or include others", "every cell is excluded")
	} else if len(d.spec.Baseline) > 0 && !d.anyCell(d.spec.Baseline) {
		d.reportf(root.find("baseline"), "choose cells that are not excluded", "no cell matches the baseline")
	} else if n := d.secondValue(root.find("baseline")); n != nil && d.ambiguousBaseline() {
		d.reportf(n, "name a single one, and leave out axes of which each value is compared with itself",
			"several cells of the baseline match one other cell")
	}
}

// secondValue is where a selector names more than one value of an axis, nil
// where it does not.
func (d *decoder) secondValue(n *node) *node {
	for _, p := range n.entries() {
		if len(d.spec.Baseline[axisName(p.key.text)]) > 1 {
			return p.value.items[1]
		}
	}
	return nil
}

// ambiguousBaseline reports whether a cell is compared with several.
func (d *decoder) ambiguousBaseline() bool {
	rivals, seen := rivals{}, map[string]bool{}
	count := func(cell Cell) bool {
		if id := identify(cell.Coordinates, func(string) bool { return true }); !seen[id] {
			seen[id] = true
			rivals.add(cell, d.spec.Baseline)
		}
		return true
	}
	d.eachLeft(d.spec.Axes, count)
	for _, included := range d.spec.Include {
		eachCell(d.product(nil, included), maxTries, count)
	}
	return rivals.ambiguous()
}

// anyCell reports whether a cell has the wanted values on every axis named.
func (d *decoder) anyCell(wanted Selector) bool {
	for _, included := range d.spec.Include {
		if !slices.ContainsFunc(d.product(wanted, included), empty) {
			return true
		}
	}
	axes := d.product(wanted, nil)
	return !slices.ContainsFunc(axes, empty) && d.anyLeft(axes)
}

func empty(a Axis) bool { return len(a.Values) == 0 }

// product gives each axis' values: all, or those that a selector brings, as far
// as they are wanted.
func (d *decoder) product(wanted, brought Selector) []Axis {
	axes := slices.Clone(d.spec.Axes)
	for i, a := range axes {
		values := valuesOf(a, brought)
		if among, ok := wanted[a.Name]; ok {
			values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !slices.Contains(among, v) })
		}
		axes[i].Values = values
	}
	return axes
}

// maxTries bounds how many selectors are tried on cells: what is not found by
// then is left to the plan.
const maxTries = 100_000

// anyLeft reports whether a cell of the axes is not excluded.
func (d *decoder) anyLeft(axes []Axis) bool {
	return !d.eachLeft(axes, func(Cell) bool { return false })
}

// eachLeft calls visit for the cells of the axes that are not excluded, until it
// returns false or too many are tried; it reports whether all is tried.
func (d *decoder) eachLeft(axes []Axis, visit func(Cell) bool) bool {
	return eachCell(axes, maxTries/(len(d.spec.Exclude)+1)+1, func(cell Cell) bool {
		excluded := slices.ContainsFunc(d.spec.Exclude, func(s Selector) bool { return len(s[AxisTest]) == 0 && s.Matches(cell) })
		return excluded || visit(cell)
	})
}

// eachCell calls visit for at most so many cells of the axes, until it returns
// false, and reports whether it has for all.
func eachCell(axes []Axis, most int, visit func(Cell) bool) bool {
	if slices.ContainsFunc(axes, empty) {
		return true
	}
	at := make([]int, len(axes))
	for range most {
		cell := Cell{}
		for i, a := range axes {
			cell.Coordinates = append(cell.Coordinates, Coordinate{Axis: a.Name, Value: a.Values[at[i]]})
		}
		if !visit(cell) {
			return false
		}
		if !advance(at, axes, nil) {
			return true
		}
	}
	return false
}

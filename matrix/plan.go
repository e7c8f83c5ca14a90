package matrix

import "slices"

// Plan is a spec unfolded: its setups and cells.
type Plan struct {
	Spec   *Spec   `json:"spec"`
	Setups []Setup `json:"setups"`
	Cells  []Cell  `json:"cells"`
}

// Cell is one combination of axis values.
type Cell struct {
	// ID is readable and unique in its plan, such as
	// "version=7.0 appendonly=no value_size=3". With a single cell and no
	// varying axis it still names every axis.
	ID string `json:"id"`
	// Coordinates are the cell's values, in the order of the spec's axes.
	Coordinates []Coordinate `json:"coordinates"`
	// Setup is the ID of the cell's setup.
	Setup string `json:"setup"`
	Load  Load   `json:"load"`
	// NA maps tests that this cell's server cannot run to the reason. A setup
	// that cannot be had has all its tests here.
	NA map[string]string `json:"na,omitempty"`
	// Baseline is true where the spec's baseline selects the cell.
	Baseline bool `json:"baseline,omitempty"`
	// Control is true for the baseline measured a second time: what differs
	// between the two is noise.
	Control bool `json:"control,omitempty"`
}

// Coordinate is a cell's value on one axis, in written form.
type Coordinate struct {
	Axis  string `json:"axis"`
	Value string `json:"value"`
}

// Value is the cell's value on the named axis, "" where it has none.
func (c Cell) Value(axis string) string {
	for _, at := range c.Coordinates {
		if at.Axis == axis {
			return at.Value
		}
	}
	return ""
}

// setup is the plan's setup of an ID, zero where it has none.
func (p *Plan) setup(id string) Setup {
	if i := p.setupAt(id); i >= 0 {
		return p.Setups[i]
	}
	return Setup{}
}

// setupAt is the index of a setup, -1 where the plan has none of the ID.
func (p *Plan) setupAt(id string) int {
	return slices.IndexFunc(p.Setups, func(s Setup) bool { return s.ID == id })
}

// Visit is one start of one setup's server and the cells measured on it, by
// index into Plan.Setups and Plan.Cells.
type Visit struct {
	Setup int
	Cells []int
}

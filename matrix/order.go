package matrix

import "math/rand/v2"

// Round is the order of round n (from 1): setups shuffled, and the cells of
// each setup shuffled, determined by the spec's seed and n alone. Setups and
// cells in which every test is n/a are left out.
func (p *Plan) Round(n int) []Visit {
	visits := p.visits()
	random := rand.New(rand.NewPCG(p.Spec.Seed, uint64(n)))
	shuffle(random, visits)
	for _, visit := range visits {
		shuffle(random, visit.Cells)
	}
	return visits
}

func shuffle[T any](random *rand.Rand, list []T) {
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// visits are the setups that have something to measure, in the plan's order.
func (p *Plan) visits() []Visit {
	cells := map[string][]int{}
	for i, cell := range p.Cells {
		if cell.measurable() {
			cells[cell.Setup] = append(cells[cell.Setup], i)
		}
	}
	var visits []Visit
	for i, setup := range p.Setups {
		if setup.NA == "" && len(cells[setup.ID]) > 0 {
			visits = append(visits, Visit{Setup: i, Cells: cells[setup.ID]})
		}
	}
	return visits
}

// measurable reports whether any test of the cell can be run.
func (c Cell) measurable() bool {
	for _, test := range c.Load.Tests {
		if _, na := c.NA[test]; !na {
			return true
		}
	}
	return false
}

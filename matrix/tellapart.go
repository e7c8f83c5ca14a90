package matrix

import "fmt"

// tellApart adds to the names of sides what the spec asked for, where several
// cells would read the same: two values of the version axis may be served by one
// release.
func (c *Compared) tellApart() {
	alike := map[string]map[[2]string][]int{} // differences, by what they read and by their cells
	for i, d := range c.Differences {
		s := c.Sides[i]
		key := fmt.Sprintf("%q %q %q %q %q %v", s.Old, s.New, s.Shared, d.Test, d.Metric, d.Control)
		if alike[key] == nil {
			alike[key] = map[[2]string][]int{}
		}
		cells := [2]string{d.Baseline, d.Cell}
		alike[key][cells] = append(alike[key][cells], i)
	}
	for _, group := range alike {
		if len(group) > 1 {
			c.label(group)
		}
	}
}

// label tells differences of several cells apart: by what was asked for where
// that differs, and else by the cells' own names.
func (c *Compared) label(group map[[2]string][]int) {
	old, now := map[string]bool{}, map[string]bool{}
	asked := map[[2]string]bool{}
	for _, indexes := range group {
		of := c.Sides[indexes[0]].asked
		old[of[0]], now[of[1]], asked[of] = true, true, true
	}
	for cells, indexes := range group {
		for _, i := range indexes {
			s := &c.Sides[i]
			names := s.asked
			if len(asked) < len(group) {
				names = cells
			}
			if len(old) > 1 || len(asked) < len(group) {
				s.Old += " (" + names[0] + ")"
			}
			if len(now) > 1 || len(asked) < len(group) {
				s.New += " (" + names[1] + ")"
			}
		}
	}
}

package matrix

// Find is the difference of a test in a cell, false where none was judged.
func (c Comparison) Find(cell, test, metric string) (Difference, bool) {
	for _, d := range c.Differences {
		if d.Cell == cell && d.Test == test && d.Metric == metric {
			return d, true
		}
	}
	return Difference{}, false
}

package render

import (
	"slices"

	"redismatrix/matrix"
)

// taken is a sample, or what it measured of one part of a mix, and where.
type taken struct {
	*matrix.Sample
	cell *matrix.Cell
	// server is what ran, "" where that is not known, and source where the sample
	// was read that another tool took.
	server, source string
}

// samples are all samples of the run, result by result and round by round; the
// parts of a mix follow the whole, under the names that tables give them. Columns
// of which nothing is known are left out.
func (s *source) samples() Samples {
	var all []point
	for i := range s.run.Plan.Cells {
		all = append(all, point{cell: &s.run.Plan.Cells[i]})
	}
	columns := sampleColumns(s.axisNames(), latencyTitle(all))
	rows := s.takings()
	known, count := make([]bool, len(columns)), 0
	for row := range rows {
		count++
		for i, column := range columns {
			known[i] = known[i] || column.value(row) != nil
		}
	}
	columns = picked(columns, slices.DeleteFunc(indexes(len(columns)), func(i int) bool { return !known[i] }))
	return Samples{
		Heads: mapEach(columns, func(c sampleColumn) string { return c.head }),
		Count: count,
		Rows: func(yield func([]any) bool) {
			values := make([]any, len(columns))
			for row := range rows {
				for i, column := range columns {
					values[i] = column.value(row)
				}
				if !yield(values) {
					return
				}
			}
		},
	}
}

// takings yields the samples, one after the other: they are too many to be held a
// second time.
func (s *source) takings() func(yield func(taken) bool) {
	cells := map[string]*matrix.Cell{}
	for i := range s.run.Plan.Cells {
		cells[s.run.Plan.Cells[i].ID] = &s.run.Plan.Cells[i]
	}
	type round struct {
		cell  string
		round int
	}
	sources := map[round]string{}
	for _, r := range s.run.Recorded {
		sources[round{r.Cell, r.Round}] = saying(r.Tool, r.String(), r.Command)
	}
	return func(yield func(taken) bool) {
		for i := range s.run.Results {
			result := &s.run.Results[i]
			row := taken{cell: cells[result.Cell]}
			if row.cell == nil {
				continue // no document that was read has that
			}
			if info, ran := s.server(point{cell: row.cell}); ran {
				row.server = info.Name()
			}
			for j := range result.Samples {
				row.Sample = &result.Samples[j]
				row.source = sources[round{result.Cell, row.Round}]
				if !row.yield(yield) {
					return
				}
			}
		}
	}
}

// yield yields a sample and its parts.
func (t taken) yield(yield func(taken) bool) bool {
	if !yield(t) {
		return false
	}
	whole := t.Sample
	for _, part := range whole.Commands {
		of, _ := whole.Part(part.Test)
		if t.Sample = &of; !yield(t) {
			return false
		}
	}
	return true
}

package render

import (
	"strconv"

	"redismatrix/matrix"
)

// positions are the rows' places on an axis of numbers, in the order of rows; nil
// where rows are words, or there is but one place.
func (t pivoted) positions() []float64 {
	seen := map[float64]bool{}
	var positions []float64
	for _, row := range t.entries {
		at, known := position(t.layout.rows, firstOf(row))
		if !known || seen[at] {
			return nil
		}
		seen[at] = true
		positions = append(positions, at)
	}
	if len(positions) < 2 {
		return nil
	}
	return positions
}

// firstOf is the first point of a row that the plan holds.
func firstOf(row []entry) point {
	for _, e := range row {
		if e.point.cell != nil {
			return e.point
		}
	}
	return point{cell: &matrix.Cell{}}
}

// position is where a point lies on an axis of numbers above 0; false where the
// axis is of words, though these be digits, or the value is none of its numbers,
// such as several sizes.
func position(axis string, p point) (float64, bool) {
	switch axis {
	case matrix.AxisVersion, matrix.AxisTest, matrix.AxisProtocol:
		return 0, false
	case matrix.AxisValueSize:
		sizes, err := matrix.ParseSizes(p.value(axis))
		size, fixed := sizes.Fixed()
		return float64(size), err == nil && fixed
	}
	n, err := strconv.ParseFloat(p.value(axis), 64)
	if err != nil {
		n = p.loaded(axis) // specs write numbers in several ways
	}
	return n, finite(n) && n > 0
}

// loaded is the number that the point's load has on an axis, 0 where it has none.
func (p point) loaded(axis string) float64 {
	load := p.cell.Load
	switch axis {
	case matrix.AxisClients:
		return float64(load.Clients)
	case matrix.AxisPipeline:
		return float64(load.Pipeline)
	case matrix.AxisKeyspace:
		return float64(load.Keyspace)
	case matrix.AxisThreads:
		return float64(load.Threads)
	case matrix.AxisRate:
		return float64(load.Rate)
	}
	return 0
}

// axisTitle is what stands below an axis of numbers: "value_size, bytes".
func axisTitle(axis string) string {
	switch axis {
	case matrix.AxisValueSize:
		return axis + ", bytes"
	case matrix.AxisRate:
		return "offered rate, requests/s"
	}
	return cornerOf(axis)
}

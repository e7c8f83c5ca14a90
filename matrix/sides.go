package matrix

import (
	"cmp"
	"strings"

	"redismatrix/matrix/stats"
)

// Sides are the two that a difference lies between.
type Sides struct {
	// Old and New say what was measured, as briefly as tells them apart, such as
	// "redis 6.0.16" or "appendonly always".
	Old, New string
	// Shared are the coordinates that both have.
	Shared []Coordinate
	// Base and Other are the metric's values, in its unit: one of each round, or
	// of each run where runs are the evidence. They are empty where there is
	// nothing to be trusted.
	Base, Other []float64
	// Reference are the two of the server that both runs measured, where the
	// change is that of the ratio to it and not of the values; else nil.
	Reference *Sides

	asked [2]string // what the spec asked for as the versions of the two
}

// Medians are those of both sides' values, NaN where there are none.
func (s Sides) Medians() (base, other float64) {
	return stats.Median(s.Base), stats.Median(s.Other)
}

// side is a cell in the run that holds it.
type side struct {
	run  *Run
	cell Cell
}

// sides are those of differences between cells of the run.
func (r *Run) sides(differences []Difference) []Sides {
	cells := make(map[string]Cell, len(r.Plan.Cells))
	for _, cell := range r.Plan.Cells {
		cells[cell.ID] = cell
	}
	all := make([]Sides, len(differences))
	for i, d := range differences {
		base, other := side{r, cells[d.Baseline]}, side{r, cells[d.Cell]}
		all[i] = between(base, other)
		all[i].Base, all[i].Other = base.values(d.Test, d.Metric), other.values(d.Test, d.Metric)
	}
	return all
}

// values are what can be trusted of a metric, in the order of rounds.
func (s side) values(test, metric string) []float64 {
	result := s.run.result(s.cell.ID, test)
	if result.Status != StatusOK {
		return nil
	}
	return result.values(metric)
}

// between tells two sides apart by what ran, by what was asked for, or else by
// their runs.
func between(base, other side) Sides {
	s := Sides{Old: base.server(), New: other.server()}
	s.asked = [2]string{base.cell.Value(AxisVersion), other.cell.Value(AxisVersion)}
	var old, now []string
	for _, at := range other.cell.Coordinates {
		was := base.cell.Value(at.Axis)
		switch {
		case was == at.Value:
			s.Shared = append(s.Shared, at)
		case at.Axis != AxisVersion || s.Old == s.New:
			old, now = append(old, worded(at.Axis, was)), append(now, worded(at.Axis, at.Value))
		}
	}
	if s.Old == s.New && len(now) > 0 {
		s.Old, s.New = strings.Join(old, " "), strings.Join(now, " ")
		return s
	}
	s.Old, s.New = strings.Join(append([]string{s.Old}, old...), " "), strings.Join(append([]string{s.New}, now...), " ")
	if s.Old == s.New && base.run != other.run {
		s.Old, s.New = s.Old+inRun(base.run), s.New+inRun(other.run)
	}
	return s
}

// inRun tells what is else the same of two runs apart.
func inRun(r *Run) string { return " in " + r.ID }

// worded is a coordinate in words. A version speaks for itself.
func worded(axis, value string) string {
	if axis == AxisVersion {
		return value
	}
	return strings.TrimPrefix(axis, configAxis) + " " + cmp.Or(value, "as it is by default")
}

// server is what ran for the cell, or what was asked for.
func (s side) server() string {
	if info, ran := s.run.Servers[s.cell.Setup]; ran && info.Version != "" {
		return info.Name()
	}
	return s.cell.Value(AxisVersion)
}

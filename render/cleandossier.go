package render

import (
	"math"
	"slices"
	"strings"
)

// Clean is a copy of the dossier that every layout can lay out safely: all of it
// as Report.Clean leaves a report; charts and samples also have as many values
// as places, and no sample has a number that is none.
func (d Dossier) Clean() Dossier {
	d.Report = d.Report.Clean()
	if d.Verdicts != nil {
		verdicts := d.Verdicts.mapped(Neutral)
		d.Verdicts = &verdicts
	}
	d.Charts = mapEach(d.Charts, Chart.clean)
	d.Latency = mapEach(d.Latency, Table.clean)
	d.Host = mapEach(d.Host, func(f Fact) Fact { return Fact{Neutral(f.Name), Neutral(f.Value)} })
	d.Servers, d.Config, d.Log = d.Servers.clean(), d.Config.clean(), d.Log.clean()
	d.Samples = d.Samples.clean()
	return d
}

func (t Table) clean() Table {
	t = t.mapped(Neutral)
	t.repair()
	return t
}

func (c Chart) clean() Chart {
	c.Title, c.Constant, c.Unit, c.Axis = Neutral(c.Title), Neutral(c.Constant), Neutral(c.Unit), Neutral(c.Axis)
	c.Labels, c.Notes = mapEach(c.Labels, Neutral), mapNotes(c.Notes, Neutral)
	if c.Positions != nil {
		c.Positions = resized(c.Positions, len(c.Labels))
	}
	c.Series = mapEach(c.Series, func(s Series) Series {
		s.Name = Neutral(s.Name)
		places := len(c.Labels)
		if s.Positions != nil {
			places = len(s.Positions)
		}
		s.Values = resized(s.Values, places)
		if s.Low != nil || s.High != nil {
			s.Low, s.High = resized(s.Low, places), resized(s.High, places)
		}
		s.Positions = slices.Clone(s.Positions)
		return s
	})
	return c
}

// resized is a copy with n values; those that there are not, and those that are
// infinite, are NaN.
func resized(values []float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = math.NaN()
		if i < len(values) && finite(values[i]) {
			all[i] = values[i]
		}
	}
	return all
}

// clean gives samples as many values as heads.
func (s Samples) clean() Samples {
	rows := s.Rows
	s.Heads = mapEach(s.Heads, Neutral)
	if rows == nil {
		s.Count = 0
		rows = func(func([]any) bool) {}
	}
	heads := len(s.Heads)
	s.Rows = func(yield func([]any) bool) {
		cleaned := make([]any, heads)
		for row := range rows {
			clear(cleaned)
			for i, value := range row[:min(len(row), heads)] {
				cleaned[i] = cleanValue(value)
			}
			if !yield(cleaned) {
				return
			}
		}
	}
	return s
}

// cleanValue is a value of a sample, nil for a number that is none.
func cleanValue(value any) any {
	switch v := value.(type) {
	case string:
		if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r > '~' }) {
			return Neutral(v)
		}
	case float64:
		if !finite(v) {
			return nil
		}
	}
	return value
}

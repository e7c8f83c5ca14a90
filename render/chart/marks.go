package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"

	"redismatrix/render"
)

// axisMarks are the labels at their positions within the axis, in their order
// along it; where a chart has none, percentiles or round numbers.
func (p *picture) axisMarks() []plot.Tick {
	f := &p.chart
	s := span{p.plot.X.Min, p.plot.X.Max}
	var marks []plot.Tick
	for i, label := range f.Labels {
		x := f.position(i)
		if label != "" && x >= s.low && x <= s.high {
			marks = append(marks, plot.Tick{Value: x, Label: label})
		}
	}
	slices.SortStableFunc(marks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	switch {
	case len(marks) > 0:
		return marks
	case f.Kind == render.ChartPercentiles:
		return percentiles(s)
	case f.LogX:
		return logarithmic(s, int(p.width/90)).marks
	}
	return multiples(s, roundStep((s.high-s.low)/float64(p.width/90)))
}

// percentiles are marks at 50 %, 90 %, 99 % and so on, and at 0 %, where they are
// within a span of positions.
func percentiles(s span) []plot.Tick {
	var marks []plot.Tick
	for _, x := range []float64{1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7} {
		if x >= s.low && x <= s.high {
			marks = append(marks, plot.Tick{Value: x, Label: percentile(x)})
		}
	}
	return marks
}

// values is the span of all values and intervals that are drawn.
func (f *figure) values() span {
	s := newSpan()
	for _, points := range f.points {
		for _, at := range points {
			s.add(at.y)
			if at.interval() && !(f.LogY && at.low <= 0) {
				s.add(at.low)
			}
			if at.interval() && !(f.LogY && at.high <= 0) {
				s.add(at.high)
			}
		}
	}
	return s
}

// measured tells whether there is any value to draw.
func (f *figure) measured() bool {
	return slices.ContainsFunc(f.points, func(points []point) bool {
		return slices.ContainsFunc(points, func(at point) bool { return !at.missing() })
	})
}

// caption is the name of an axis, and that it is logarithmic.
func (p *picture) caption(name string, log bool) string {
	if !log {
		return name
	}
	if name == "" {
		return "logarithmic"
	}
	return name + " (logarithmic)"
}

// mostReasons is how many notes say why a chart has no value at all.
const mostReasons = 4

// remarks are what is to be known of what is drawn.
func (p *picture) remarks() []string {
	var said []string
	intervals, gaps := false, false
	for _, points := range p.chart.points {
		for _, at := range points {
			intervals = intervals || at.interval()
			gaps = gaps || at.missing()
		}
	}
	if intervals {
		said = append(said, "Thin lines reach from the least to the greatest of the rounds.")
	}
	if gaps && p.chart.Kind == render.ChartBars {
		said = append(said, "– stands where there is no value.")
	}
	if !p.chart.measured() {
		for _, note := range p.chart.Notes[:min(len(p.chart.Notes), mostReasons)] {
			said = append(said, note.String()+".")
		}
	}
	for _, omitted := range p.chart.omitted {
		said = append(said, omitted+".")
	}
	return said
}

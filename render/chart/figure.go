package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"redismatrix/render"
)

// figure is a chart of which all can be drawn: its series as points, and what had
// to be left out of it in words.
type figure struct {
	render.Chart
	// points are those of each series, by their place: the index of a label for
	// bars, else a position. Those without a value have NaN.
	points  [][]point
	omitted []string
}

// point is a value at a place, with its interval; the interval is NaN where there
// is none.
type point struct{ x, y, low, high float64 }

func (p point) missing() bool { return math.IsNaN(p.y) }

func (p point) interval() bool { return p.low < p.high }

// More series than these are not told apart.
const mostBars, mostLines = 12, 24

// newFigure makes a figure of any chart. Its error is ErrEmpty, or says which kinds
// there are.
func newFigure(c render.Chart) (figure, error) {
	most := mostLines
	switch c.Kind {
	case render.ChartBars:
		c.Positions, c.LogX, most = nil, false, mostBars
		c.Series = slices.Clone(c.Series)
		for i := range c.Series {
			c.Series[i].Positions = nil
		}
	case render.ChartLines:
	case render.ChartPercentiles:
		c.LogX = true
	default:
		return figure{}, fmt.Errorf("the kind %q is none of %s, %s, %s", c.Kind, render.ChartBars, render.ChartLines, render.ChartPercentiles)
	}
	f := figure{Chart: c.Clean()}
	if f.places() == 0 {
		return figure{}, ErrEmpty
	}
	f.keep(most)
	f.drawn()
	return f, nil
}

// places is how many places for values the chart has.
func (f *figure) places() int {
	n := 0
	for i := range f.Series {
		n = max(n, len(f.Series[i].Values))
	}
	return n
}

// name is the chart's title, or what else it can be called.
func (f *figure) name() string {
	if f.Title == "" {
		return "chart"
	}
	return f.Title
}

// keep leaves out all series but the first n.
func (f *figure) keep(n int) {
	if all := len(f.Series); n < all {
		f.omit(all-n, "of %s series are not drawn", number(float64(all), 0))
		f.Series, f.points = f.Series[:n], f.points[:min(n, len(f.points))]
	}
}

// omit says that something was left out, n times.
func (f *figure) omit(n int, what string, values ...any) {
	if n > 0 {
		f.omitted = append(f.omitted, number(float64(n), 0)+" "+fmt.Sprintf(what, values...))
	}
}

// drawn makes points of the series and counts those that no axis has a place for.
func (f *figure) drawn() {
	below, beyond := 0, 0
	if f.LogY && !f.anyAbove() {
		f.LogY = false
	}
	for i := range f.Series {
		if f.Series[i].Name == "" {
			f.Series[i].Name = fmt.Sprintf("series %d", i+1)
		}
		var points []point
		for j, p := range f.pointsOf(f.Series[i]) {
			switch {
			case p.missing():
			case math.IsNaN(drawable(p.x)), math.IsNaN(drawable(p.y)):
				p.y = math.NaN()
				beyond++
			case f.LogX && p.x <= 0, f.LogY && p.y <= 0, f.Kind == render.ChartPercentiles && p.x < 1:
				p.y = math.NaN()
				below++
			}
			if f.Kind == render.ChartBars {
				p.x = float64(j)
			}
			points = append(points, p)
		}
		slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		f.points = append(f.points, points)
	}
	f.omit(below, "values that have no place on a logarithmic axis are not drawn")
	f.omit(beyond, "values that are too great or have no place are not drawn")
}

// anyAbove tells whether a logarithmic axis has a place for any of the values.
func (f *figure) anyAbove() bool {
	return slices.ContainsFunc(f.Series, func(s render.Series) bool {
		return slices.ContainsFunc(s.Values, func(v float64) bool { return v > 0 })
	})
}

// pointsOf are a series' values by their places. Where a chart names no positions,
// they are 1, 2, 3 and so on.
func (f *figure) pointsOf(s render.Series) []point {
	points := make([]point, len(s.Values))
	for i, v := range s.Values {
		p := point{x: float64(i + 1), y: small(v), low: math.NaN(), high: math.NaN()}
		switch {
		case s.Positions != nil:
			p.x = s.Positions[i]
		case f.Positions != nil:
			p.x = f.Positions[i]
		}
		if s.Low != nil && !p.missing() {
			p.low, p.high = small(drawable(s.Low[i])), small(drawable(s.High[i]))
		}
		points[i] = p
	}
	return points
}

// drawable is v, or NaN where it is beyond what an axis can be computed for.
func drawable(v float64) float64 {
	if math.Abs(v) > 1e100 {
		return math.NaN()
	}
	return v
}

// small is v, or 0 where it is too near to 0 for an axis.
func small(v float64) float64 {
	if math.Abs(v) < 1e-100 {
		return 0
	}
	return v
}

// place is the name of a place on the axis.
func (f *figure) place(x float64) string {
	if f.Kind == render.ChartBars {
		return f.Labels[int(x)]
	}
	if i := slices.Index(f.Positions, x); i >= 0 && f.Labels[i] != "" {
		return f.Labels[i]
	}
	if f.Positions == nil && x == math.Trunc(x) && x >= 1 && int(x) <= len(f.Labels) && f.Labels[int(x)-1] != "" {
		return f.Labels[int(x)-1]
	}
	if f.Kind == render.ChartPercentiles {
		return percentile(x)
	}
	return number(x, render.Digits(x))
}

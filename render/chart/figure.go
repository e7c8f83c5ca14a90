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
		f.omitLast(all-n, all, "series")
		f.Series, f.points = f.Series[:n], f.points[:min(n, len(f.points))]
	}
}

// omit says what was left out, if it is anything: "Not drawn: 3 values without a
// place on a logarithmic axis".
func (f *figure) omit(n int, what string) {
	if n > 0 {
		f.omitted = append(f.omitted, "Not drawn: "+what)
	}
}

// omitLast says that the last n of some things were left out.
func (f *figure) omitLast(n, all int, things string) {
	f.omitted = append(f.omitted, fmt.Sprintf("Not drawn: the last %s of %s %s", number(float64(n), 0), number(float64(all), 0), things))
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
		for _, p := range f.pointsOf(f.Series[i]) {
			switch far := math.IsNaN(drawable(p.y)); {
			case math.IsNaN(drawable(p.x)):
				beyond++
				continue
			case f.LogX && p.x <= 0, f.Kind == render.ChartPercentiles && p.x < 1:
				below++
				continue
			case far && !p.missing():
				p.y = math.NaN()
				beyond++
			case f.LogY && p.y <= 0:
				p.y = math.NaN()
				below++
			}
			points = append(points, p)
		}
		slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		f.points = append(f.points, points)
	}
	f.omit(below, count(below, "value", "values")+" without a place on a logarithmic axis")
	f.omit(beyond, count(beyond, "value", "values")+" too great or without a place")
}

// anyAbove tells whether a logarithmic axis has a place for any of the values.
func (f *figure) anyAbove() bool {
	return slices.ContainsFunc(f.Series, func(s render.Series) bool {
		return slices.ContainsFunc(s.Values, func(v float64) bool { return v > 0 })
	})
}

// pointsOf are a series' values by their places.
func (f *figure) pointsOf(s render.Series) []point {
	points := make([]point, len(s.Values))
	for i, v := range s.Values {
		p := point{y: small(v), low: math.NaN(), high: math.NaN()}
		if s.Positions != nil {
			p.x = small(s.Positions[i])
		} else {
			p.x = f.position(i)
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

// position is where the label with an index stands. Where a chart names no
// positions, they are 1, 2, 3 and so on.
func (f *figure) position(label int) float64 {
	switch {
	case f.Kind == render.ChartBars:
		return float64(label)
	case f.Positions == nil:
		return float64(label + 1)
	}
	return small(f.Positions[label])
}

// place is the name of a place on the axis.
func (f *figure) place(x float64) string {
	for i, label := range f.Labels {
		if label != "" && f.position(i) == x {
			return label
		}
	}
	switch f.Kind {
	case render.ChartBars:
		return "label " + number(x+1, 0)
	case render.ChartPercentiles:
		return percentile(x)
	}
	return value(x)
}

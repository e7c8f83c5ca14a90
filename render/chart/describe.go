package chart

import (
	"fmt"
	"strings"

	"redismatrix/render"
)

// Describe says in a few sentences what a chart of the default size shows, for
// those who do not see it: what is drawn, the least and the greatest value of each
// series and where it is, and what is left out.
func Describe(c render.Chart) string {
	p, err := newPicture(c, Options{Width: defaultWidth}, true)
	if err != nil {
		return "There is nothing to draw."
	}
	return p.said()
}

// Descriptions name no more series than these, and names no longer than these.
const mostSaid, longSaid = 12, 60

// said is the picture in words.
func (p *picture) said() string {
	f := &p.chart
	sentences := []string{f.opening()}
	for i, points := range f.points[:min(len(f.points), mostSaid)] {
		sentences = append(sentences, shorten(f.Series[i].Name, longSaid)+": "+f.ends(points)+".")
	}
	if more := len(f.points) - mostSaid; more > 0 {
		sentences = append(sentences, fmt.Sprintf("%d more series.", more))
	}
	for _, omitted := range f.omitted {
		sentences = append(sentences, omitted+".")
	}
	return strings.Join(sentences, " ")
}

// opening says what is drawn: "Bars of 4 series for 20 values of test, in
// requests/s."
func (f *figure) opening() string {
	what := map[render.ChartKind]string{
		render.ChartBars: "Bars", render.ChartLines: "Lines", render.ChartPercentiles: "Latency curves",
	}[f.Kind]
	what += " of " + count(len(f.points), "series", "series")
	switch {
	case f.Kind == render.ChartPercentiles:
		what += " by percentile"
	case f.Axis != "":
		what += " for " + count(f.places(), "value", "values") + " of " + shorten(f.Axis, longSaid)
	default:
		what += " for " + count(f.places(), "place", "places")
	}
	if f.Unit != "" {
		what += ", in " + shorten(f.Unit, longSaid)
	}
	return what + "."
}

// ends are the least and the greatest of a series' values, and how many are
// missing: "least 19,924 (LRANGE_600), greatest 140,112 (SET), 1 missing".
func (f *figure) ends(points []point) string {
	var least, greatest point
	drawn := 0
	for _, at := range points {
		if at.missing() {
			continue
		}
		if drawn == 0 || at.y < least.y {
			least = at
		}
		if drawn == 0 || at.y > greatest.y {
			greatest = at
		}
		drawn++
	}
	where := func(at point) string { return value(at.y) + " (" + shorten(f.place(at.x), longSaid) + ")" }
	said := "least " + where(least) + ", greatest " + where(greatest)
	switch {
	case drawn == 0:
		return "no values"
	case drawn == 1:
		said = where(least)
	case least.y == greatest.y:
		said = "always " + value(least.y)
	}
	if missing := len(points) - drawn; missing > 0 {
		said += fmt.Sprintf(", %d missing", missing)
	}
	return said
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(float64(n), 0) + " " + many
}

package page

import (
	"errors"
	"fmt"
	"html/template"
	"strings"

	"redismatrix/render"
	"redismatrix/render/chart"
)

// figure is a chart, drawn, and what it shows in words.
type figure struct {
	SVG     template.HTML
	Caption string
}

// figures are the charts by the table that they draw, and the curves.
func figures(charts []render.Chart) (drawn map[int][]figure, curves []figure, err error) {
	drawn = map[int][]figure{}
	for _, c := range charts {
		f, err := newFigure(c)
		switch {
		case errors.Is(err, chart.ErrEmpty):
		case err != nil:
			return nil, nil, err
		case c.Table < 0:
			curves = append(curves, f)
		default:
			drawn[c.Table] = append(drawn[c.Table], f)
		}
	}
	return drawn, curves, nil
}

func newFigure(c render.Chart) (figure, error) {
	var svg strings.Builder
	if err := chart.Write(&svg, c, "svg", chart.Options{}); err != nil {
		return figure{}, fmt.Errorf("draw %q: %w", c.Title, err)
	}
	// The chart escapes what it was given.
	return figure{SVG: template.HTML(inline(svg.String())), Caption: chart.Describe(c)}, nil
}

// inline leaves out what stands before the element itself: the declarations of a
// file of its own.
func inline(svg string) string {
	if i := strings.Index(svg, "<svg"); i > 0 {
		return svg[i:]
	}
	return svg
}

package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"redismatrix/render"
)

// laid is a chart as it is laid out.
func laid(t testing.TB, c render.Chart, o Options) *picture {
	t.Helper()
	o, err := o.complete()
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPicture(c, o, true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// box is where a text of an SVG stands.
type box struct {
	words                    string
	left, right, top, bottom float64
}

func (b box) meets(other box) bool {
	return b.left < other.right && other.left < b.right && b.top < other.bottom && other.top < b.bottom
}

// boxes are the texts of an SVG, measured. Groups do not nest in it, so that the
// last one tells the size.
func boxes(t testing.TB, svg string) []box {
	t.Helper()
	l := newLetters(1)
	l.fixed = false
	var all []box
	var group element
	for _, e := range elements(t, svg) {
		if e.name == "g" {
			group = e
		}
		if e.name != "text" {
			continue
		}
		style := l.style(vg.Length(numeric(t, group.attributes["font-size"])), nil)
		if group.attributes["font-weight"] == "bold" {
			style.Font.Weight = xfont.WeightBold
		}
		width, size := float64(style.Width(e.words)), float64(style.Font.Size)
		left := numeric(t, e.attributes["x"]) - map[string]float64{"": 0, "middle": width / 2, "end": width}[group.attributes["text-anchor"]]
		y := numeric(t, e.attributes["y"])
		all = append(all, box{e.words, left, left + width, y - 0.7*size, y + 0.1*size})
	}
	return all
}

func numeric(t testing.TB, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// No text covers another, or reaches out of the picture.
func readable(t testing.TB, svg string) {
	t.Helper()
	all := boxes(t, svg)
	width := numeric(t, elements(t, svg)[0].attributes["width"])
	for i, b := range all {
		if b.left < 0 || b.right > width+0.1 {
			t.Errorf("%q reaches from %.1f to %.1f of %g", b.words, b.left, b.right, width)
		}
		for _, other := range all[:i] {
			if b.meets(other) {
				t.Errorf("%+v covers %+v", b, other)
			}
		}
	}
}

func TestReadable(t *testing.T) {
	for name, c := range charts() {
		for _, o := range []Options{{}, {Width: leastWidth}, {Width: 500, Height: 500}, {Width: 1600, Height: 300}} {
			t.Run(fmt.Sprintf("%s %d×%d", name, o.Width, o.Height), func(t *testing.T) { readable(t, drawn(t, c, "svg", o)) })
		}
	}
}

// Charts of numbers that runs have, in any number of rows and columns.
func TestLikelyChartsAreReadable(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := throughput(1+r.IntN(20), 1+r.IntN(4))
		scale := math.Pow(10, float64(r.IntN(9)-5))
		for _, s := range c.Series {
			for i := range s.Values {
				s.Values[i], s.Low[i], s.High[i] = s.Values[i]*scale, s.Low[i]*scale, s.High[i]*scale
			}
		}
		c.LogY = r.IntN(4) == 0
		if r.IntN(2) == 0 {
			c.Kind, c.LogX = render.ChartLines, r.IntN(2) == 0
		}
		readable(t, drawn(t, c, "svg", Options{Width: leastWidth + r.IntN(800)}))
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, c)
		}
	}
}

func TestBarsRoom(t *testing.T) {
	type room struct {
		Labels, Series int
		Height         float64
		Echo           bool
		Notes          []string
	}
	const lines, dash = "Thin lines reach from the least to the greatest of the rounds.", "– stands where there is no value."
	unmeasured := throughput(2, 2)
	for i := range unmeasured.Series {
		unmeasured.Series[i] = render.Series{Name: "none"}
	}
	unmeasured.Notes = []render.Note{{Text: "it died", Remedy: "see its log"}, {Text: "it hung"}}
	for _, test := range []struct {
		name  string
		chart render.Chart
		o     Options
		want  room
	}{
		{"few", durability(), Options{}, room{3, 2, 294.2, false, []string{lines}}},
		{"some", throughput(8, 2), Options{}, room{8, 2, 450.8, false, []string{lines}}},
		{"many", throughput(20, 4), Options{}, room{20, 4, 1140.4, true, []string{lines, dash}}},
		{"higher than asked for", durability(), Options{Height: 600}, room{3, 2, 600, false, []string{lines}}},
		{"lower", throughput(20, 4), Options{Height: 400}, room{9, 4, 400, false, []string{lines, "Not drawn: the last 11 of 20 labels."}}},
		{"thousand", thousand(), Options{}, room{120, 1, 2547.4, true, []string{"Not drawn: the last 880 of 1,000 labels."}}},
		{"nothing measured", unmeasured, Options{}, room{2, 2, 275.6, false, []string{dash, "it died; see its log.", "it hung."}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := laid(t, test.chart, test.o)
			got := room{len(p.chart.Labels), len(p.chart.points), float64(p.height), p.echo, p.notes}
			if diff := cmp.Diff(test.want, got, cmpopts.EquateApprox(0, 0.1)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Bars are as long as their values, and the first is on top.
func TestBarsAreAsLongAsTheirValues(t *testing.T) {
	c := render.Chart{Kind: render.ChartBars, Labels: []string{"a", "b"}, Series: []render.Series{
		{Name: "one", Values: []float64{100, -50}}, {Name: "two", Values: []float64{25, math.NaN()}},
	}}
	type bar struct{ top, length float64 }
	got := map[string][]bar{}
	var group element
	for _, e := range elements(t, drawn(t, c, "svg", Options{})) {
		if e.name == "g" {
			group = e
		}
		n := numbers.FindAllString(e.attributes["d"], -1)
		// A bar is drawn from where it begins, below, and is 17 pixels thick.
		if e.name == "path" && len(n) == 5 && n[3] == "-17" {
			got[group.attributes["fill"]] = append(got[group.attributes["fill"]], bar{numeric(t, n[1]) - 17, numeric(t, n[2])})
		}
	}
	one, two := got["#0072b2"], got["#d55e00"]
	if len(one) != 2 || len(two) != 1 {
		t.Fatalf("bars are %v", got)
	}
	if math.Abs(one[1].length/one[0].length+0.5) > 0.001 || math.Abs(two[0].length/one[0].length-0.25) > 0.001 {
		t.Errorf("lengths are %v", got)
	}
	if !(one[0].top < two[0].top && two[0].top < one[1].top) {
		t.Errorf("the order is %v", got)
	}
}

// What stands at the ends of bars: values where they are thick, and a dash where
// there is none.
func TestValuesBesideBars(t *testing.T) {
	words := func(c render.Chart) []string {
		var all []string
		for _, b := range boxes(t, drawn(t, c, "svg", Options{})) {
			all = append(all, b.words)
		}
		return all
	}
	thick := durability()
	thick.Series[1].Values[2] = math.NaN()
	got := words(thick)
	for _, want := range []string{"139,801", "138,122", "121,655", "101,020", "98,022", "–"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not beside a bar: %q", want, got)
		}
	}
	thin := words(throughput(20, 4))
	if !slices.Contains(thin, "–") || slices.ContainsFunc(thin, func(s string) bool { return strings.HasPrefix(s, "139,") }) {
		t.Errorf("thin bars have %q", thin)
	}
}

func TestPieces(t *testing.T) {
	nan := math.NaN()
	at := func(values ...float64) []point {
		var all []point
		for i, v := range values {
			all = append(all, point{x: float64(i), y: v})
		}
		return all
	}
	for _, test := range []struct {
		points []point
		want   []plotter.XYs
	}{
		{nil, nil}, {at(nan, nan), nil},
		{at(1, 2), []plotter.XYs{{{X: 0, Y: 1}, {X: 1, Y: 2}}}},
		{at(nan, 1, nan, nan, 2, 3, nan), []plotter.XYs{{{X: 1, Y: 1}}, {{X: 4, Y: 2}, {X: 5, Y: 3}}}},
	} {
		if diff := cmp.Diff(test.want, pieces(test.points)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.points, diff)
		}
	}
}

// Marks keep their distance, but for points that no line leads to.
func TestMarked(t *testing.T) {
	nan := math.NaN()
	c := render.Chart{Kind: render.ChartLines, Labels: []string{"0", "1000"}, Positions: []float64{0, 1000}, Series: []render.Series{
		{Positions: []float64{0, 10, 20, 30, 500, 505, 510, 1000}, Values: []float64{1, 1, 1, 1, nan, 1, nan, 1}},
		{Positions: []float64{0, 1, 2, 3}, Values: []float64{1, nan, 1, nan}},
	}}
	p := laid(t, c, Options{})
	var got [][]float64
	for _, points := range p.chart.points {
		var at []float64
		for _, marked := range p.marked(points) {
			at = append(at, marked.x)
		}
		got = append(got, at)
	}
	if diff := cmp.Diff([][]float64{{0, 505, 1000}, {0, 2}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Points are in the order of their places, whatever the order of their values.
func TestPointsAreInOrder(t *testing.T) {
	c := render.Chart{Kind: render.ChartPercentiles, Series: []render.Series{{Positions: []float64{100, 2, 10}, Values: []float64{3, 1, 2}, Low: []float64{2, 1, 5}, High: []float64{4, 1}}}}
	f, err := newFigure(c)
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	want := [][]point{{{2, 1, 1, 1}, {10, 2, 5, nan}, {100, 3, 2, 4}}}
	if diff := cmp.Diff(want, f.points, cmp.AllowUnexported(point{}), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !f.points[0][2].interval() || f.points[0][0].interval() || f.points[0][1].interval() {
		t.Error("an interval is what reaches from one value to a greater one")
	}
}

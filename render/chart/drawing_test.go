package chart

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/render"
)

// texts are the words of a chart from top to bottom.
func texts(t testing.TB, c render.Chart) []string {
	t.Helper()
	all := boxes(t, drawn(t, c, "svg", Options{}))
	slices.SortStableFunc(all, func(a, b box) int { return int(a.bottom*10) - int(b.bottom*10) })
	var words []string
	for _, b := range all {
		words = append(words, b.words)
	}
	return words
}

// paths are the lines of a colour.
func paths(t testing.TB, svg, colour string) []string {
	t.Helper()
	var all []string
	var group element
	for _, e := range elements(t, svg) {
		switch {
		case e.name == "g":
			group = e
		case e.name == "path" && group.attributes["stroke"] == colour:
			all = append(all, e.attributes["d"])
		}
	}
	return all
}

func TestWordsOfBars(t *testing.T) {
	want := []string{"SET with and without AOF", "redis 7.0.15 · 50 clients", "tmpfs", "disk", "requests/s",
		"139,801", "no", "138,122", "121,655", "everysec", "101,020", "98,022", "always", "5,312",
		"0", "20,000", "40,000", "60,000", "80,000", "100,000", "120,000", "140,000",
		"Thin lines reach from the least to the greatest of the rounds."}
	if diff := cmp.Diff(want, texts(t, durability())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWordsOfLines(t *testing.T) {
	c := sizes()
	c.LogY = true
	want := []string{"SET by value size", "50 clients · pipeline 1", "appendonly no", "appendonly everysec", "appendonly always", "requests/s (logarithmic)",
		"100,000", "10,000", "1,000", "3", "64", "1KiB", "10KiB", "100KiB", "1MiB", "value_size (logarithmic)",
		"Thin lines reach from the least to the greatest of the rounds."}
	if diff := cmp.Diff(want, texts(t, c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWordsOfCurves(t *testing.T) {
	want := []string{"Latency of SET", "50 clients · 80,000 requests/s offered", "redis 6.0.16", "redis 7.0.15", "redis 8.0.2", "ms (logarithmic)",
		"10", "5", "2", "1", "0.5", "0.2", "0.1", "0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "percentile"}
	if diff := cmp.Diff(want, texts(t, latency())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The labels of an axis are those of the chart, as written.
func TestMarksAreAsWritten(t *testing.T) {
	c := latency()
	c.Labels, c.Positions = []string{"p50", "p99.9", "never"}, []float64{2, 1000, 1e9}
	got := texts(t, c)
	if !slices.Contains(got, "p50") || !slices.Contains(got, "p99.9") || slices.Contains(got, "never") || slices.Contains(got, "90 %") {
		t.Errorf("got %q", got)
	}
	c = sizes()
	c.Labels = nil
	for i := range c.Series {
		c.Series[i].Positions, c.Positions = c.Positions, nil
	}
	c.Series = c.Series[:1]
	for logX, want := range map[bool]string{true: "10,000", false: "600,000"} {
		c.LogX = logX
		if got := texts(t, c); !slices.Contains(got, want) {
			t.Errorf("%t: got %q", logX, got)
		}
	}
}

func TestNoValues(t *testing.T) {
	c := sizes()
	for i := range c.Series {
		c.Series[i].Values = []float64{math.NaN(), math.Inf(1)}
	}
	for _, kind := range []render.ChartKind{render.ChartLines, render.ChartPercentiles} {
		c.Kind = kind
		if got := texts(t, c); !slices.Contains(got, "no values") {
			t.Errorf("%s: got %q", kind, got)
		}
	}
	c.Kind = render.ChartBars
	dashes := 0
	for _, words := range texts(t, c) {
		if words == "–" {
			dashes++
		}
	}
	if dashes != 18 {
		t.Errorf("%d dashes for 18 missing values", dashes)
	}
}

// Curves go up in steps: what most requests took at most.
func TestCurvesAreSteps(t *testing.T) {
	steps := regexp.MustCompile(`^M[0-9.]+ [0-9.]+(v-[0-9.]+|h[0-9.]+)+$`)
	lines := paths(t, drawn(t, latency(), "svg", Options{}), seriesInk(0).css)
	if !slices.ContainsFunc(lines, func(d string) bool { return steps.MatchString(d) && strings.Count(d, "v") > 20 }) {
		t.Errorf("no steps in %q", lines)
	}
	c := render.Chart{Kind: render.ChartPercentiles, Series: []render.Series{{Positions: []float64{2, 10}, Values: []float64{1, 2}}}}
	lines = paths(t, drawn(t, c, "svg", Options{}), seriesInk(0).css)
	if first := regexp.MustCompile(`^M[0-9.]+ [0-9.]+v`); !first.MatchString(lines[len(lines)-1]) {
		t.Errorf("the second value does not hold from the first place on: %q", lines)
	}
}

// A line ends before a value that is missing and begins anew behind it.
func TestGaps(t *testing.T) {
	c := sizes()
	c.Series = c.Series[2:]
	c.Series[0].Low, c.Series[0].High = nil, nil
	// The first line is the key's.
	if got := paths(t, drawn(t, c, "svg", Options{}), seriesInk(0).css); len(got) != 3 {
		t.Errorf("lines are %q", got)
	}
}

// An interval that reaches below a logarithmic axis is cut there, and one that is
// all below is not drawn.
func TestIntervalsAreCut(t *testing.T) {
	c := render.Chart{Kind: render.ChartLines, LogY: true, Labels: []string{"a", "b"}, Series: []render.Series{
		{Values: []float64{10, 100}, Low: []float64{-5, -9}, High: []float64{20, -1}},
	}}
	svg := drawn(t, c, "svg", Options{})
	inside(t, svg)
	// The key, an interval with two caps, the line.
	if got := paths(t, svg, seriesInk(0).css); len(got) != 5 {
		t.Errorf("lines are %q", got)
	}
	c.Kind = render.ChartBars
	inside(t, drawn(t, c, "svg", Options{}))
}

// In a picture that is too low for all keys, series are left out and said to be.
func TestTooManyKeys(t *testing.T) {
	c := sizes()
	for i := range 21 {
		c.Series = append(c.Series, around(fmt.Sprintf("a setup with a long name, number %d", i), 1, 1000, 900, 800, 700, 600, 500))
	}
	p := laid(t, c, Options{Height: 400})
	drawnSeries := 0
	for _, row := range p.keys {
		drawnSeries += len(row)
	}
	if drawnSeries != len(p.chart.points) || drawnSeries != len(p.chart.Series) || drawnSeries >= 24 || drawnSeries < 5 {
		t.Errorf("%d keys, %d series", drawnSeries, len(p.chart.points))
	}
	if want := fmt.Sprintf("Not drawn: the last %d of 24 series.", 24-drawnSeries); !slices.Contains(p.notes, want) || !strings.Contains(p.said(), want) {
		t.Errorf("%q is not said: %q, %q", want, p.notes, p.said())
	}
	if p = laid(t, c, Options{}); len(p.chart.points) != 24 {
		t.Errorf("%d of 24 series are drawn where there is room", len(p.chart.points))
	}
}

// Marks of high bars stand above them, too.
func TestEcho(t *testing.T) {
	for labels, want := range map[int]int{20: 2, 3: 1} {
		n := 0
		for _, words := range texts(t, throughput(labels, 4)) {
			if words == "20,000" {
				n++
			}
		}
		if n != want {
			t.Errorf("%d marks of 20,000 for %d labels, want %d", n, labels, want)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, test := range []struct{ options, want Options }{
		{Options{}, Options{Width: 720, Scale: 2}},
		{Options{Width: 400, Height: 300, Scale: 1.5, Dark: true}, Options{Width: 400, Height: 300, Scale: 1.5, Dark: true}},
	} {
		got, err := test.options.complete()
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

// Several charts can be drawn at the same time.
func TestAtTheSameTime(t *testing.T) {
	want := drawn(t, sizes(), "svg", Options{})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if got := drawn(t, sizes(), "svg", Options{}); got != want {
				t.Error("another chart")
			}
			drawn(t, latency(), "png", Options{Scale: 0.5})
		})
	}
	group.Wait()
}

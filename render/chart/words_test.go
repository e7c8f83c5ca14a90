package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"redismatrix/render"
)

func TestDescribe(t *testing.T) {
	nan := math.NaN()
	crowd := thousand()
	crowd.Series = nil
	for range 20 {
		crowd.Series = append(crowd.Series, render.Series{Values: []float64{1, 2}})
	}
	for _, test := range []struct {
		name  string
		chart render.Chart
		want  string
	}{
		{"bars", durability(), "Bars of 2 series for 3 values of appendonly, in requests/s. tmpfs: least 98,022 (always), greatest 139,801 (no). disk: least 5,312 (always), greatest 138,122 (no)."},
		{"lines", sizes(), "Lines of 3 series for 6 values of value_size, in requests/s. appendonly no: least 2,400 (1MiB), greatest 139,801 (3). " +
			"appendonly everysec: least 610 (1MiB), greatest 121,655 (3). appendonly always: least 205 (1MiB), greatest 98,022 (3), 1 missing."},
		{"curves", latency(), "Latency curves of 3 series by percentile, in ms. redis 6.0.16: least 0.110 (0 %), greatest 3.28 (99.999 %). " +
			"redis 7.0.15: least 0.110 (0 %), greatest 5.90 (99.999 %). redis 8.0.2: least 0.110 (0 %), greatest 10.4 (99.999 %)."},
		{"thousand", thousand(), "Bars of 1 series for 1,000 values of test, in requests/s. redis 7.0.15: least 1.00 (test 1), greatest 982 (test 100). Not drawn: the last 880 of 1,000 labels."},
		{"crowd", crowd, "Bars of 12 series for 1,000 values of test, in requests/s. " +
			describedEach(12, "least 1.00 (test 1), greatest 2.00 (test 2), 16 missing. ") + "Not drawn: the last 8 of 20 series. Not drawn: the last 982 of 1,000 labels."},
		{"series without values", render.Chart{Kind: render.ChartBars, Labels: []string{"", "b"}, Series: []render.Series{
			{Name: "none", Values: []float64{nan, math.Inf(1)}}, {Name: "one", Values: []float64{7}}, {Name: "same", Values: []float64{5, 5}}, {Name: "two", Values: []float64{1, 2}},
		}}, "Bars of 4 series for 2 places. none: no values. one: 7.00 (label 1), 1 missing. same: always 5.00. two: least 1.00 (label 1), greatest 2.00 (b)."},
		{"nothing above 0", render.Chart{Kind: render.ChartLines, Labels: []string{"a", "b"}, LogY: true, Series: []render.Series{{Values: []float64{0, -1}}}},
			"Lines of 1 series for 2 places. series 1: least -1.00 (b), greatest 0 (a)."},
		{"no place", render.Chart{Kind: render.ChartLines, LogX: true, LogY: true, Series: []render.Series{
			{Values: []float64{1, 2, 3, 0, 1e200}, Positions: []float64{0, nan, 3.5, 4, 5}},
		}}, "Lines of 1 series for 5 places. series 1: 3.00 (3.50), 2 missing. Not drawn: 2 values without a place on a logarithmic axis. Not drawn: 2 values too great or without a place."},
		{"below 0 %", render.Chart{Kind: render.ChartPercentiles, Series: []render.Series{{Values: []float64{1, 2}, Positions: []float64{0.5, 4}}}},
			"Latency curves of 1 series by percentile. series 1: 2.00 (75 %). Not drawn: 1 value without a place on a logarithmic axis."},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Describe(test.chart)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// describedEach is what is said of n series without names.
func describedEach(n int, what string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("series " + number(float64(i+1), 0) + ": " + what)
	}
	return b.String()
}

func TestDescribeNamesFewSeries(t *testing.T) {
	c := sizes()
	c.Series = make([]render.Series, 20)
	for i := range c.Series {
		c.Series[i].Values = []float64{1}
	}
	if got := Describe(c); !strings.HasSuffix(got, "series 12: 1.00 (3), 5 missing. 8 more series.") {
		t.Errorf("got %q", got)
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		v      float64
		digits int
		want   string
	}{
		{0, 3, "0"}, {131204, 0, "131,204"}, {-50000, 0, "-50,000"}, {0.125, 3, "0.125"}, {999_999_999_999, 0, "999,999,999,999"},
		{1e12, 0, "1e+12"}, {1.23456e50, 0, "1.235e+50"}, {0.0000001, 7, "1e-07"},
	} {
		if got := number(test.v, test.digits); got != test.want {
			t.Errorf("%g is %q, want %q", test.v, got, test.want)
		}
	}
}

func TestPercentile(t *testing.T) {
	for position, want := range map[float64]string{
		1: "0 %", 2: "50 %", 4: "75 %", 8: "87.5 %", 10: "90 %", 20: "95 %", 100: "99 %", 200: "99.5 %", 1000: "99.9 %", 10000: "99.99 %", 1e5: "99.999 %", 1e6: "99.9999 %",
	} {
		if got := percentile(position); got != want {
			t.Errorf("%g is %q, want %q", position, got, want)
		}
	}
}

func TestFoldAndCut(t *testing.T) {
	l := newLetters(1)
	style := l.style(textSize, newTheme(false).text)
	for _, test := range []struct {
		words string
		lines int
		want  []string
	}{
		{"", 2, nil}, {"  ", 2, nil}, {"short", 2, []string{"short"}},
		{"appendonly no · 50 clients · 3 bytes", 3, []string{"appendonly no · 50", "clients · 3 bytes"}},
		{"appendonly no · 50 clients · 3 bytes", 1, []string{"appendonly no…bytes"}},
		{"x " + strings.Repeat("W", 50) + " y", 3, []string{"x", "WWWWWW…WWW", "y"}},
	} {
		got := fold(test.words, style, 120, test.lines)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.words, diff)
		}
		for _, line := range got {
			if style.Width(line) > 120 {
				t.Errorf("%q is %v wide", line, style.Width(line))
			}
		}
	}
}

// Wide scripts are measured as such, and there is room for wider fonts.
func TestBox(t *testing.T) {
	latin, _, _ := newLetters(1).Box("abc", font.Font{Typeface: "Liberation", Variant: "Sans", Size: 10})
	mixed, _, _ := newLetters(1.5).Box("a漢b字c", font.Font{Typeface: "Liberation", Variant: "Sans", Size: 10})
	if want := (latin + 20) * 1.5; math.Abs(float64(mixed-want)) > 1e-9 {
		t.Errorf("got %v, want %v", mixed, want)
	}
}

// Every script has glyphs or is spelled out, and no letter is a box.
func TestParted(t *testing.T) {
	face := newLetters(1).Fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 10)
	for line, want := range map[string][]piece{
		"": nil,
		"Größe · 3 µs – Ελληνικά Сервер ▼": {{"Größe · 3 µs – Ελληνικά Сервер ▼", false}},
		"服务器 x 한국어":                        {{"服务器", true}, {" x ", false}, {"한국어", true}},
		"サーバー":                             {{"サーバー", true}},
		"e\u0301\u200d":                    {{"é", false}},
		"a 🚀":                              {{"a [U+1F680]", false}},
		"שלום":                             {{"םולש", false}},
	} {
		if diff := cmp.Diff(want, parted(face, line), cmp.AllowUnexported(piece{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}

func TestMarks(t *testing.T) {
	names := func(marks []plot.Tick) string {
		var all []string
		for _, mark := range marks {
			if mark.Label != "" {
				all = append(all, mark.Label)
			}
		}
		return strings.Join(all, " ")
	}
	for _, test := range []struct {
		name string
		got  []plot.Tick
		want string
	}{
		{"thousands", fromZero(span{20000, 139801}, 8, true).marks, "0 20,000 40,000 60,000 80,000 100,000 120,000 140,000"},
		{"not outwards", fromZero(span{20000, 139801}, 4, false).marks, "0 50,000 100,000"},
		{"fractions", fromZero(span{0.01, 0.13}, 5, true).marks, "0 0.05 0.10 0.15"},
		{"both sides", fromZero(span{-3, 5}, 5, true).marks, "-4 -2 0 2 4 6"},
		{"all zero", fromZero(span{0, 0}, 5, true).marks, "0 0.2 0.4 0.6 0.8 1.0"},
		{"nothing", fromZero(newSpan(), 5, true).marks, "0 0.2 0.4 0.6 0.8 1.0"},
		{"a decade", logarithmic(span{12, 90}, 8).marks, "20 50"},
		{"decades", logarithmic(span{0.02, 40}, 8).marks, "0.1 1 10"},
		{"many decades", logarithmic(span{1, 1e20}, 8).marks, "1 1,000 1,000,000 1,000,000,000 1e+12 1e+15 1e+18"},
		{"within a decade", logarithmic(span{31, 33}, 8).marks, "31 32 33"},
		{"one value", logarithmic(span{7, 7}, 8).marks, "5 10"},
		{"no value", logarithmic(newSpan(), 8).marks, "1 2 5 10"},
		{"bars without values", fromPower(newSpan(), 8).marks, "1 2 5 10"},
		{"bars", fromPower(span{5312, 139801}, 8).marks, "1,000 2,000 5,000 10,000 20,000 50,000 100,000"},
		{"percentiles", percentiles(span{1.5, 12000}), "50 % 90 % 99 % 99.9 % 99.99 %"},
	} {
		if got := names(test.got); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// Each ink stands out from light and dark pages as graphics have to by WCAG 2.1,
// 1.4.11, and text as text has to.
func TestContrast(t *testing.T) {
	black, white := newTheme(true), newTheme(false)
	black.paper.R, black.paper.G, black.paper.B = 0, 0, 0
	for name, th := range map[string]theme{"white": white, "black": black, "dark": newTheme(true)} {
		for _, i := range seriesInks() {
			if got := contrast(i, th); got < 3 {
				t.Errorf("%s on %s: %.2f", i.css, name, got)
			}
		}
		for _, i := range []ink{th.text, th.faint} {
			if got := contrast(i, th); got < 4.5 {
				t.Errorf("text on %s: %.2f", name, got)
			}
		}
	}
}

// contrast is WCAG's, of an ink on paper.
func contrast(i ink, th theme) float64 {
	share := float64(i.A) / 0xff
	luminance := func(share float64) float64 {
		part := func(over, under uint8, weight float64) float64 {
			c := (share*float64(over) + (1-share)*float64(under)) / 0xff
			if c <= 0.04045 {
				return weight * c / 12.92
			}
			return weight * math.Pow((c+0.055)/1.055, 2.4)
		}
		return part(i.R, th.paper.R, 0.2126) + part(i.G, th.paper.G, 0.7152) + part(i.B, th.paper.B, 0.0722)
	}
	a, b := luminance(share)+0.05, luminance(0)+0.05
	return max(a, b) / min(a, b)
}

// No two series that are drawn look the same.
func TestSeriesDiffer(t *testing.T) {
	type look struct {
		ink   ink
		shape int
	}
	type line struct {
		ink    ink
		dashes int
	}
	marks, lines := map[look]bool{}, map[line]bool{}
	for i := range mostLines {
		m, l := look{seriesInk(i), i % len(shapes())}, line{seriesInk(i), i % len(dashes())}
		if marks[m] || lines[l] {
			t.Errorf("series %d looks like another", i)
		}
		marks[m], lines[l] = true, true
	}
}

// Marks are around their points and of about the same size.
func TestShapes(t *testing.T) {
	for i, s := range shapes() {
		for _, corner := range s {
			if away := math.Hypot(float64(corner.X), float64(corner.Y)); away > 1.4 || away < 0.5 {
				t.Errorf("shape %d has a corner at %v", i, corner)
			}
		}
	}
	if glyph(9, 4).Radius != vg.Length(4) {
		t.Error("a glyph has not the radius asked for")
	}
}

package chart

import (
	"bytes"
	"errors"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"redismatrix/render"
)

// chance makes charts that nobody would.
type chance struct{ *rand.Rand }

func (r chance) of(probability float64) bool { return r.Float64() < probability }

// number is any float64, more often one that occurs.
func (r chance) number() float64 {
	extremes := []float64{0, -1, 1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1e100, -1e100, 1e-100, 1e15, 0.1 + 0.2, math.Copysign(0, -1)}
	switch {
	case r.of(0.1):
		return extremes[r.IntN(len(extremes))]
	case r.of(0.1):
		return math.Float64frombits(r.Uint64())
	case r.of(0.2):
		return 42
	}
	return math.Pow(10, r.Float64()*8-3)
}

func (r chance) numbers() []float64 {
	all := make([]float64, r.IntN(9))
	if r.of(0.02) {
		all = make([]float64, 1500)
	}
	for i := range all {
		all[i] = r.number()
	}
	return all
}

func (r chance) name() string {
	names := []string{"", "SET", "redis 7.0.15", strings.Repeat("W", 300), "<&>\"'", "\x00\u202e\u2028", "漢字 한국어", "\xff\xfe", " ", "é̂̃"}
	return names[r.IntN(len(names))]
}

func (r chance) chart() render.Chart {
	kinds := []render.ChartKind{render.ChartBars, render.ChartLines, render.ChartPercentiles}
	c := render.Chart{Kind: kinds[r.IntN(3)], Title: r.name(), Constant: r.name(), Unit: r.name(), Axis: r.name(), LogX: r.of(0.5), LogY: r.of(0.5)}
	for range r.numbers() {
		c.Labels = append(c.Labels, r.name())
	}
	if r.of(0.7) {
		c.Positions = r.numbers()
	}
	for range r.IntN(6) * r.IntN(6) {
		s := render.Series{Name: r.name(), Values: r.numbers()}
		if r.of(0.4) {
			s.Low, s.High = r.numbers(), r.numbers()
		}
		if r.of(0.4) {
			s.Positions = r.numbers()
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// Any chart is drawn, within its bounds, or is refused with an error; none panics.
func TestRandomCharts(t *testing.T) {
	drawnToEnd := 0
	for seed := range uint64(1500) {
		r := chance{rand.New(rand.NewPCG(seed, 1))}
		c, o := r.chart(), Options{}
		if r.of(0.5) {
			o = Options{Width: leastWidth + r.IntN(900), Height: leastHeight + r.IntN(900), Dark: r.of(0.5)}
		}
		var b bytes.Buffer
		switch err := Write(&b, c, "svg", o); {
		case err == nil:
			inside(t, b.String())
		case errors.Is(err, ErrEmpty), strings.Contains(err.Error(), "too little"):
			continue
		default:
			t.Fatalf("seed %d: %v", seed, err)
		}
		if Describe(c) == "" {
			t.Errorf("seed %d is not described", seed)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, c)
		}
		drawnToEnd++
		if seed%10 == 0 {
			if _, err := png.Decode(strings.NewReader(drawn(t, c, "png", Options{Width: 400, Scale: 0.5}))); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if drawnToEnd < 900 {
		t.Errorf("no more than %d of 1,500 were drawn", drawnToEnd)
	}
}

// Keys never cover what is drawn, nor the unit above it.
func TestKeysStandAside(t *testing.T) {
	for seed := range uint64(300) {
		p, err := newPicture(chance{rand.New(rand.NewPCG(seed, 2))}.chart(), Options{Width: 500}, true)
		if err != nil {
			continue
		}
		y := p.height - margin
		for _, line := range p.head {
			y -= line.style.Font.Size + 6
		}
		if y -= lineHeight * vg.Length(len(p.keys)); y < p.area().Max.Y {
			t.Fatalf("seed %d: keys reach down to %v, the plot up to %v", seed, y, p.area().Max.Y)
		}
		for _, row := range p.keys {
			room := p.width - 2*margin + keyGap
			for _, k := range row {
				room -= k.width
			}
			if room < 0 {
				t.Fatalf("seed %d: the keys of %q do not fit", seed, row[0].name)
			}
		}
	}
}

// FuzzNames draws charts with any name in each place that has one.
func FuzzNames(f *testing.F) {
	c := hostile()
	for _, name := range []string{c.Title, c.Constant, c.Series[0].Name, c.Labels[0], c.Labels[1], c.Labels[2], "\xed\xa0\x80", "\ufffe]]>"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, c := range []render.Chart{named(durability(), name), named(sizes(), name)} {
			inside(t, drawn(t, c, "svg", Options{}))
			if said := Describe(c); strings.ContainsFunc(said, unicode.IsControl) {
				t.Errorf("a control character in %q", said)
			}
		}
		// To encode an image takes longer than all else, and knows no names.
		p, err := newPicture(named(durability(), name), Options{Width: leastWidth}, false)
		if err != nil {
			t.Fatal(err)
		}
		p.draw(&raster{Canvas: vgimg.New(p.width, p.height)})
	})
}

// named is a chart with a name in each place that has one.
func named(c render.Chart, name string) render.Chart {
	c.Title, c.Constant, c.Unit, c.Axis, c.Series[0].Name, c.Labels[0] = name, name, name, name, name, name
	return c
}

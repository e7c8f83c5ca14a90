package chart

import (
	"bytes"
	"errors"
	"flag"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/render"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares output with a file of testdata, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test ./render/chart -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// charts are one of each kind and of each difficulty, by name.
func charts() map[string]render.Chart {
	powers := durability()
	powers.LogY = true
	losses := durability()
	losses.Series[0].Values[1] = -50000
	losses.Series[0].Low, losses.Series[0].High = nil, nil
	return map[string]render.Chart{
		"bars": throughput(20, 4), "thick": durability(), "lines": sizes(), "curves": latency(), "hostile": hostile(),
		"thousand": thousand(), "powers": powers, "losses": losses,
	}
}

func TestSVG(t *testing.T) {
	for name, c := range charts() {
		t.Run(name, func(t *testing.T) {
			got := drawn(t, c, "svg", Options{})
			golden(t, name+".svg", got)
			if again := drawn(t, c, "svg", Options{Dark: true, Scale: 3}); again != got {
				t.Error("the same chart drawn again is another")
			}
		})
	}
}

func TestSVGIsSmall(t *testing.T) {
	if size := len(drawn(t, throughput(20, 4), "svg", Options{})); size > 20_000 {
		t.Errorf("80 bars are %d bytes", size)
	}
}

func TestPNG(t *testing.T) {
	for _, test := range []struct {
		name          string
		options       Options
		width, height int
		paper         color.Color
	}{
		{"double", Options{Width: 600, Height: 400}, 1200, 800, newTheme(false).paper},
		{"dark", Options{Width: 600, Height: 400, Scale: 1, Dark: true}, 600, 400, newTheme(true).paper},
		{"half", Options{Width: 501, Height: 401, Scale: 0.5}, 251, 201, newTheme(false).paper},
		{"part of a pixel", Options{Width: 720, Height: 720, Scale: 1.004}, 720, 720, newTheme(false).paper},
	} {
		t.Run(test.name, func(t *testing.T) {
			for name, c := range charts() {
				image, err := png.Decode(strings.NewReader(drawn(t, c, "png", test.options)))
				if err != nil {
					t.Fatal(name, err)
				}
				if size := image.Bounds().Size(); size.X != test.width || size.Y != test.height {
					t.Errorf("%s is %v, want %d×%d", name, size, test.width, test.height)
				}
				if got := color.NRGBAModel.Convert(image.At(0, 0)); got != test.paper {
					t.Errorf("%s is on %v, want %v", name, got, test.paper)
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	missing := throughput(2, 1)
	missing.Kind = "pie"
	for _, test := range []struct {
		name   string
		chart  render.Chart
		format string
		o      Options
		want   string
	}{
		{"format", sizes(), "gif", Options{}, `draw chart as "gif": the formats are svg, png`},
		{"kind", missing, "svg", Options{}, `draw chart "Requests per second": the kind "pie" is none of bars, lines, percentiles`},
		{"size", sizes(), "svg", Options{Width: -1, Height: 1 << 20, Scale: math.NaN()}, "draw chart: a width of -1 pixels: ask for 320 to 10000\n" +
			"a height of 1048576 pixels: ask for 240 to 10000\na scale of NaN: ask for 0.5 to 8"},
		{"pixels", sizes(), "png", Options{Width: 10000, Height: 10000}, `draw chart "SET by value size": an image of 20000×20000 pixels: ask for a smaller size or scale`},
		{"low lines", tall(sizes()), "svg", Options{Height: 240}, `draw chart "a title a title a title a title a title…a title a title end": a height of 240 pixels is too little: ask for 282 or more`},
		{"low bars", tall(crowd()), "svg", Options{Height: 240}, `draw chart "a title a title a title a title a title…a title a title end": a height of 240 pixels is too little for 12 bars: ask for 319 or more`},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := Write(&bytes.Buffer{}, test.chart, test.format, test.o)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// crowd has as many bars as a group can have.
func crowd() render.Chart {
	c := throughput(4, 4)
	c.Series = slices.Concat(c.Series, c.Series, c.Series)
	return c
}

// tall has more above what is drawn than usual.
func tall(c render.Chart) render.Chart {
	c.Title, c.Constant = strings.Repeat("a title ", 20)+"end", strings.Repeat("what holds ", 40)
	return c
}

func TestEmpty(t *testing.T) {
	noPlaces := sizes()
	noPlaces.Labels = nil
	for name, c := range map[string]render.Chart{
		"nothing": {Kind: render.ChartBars}, "no labels": noPlaces, "no series": {Kind: render.ChartLines, Labels: []string{"1"}},
	} {
		err := Write(&bytes.Buffer{}, c, "svg", Options{})
		if !errors.Is(err, ErrEmpty) {
			t.Errorf("%s: %v", name, err)
		}
		if got := Describe(c); got != "There is nothing to draw." {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The height that an error asks for is enough, and no less would be.
func TestHeightAskedFor(t *testing.T) {
	for _, c := range []render.Chart{tall(sizes()), tall(latency()), tall(crowd())} {
		err := Write(&bytes.Buffer{}, c, "svg", Options{Height: leastHeight})
		if err == nil {
			t.Fatal("no error")
		}
		words := strings.Fields(strings.TrimSuffix(err.Error(), " or more"))
		height, err := strconv.Atoi(words[len(words)-1])
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(&bytes.Buffer{}, c, "svg", Options{Height: height}); err != nil {
			t.Error(err)
		}
		if err := Write(&bytes.Buffer{}, c, "svg", Options{Height: height - 1}); err == nil {
			t.Errorf("%d would be enough, too", height-1)
		}
	}
}

func TestWriterFails(t *testing.T) {
	broken := errors.New("disk full")
	for _, format := range Formats() {
		err := Write(failing{broken}, sizes(), format, Options{})
		if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), `write chart "SET by value size" as `+format) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A chart that is drawn stays as it was.
func TestChartIsLeftAlone(t *testing.T) {
	c, want := throughput(20, 4), throughput(20, 4)
	c.Kind, want.Kind = render.ChartLines, render.ChartLines
	drawn(t, c, "svg", Options{Height: 500})
	c.Kind, want.Kind = render.ChartBars, render.ChartBars
	drawn(t, c, "svg", Options{Height: 500})
	equal := cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
	if diff := cmp.Diff(want, c, equal); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

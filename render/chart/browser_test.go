package chart

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shown is a page as a browser shows it, 1000 pixels wide and 500 high.
func shown(t *testing.T, page string) image.Image {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "chromium") {
			t.Fatal(err)
		}
		t.Skip("needs chromium")
	}
	dir := t.TempDir()
	html, shot := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.png")
	if err := os.WriteFile(html, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	output, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--window-size=1000,500", "--screenshot="+shot, "file://"+html).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	f, err := os.Open(shot)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// has tells how many pixels of a part of a picture have a colour.
func has(picture image.Image, part image.Rectangle, want color.NRGBA) int {
	n := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if color.NRGBAModel.Convert(picture.At(x, y)) == want {
				n++
			}
		}
	}
	return n
}

// Charts that stand in one page are as wide as their places, and their text has
// the colour of what surrounds them.
func TestChartsFollowTheirPage(t *testing.T) {
	light, dark := newTheme(false), newTheme(true)
	svg := drawn(t, durability(), "svg", Options{}) + drawn(t, sizes(), "svg", Options{})
	picture := shown(t, `<!doctype html><meta charset="utf-8"><style>body { margin: 0; display: flex } div { width: 500px; height: 500px }
svg { width: 100%; height: auto } .light { color: #1b1f24 } .dark { color: #e6edf3; background: #0d1117 }</style>
<div class="light">`+svg+`</div><div class="dark">`+svg+`</div>`)
	for _, test := range []struct {
		name        string
		part        image.Rectangle
		paper, text color.NRGBA
		opposite    color.NRGBA
	}{
		{"light", image.Rect(0, 0, 500, 500), light.paper, light.text.NRGBA, dark.text.NRGBA},
		{"dark", image.Rect(500, 0, 1000, 500), dark.paper, dark.text.NRGBA, light.text.NRGBA},
	} {
		if n := has(picture, test.part, test.paper); n < 100_000 {
			t.Errorf("%s: %d pixels of paper", test.name, n)
		}
		// Where text meets paper, a pixel may come out as any shade between the two.
		text, other := has(picture, test.part, test.text), has(picture, test.part, test.opposite)
		if text < 100 || other > text/10 {
			t.Errorf("%s: %d pixels of its text, %d of the other page's", test.name, text, other)
		}
		for series := range 2 {
			if n := has(picture, test.part, seriesInk(series).NRGBA); n < 2000 {
				t.Errorf("%s: %d pixels of series %d", test.name, n, series+1)
			}
		}
	}
}

// Chromium draws a chart that stands alone, which it reads as XML.
func TestChartStandsAlone(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "chart.svg"), []byte(drawn(t, hostile(), "svg", Options{})), 0o600); err != nil {
		t.Fatal(err)
	}
	picture := shown(t, `<!doctype html><body style="margin:0"><img src="file://`+filepath.Join(dir, "chart.svg")+`">`)
	for series := range 3 {
		if n := has(picture, picture.Bounds(), seriesInk(series).NRGBA); n < 5000 {
			t.Errorf("%d pixels of series %d", n, series+1)
		}
	}
}

package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePattern(t *testing.T) {
	for text, want := range map[string]Pattern{
		"":          {PatternRandom, 0},
		"random":    {PatternRandom, 0},
		"fill":      {PatternFill, 0},
		"ratio:1":   {PatternRatio, 1},
		"ratio:2.5": {PatternRatio, 2.5},
		"ratio:100": {PatternRatio, 100},
	} {
		got, err := ParsePattern(text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v %s", text, err, diff)
		}
	}
}

func TestParsePatternRejects(t *testing.T) {
	for text, want := range map[string]string{
		"zeros": "not a pattern", "Random": "not a pattern", "random:2": "not a pattern", ":2": "not a pattern",
		"fill:": "not a pattern", "ratio": `"" is no ratio`, "ratio:": "no ratio", "ratio:0.9": "no ratio",
		"ratio:101": "no ratio", "ratio:-2": "no ratio", "ratio:1e1": "no ratio", "ratio:2:1": "no ratio",
		"ratio:inf": "no ratio",
	} {
		got, err := ParsePattern(text)
		if err == nil {
			t.Errorf("%q: accepted as %v", text, got)
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "accepted are random") {
			t.Errorf("%q: error %q lacks %q", text, err, want)
		}
	}
}

func FuzzParsePattern(f *testing.F) {
	for _, seed := range []string{"", "random", "fill", "ratio:2", "ratio:99.99"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePattern(text)
		if err != nil {
			return
		}
		if again, err := ParsePattern(p.String()); err != nil || again != p {
			t.Errorf("%q is %v, which reads as %v, %v", text, p, again, err)
		}
		if p.Ratio != 0 && (p.Ratio < 1 || p.Ratio > maxRatio) {
			t.Errorf("%q is %v", text, p)
		}
	})
}

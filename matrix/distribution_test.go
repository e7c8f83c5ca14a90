package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseDistribution(t *testing.T) {
	for text, want := range map[string]Distribution{
		"":                {DistributionUniform, 0},
		"uniform":         {DistributionUniform, 0},
		"sequential":      {DistributionSequential, 0},
		"zipf":            {DistributionZipf, 0.99},
		"zipf:1":          {DistributionZipf, 1},
		"zipf:1.20":       {DistributionZipf, 1.2},
		"zipf:10":         {DistributionZipf, 10},
		"zipf:0.000001":   {DistributionZipf, 1e-6},
		"gaussian":        {DistributionGaussian, 1.0 / 6},
		"gaussian:0.1":    {DistributionGaussian, 0.1},
		"gaussian:1":      {DistributionGaussian, 1},
		"gaussian:000.50": {DistributionGaussian, 0.5},
	} {
		got, err := ParseDistribution(text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v %s", text, err, diff)
		}
	}
}

func TestParseDistributionRejects(t *testing.T) {
	for text, want := range map[string]string{
		"Zipf": "not a distribution", "normal": "not a distribution", "zipf 1": "not a distribution",
		":1": "uniform takes no parameter", "uniform:": "uniform takes no parameter",
		"sequential:1": "sequential takes no parameter",
		"zipf:":        `"" is no number above 0 and up to 10`, "zipf:0": "above 0", "zipf:10.1": "up to 10",
		"zipf:-1": "above 0", "zipf:1e0": "above 0", "zipf:inf": "above 0", "zipf:NaN": "above 0", "zipf:1:2": "above 0",
		"zipf:.5": "above 0", "zipf:0x1": "above 0", "zipf:1_0": "above 0", "zipf: 1": "above 0",
		"zipf:0.00000000000000000000": "above 0", "gaussian:1.1": "up to 1", "gaussian:0": "above 0",
	} {
		got, err := ParseDistribution(text)
		if err == nil {
			t.Errorf("%q: accepted as %v", text, got)
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "accepted are uniform") {
			t.Errorf("%q: error %q lacks %q", text, err, want)
		}
	}
}

func TestDistributionString(t *testing.T) {
	for d, want := range map[Distribution]string{
		{}:                              "uniform",
		{DistributionSequential, 0}:     "sequential",
		{DistributionZipf, 0.99}:        "zipf",
		{DistributionZipf, 1e-6}:        "zipf:0.000001",
		{DistributionGaussian, 1. / 6}:  "gaussian",
		{DistributionGaussian, 1. / 10}: "gaussian:0.1",
	} {
		if got := d.String(); got != want {
			t.Errorf("%#v: got %q, want %q", d, got, want)
		}
	}
}

func FuzzParseDistribution(f *testing.F) {
	for _, seed := range []string{"", "uniform", "zipf:1.2", "gaussian:0.1", "zipf:NaN"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDistribution(text)
		if err != nil {
			return
		}
		if again, err := ParseDistribution(d.String()); err != nil || again != d {
			t.Errorf("%q is %v, which reads as %v, %v", text, d, again, err)
		}
		if d.Parameter < 0 || d.Parameter > maxZipf {
			t.Errorf("%q is %v", text, d)
		}
	})
}

package stats

import (
	"math"
	"testing"
)

// TestModerate holds what becomes of one group's variance beside a prior of 1.
func TestModerate(t *testing.T) {
	alike, alikeFew := Prior{1, math.Inf(1), 240}, Prior{1, math.Inf(1), 12}
	spread, odd := Prior{1, 6, 240}, Prior{1, leastPrior, 240}
	for name, tt := range map[string]struct {
		prior                     Prior
		given, variance, wantedDF float64
	}{
		"less, where all are alike":           {alike, 0.2, 1, 240},
		"more, where all are alike":           {alike, 1.5, 1, 240},
		"too much, where all are alike":       {alike, 6, 6, 236},
		"alike, and few":                      {alikeFew, 1.5, 1, 12},
		"too much beside few":                 {alikeFew, 6, 6, 8},
		"less, where they differ":             {spread, 0.5, 0.8, 10},
		"more, where they differ":             {spread, 1.5, 1.2, 10},
		"too much, where they differ":         {spread, 6, 6, 10},
		"more, where none is usual":           {odd, 1.5, 1.5, 8},
		"the limit is what all have":          {Prior{1, 6, 7}, 0.5, 0.8, 7},
		"no fewer than its own":               {Prior{1, 6, 7}, 20, 20, 4},
		"nothing to moderate it by":           {Prior{}, 3, 3, 4},
		"no noise where none is usual at all": {odd, 0, 0.5, 8},
	} {
		variance, df := tt.prior.Moderate(tt.given, 4)
		if !near(variance, tt.variance, 1e-12) || df != tt.wantedDF {
			t.Errorf("%s: variance %v of %v degrees of freedom, want %v of %v", name, variance, df, tt.variance, tt.wantedDF)
		}
	}
}

func TestNoisier(t *testing.T) {
	usual := Prior{1, math.Inf(1), 240}
	for _, tt := range []struct {
		prior Prior
		want  bool
	}{{Prior{1.2, 4, 60}, false}, {Prior{2, 4, 60}, true}, {Prior{0.2, 4, 60}, false}, {Prior{2, 4, 4}, false}, {Prior{9, 4, 4}, true}, {Prior{}, false}} {
		if got := tt.prior.Noisier(usual); got != tt.want {
			t.Errorf("%+v: got %v", tt.prior, got)
		}
	}
	if (Prior{1, 4, 9}).Noisier(Prior{}) {
		t.Error("noisier than nothing")
	}
}

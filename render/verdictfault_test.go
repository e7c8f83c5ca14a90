package render

import (
	"encoding/xml"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// controlled is a comparison of which only the control is judged, or that and
// one that is the same.
func controlled(verdict matrix.Verdict, others ...matrix.Difference) matrix.Compared {
	var c matrix.Compared
	c.Metrics = []string{matrix.MetricRPS}
	c.Differences = append(others, matrix.Difference{Cell: "a control", Baseline: "a", Test: "GET", Metric: matrix.MetricRPS, Control: true,
		Rounds: 9, Verdict: verdict, Reason: "invalid: client-bound"})
	for range c.Differences {
		c.Sides = append(c.Sides, matrix.Sides{Old: "redis 7.0.1", New: "redis 7.0.1"})
	}
	return c
}

// Nothing that is invalid reads as a pass in CI, and a control that is says so.
func TestFaultsOfTheWhole(t *testing.T) {
	same := matrix.Difference{Test: "SET", Metric: matrix.MetricRPS, Rounds: 9, Verdict: matrix.VerdictSame}
	for name, tt := range map[string]struct {
		v        Verdicts
		headline string
		error    string
	}{
		"only controls":    {FromCompared(controlled(matrix.VerdictSame), false), "invalid: nothing was compared", "nothing was compared"},
		"a void control":   {FromCompared(controlled(matrix.VerdictInvalid, same), false), "invalid: the control, GET rps at control (redis 7.0.1 vs 7.0.1): client-bound", "client-bound"},
		"nothing":          {FromCompared(matrix.Compared{}, false), "invalid: nothing was compared", "nothing was compared"},
		"refused":          {Refused("invalid: there is no run", nil), "invalid: there is no run", "there is no run"},
		"refused with why": {Refused("invalid: x", []string{"it is cut off"}), "invalid: x", "it is cut off"},
	} {
		if tt.v.Headline != tt.headline {
			t.Errorf("%s: headline %q, want %q", name, tt.v.Headline, tt.headline)
		}
		var suite junitSuite
		text := laid(t, "junit", tt.v, false)
		if err := xml.Unmarshal([]byte(text), &suite); err != nil || suite.Errors == 0 || !strings.Contains(text, tt.error) {
			t.Errorf("%s: %v, JUnit\n%s", name, err, text)
		}
		if got := laid(t, "github", tt.v, false); !strings.Contains(got, "::error ") || !strings.Contains(got, tt.error) {
			t.Errorf("%s: annotations\n%s", name, got)
		}
	}
}

// Remarks tell readers of benchmarks why there are none.
func TestRefusedBenchmarksSayWhy(t *testing.T) {
	got := laid(t, "benchfmt", Refused("invalid: the runs cannot be compared", []string{"load.clients: 50 in the old run, 7 in the new"}), false)
	for _, want := range []string{"\n# invalid: the runs cannot be compared\n", "\n# load.clients: 50 in the old run, 7 in the new\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := laid(t, "benchfmt", verdictsOf(t, slowed(), matrix.Judging{}), false); strings.Contains(got, "#") {
		t.Errorf("a remark on what is valid:\n%s", got)
	}
}

// What is not compared is counted and named in every format.
func TestOmittedTestsInEveryFormat(t *testing.T) {
	c := controlled(matrix.VerdictSame, matrix.Difference{Test: "SET", Metric: matrix.MetricRPS, Rounds: 9, Verdict: matrix.VerdictSame})
	c.Omitted = []matrix.Omission{
		{Cell: "version=2.8", Test: "XADD", Server: "redis 2.8.24", Reason: "needs Redis 5.0"},
		{Cell: "version=2.8 b", Test: "XADD", Server: "redis 2.8.24", Reason: "needs Redis 5.0"},
		{Cell: "version=3.2", Test: "ZPOPMIN\x1b", Server: "redis 3.2.13", Reason: "needs Redis 5.0"},
	}
	for _, format := range VerdictFormats() {
		got := laid(t, format, FromCompared(c, false), false)
		for _, want := range []string{"XADD", "redis 2.8.24", "ZPOPMIN", "redis 3.2.13"} {
			if !strings.Contains(got, want) || strings.Contains(got, "\x1b") {
				t.Errorf("%s does not say %q:\n%s", format, want, got)
			}
		}
	}
	want := "2 tests are not compared: redis 2.8.24 cannot do XADD; redis 3.2.13 cannot do ZPOPMIN\x1b"
	if got := omissionNotes(c.Omitted)[0].Text; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := laid(t, "junit", FromCompared(c, false), false); !strings.Contains(got, `skipped="3"`) {
		t.Errorf("JUnit\n%s", got)
	}
}

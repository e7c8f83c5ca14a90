package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// slowed is a run of two versions and two numbers of clients in which SET is
// slower in the newer version.
func slowed() *matrix.Run {
	f := fixture{tests: []string{"SET", "GET", "LRANGE_100"}, rounds: 5, baseline: matrix.Selector{"version": {"7.0"}},
		axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0"}}, {Name: "clients", Values: []string{"1", "50"}}}}
	run := f.run()
	for i := range run.Results {
		for j := range run.Results[i].Samples {
			s := &run.Results[i].Samples[j]
			// Noise that depends on nothing but the place.
			noise := 1 + 0.004*float64((i*i*3+j*7+i*j)%5-2)
			s.RPS, s.Latency.P99 = 100_000*noise, int64(1e6*noise)
			if s.Test == "SET" && strings.Contains(s.Cell, "8.0") {
				s.RPS *= 0.8
			}
		}
	}
	return run
}

// twins is a run with two candidates that one release serves, of which one is
// slower.
func twins() *matrix.Run {
	f := fixture{tests: []string{"SET", "GET"}, rounds: 5, baseline: matrix.Selector{"version": {"7.0"}},
		axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0", "image:redis:8"}}}}
	run := f.run()
	run.Servers["version=image:redis:8"] = server("8.0")
	for i := range run.Results {
		for j := range run.Results[i].Samples {
			s := &run.Results[i].Samples[j]
			s.RPS = 100_000 * (1 + 0.004*float64((i*3+j*7)%5-2))
			if strings.Contains(s.Cell, "image") {
				s.RPS *= 0.8
			}
		}
	}
	return run
}

// Candidates of one version are cases and benchmarks of their own.
func TestTwinsAreToldApart(t *testing.T) {
	v := verdictsOf(t, twins(), matrix.Judging{})
	var suite junitSuite
	if err := xml.Unmarshal([]byte(laid(t, "junit", v, false)), &suite); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range suite.Cases {
		if name := c.Class + " " + c.Name; seen[name] {
			t.Errorf("%s is there twice", name)
		} else {
			seen[name] = true
		}
	}
	for _, want := range []string{"redis 8.0.2 (8.0) vs 7.0.15 SET rps", "redis 8.0.2 (image:redis:8) vs 7.0.15 SET rps"} {
		if !seen[want] {
			t.Errorf("no case %s in %v", want, seen)
		}
	}
}

// A row says in one place what was found.
func TestNothingIsSaidTwice(t *testing.T) {
	run := slowed()
	for i := range run.Results {
		for j := range run.Results[i].Samples {
			if s := &run.Results[i].Samples[j]; s.Test == "GET" && strings.Contains(s.Cell, "8.0") {
				s.RPS *= 0.99 - 0.06*float64(j%2) // which five rounds do not tell
			}
		}
	}
	v := verdictsOf(t, run, matrix.Judging{})
	if v.first(matrix.VerdictInconclusive) < 0 || v.first(matrix.VerdictSlower) < 0 {
		t.Fatalf("shown: %v", v.Shown)
	}
	var suite junitSuite
	if err := xml.Unmarshal([]byte(laid(t, "junit", v, false)), &suite); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Cases {
		if (c.Failure != nil || c.Error != nil || c.Skipped != nil) == (c.Output != "") {
			t.Errorf("%s: an output %q beside a reason, or neither", c.Name, c.Output)
		}
	}
	for _, r := range v.Shown {
		if got := r.account(); strings.Count(got, "between") != 1 || !strings.Contains(got, " "+r.Metric+" ") {
			t.Errorf("an interval, and the metric: %s", got)
		}
	}
}

// Changes are explained wherever they stand beside values.
func TestChangesAreExplained(t *testing.T) {
	v := verdictsOf(t, slowed(), matrix.Judging{})
	v.Shown = nil
	for format, want := range map[string][2]bool{"text": {false, true}, "markdown": {true, true}} {
		for i, all := range []bool{false, true} {
			if got := strings.Contains(laid(t, format, v, all), changeNote.Text[:20]); got != want[i] {
				t.Errorf("%s, all %v: explained %v", format, all, got)
			}
		}
	}
}

// A run's tables explain them too, where it has a baseline.
func TestRunsExplainChanges(t *testing.T) {
	for name, baseline := range map[string]bool{"judged": true, "not judged": false} {
		run := slowed()
		if !baseline {
			run.Plan.Spec.Baseline = nil
		}
		report, err := FromRun(run)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(report.Facts, Fact{"changes", changeNote.Text}); got != baseline {
			t.Errorf("%s: explained %v in %v", name, got, report.Facts)
		}
	}
}

// A number at the end of a name is none of GOMAXPROCS.
func TestBenchmarkNames(t *testing.T) {
	for want, r := range map[string]Verdicted{
		"BenchmarkSET/of=redis_8.0.1_in_made_7_vs_8.0.1_in_made_4 1 5 requests/s\n": {Test: "SET", Old: "redis 8.0.1 in made_4", New: "redis 8.0.1 in made_7"},
		"BenchmarkSET/of=redis_8.0.1_in_a-7_vs_8.0.1_in_b_4 1 5 requests/s\n":       {Test: "SET", Old: "redis 8.0.1 in b-4", New: "redis 8.0.1 in a-7"},
		"BenchmarkSET/at=50_clients/of=hz_50_vs_10 1 5 requests/s\n":                {Test: "SET", Where: "50 clients", Old: "hz 10", New: "hz 50"},
	} {
		var b strings.Builder
		r.Unit = "requests/s"
		if r.benchLines(&b, []float64{5}); b.String() != want {
			t.Errorf("got %q, want %q", &b, want)
		}
	}
}

func verdictsOf(t *testing.T, run *matrix.Run, j matrix.Judging) Verdicts {
	t.Helper()
	compared, err := run.CompareCells(nil, nil, matrix.GateMetrics(), j, false)
	if err != nil {
		t.Fatal(err)
	}
	return FromCompared(compared, false)
}

func laid(t *testing.T, format string, v Verdicts, all bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteVerdicts(&b, format, v, all, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestVerdictGoldens(t *testing.T) {
	v := verdictsOf(t, slowed(), matrix.Judging{})
	for format, extension := range map[string]string{"text": "txt", "markdown": "md", "junit": "xml", "github": "github.txt"} {
		golden(t, "compare."+extension, laid(t, format, v, false))
	}
	golden(t, "compare-all.txt", laid(t, "text", v, true))
}

// hostile is a verdict whose names are written to be taken for syntax.
func hostile() Verdicts {
	name := "##[error]a|b <script> ::error::x%0A\n::set\r##[set]>]]>\x1b[31m\u202e,:\""
	one := 1.0
	row := Verdicted{Test: name, Metric: name, Where: name, Old: name, New: name, Unit: "ms", Base: &one, Now: &one, Change: &one,
		Verdict: matrix.VerdictSlower, Reason: name, Remedy: name, base: []float64{1}, other: []float64{1}}
	return Verdicts{Verdict: matrix.VerdictSlower, Headline: name, Shown: []Verdicted{row}, Rest: []Verdicted{row},
		Problems: []Note{{Text: name}}, Notes: []Note{{Text: name}}}
}

// Names are data: none breaks out of its place in any format.
func TestHostileNamesInVerdicts(t *testing.T) {
	for _, format := range VerdictFormats() {
		got := laid(t, format, hostile(), true)
		if strings.ContainsAny(got, "\x1b\r\u202e") {
			t.Errorf("%s: control characters in %q", format, got)
		}
		if strings.Contains(got, "##[") {
			t.Errorf("%s: a command in %q", format, got)
		}
	}
	for line := range strings.Lines(laid(t, "github", hostile(), false)) {
		if strings.Count(line, "%") != strings.Count(line, "%25") || !strings.HasPrefix(line, "::") || strings.HasPrefix(line, "::set") {
			t.Errorf("annotation %q", line)
		}
	}
	if got := laid(t, "markdown", hostile(), false); strings.Contains(strings.ReplaceAll(got, `\<`, ""), "<script") {
		t.Errorf("markup in %s", got)
	}
	var suite junitSuite
	if err := xml.Unmarshal([]byte(laid(t, "junit", hostile(), false)), &suite); err != nil || len(suite.Cases) != 3 {
		t.Errorf("JUnit: %v, %+v", err, suite)
	}
	var v Verdicts
	if err := json.Unmarshal([]byte(laid(t, "json", hostile(), false)), &v); err != nil || len(v.Shown) != 1 {
		t.Errorf("JSON: %v, %+v", err, v)
	}
	for line := range strings.Lines(laid(t, "benchfmt", hostile(), false)) {
		if strings.HasPrefix(line, "Benchmark") && len(strings.Fields(line)) != 4 {
			t.Errorf("benchmark line %q", line)
		}
	}
}

func TestHeadlines(t *testing.T) {
	slow := slowed()
	one := fixture{tests: []string{"SET"}, rounds: 1, baseline: matrix.Selector{"version": {"7.0"}},
		axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0"}}}}
	void := slowed()
	void.Results[0].Status, void.Results[0].Reason = matrix.StatusInvalid, "client-bound"
	for name, tt := range map[string]struct {
		v    Verdicts
		want string
	}{
		"slower":       {verdictsOf(t, slow, matrix.Judging{}), "slower: 2 of 12 comparisons, worst SET rps at "},
		"same":         {verdictsOf(t, slow, matrix.Judging{Threshold: 0.4}), "same: 12 comparisons within 40 %"},
		"single round": {verdictsOf(t, one.run(), matrix.Judging{}), "invalid: fewer than 5 rounds cannot tell a difference from noise"},
		"invalid":      {verdictsOf(t, void, matrix.Judging{}), "invalid: 2 of 12 comparisons, such as "},
		"nothing":      {FromCompared(matrix.Compared{}, false), "invalid: nothing was compared"},
	} {
		if !strings.HasPrefix(tt.v.Headline, tt.want) {
			t.Errorf("%s: %q, want %q", name, tt.v.Headline, tt.want)
		}
	}
}

// GitHub shows ten annotations of a kind; the last says how many there are more.
func TestAnnotationsAreFew(t *testing.T) {
	v := hostile()
	for range 20 {
		v.Shown = append(v.Shown, v.Shown[0])
	}
	got := laid(t, "github", v, false)
	if n := strings.Count(got, "::error "); n != mostAnnotations || !strings.Contains(got, "and 13 more of this kind") {
		t.Errorf("%d errors in\n%s", n, got)
	}
}

func TestUnknownVerdictFormat(t *testing.T) {
	if err := WriteVerdicts(&bytes.Buffer{}, "csv", Verdicts{}, false, Options{}); err == nil || !strings.Contains(err.Error(), "text, markdown") {
		t.Errorf("got %v", err)
	}
}

package matrix

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const gateAxes = "axes: {version: ['7.0', '8.0']}\nbaseline: {version: '7.0'}\n"

func TestParseGate(t *testing.T) {
	for source, change := range map[string]func(*Spec){
		"":                                      func(*Spec) {},
		"rounds: 1":                             func(s *Spec) { s.Rounds = 1 },
		"rounds: 5..30":                         func(s *Spec) { s.LeastRounds, s.Rounds = 5, 30 },
		"rounds: '5..6'":                        func(s *Spec) { s.LeastRounds, s.Rounds = 5, 6 },
		"rounds: 7..7":                          func(s *Spec) { s.Rounds = 7 },
		"rounds: 1..1":                          func(s *Spec) { s.Rounds = 1 },
		"budget: 1h30m":                         func(s *Spec) { s.Budget = 90 * time.Minute },
		"control: off":                          func(s *Spec) { s.Control = false },
		"gate: {}":                              func(*Spec) {},
		"gate: {metrics: p50}":                  func(s *Spec) { s.Gate.Metrics = []string{"p50"} },
		"gate: {metrics: [p99, rps]}":           func(s *Spec) { s.Gate.Metrics = []string{"p99", "rps"} },
		"gate: {threshold: 0.1%}":               func(s *Spec) { s.Gate.Threshold = 0.001 },
		"gate: {threshold: '12.5 %'}":           func(s *Spec) { s.Gate.Threshold = 0.125 },
		"gate: {metrics: [rps, p99]}":           func(*Spec) {},
		"gate: {threshold: 5%}\nrounds: 5":      func(*Spec) {},
		"gate: {threshold: 5.0 %}\ncontrol: on": func(*Spec) {},
	} {
		want := mustParse(t, gateAxes, "s.yaml")
		change(want)
		got := mustParse(t, gateAxes+source, "s.yaml")
		if diff := cmp.Diff(want, got); diff != "" || got.Digest() != want.Digest() {
			t.Errorf("%q (-want +got):\n%s", source, diff)
		}
	}
}

func TestParseGateProblems(t *testing.T) {
	const accepted = "; accepted are whole numbers from 1 to 1000, in digits, and ranges such as 5..30"
	const percentages = `; accepted are percentages from 0.1% to 100%, such as "5%"`
	for source, want := range map[string]string{
		"rounds: 0":                   `3:9: "0": out of range` + accepted,
		"rounds: 1001":                `3:9: "1001": out of range` + accepted,
		"rounds: many":                `3:9: "many": not a whole number` + accepted,
		"rounds: 5..":                 `3:9: "5..": not a range of rounds` + accepted,
		"rounds: ..5":                 `3:9: "..5": not a range of rounds` + accepted,
		"rounds: 5...30":              `3:9: "5...30": not a range of rounds` + accepted,
		"rounds: 5..1e3":              `3:9: "5..1e3": not a range of rounds` + accepted,
		"rounds: 5..2000":             `3:9: "5..2000": not a range of rounds` + accepted,
		"rounds: 30..5":               `3:9: "30..5": the least is more than the most; write the least first, such as 5..30`,
		"rounds: 4..5":                `3:9: "4..5": so few rounds decide nothing; begin with 5 or more, such as 5..30`,
		"rounds: [5, 30]":             `3:9: "[5, 30]": a list where a single value is expected`,
		"budget: 10":                  `3:9: "10": a duration without a unit; accepted are durations from 1s to 720h with a unit, such as "90s" or "10m"`,
		"budget: 1ms":                 `3:9: "1ms": out of range; accepted are durations from 1s to 720h with a unit, such as "90s" or "10m"`,
		"gate: strict":                `3:7: "strict": a single value where a mapping is expected; write "key: value" lines`,
		"gate: {limit: 5%}":           `3:8: "limit": unknown key; known keys are metrics, threshold`,
		"gate: {metrics: [rps, rps]}": `3:23: "rps": the gate has this metric already; keep one of them`,
		"gate: {metrics: [p98]}":      `3:18: "p98": not accepted here; did you mean p95?`,
		"gate: {threshold: 5}":        `3:19: "5": not a percentage` + percentages,
		"gate: {threshold: 0.05%}":    `3:19: "0.05%": out of range` + percentages,
		"gate: {threshold: 101%}":     `3:19: "101%": out of range` + percentages,
		"gate: {threshold: -5%}":      `3:19: "-5%": not a percentage` + percentages,
		"gate: {threshold: NaN%}":     `3:19: "NaN%": not a percentage` + percentages,
		"control: yes":                `3:10: "yes": not accepted here; accepted are on, off`,
	} {
		got := problemsOf(t, gateAxes+source, "s.yaml").Error()
		if diff := cmp.Diff("s.yaml:"+want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", source, diff)
		}
	}
	got := problemsOf(t, "axes: {version: ['7.0']}\nrounds: 5..9\nbaseline: {}", "s.yaml").Error()
	want := `s.yaml:2:9: "5..9": there is no baseline, so there is nothing that more rounds could decide; ` +
		`add for example baseline: {version: "7.0"}, or write a single number`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("without a baseline (-want +got):\n%s", diff)
	}
}

func TestParseThreshold(t *testing.T) {
	if got, err := ParseThreshold("2.5%"); got != 0.025 || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	want := `read threshold "much": not a percentage; accepted are percentages from 0.1% to 100%, such as "5%"`
	for _, text := range []string{"5", "0.05", "0%", "0.01%", "-5%", "101%", "NaN", "%", "5%%", ""} {
		if got, err := ParseThreshold(text); err == nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
	if _, err := ParseThreshold("much"); err == nil || err.Error() != want {
		t.Errorf("got error %v", err)
	}
}

// TestAmbiguousBaseline compares no cell with two.
func TestAmbiguousBaseline(t *testing.T) {
	const axes = "axes:\n  version: ['6.0', '7.0', '8.0']\n  value_size: [3, 1KiB]\n"
	const message = "several cells of the baseline match one other cell"
	for name, test := range map[string]struct {
		source string
		line   int // 0 where it is accepted
	}{
		"a list of one":             {"baseline: {version: ['6.0']}", 0},
		"two versions":              {"baseline:\n  version:\n  - '6.0'\n  - '7.0'", 7},
		"all values of an axis":     {"baseline: {version: '6.0', value_size: [3, 1KiB]}", 4},
		"one of each":               {"baseline: {version: '6.0', value_size: 3}", 0},
		"everything":                {"baseline: {version: ['6.0', '7.0', '8.0']}", 0},
		"excluded but for one":      {"exclude: [{version: '7.0', value_size: 3}, {version: '6.0', value_size: 1KiB}]\nbaseline: {version: ['6.0', '7.0']}", 0},
		"excluded in one size":      {"exclude: [{version: '7.0', value_size: 3}]\nbaseline: {version: ['6.0', '7.0']}", 5},
		"nothing to compare with":   {"exclude: [{version: '8.0'}]\nbaseline: {version: ['6.0', '7.0']}", 0},
		"included":                  {"exclude: [{version: '7.0'}]\ninclude: [{version: '7.0', value_size: 3}]\nbaseline: {version: ['6.0', '7.0']}", 6},
		"included, of another size": {"exclude: [{version: '7.0'}]\ninclude: [{version: '7.0', value_size: 5}]\nbaseline: {version: ['6.0', '7.0']}", 0},
		"included twice":            {"include: [{version: '6.0'}]\nbaseline: {version: '6.0'}", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if test.line == 0 {
				if _, err := NewPlan(mustParse(t, axes+test.source, "s.yaml"), nil); err != nil {
					t.Error(err)
				}
				return
			}
			problems := problemsOf(t, axes+test.source, "s.yaml")
			if len(problems) != 1 || problems[0].Message != message || problems[0].Line != test.line {
				t.Errorf("got %+v", problems)
			}
		})
	}
	spec := testSpec("version=6.0,7.0,8.0")
	spec.Baseline = Selector{"version": {"6.0", "7.0"}}
	if _, err := NewPlan(spec, nil); err == nil {
		t.Error("the plan accepts it")
	}
}

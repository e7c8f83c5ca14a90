package matrix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// selection is what selectors say of a spec with the axes of selectAxes.
type selection struct {
	exclude, include []Selector
	baseline         Selector
	tables           []TableSpec
}

const selectAxes = `axes:
  version: ["7.0", "8.0"]
  value_size: [3, 1KiB]
  config.HZ: [10, 100]
load: {tests: [SET, GET]}
`

func TestSelectors(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		want   selection
	}{
		"none": {"", selection{}},
		"lists and values": {"exclude: [{version: '7.0', value_size: [3, 1KiB]}]",
			selection{exclude: []Selector{{"version": {"7.0"}, "value_size": {"3", "1KiB"}}}}},
		"as the axis spells it": {"exclude: [{version: redis-7.0, value_size: 1024, config.hZ: 10}]",
			selection{exclude: []Selector{{"version": {"7.0"}, "value_size": {"1KiB"}, "config.hz": {"10"}}}}},
		"twice":             {"baseline: {value_size: [3, 3 B, 3]}", selection{baseline: Selector{"value_size": {"3"}}}},
		"excluded tests":    {"exclude: [{version: '7.0', test: get}]", selection{exclude: []Selector{{"version": {"7.0"}, "test": {"GET"}}}}},
		"no baseline":       {"baseline: {}", selection{baseline: Selector{}}},
		"included values":   {"include: [{version: '6.0'}]", selection{include: []Selector{{"version": {"6.0"}}}}},
		"included baseline": {"include: [{version: '6.0'}]\nbaseline: {version: redis-6.0}", selection{include: []Selector{{"version": {"6.0"}}}, baseline: Selector{"version": {"6.0"}}}},
		"include brings an excluded cell back": {"exclude: [{version: ['7.0', '8.0']}]\ninclude: [{version: '7.0'}]\nbaseline: {version: '7.0'}",
			selection{exclude: []Selector{{"version": {"7.0", "8.0"}}}, include: []Selector{{"version": {"7.0"}}}, baseline: Selector{"version": {"7.0"}}}},
		"tables": {"report: {tables: [{rows: test, columns: config.Hz, metric: server_cpu}, {rows: version, columns: value_size, where: {test: [set, GET], config.HZ: 100}}]}",
			selection{tables: []TableSpec{
				{Rows: "test", Columns: "config.hz", Metric: MetricServerCPU},
				{Rows: "version", Columns: "value_size", Where: Selector{"test": {"SET", "GET"}, "config.hz": {"100"}}},
			}}},
		"set in a table": {"load: {tests: sets}\nreport: {tables: [{rows: test, columns: version, where: {test: sets}}]}",
			selection{tables: []TableSpec{{Rows: "test", Columns: "version", Where: Selector{"test": {"SADD", "SPOP", "SISMEMBER", "SRANDMEMBER"}}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			axes := selectAxes
			if strings.HasPrefix(test.source, "load:") {
				axes = strings.TrimSuffix(axes, "load: {tests: [SET, GET]}\n")
			}
			spec := mustParse(t, axes+test.source, "s.yaml")
			got := selection{spec.Exclude, spec.Include, spec.Baseline, spec.Report.Tables}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(selection{})); diff != "" {
				t.Errorf("selectors (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCellsLeft looks for cells that are not excluded, and for the baseline
// among them.
func TestCellsLeft(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"one left":           {"exclude: [{version: '7.0'}, {version: '8.0', value_size: 3}, {value_size: 1KiB, config.hz: 10}]", ""},
		"only tests":         {"exclude: [{version: ['7.0', '8.0'], test: SET}]\nbaseline: {version: '7.0'}", ""},
		"none left":          {"exclude: [{version: '7.0'}, {version: '8.0'}]", "every cell is excluded"},
		"by other axes":      {"exclude: [{version: '7.0', value_size: 3}, {version: '8.0', value_size: 3}, {value_size: 1KiB}]", "every cell is excluded"},
		"baseline gone":      {"exclude: [{version: '7.0'}]\nbaseline: {version: '7.0'}", "no cell matches the baseline"},
		"part of it left":    {"exclude: [{version: '7.0', value_size: 3}]\nbaseline: {version: '7.0'}", ""},
		"not where included": {"include: [{version: '6.0', value_size: 5}]\nbaseline: {version: '6.0', value_size: 3}", "no cell matches the baseline"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.want == "" {
				mustParse(t, selectAxes+test.source, "s.yaml")
				return
			}
			problems := problemsOf(t, selectAxes+test.source, "s.yaml")
			if len(problems) != 1 || problems[0].Message != test.want {
				t.Errorf("got %v, want %q", problems, test.want)
			}
		})
	}
}

// TestCellsLeftOfVeryMany excludes nearly all of more cells than can be tried:
// the plan has the last word there.
func TestCellsLeftOfVeryMany(t *testing.T) {
	var b strings.Builder
	b.WriteString("axes:\n  version: ['7.0', '8.0']\nexclude:\n  - {version: '7.0'}\n  - {version: '8.0'}\n")
	axes := "axes:\n"
	for i := range 9 {
		axes += fmt.Sprintf("  config.a%d: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n", i)
	}
	spec := mustParse(t, strings.Replace(b.String(), "axes:\n", axes, 1), "s.yaml")
	if got := spec.Cells(); got != 2_000_000_000 {
		t.Errorf("got %d cells", got)
	}
}

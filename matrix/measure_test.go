package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseMeasures(t *testing.T) {
	const head = `{axes: {version: ["7.0"], appendonly: [no, always]}, load: {tests: [SET, CRASH], mix: "SET:1 GET:1"}, report: {tables: [`
	spec := mustParse(t, head+`{rows: appendonly, measures: [SET rps, set p99, CRASH lost, MIX rps]}]}}`, "s.yaml")
	want := []Measure{{"SET", MetricRPS}, {"SET", MetricP99}, {"CRASH", MetricLost}, {"MIX", MetricRPS}}
	if diff := cmp.Diff(want, spec.Report.Tables[0].Measures); diff != "" {
		t.Error(diff)
	}
	for table, want := range map[string]string{
		`{rows: appendonly, measures: [SET]}`:                       `"SET": not a measure; write a test and a metric, such as "SET p99"`,
		`{rows: appendonly, measures: [GET rps]}`:                   `"GET rps": "GET" is no test of the spec; its tests are SET, CRASH, MIX`,
		`{rows: appendonly, measures: [SET colour]}`:                `"SET colour": not accepted here`,
		`{rows: appendonly, measures: [SET rps, SET rps]}`:          `"SET rps": the table has this measure already; keep one of them`,
		`{rows: appendonly, measures: [SET lost]}`:                  `"SET lost": SET does not tell lost; choose a metric that it has`,
		`{rows: appendonly, measures: [CRASH p99]}`:                 `"CRASH p99": CRASH does not tell p99`,
		`{rows: test, measures: [SET rps]}`:                         `a table of measures needs rows that are an axis; write for example rows: appendonly`,
		`{measures: [SET rps]}`:                                     `a table of measures needs rows that are an axis`,
		`{rows: appendonly, columns: version, measures: [SET rps]}`: `measures are the columns, each with its metric; leave columns and metric out, or measures`,
		`{rows: appendonly, metric: p99, measures: [SET rps]}`:      `measures are the columns`,
	} {
		_, err := Parse(strings.NewReader(head+table+`]}}`), "s.yaml")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", table, err, want)
		}
	}
}

package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestMemoryPerKey shows what the keys of a test need, and says why where that is
// not to be trusted or the test is of no kind that could tell.
func TestMemoryPerKey(t *testing.T) {
	run := fixture{
		axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0"}}}, tests: []string{"SET", "INCR", "GET", "LPUSH"}, rounds: 2,
		report: []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: matrix.MetricMemoryPerKey}},
	}.run()
	anew(run, func(s *matrix.Sample) bool {
		switch s.Test {
		case "SET":
			s.Memory = &matrix.KeyMemory{Keys: 1000, Bytes: 106_000}
		case "INCR":
			s.Memory = &matrix.KeyMemory{Keys: 1000, Bytes: 5, Untold: "there were others", Remedy: "measure it alone"}
		}
		return true
	})
	table := reportOf(t, run).Tables[0]
	if table.Unit != "bytes" {
		t.Errorf("unit %q", table.Unit)
	}
	type shown struct {
		Text   string
		Status matrix.Status
		Notes  []string
	}
	want := map[string]shown{
		"SET":   {"106", matrix.StatusOK, nil},
		"INCR":  {none, matrix.StatusMissing, []string{"missing: there were others; measure it alone"}},
		"GET":   {none, matrix.StatusMissing, []string{"missing: was not recorded"}},
		"LPUSH": {none, matrix.StatusNA, []string{"n/a: told only of tests that work on numbered keys and nothing else, such as SET"}},
	}
	for test, want := range want {
		cell, notes := cellAt(t, table, test, "redis 7.0.15")
		text := cell.Text
		if cell.Value != nil {
			text = cell.Number()
		}
		if diff := cmp.Diff(want, shown{text, cell.Status, notes}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test, diff)
		}
	}
}

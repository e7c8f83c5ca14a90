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
		axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0"}}}, tests: []string{"SET", "MSET", "STRLEN", "GET", "INCR", "LPUSH"}, rounds: 2,
		report: []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: matrix.MetricMemoryPerKey}},
	}.run()
	anew(run, func(s *matrix.Sample) bool {
		switch s.Test {
		case "SET":
			s.Memory = &matrix.KeyMemory{Keys: 1000, Bytes: 106_000}
		case "MSET":
			s.Memory = &matrix.KeyMemory{Keys: 1000, Bytes: 5, Untold: "there were others", Remedy: "measure it alone"}
		case "STRLEN":
			s.Memory = &matrix.KeyMemory{Keys: 1000, Bytes: 106_000}
			if s.Round == 2 {
				s.Memory.Untold, s.Memory.Remedy = "there were others", "measure it alone"
			}
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
	const beyond = "n/a: told only of the first numbered keys that the tests work on, such as those of SET and then GET"
	want := map[string]shown{
		"SET":    {"106", matrix.StatusOK, nil},
		"MSET":   {none, matrix.StatusMissing, []string{"missing: there were others; measure it alone"}},
		"STRLEN": {"106", matrix.StatusOK, []string{"1 of 2 rounds left out, there were others; measure it alone"}},
		"GET":    {none, matrix.StatusMissing, []string{"missing: was not recorded"}},
		"INCR":   {none, matrix.StatusNA, []string{beyond}},
		"LPUSH":  {none, matrix.StatusNA, []string{beyond}},
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

package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckTable(t *testing.T) {
	spec := &Spec{Name: "demo", Axes: []Axis{
		{Name: AxisVersion, Values: []string{"7.0", "8.0"}},
		{Name: AxisClients, Values: []string{"1"}},
	}}
	for _, test := range []struct {
		table TableSpec
		want  string // "" for a good table
	}{
		{TableSpec{Rows: AxisTest, Columns: AxisVersion}, ""},
		{TableSpec{Rows: AxisClients, Columns: AxisVersion, Metric: MetricP99, Where: Selector{AxisTest: {"SET"}}}, ""},
		{TableSpec{Rows: AxisTest, Columns: "edition"}, `"edition" is no axis of demo; it has test, version, clients`},
		{TableSpec{Rows: "", Columns: AxisVersion}, `"" is no axis`},
		{TableSpec{Rows: AxisTest, Columns: AxisVersion, Where: Selector{"hz": {"10"}}}, `"hz" is no axis`},
		{TableSpec{Rows: AxisVersion, Columns: AxisVersion}, "both rows and columns"},
		{TableSpec{Rows: AxisTest, Columns: AxisVersion, Metric: "p42"}, `"p42" is no metric; there are rps, mean, p50`},
	} {
		err := spec.CheckTable(test.table)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", test.table, err, test.want)
		}
	}
	if diff := cmp.Diff([]string{AxisVersion}, spec.Varying()); diff != "" {
		t.Error(diff)
	}
}

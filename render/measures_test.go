package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestMeasures has a row per setting, and a column for each metric of a test: the
// same numbers, verdicts and reasons as in tables of their own.
func TestMeasures(t *testing.T) {
	run := withTrials()
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "appendonly", Measures: []matrix.Measure{
		{Test: "SET", Metric: matrix.MetricRPS}, {Test: "RESTART", Metric: matrix.MetricRestart},
		{Test: "CRASH", Metric: matrix.MetricLostWorst}, {Test: "CRASH", Metric: matrix.MetricP99},
	}}}
	report, err := FromRun(run)
	if err != nil || len(report.Tables) != 1 {
		t.Fatalf("%d tables, %v", len(report.Tables), err)
	}
	table := report.Tables[0]
	var heads []string
	for _, column := range table.Columns {
		heads = append(heads, column.Head+": "+column.Sub)
	}
	want := []string{
		"SET: Requests per second", "RESTART: Restart, ms", "CRASH: Confirmed writes lost in the worst case, writes", "CRASH: p99 latency, ms",
	}
	if diff := cmp.Diff(want, heads); diff != "" {
		t.Error(diff)
	}
	if table.Title != "appendonly at a glance" || table.Unit != "" || table.Corner != "appendonly" {
		t.Errorf("title %q, unit %q, corner %q", table.Title, table.Unit, table.Corner)
	}
	for j, measure := range run.Plan.Spec.Report.Tables[0].Measures {
		single := run
		single.Plan.Spec.Report.Tables = []matrix.TableSpec{{
			Rows: "appendonly", Columns: matrix.AxisTest, Metric: measure.Metric, Where: matrix.Selector{matrix.AxisTest: {measure.Test}},
		}}
		alone, err := FromRun(single)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range alone.Tables[0].Rows {
			got, want := table.Rows[i].Cells[j], row.Cells[0]
			got.Notes, want.Notes = nil, nil
			if diff := cmp.Diff(want, got); diff != "" || table.Rows[i].Label != row.Label {
				t.Errorf("%v of %s, beside %s (-alone +here):\n%s", measure, table.Rows[i].Label, row.Label, diff)
			}
		}
	}
}

// TestNoFormatSpreadsCounts in any format: not in those either that escape names.
func TestNoFormatSpreadsCounts(t *testing.T) {
	run := withTrials()
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{
		Rows: "appendonly", Measures: []matrix.Measure{{Test: "CRASH", Metric: matrix.MetricLostWorst}},
	}}
	report := reportOf(t, run)
	for _, format := range []string{"text", "markdown"} {
		var out strings.Builder
		if err := Write(&out, format, report, Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "±") {
			t.Errorf("%s:\n%s", format, out.String())
		}
	}
}

// TestMeasuresOfNothing says why there is no row.
func TestMeasuresOfNothing(t *testing.T) {
	run := withTrials()
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{
		Rows: "appendonly", Where: matrix.Selector{"appendonly": {"nope"}}, Measures: []matrix.Measure{{Test: "SET", Metric: matrix.MetricRPS}},
	}}
	report, err := FromRun(run)
	if err != nil || len(report.Tables) != 1 || len(report.Tables[0].Notes) != 1 || report.Tables[0].Title != "appendonly at a glance" {
		t.Errorf("report %+v, %v", report, err)
	}
	run.Plan.Spec.Report.Tables[0].Measures[0].Metric = "colour"
	if _, err := FromRun(run); err == nil {
		t.Error("a metric that does not exist is accepted")
	}
}

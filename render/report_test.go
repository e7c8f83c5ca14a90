package render

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func titles(report Report) []string {
	var titles []string
	for _, table := range report.Tables {
		titles = append(titles, table.Title)
	}
	return titles
}

func heads(table Table) []string {
	var heads []string
	for _, column := range table.Columns {
		heads = append(heads, column.Head)
	}
	return heads
}

func labels(table Table) []string {
	var labels []string
	for _, row := range table.Rows {
		labels = append(labels, row.Label)
	}
	return labels
}

// cellAt is the cell of a row and a column by what they say.
func cellAt(t *testing.T, table Table, label, head string) (Cell, []string) {
	t.Helper()
	i, j := slices.Index(labels(table), label), slices.Index(heads(table), head)
	if i < 0 || j < 0 {
		t.Fatalf("no cell %q %q among %q and %q", label, head, labels(table), heads(table))
	}
	cell := table.Rows[i].Cells[j]
	var notes []string
	for _, note := range cell.Notes {
		notes = append(notes, table.Notes[note].String())
	}
	return cell, notes
}

// TestOrderDoesNotMatter finds the same report whatever the order of results
// and cells.
func TestOrderDoesNotMatter(t *testing.T) {
	want := reportOf(t, troubled())
	run := troubled()
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(run.Results), func(i, j int) { run.Results[i], run.Results[j] = run.Results[j], run.Results[i] })
	slices.Reverse(run.Plan.Cells)
	if diff := cmp.Diff(want, reportOf(t, run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUnfinishedRuns reports from runs that hold less than they should.
func TestUnfinishedRuns(t *testing.T) {
	for _, test := range []struct {
		name      string
		change    func(*matrix.Run)
		title     string
		head      string
		text      string
		footnotes []string
	}{
		{"no results", func(r *matrix.Run) { r.Results, r.State = nil, matrix.StateInterrupted },
			"quickstart · interrupted: 360 of 360 samples missing", "redis 7.0.15", none,
			[]string{"missing: the run ended before it was measured; finish it with run --resume"}},
		{"no servers", func(r *matrix.Run) { r.Results, r.Servers, r.State = nil, nil, matrix.StateFailed },
			"quickstart · failed: 360 of 360 samples missing", "7.0", none,
			[]string{"missing: the run failed before it was measured; finish it with run --resume"}},
		{"killed", func(r *matrix.Run) { r.Results, r.State = r.Results[:1], matrix.StateRunning },
			"quickstart · running or killed: 355 of 360 samples missing", "redis 7.0.15", none,
			[]string{"missing: the run ended before it was measured; finish it with run --resume"}},
		{"complete with a hole", func(r *matrix.Run) { *at(r, "version=7.0 appendonly=no", "SET") = matrix.Result{} },
			"quickstart · complete: 5 of 360 samples missing", "redis 7.0.15", none,
			[]string{"missing: not measured, although the run is complete"}},
		{"no samples", func(r *matrix.Run) { at(r, "version=7.0 appendonly=no", "SET").Samples = nil },
			"quickstart · complete: 5 of 360 samples missing", "redis 7.0.15", none,
			[]string{"missing: not measured, although the run is complete"}},
		{"too few rounds", func(r *matrix.Run) {
			set := at(r, "version=7.0 appendonly=no", "SET")
			set.Samples, r.State = set.Samples[:2], matrix.StateInterrupted
		}, "quickstart · interrupted: 3 of 360 samples missing", "redis 7.0.15", "",
			[]string{"only 2 of 5 rounds measured; finish it with run --resume"}},
		{"not a number", func(r *matrix.Run) {
			for i := range at(r, "version=7.0 appendonly=no", "SET").Samples {
				at(r, "version=7.0 appendonly=no", "SET").Samples[i].RPS = math.Inf(1)
			}
		}, "quickstart", "redis 7.0.15", "invalid", []string{"invalid: the value is not a number"}},
		{"one is not a number", func(r *matrix.Run) { at(r, "version=7.0 appendonly=no", "SET").Samples[4].RPS = math.NaN() },
			"quickstart", "redis 7.0.15", "", []string{"1 of 5 rounds left out, invalid: the value is not a number"}},
		{"all samples failed", func(r *matrix.Run) {
			set := at(r, "version=7.0 appendonly=no", "SET")
			for i := range set.Samples {
				set.Samples[i].Status, set.Samples[i].Reason, set.Samples[i].Remedy = matrix.StatusFailed, "server died", "read its log"
			}
		}, "quickstart", "redis 7.0.15", "failed", []string{"failed: server died; read its log"}},
		{"failed without a reason", func(r *matrix.Run) {
			set := at(r, "version=7.0 appendonly=no", "SET")
			*set = matrix.Result{Cell: set.Cell, Test: set.Test, Status: matrix.StatusFailed}
		}, "quickstart", "redis 7.0.15", "failed", []string{"failed: for a reason that was not recorded"}},
		{"setup n/a", func(r *matrix.Run) { r.Plan.Setups[3].NA, r.Results = "io-threads needs Redis 6.0", nil },
			"quickstart · complete: 330 of 330 samples missing", "redis 7.0.15", none,
			[]string{"n/a: io-threads needs Redis 6.0"}},
	} {
		run := versionByAOF().run()
		test.change(run)
		report := reportOf(t, run)
		cell, notes := cellAt(t, report.Tables[0], "SET", test.head)
		got := []any{report.Title, cell.Text, notes, cell.Text == "" == (cell.Value != nil)}
		if diff := cmp.Diff([]any{test.title, test.text, test.footnotes, true}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		for _, format := range Formats() {
			written(t, format, report, Options{Width: 80})
		}
	}
}

// TestSummary takes the median of what can be trusted.
func TestSummary(t *testing.T) {
	run := single()
	run.Plan.Spec.Rounds = 4
	result := at(run, "version=7.0", "SET")
	result.Samples = nil
	for i, rps := range []float64{100, 110, 130, 90} {
		result.Samples = append(result.Samples, matrix.Sample{Round: i + 1, Status: matrix.StatusOK, RPS: rps})
	}
	cell, notes := cellAt(t, reportOf(t, run).Tables[0], "SET", "redis 7.0.15")
	value := 105.0
	want := Cell{Value: &value, Spread: 20.0 / 105, Rounds: 4, Status: matrix.StatusOK}
	if diff := cmp.Diff(want, cell); diff != "" || notes != nil {
		t.Errorf("(-want +got):\n%s%q", diff, notes)
	}
}

// TestUnrecordedMetric does not show what was not recorded as zero.
func TestUnrecordedMetric(t *testing.T) {
	for _, metric := range []string{matrix.MetricP50, matrix.MetricP99, matrix.MetricP999, matrix.MetricServerCPU} {
		run := single()
		run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: metric}}
		result := at(run, "version=7.0", "SET")
		result.Samples[0].Latency, result.Samples[0].ServerCPU = matrix.Latency{}, 0
		cell, notes := cellAt(t, reportOf(t, run).Tables[0], "SET", "redis 7.0.15")
		if diff := cmp.Diff([]any{none, []string{"missing: was not recorded"}}, []any{cell.Text, notes}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", metric, diff)
		}
	}
}

// TestWarnings stand where they hold: on the report, a column or a number.
func TestWarnings(t *testing.T) {
	run := versionByAOF().run()
	everywhere := matrix.Note{Text: "one CPU only"}
	for id, info := range run.Servers {
		info.Warnings = append(info.Warnings, everywhere)
		if strings.Contains(id, "version=7.0") {
			info.Warnings = append(info.Warnings, matrix.Note{Text: "published port"})
		}
		run.Servers[id] = info
	}
	run.Warnings = []matrix.Note{{Text: "tmpfs"}, {Text: "tmpfs"}}
	report := reportOf(t, run)
	if diff := cmp.Diff([]Note{{Text: "tmpfs"}, {Text: "one CPU only"}}, report.Notes); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	table := report.Tables[0]
	if diff := cmp.Diff([]any{[]int{0}, []Note{{Text: "published port"}}}, []any{table.Columns[1].Notes, table.Notes}); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if _, notes := cellAt(t, table, "SET", "redis 7.0.15"); notes != nil {
		t.Errorf("the number repeats what the head says: %q", notes)
	}
}

func TestFromRunErrors(t *testing.T) {
	if _, err := FromRun(nil); err == nil {
		t.Error("no error without a run")
	}
	run := single()
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: "p42"}}
	_, err := FromRun(run)
	want := `build table 1 of the report: find metric "p42": a table's metric is one of rps, p50, p99, p99.9, server_cpu`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestEmptyRun reports from a document that holds nothing.
func TestEmptyRun(t *testing.T) {
	report := reportOf(t, &matrix.Run{})
	want := []Note{{Text: "the plan has no cells", Remedy: "check the spec's axes, exclude and tests"}}
	if diff := cmp.Diff(want, report.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, format := range Formats() {
		written(t, format, report, Options{})
	}
}

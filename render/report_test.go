package render

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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

// cellAt is the cell of a row and a column by what they say, without its place.
func cellAt(t *testing.T, table Table, label, head string) (Cell, []string) {
	t.Helper()
	i, j := slices.Index(labels(table), label), slices.Index(heads(table), head)
	if i < 0 || j < 0 {
		t.Fatalf("no cell %q %q among %q and %q", label, head, labels(table), heads(table))
	}
	cell := table.Rows[i].Cells[j]
	cell.At = nil
	var notes []string
	for _, note := range cell.Notes {
		notes = append(notes, table.Notes[note].String())
	}
	return cell, notes
}

// notesOn are the notes on a whole column.
func notesOn(table Table, head string) []string {
	var notes []string
	for _, note := range table.Columns[slices.Index(heads(table), head)].Notes {
		notes = append(notes, table.Notes[note].String())
	}
	return notes
}

// TestOrderDoesNotMatter finds the same report whatever the order of results
// and cells.
func TestOrderDoesNotMatter(t *testing.T) {
	run := planned(t, troubled())
	want := reportOf(t, run)
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(run.Results), func(i, j int) { run.Results[i], run.Results[j] = run.Results[j], run.Results[i] })
	slices.Reverse(run.Plan.Cells)
	run, err := matrix.ReadRun(strings.NewReader(document(t, run)))
	if err != nil {
		t.Fatal(err)
	}
	roughly := cmpopts.EquateApprox(1e-9, 1e-12) // sums of floats depend on their order
	if diff := cmp.Diff(want, reportOf(t, run), roughly); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUnfinishedRuns reports from runs that hold less than they should.
func TestUnfinishedRuns(t *testing.T) {
	set := func(change func(*matrix.Sample) bool) func(*matrix.Run) {
		return func(r *matrix.Run) { anew(r, only("version=7.0 appendonly=no", "SET", change)) }
	}
	failed := func(rounds ...int) func(*matrix.Run) {
		return set(fault(matrix.StatusFailed, "server died", "read its log", rounds...))
	}
	ended := []string{"missing: the run ended before it was measured; finish it with run --resume"}
	for _, test := range []struct {
		name      string
		state     matrix.State
		change    func(*matrix.Run)
		title     string
		status    matrix.Status
		footnotes []string
	}{
		{"whole", matrix.StateComplete, func(*matrix.Run) {}, "quickstart", matrix.StatusOK, nil},
		{"no samples", matrix.StateInterrupted, func(r *matrix.Run) { anew(r, never) },
			"quickstart · interrupted: 360 of 360 samples missing", matrix.StatusMissing, ended},
		{"no results", matrix.StateInterrupted, func(r *matrix.Run) { r.Results = nil },
			"quickstart · interrupted: 360 of 360 samples missing", matrix.StatusMissing, ended},
		{"no servers", matrix.StateFailed, func(r *matrix.Run) { anew(r, never); r.Servers = nil },
			"quickstart · failed: 360 of 360 samples missing", matrix.StatusMissing,
			[]string{"missing: the run failed before it was measured; finish it with run --resume"}},
		{"killed", matrix.StateRunning, func(r *matrix.Run) { anew(r, until(0)) },
			"quickstart · running or killed: 360 of 360 samples missing", matrix.StatusMissing, ended},
		{"killed in the second round", matrix.StateRunning, func(r *matrix.Run) { anew(r, until(1)) },
			"quickstart · running or killed: 288 of 360 samples missing", matrix.StatusOK,
			[]string{"only 1 of 5 rounds measured; finish it with run --resume"}},
		{"no state", "", func(r *matrix.Run) { anew(r, until(4)) },
			"quickstart · state unknown: 72 of 360 samples missing", matrix.StatusOK,
			[]string{"only 4 of 5 rounds measured; finish it with run --resume"}},
		{"complete with a hole", matrix.StateComplete, set(never), "quickstart · complete: 5 of 360 samples missing", matrix.StatusMissing,
			[]string{"missing: not measured, although the run is complete"}},
		{"too few rounds", matrix.StateComplete, set(until(2)), "quickstart · complete: 3 of 360 samples missing", matrix.StatusOK,
			[]string{"only 2 of 5 rounds measured"}},
		{"no number", matrix.StateComplete, set(endless), "quickstart", matrix.StatusInvalid,
			[]string{"invalid: round 3 of 5: its rate is no number: +Inf"}},
		{"one round failed", matrix.StateComplete, failed(4), "quickstart", matrix.StatusFailed,
			[]string{"failed: round 4 of 5: server died; read its log"}},
		{"all rounds failed", matrix.StateComplete, failed(), "quickstart", matrix.StatusFailed,
			[]string{"failed: all 5 rounds: server died; read its log"}},
		{"failed, and ended then", matrix.StateInterrupted, func(r *matrix.Run) { failed()(r); set(until(3))(r) },
			"quickstart · interrupted: 2 of 360 samples missing", matrix.StatusFailed,
			[]string{"failed: rounds 1, 2 and 3 of 5: server died; read its log"}},
		{"failed without a reason", matrix.StateComplete, set(fault(matrix.StatusFailed, "", "", 1)), "quickstart", matrix.StatusFailed,
			[]string{"failed: round 1 of 5: no reason is known"}},
		{"of a status that is none", matrix.StateComplete, set(fault("fine", "", "", 1)), "quickstart", matrix.StatusFailed,
			[]string{"failed: round 1 of 5: no reason is known"}},
		{"n/a", matrix.StateInterrupted, func(r *matrix.Run) { forbid(r, "7.0", "SET", "needs Redis 99"); anew(r, never) },
			"quickstart · interrupted: 345 of 345 samples missing", matrix.StatusNA, []string{"n/a: needs Redis 99"}},
	} {
		f := versionByAOF()
		f.baseline = nil
		run := f.run()
		run.State = test.state
		test.change(run)
		report := reportOf(t, run)
		head := "redis 7.0.15"
		if run.Servers == nil {
			head = "7.0"
		}
		cell, notes := cellAt(t, report.Tables[0], "SET", head)
		notes = append(notesOn(report.Tables[0], head), notes...)
		got := []any{report.Title, cell.Status, notes, cell.Value != nil, cell.Text}
		text := ""
		if test.status != matrix.StatusOK {
			text = statusText(test.status)
		}
		if diff := cmp.Diff([]any{test.title, test.status, test.footnotes, test.status == matrix.StatusOK, text}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		for _, format := range Formats() {
			written(t, format, report, Options{Width: 80})
		}
	}
}

// TestSummary shows what the matrix package makes of the rounds, for every
// metric.
func TestSummary(t *testing.T) {
	rates := []float64{100, 110, 130, 90}
	for _, test := range []struct {
		metric        string
		value, spread float64
		digits        int
	}{
		{"", 105, 20.0 / 105, 0},
		{matrix.MetricRPS, 105, 20.0 / 105, 0},
		{matrix.MetricP50, 10.5, 20.0 / 105, 1},
		{matrix.MetricP99, 21, 20.0 / 105, 1},
		{matrix.MetricP999, 42, 20.0 / 105, 1},
		{matrix.MetricServerCPU, 5.25, 20.0 / 105, 2},
	} {
		run := single()
		run.Plan.Spec.Rounds = len(rates)
		run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: test.metric}}
		anew(run, never)
		for i, rate := range rates {
			tenths := int64(rate * 1e5)
			record(run, matrix.Sample{Cell: "version=7.0", Test: "SET", Round: i + 1, Status: matrix.StatusOK, RPS: rate,
				Requests: 20, ServerCPU: time.Duration(rate) * time.Microsecond,
				Latency: matrix.Latency{P50: tenths, P99: 2 * tenths, P999: 4 * tenths}})
		}
		cell, notes := cellAt(t, reportOf(t, run).Tables[0], "SET", "redis 7.0.15")
		want := Cell{Value: &test.value, Spread: test.spread, Digits: test.digits, Rounds: 4, Status: matrix.StatusOK}
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
		if diff := cmp.Diff(want, cell, near); diff != "" || notes != nil {
			t.Errorf("%q (-want +got):\n%s%q", test.metric, diff, notes)
		}
	}
}

// TestUnrecordedMetric does not show what was not recorded as zero, and says
// so where that is some of the rounds.
func TestUnrecordedMetric(t *testing.T) {
	for _, metric := range []string{matrix.MetricP50, matrix.MetricP99, matrix.MetricP999, matrix.MetricServerCPU} {
		for _, test := range []struct {
			unrecorded int
			rounds     int
			text       string
			notes      []string
		}{
			{0, 3, "", nil},
			{1, 2, "", []string{"1 of 3 rounds left out, it was not recorded"}},
			{2, 1, "", []string{"2 of 3 rounds left out, it was not recorded"}},
			{3, 0, none, []string{"missing: was not recorded"}},
		} {
			f := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0"}}}, tests: []string{"SET"}, rounds: 3,
				report: []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: metric}}}
			run := f.run()
			anew(run, func(s *matrix.Sample) bool {
				if s.Round <= test.unrecorded {
					s.Latency, s.ServerCPU = matrix.Latency{}, 0
				}
				return true
			})
			cell, notes := cellAt(t, reportOf(t, run).Tables[0], "SET", "redis 7.0.15")
			if diff := cmp.Diff([]any{test.rounds, test.text, test.notes}, []any{cell.Rounds, cell.Text, notes}); diff != "" {
				t.Errorf("%s, %d rounds unrecorded (-want +got):\n%s", metric, test.unrecorded, diff)
			}
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
	for name, run := range map[string]*matrix.Run{"run": nil, "spec": {}} {
		if report, err := FromRun(run); err == nil {
			t.Errorf("no error without a %s but %+v", name, report)
		}
	}
	run := single()
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: "p42"}}
	_, err := FromRun(run)
	want := `build table 1 of the report: find metric "p42": a table's metric is one of ` + strings.Join(matrix.Metrics(), ", ")
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestEmptyRun reports from a document that holds nothing.
func TestEmptyRun(t *testing.T) {
	report := reportOf(t, &matrix.Run{Plan: matrix.Plan{Spec: &matrix.Spec{}}})
	want := []Note{{Text: "the plan has no cells", Remedy: "check the spec's axes, exclude and tests"}}
	if diff := cmp.Diff(want, report.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, format := range Formats() {
		written(t, format, report, Options{})
	}
}

package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

func detailOf(t testing.TB, run *matrix.Run) Dossier {
	t.Helper()
	d, err := Detail(run)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sampleRows are the rows of samples, read once.
func sampleRows(s Samples) [][]any {
	var rows [][]any
	for row := range s.Rows {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

// texts are what stands in a table's cells, with the marks of notes, after the
// labels.
func texts(t Table) [][]string {
	var rows [][]string
	for _, row := range t.Rows {
		line := []string{row.Head()}
		for _, cell := range row.Cells {
			line = append(line, strings.TrimSpace(cell.Number()+" "+cell.Mark+NoteMarks(cell.Notes)))
		}
		rows = append(rows, line)
	}
	return rows
}

// small is a run of two versions, one of which is the baseline.
func small(rounds int) *matrix.Run {
	return fixture{
		axes:  []matrix.Axis{{Name: "version", Values: []string{"6.0", "7.0"}}},
		tests: []string{"SET", "GET"}, rounds: rounds, baseline: matrix.Selector{"version": {"6.0"}},
	}.run()
}

// TestDetail fills every part of a dossier.
func TestDetail(t *testing.T) {
	run := small(3)
	d := detailOf(t, run)
	if diff := cmp.Diff(reportOf(t, run), d.Report, cmpopts.IgnoreUnexported(Verdicted{})); diff != "" {
		t.Errorf("report (-FromRun's +got):\n%s", diff)
	}
	got := []int{len(d.Charts), len(d.Latency), len(d.Host), len(d.Servers.Rows), len(d.Config.Rows), len(d.Log.Rows), d.Samples.Count}
	if diff := cmp.Diff([]int{1, 2, 10, 8, 0, 1, 12}, got); diff != "" || !d.Started.Equal(run.Started) {
		t.Errorf("charts, tables of latency, facts of the host, rows of servers, configuration and log, samples (-want +got):\n%s", diff)
	}
}

func TestDetailFails(t *testing.T) {
	for name, run := range map[string]*matrix.Run{
		"no run": nil, "no spec": {},
		"no metric": fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0"}}}, tests: []string{"SET"}, rounds: 1,
			report: []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: "p12"}}}.run(),
	} {
		_, err := FromRun(run)
		if _, got := Detail(run); err == nil || got == nil || got.Error() != err.Error() {
			t.Errorf("%s: error %v, FromRun's is %v", name, got, err)
		}
	}
}

// TestGate says what compare says of the run, and fails where the baseline picks
// nothing.
func TestGate(t *testing.T) {
	run := small(5)
	compared, err := run.CompareCells(nil, nil, run.Gate(), run.Judging(), false)
	if err != nil {
		t.Fatal(err)
	}
	want := FromCompared(compared, false)
	ignored := cmpopts.IgnoreUnexported(Verdicted{})
	if diff := cmp.Diff(&want, detailOf(t, run).Verdicts, ignored); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	run.Plan.Spec.Baseline = nil
	if got := detailOf(t, run).Verdicts; got != nil {
		t.Errorf("verdicts without a baseline: %+v", got)
	}
	run.Plan.Spec.Baseline = matrix.Selector{"version": {"2.8"}}
	refused := detailOf(t, run).Verdicts
	if refused == nil || refused.Verdict != matrix.VerdictInvalid || len(refused.Problems) != 1 {
		t.Errorf("verdicts of a baseline that picks nothing: %+v", refused)
	}
}

// TestDetailOfAnyRun builds dossiers of runs that went wrong, or are odd, and
// lays out all of them.
func TestDetailOfAnyRun(t *testing.T) {
	const name = "a\x1b[31m\n=HYPERLINK(\"x\")<script>\u202e"
	failed, empty, hostless := versionByAOF().run(), versionByAOF().run(), small(3)
	anew(failed, fault(matrix.StatusFailed, "the server "+name, name))
	failed.Servers = nil
	anew(empty, never)
	empty.State = matrix.StateFailed
	hostless.Host, hostless.Servers = matrix.Host{}, map[string]matrix.ServerInfo{}
	planless := small(1)
	planless.Plan.Cells, planless.Plan.Setups, planless.Results = nil, nil, nil
	for what, run := range map[string]*matrix.Run{
		"troubled": troubled(), "failed": failed, "empty": empty, "without a host": hostless, "without cells": planless,
		"one cell": fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0"}}}, tests: []string{"SET"}, rounds: 1}.run(),
		"hostile": fixture{axes: []matrix.Axis{{Name: "version", Values: []string{name, "7.0"}}, {Name: name, Values: []string{name, "x"}}},
			tests: []string{name, "SET"}, rounds: 3, baseline: matrix.Selector{"version": {"7.0"}}}.run(),
		"recorded": recorded(t),
	} {
		d := detailOf(t, run).Clean()
		count := 0
		for row := range d.Samples.Rows {
			if count++; len(row) != len(d.Samples.Heads) {
				t.Fatalf("%s: a sample has %d values, and there are %d heads", what, len(row), len(d.Samples.Heads))
			}
		}
		if count != d.Samples.Count || len(d.Log.Rows) == 0 {
			t.Errorf("%s: %d of %d samples, %d rows of log", what, count, d.Samples.Count, len(d.Log.Rows))
		}
		tables := slices.Concat(d.Latency, []Table{d.Servers, d.Config, d.Log})
		if text := textOf(t, Report{Tables: tables}); strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("%s: control characters in\n%s", what, text)
		}
	}
}

func textOf(t testing.TB, report Report) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, "text", report, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// recorded is a run that another tool measured, which tells neither clients nor
// sizes, nor a host.
func recorded(t testing.TB) *matrix.Run {
	t.Helper()
	of := func(version string, rps float64) matrix.Recorded {
		return matrix.Recorded{
			Coordinates: []matrix.Coordinate{{Axis: "version", Value: version}}, Load: matrix.Load{Requests: 100_000},
			Source: matrix.Recording{Tool: "redis-benchmark", Source: version + ".txt", First: 3, Last: 20},
			Tests:  []matrix.RecordedTest{{Name: "SET"}, {Name: "LRANGE_600", Remark: "first 600 elements"}},
			Samples: []matrix.Sample{
				{Test: "SET", Status: matrix.StatusOK, Recorded: map[string]float64{"rps": rps}},
				{Test: "LRANGE_600", Status: matrix.StatusOK, Recorded: map[string]float64{"rps": rps / 8, "p99": 1.5, "service_p50": 1.25}},
			},
		}
	}
	all := []matrix.Recorded{of("2.8.4", 90_000), of("3.2.3", 96_000)}
	run, err := matrix.NewRecorded("test", "recorded", all, matrix.Selector{"version": {"2.8.4"}}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestDetailOfRecorded says nothing of clients, sizes, machine or servers that is
// not known.
func TestDetailOfRecorded(t *testing.T) {
	d := detailOf(t, recorded(t))
	if len(d.Host) > 0 || len(d.Servers.Rows) > 0 || len(d.Config.Rows) > 0 || d.Verdicts == nil {
		t.Errorf("host %v, servers %v, configuration %v, verdicts %v", d.Host, d.Servers, d.Config, d.Verdicts)
	}
	if want := "1 round of 100,000 requests"; d.Charts[0].Constant != want || d.Latency[0].Constant != want {
		t.Errorf("constant are %q and %q, want %q", d.Charts[0].Constant, d.Latency[0].Constant, want)
	}
	if text := fmt.Sprint(d.Facts); strings.Contains(text, "0 CPUs") || strings.Contains(text, "0 clients") {
		t.Errorf("facts %s", text)
	}
}

// many is a run of so many versions, tests and rounds.
func many(versions, tests, rounds int) *matrix.Run {
	f := fixture{rounds: rounds, baseline: matrix.Selector{"version": {"v0"}}, axes: []matrix.Axis{{Name: "version"}}}
	for i := range versions {
		f.axes[0].Values = append(f.axes[0].Values, fmt.Sprintf("v%d", i))
	}
	for i := range tests {
		f.tests = append(f.tests, fmt.Sprintf("T%d", i))
	}
	return f.run()
}

// TestDetailOfManyColumns leaves out charts that nobody can read, and says so.
func TestDetailOfManyColumns(t *testing.T) {
	d := detailOf(t, many(1000, 3, 1))
	if len(d.Tables[0].Columns) != 1000 || len(d.Charts) != 0 || len(d.Latency) != 3 || len(d.Latency[0].Rows) != 1000 {
		t.Errorf("%d columns, %d charts, %d tables of percentiles of %d rows",
			len(d.Tables[0].Columns), len(d.Charts), len(d.Latency), len(d.Latency[0].Rows))
	}
	last := texts(d.Log)[len(d.Log.Rows)-1]
	want := []string{"chart", "Requests per second", "not drawn: 3 rows × 1,000 columns are too many for charts that can be read",
		"show less in a table (rows, columns, where)"}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

// BenchmarkDetail builds the dossier of 200,000 samples and reads them.
func BenchmarkDetail(b *testing.B) {
	run := many(1000, 20, 10)
	for b.Loop() {
		rows := 0
		for range detailOf(b, run).Samples.Rows {
			rows++
		}
		if rows != 200_000 {
			b.Fatalf("%d samples", rows)
		}
	}
}

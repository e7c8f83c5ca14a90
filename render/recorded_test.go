package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// aRecording is one of SET and GET, whose place is "version=7.0 clients=5" and
// whose load is of so many clients and requests.
func aRecording(place string, clients int, requests int64, config ...matrix.Directive) matrix.Recorded {
	r := matrix.Recorded{
		Load: matrix.Load{Clients: clients, Requests: requests}, Config: config,
		Source: matrix.Recording{Tool: "redis-benchmark", Source: "/home/joe/runs.txt", Part: 1, First: 1, Last: 9},
	}
	for part := range strings.FieldsSeq(place) {
		axis, value, _ := strings.Cut(part, "=")
		r.Coordinates = append(r.Coordinates, matrix.Coordinate{Axis: axis, Value: strings.ReplaceAll(value, "_", " ")})
	}
	for _, test := range []string{"SET", "GET"} {
		r.Tests = append(r.Tests, matrix.RecordedTest{Name: test})
		r.Samples = append(r.Samples, matrix.Sample{Test: test, Status: matrix.StatusOK, Recorded: map[string]float64{"rps": 1000}})
	}
	return r
}

// laidOut is how a report shows recordings, a line a table: what is constant, and
// the heads.
func laidOut(t *testing.T, all ...matrix.Recorded) []string {
	t.Helper()
	run, err := matrix.NewRecorded("test", "recorded", all, nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := FromRun(run)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, table := range report.Tables {
		line := strings.TrimPrefix(table.Title, "Requests per second") + " (" + table.Constant + ")"
		for _, column := range table.Columns {
			line += fmt.Sprintf(" | %s", saying(column.Head, column.Sub))
		}
		lines = append(lines, line)
	}
	return lines
}

// Recordings stand side by side where their columns tell all that differs, and
// nothing is said of all that holds for some.
func TestRecordedLayout(t *testing.T) {
	aof := matrix.Directive{Name: "appendonly", Args: []string{"yes"}}
	for name, test := range map[string]struct {
		recorded []matrix.Recorded
		want     []string
	}{
		"one axis": {[]matrix.Recorded{aRecording("clients=5", 5, 100), aRecording("clients=6", 6, 100)},
			[]string{" (1 round of 100 requests) | 5 clients | 6 clients"}},
		"one version each, of other clients": {[]matrix.Recorded{aRecording("version=2.8 clients=5", 5, 100), aRecording("version=7.0 clients=6", 6, 100)},
			[]string{" (1 round of 100 requests) | 2.8 · 5 clients | 7.0 · 6 clients"}},
		"other sizes and clients": {[]matrix.Recorded{aRecording("value_size=3 clients=5", 5, 100), aRecording("value_size=9 clients=6", 6, 100)},
			[]string{" (1 round of 100 requests) | 3-byte values · 5 clients | 9-byte values · 6 clients"}},
		"recordings that are alike": {[]matrix.Recorded{aRecording("clients=5 recording=a#1", 5, 100), aRecording("clients=5 recording=a#2", 5, 100), aRecording("clients=6 recording=a#3", 6, 100)},
			[]string{" (1 round of 100 requests) | a#1 · 5 clients | a#2 · 5 clients | a#3 · 6 clients"}},
		"all of both": {[]matrix.Recorded{aRecording("version=2.8 clients=5", 5, 0), aRecording("version=2.8 clients=6", 6, 0), aRecording("version=7.0 clients=5", 5, 0), aRecording("version=7.0 clients=6", 6, 0)},
			[]string{" · 5 clients (1 round) | 2.8 | 7.0", " · 6 clients (1 round) | 2.8 | 7.0"}},
		"clients that tell the version": {[]matrix.Recorded{aRecording("version=2.8 clients=5", 5, 0), aRecording("version=2.8 clients=6", 6, 0), aRecording("version=7.0 clients=7", 7, 0)},
			[]string{" (1 round) | 5 clients · 2.8 | 6 clients · 2.8 | 7 clients · 7.0"}},
		"what is not told": {[]matrix.Recorded{aRecording("clients=5 appendonly=not_told", 5, 0), aRecording("clients=not_told appendonly=yes", 0, 0)},
			[]string{" (1 round) | appendonly not told · 5 clients | appendonly yes · clients not told"}},
		"a load that only one tells": {[]matrix.Recorded{aRecording("version=2.8", 5, 100), aRecording("version=7.0", 0, 0)},
			[]string{" (1 round) | 2.8 · 5 clients · 100 requests | 7.0 · clients, requests not told"}},
		"a load that all tell": {[]matrix.Recorded{aRecording("version=2.8", 5, 100), aRecording("version=7.0", 5, 200)},
			[]string{" (5 clients · 1 round) | 2.8 · 100 requests | 7.0 · 200 requests"}},
		"a configuration that all tell": {[]matrix.Recorded{aRecording("version=2.8", 5, 100, aof), aRecording("version=7.0", 5, 100, aof)},
			[]string{" (appendonly yes · 5 clients · 1 round of 100 requests) | 2.8 | 7.0"}},
		"a configuration that one tells": {[]matrix.Recorded{aRecording("version=2.8", 5, 100, aof), aRecording("version=7.0", 5, 100)},
			[]string{" (5 clients · 1 round of 100 requests) | 2.8 · appendonly yes | 7.0 · appendonly not told"}},
	} {
		if diff := cmp.Diff(test.want, laidOut(t, test.recorded...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// What only some recordings tell stands with them, be they columns or rows; what those
// of one row differ in does not.
func TestRecordedTold(t *testing.T) {
	save := matrix.Directive{Name: "save", Args: []string{"3600", "1"}}
	off := matrix.Directive{Name: "save", Args: []string{""}}
	one, other := aRecording("version=2.8", 5, 100, save), aRecording("version=7.0", 5, 100, off)
	one.Load.Pipeline, one.Load.Keyspace, other.Load.Keyspace = 16, 1000, 1000
	want := []string{" (5 clients · 1,000 keys · 1 round of 100 requests) | 2.8 · save 3600 1 · pipeline 16 | 7.0 · save off · pipeline not told"}
	if diff := cmp.Diff(want, laidOut(t, one, other)); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	run, err := matrix.NewRecorded("test", "recorded", []matrix.Recorded{one, other}, nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "version", Columns: "test"}, {Rows: "test", Columns: "os"}}
	report, err := FromRun(run)
	if err != nil {
		t.Fatal(err)
	}
	labels := mapEach(report.Tables[0].Rows, func(r Row) string { return r.Label })
	if diff := cmp.Diff([]string{"2.8 · save 3600 1 · pipeline 16", "7.0 · save off · pipeline not told"}, labels); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// The server that is said to have run is named as one that did.
func TestSaidServer(t *testing.T) {
	for version, want := range map[string]string{
		"2.8.4": "redis 2.8.4", "7.0": "redis 7.0", "valkey-8.1.1": "valkey 8.1.1", "redis-7.0": "redis 7.0", "our build": "our build", "": "", "not told": "",
	} {
		if got := saidServer(version); got != want {
			t.Errorf("%q: %q, want %q", version, got, want)
		}
	}
}

// Where recordings are from is told by file, without the folders that others have.
func TestRecordedFact(t *testing.T) {
	from := func(files ...string) string {
		s := &source{run: &matrix.Run{}}
		for i, file := range files {
			s.run.Recorded = append(s.run.Recorded, matrix.Recording{Tool: []string{"redis-benchmark", "table"}[i%2], Source: file, Part: i + 1})
		}
		return s.recordedPhrase()
	}
	const unknown = "; by whom, when and on what machine is not known"
	for _, test := range []struct {
		files []string
		want  string
	}{
		{nil, ""},
		{[]string{"/home/joe/a.txt"}, "redis-benchmark: 1 recording in a.txt" + unknown},
		{[]string{"x/a.txt", "x/a.txt", "b.md"}, "redis-benchmark, table: 2 recordings in a.txt, 1 recording in b.md" + unknown},
		{[]string{"a", "b", "c", "d", "e", "f"}, "redis-benchmark, table: 1 recording in a, 1 recording in b, 1 recording in c, 1 recording in d, 2 more files" + unknown},
	} {
		if got := from(test.files...); got != test.want {
			t.Errorf("%q: %q, want %q", test.files, got, test.want)
		}
	}
}

// Where a tool did not tell a metric, what is noted of its output may say why.
func TestRecordedWithout(t *testing.T) {
	old := aRecording("version=5.0", 5, 100)
	old.Samples[0].Notes = []matrix.Note{{Text: "latency was recorded in steps"}}
	run, err := matrix.NewRecorded("test", "recorded", []matrix.Recorded{old}, nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: "p99"}}
	report, err := FromRun(run)
	if err != nil {
		t.Fatal(err)
	}
	table := report.Tables[0]
	want := []Note{{Text: "missing: was not recorded"}, {Text: "latency was recorded in steps"}}
	if diff := cmp.Diff(want, table.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := [][]int{table.Rows[0].Cells[0].Notes, table.Rows[1].Cells[0].Notes}; !cmp.Equal(got, [][]int{{0, 1}, {0}}) {
		t.Errorf("notes %v", got)
	}
}

// Verdicts on recordings stand with what they are subject to, in every table of them.
func TestRecordedVerdicts(t *testing.T) {
	var all []matrix.Recorded
	for i := range 2 * matrix.FewestRounds {
		r := aRecording(fmt.Sprintf("version=%d.0", 6+i%2), 5, 100)
		for _, s := range r.Samples {
			s.Recorded["rps"] *= float64(1+i%2) + float64(i)/1000
			if i%2 == 1 {
				s.Recorded["p99"] = 1
			}
		}
		all = append(all, r)
	}
	run, err := matrix.NewRecorded("test", "old", all, matrix.Selector{"version": {"6.0"}}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version"}, {Rows: "test", Columns: "version", Metric: "p99"}}
	report, err := FromRun(run)
	if err != nil {
		t.Fatal(err)
	}
	doubt := Note(run.Doubts()[0])
	if got := report.Tables[0]; got.Columns[1].Notes == nil || got.Notes[got.Columns[1].Notes[0]] != doubt || got.Rows[0].Cells[1].Mark != markFaster {
		t.Errorf("verdicts without their doubt: %+v", got)
	}
	if got := report.Tables[1].Notes; !slices.Contains(got, Note{Text: "not compared: the baseline p99 was not recorded"}) {
		t.Errorf("p99: %v", got)
	}
	said := ""
	for _, fact := range report.Facts {
		said += fact.Value
	}
	if want := "rps judged together: 2 comparisons · p99 not judged: not recorded on both sides"; !strings.Contains(said, want) {
		t.Errorf("%s, want %s", said, want)
	}
}

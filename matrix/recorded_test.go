package matrix

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// recording is one round of redis-benchmark's of a version, at lines of its own.
func recording(version string, first int, values map[string]float64) Recorded {
	r := Recorded{
		Coordinates: []Coordinate{{AxisVersion, version}},
		Load:        Load{Clients: 50, ValueSize: FixedSize(3)},
		Source:      Recording{Tool: "redis-benchmark", Source: "a.txt", SHA256: "ab", First: first, Last: first + 9},
	}
	for _, name := range []string{"SET", "GET", "LRANGE_500"} {
		if v, told := values[name]; told {
			r.Tests = append(r.Tests, RecordedTest{Name: name})
			r.Samples = append(r.Samples, Sample{Test: name, Status: StatusOK, RPS: v, Recorded: map[string]float64{MetricRPS: v}})
		}
	}
	return r
}

var recordedAt = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

func TestRecordedRun(t *testing.T) {
	run, err := NewRecorded("v1", "old", []Recorded{
		recording("2.8.4", 1, map[string]float64{"SET": 45662.10, "GET": 46511.63}),
		recording("3.2.3", 21, map[string]float64{"SET": 45454.55, "LRANGE_500": 7451.56}),
		recording("2.8.4", 41, map[string]float64{"SET": 45000, "GET": 46000}),
		{Coordinates: []Coordinate{{AxisVersion, "untold"}}},
	}, Selector{AxisVersion: {"2.8.4"}}, recordedAt)
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		cell, test, status string
		rounds             int
	}
	var got []place
	for _, result := range run.Results {
		got = append(got, place{result.Cell, result.Test, string(result.Status) + result.Reason, len(result.Samples)})
	}
	want := []place{
		{"version=2.8.4", "SET", "ok", 2}, {"version=2.8.4", "GET", "ok", 2}, {"version=2.8.4", "LRANGE_500", "n/anot recorded", 0},
		{"version=3.2.3", "SET", "ok", 1}, {"version=3.2.3", "GET", "n/anot recorded", 0}, {"version=3.2.3", "LRANGE_500", "ok", 1},
		{"version=untold", "SET", "n/anot recorded", 0}, {"version=untold", "GET", "n/anot recorded", 0},
		{"version=untold", "LRANGE_500", "n/anot recorded", 0},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(place{})); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if v, told := run.Results[0].Samples[0].Value(MetricP99); told {
		t.Errorf("p99 is %v, which nobody told", v)
	}
	if base, found := run.Plan.BaselineOf(run.Plan.Cells[1]); !found || base.ID != "version=2.8.4" {
		t.Errorf("the baseline is %q, %v", base.ID, found)
	}
	if r := run.Recorded[2]; r.Cell != "version=2.8.4" || r.Round != 2 || r.String() != "lines 41 to 50 of a.txt" {
		t.Errorf("recording %+v", r)
	}
	var document bytes.Buffer
	if err := run.Write(&document); err != nil {
		t.Fatal(err)
	}
	read, err := ReadRun(&document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Results, read.Results); diff != "" {
		t.Errorf("results (-run +document):\n%s", diff)
	}
}

// What another version of a tool measured under the same name is remarked upon.
func TestRecordedRemarks(t *testing.T) {
	old := recording("5.0", 1, map[string]float64{"LRANGE_500": 7000})
	old.Tests[0].Remark = "first 450 elements"
	now := recording("7.0", 21, map[string]float64{"LRANGE_500": 6500})
	now.Tests[0].Remark = "first 500 elements"
	run, err := NewRecorded("v1", "old", []Recorded{old, now}, nil, recordedAt)
	if err != nil {
		t.Fatal(err)
	}
	test, known := run.Plan.Cells[0].Load.Test("LRANGE_500")
	if !known || test.Remark != "first 450 elements" {
		t.Errorf("the remark is %q", test.Remark)
	}
	want := []Note{{Text: "first 500 elements"}}
	if diff := cmp.Diff(want, run.Results[1].Samples[0].Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestRecordedRunsRefused(t *testing.T) {
	one := recording("2.8.4", 1, map[string]float64{"SET": 1})
	load := recording("2.8.4", 21, map[string]float64{"SET": 1})
	load.Load.Clients = 4
	axes := recording("2.8.4", 21, map[string]float64{"SET": 1})
	axes.Coordinates = append(axes.Coordinates, Coordinate{"host", "a"})
	other := recording("2.8.4", 21, map[string]float64{"SET": 1})
	other.Coordinates = []Coordinate{{"host", "a"}}
	twice := recording("2.8.4", 1, map[string]float64{"SET": 1})
	twice.Coordinates = append(twice.Coordinates, Coordinate{AxisVersion, "3.2.3"})
	config := recording("2.8.4", 21, map[string]float64{"SET": 1})
	config.Config = []Directive{{"appendonly", []string{"yes"}}}
	served, serving := recording("2.8.4", 1, nil), recording("2.8.4", 21, nil)
	served.Server, serving.Server = &ServerInfo{Product: Redis, Version: "2.8.4"}, &ServerInfo{Product: Redis, Version: "3.2.3"}
	for name, test := range map[string]struct {
		recorded []Recorded
		baseline Selector
		want     string
	}{
		"another load":     {[]Recorded{one, load}, nil, "lines 21 to 30 of a.txt has another load"},
		"more axes":        {[]Recorded{one, axes}, nil, "find a value on the axis host for lines 1 to 10 of a.txt: there is host=a for lines 21 to 30 of a.txt; give all recordings one, or none"},
		"fewer axes":       {[]Recorded{axes, one}, nil, "find a value on the axis host for lines 1 to 10 of a.txt: there is host=a for lines 21 to 30 of a.txt"},
		"another axis":     {[]Recorded{one, other}, nil, "find a value on the axis host for lines 1 to 10 of a.txt: there is host=a for lines 21 to 30 of a.txt"},
		"an axis twice":    {[]Recorded{twice}, nil, "has two values on version; take one of them out"},
		"other directives": {[]Recorded{one, config}, nil, "lines 21 to 30 of a.txt is of another configuration than what else is version=2.8.4"},
		"another server":   {[]Recorded{served, serving}, nil, "is of redis 3.2.3"},
		"no baseline":      {[]Recorded{one}, Selector{AxisVersion: {"9.9"}}, "the baseline matches no cell"},
		"nothing":          {nil, nil, "there is nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewRecorded("v1", "old", test.recorded, test.baseline, recordedAt); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// The axes have the order of the first recording, however others write them.
func TestRecordedAxesInAnyOrder(t *testing.T) {
	one, other := recording("2.8.4", 1, map[string]float64{"SET": 1}), recording("3.2.3", 21, map[string]float64{"SET": 2})
	one.Coordinates = []Coordinate{{AxisVersion, "2.8.4"}, {"host", "a"}}
	other.Coordinates = []Coordinate{{"host", "b"}, {AxisVersion, "3.2.3"}}
	run, err := NewRecorded("v1", "old", []Recorded{one, other}, nil, recordedAt)
	if err != nil {
		t.Fatal(err)
	}
	want := []Axis{{AxisVersion, []string{"2.8.4", "3.2.3"}}, {"host", []string{"a", "b"}}}
	if diff := cmp.Diff(want, run.Plan.Spec.Axes); diff != "" {
		t.Errorf("axes (-want +got):\n%s", diff)
	}
	if id := run.Plan.Cells[1].ID; id != "version=3.2.3 host=b" {
		t.Errorf("the second cell is %q", id)
	}
}

// Directives that a recording tells are those of its setup, and a run that nobody
// planned misses nothing.
func TestRecordedSetups(t *testing.T) {
	one, two := recording("2.8.4", 1, map[string]float64{"SET": 1}), recording("3.2.3", 21, map[string]float64{"SET": 2})
	one.Config = []Directive{{"appendonly", []string{"yes"}}}
	run, err := NewRecorded("v1", "old", []Recorded{one, one, two}, nil, recordedAt)
	if err != nil {
		t.Fatal(err)
	}
	var got [][]Directive
	for _, setup := range run.Plan.Setups {
		got = append(got, setup.Config)
	}
	if diff := cmp.Diff([][]Directive{one.Config, nil}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if missing := run.Missing(); missing != nil || run.Faulty() {
		t.Errorf("missing %v", missing)
	}
}

// What helps a recorded run is to record more.
func TestRecordedRemedies(t *testing.T) {
	rounds := func(n int) *Run {
		var all []Recorded
		for i := range n {
			noise := float64(i%3) * 30
			all = append(all, recording("2.8.4", 1+20*i, map[string]float64{"SET": 1000 + noise}), recording("3.2.3", 1001+20*i, map[string]float64{"SET": 1040 - 2*noise}))
		}
		run, err := NewRecorded("v1", "old", all, Selector{AxisVersion: {"2.8.4"}}, recordedAt)
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	for n, want := range map[int]string{
		1: "record 5 rounds of each or more, and import them with --rounds",
		4: "record 5 rounds of each or more, and import them with --rounds",
		6: "record more rounds of each, and import them with --rounds",
	} {
		run := rounds(n)
		found, err := run.CompareCells(nil, nil, []string{MetricRPS}, run.Judging(), false)
		if err != nil {
			t.Fatal(err)
		}
		d := found.Differences[0]
		if d.Verdict != VerdictInconclusive || d.Remedy != want || d.Needed != 0 {
			t.Errorf("%d rounds: %s, %q, %q, needed %d", n, d.Verdict, d.Reason, d.Remedy, d.Needed)
		}
		for _, problem := range found.Problems {
			if problem.Remedy != want {
				t.Errorf("%d rounds: problem %+v", n, problem)
			}
		}
	}
}

// A recording is called as the command line calls it.
func TestRecordingLabel(t *testing.T) {
	r := Recording{Source: "runs.txt", Part: 3, First: 7, Last: 7}
	if got := []string{r.Label(), r.String()}; !cmp.Equal(got, []string{"runs.txt#3", "line 7 of runs.txt"}) {
		t.Errorf("got %q", got)
	}
}

// Whoever compares recordings is told what only some of them tell.
func TestPartlyTold(t *testing.T) {
	tells := func(version string, change func(*Load)) Recorded {
		r := recording(version, 1, map[string]float64{"SET": 1})
		change(&r.Load)
		return r
	}
	none := func(*Load) {}
	for name, test := range map[string]struct {
		all  []Recorded
		want []string
	}{
		"all alike":    {[]Recorded{tells("1", none), tells("2", none)}, nil},
		"another size": {[]Recorded{tells("1", none), tells("2", func(l *Load) { l.ValueSize = FixedSize(9) })}, nil},
		"no size":      {[]Recorded{tells("1", none), tells("2", func(l *Load) { l.ValueSize = nil })}, []string{AxisValueSize}},
		"more of one": {[]Recorded{tells("1", none), tells("2", func(l *Load) { l.Pipeline, l.Keyspace, l.Threads, l.Clients = 8, 9, 2, 0 })},
			[]string{AxisClients, AxisPipeline, AxisKeyspace, AxisThreads}},
	} {
		run, err := NewRecorded("v1", "old", test.all, Selector{AxisVersion: {"1"}}, recordedAt)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, run.Plan.partlyTold()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		compared, err := run.CompareCells(nil, nil, []string{MetricRPS}, run.Judging(), false)
		if err != nil {
			t.Fatal(err)
		}
		said := len(compared.Notes) > 1 && strings.HasPrefix(compared.Notes[1].Text, "some recordings of old do not tell what others do: "+strings.Join(test.want, ", "))
		if said != (test.want != nil) {
			t.Errorf("%s: notes %+v", name, compared.Notes)
		}
	}
}

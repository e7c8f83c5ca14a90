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
	served, serving := recording("2.8.4", 1, nil), recording("2.8.4", 21, nil)
	served.Server, serving.Server = &ServerInfo{Product: Redis, Version: "2.8.4"}, &ServerInfo{Product: Redis, Version: "3.2.3"}
	for name, test := range map[string]struct {
		recorded []Recorded
		baseline Selector
		want     string
	}{
		"another load":   {[]Recorded{one, load}, nil, "lines 21 to 30 of a.txt has another load"},
		"more axes":      {[]Recorded{one, axes}, nil, "values on 2 axes and others on 1"},
		"another axis":   {[]Recorded{one, other}, nil, `a value on "host" where others have one on "version"`},
		"another server": {[]Recorded{served, serving}, nil, "is of redis 3.2.3"},
		"no baseline":    {[]Recorded{one}, Selector{AxisVersion: {"9.9"}}, "the baseline matches no cell"},
		"nothing":        {nil, nil, "there is nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewRecorded("v1", "old", test.recorded, test.baseline, recordedAt); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

package matrix

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recordedRounds is a run of five rounds of SET in each version, of which those
// that are named tell p99 as well.
func recordedRounds(t *testing.T, id string, p99, versions []string) *Run {
	t.Helper()
	var all []Recorded
	for i, version := range versions {
		for round := range FewestRounds {
			r := recording(version, 10*len(all), map[string]float64{"SET": float64(1000*(i+1) + round)})
			if slices.Contains(p99, version) {
				r.Samples[0].Recorded[MetricP99] = 1 + float64(round)/100
			}
			all = append(all, r)
		}
	}
	run, err := NewRecorded("v1", id, all, Selector{AxisVersion: {versions[0]}}, recordedAt)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// judgedOf is what a comparison says, and what it says of what it leaves out.
func judgedOf(c Compared) []string {
	said := []string{string(c.Verdict())}
	for _, d := range c.Differences {
		said = append(said, fmt.Sprintf("%s %s %s", d.Cell, d.Metric, d.Verdict))
	}
	for _, n := range slices.Concat(c.Notes, c.Problems) {
		if n.Remedy != "measure what is compared in one run" {
			said = append(said, n.Text)
		}
	}
	return said
}

// Recordings are judged by what they tell where nobody has named the metrics, and
// what is left out is noted; what somebody has named is invalid.
func TestJudgedAsTold(t *testing.T) {
	versions := []string{"7.0", "8.0", "5.0"}
	for name, test := range map[string]struct {
		p99, metrics []string
		want         []string
	}{
		"nobody tells": {nil, nil, []string{"faster", "version=8.0 rps faster", "version=5.0 rps faster", "p99 was not recorded on both sides, and is not judged"}},
		"some tell": {[]string{"7.0", "8.0"}, nil, []string{"faster", "version=8.0 rps faster", "version=8.0 p99 same", "version=5.0 rps faster",
			"p99 was not recorded on both sides of 1 comparison, which is left out"}},
		"the baseline does not": {[]string{"8.0", "5.0"}, nil, []string{"faster", "version=8.0 rps faster", "version=5.0 rps faster", "p99 was not recorded on both sides, and is not judged"}},
		"asked for":             {[]string{"7.0", "8.0"}, []string{"p99"}, []string{"invalid", "version=8.0 p99 same", "version=5.0 p99 invalid"}},
		"all tell":              {versions, nil, []string{"faster", "version=8.0 rps faster", "version=8.0 p99 same", "version=5.0 rps faster", "version=5.0 p99 same"}},
	} {
		run := recordedRounds(t, "old", test.p99, versions)
		judging, metrics := run.Judging(), run.Gate()
		if test.metrics != nil {
			judging.Told, metrics = false, test.metrics
		}
		c, err := run.CompareCells(nil, nil, metrics, judging, false)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, judgedOf(c)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A metric that a part of the rounds tells is not left out: it may be spoilt.
func TestPartlyToldIsInvalid(t *testing.T) {
	run := recordedRounds(t, "old", []string{"7.0", "8.0"}, []string{"7.0", "8.0"})
	delete(run.Results[1].Samples[2].Recorded, MetricP99)
	c, err := run.CompareCells(nil, nil, run.Gate(), run.Judging(), false)
	if err != nil || c.Verdict() != VerdictInvalid {
		t.Errorf("%v %v", judgedOf(c), err)
	}
}

// Where nothing of the gate was recorded, nothing passes.
func TestNothingTold(t *testing.T) {
	run := recordedRounds(t, "old", nil, []string{"7.0", "8.0"})
	for _, result := range run.Results {
		for _, s := range result.Samples {
			s.Recorded[MetricMean] = s.Recorded[MetricRPS]
			delete(s.Recorded, MetricRPS)
		}
	}
	c, err := run.CompareCells(nil, nil, run.Gate(), run.Judging(), false)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"invalid", "nothing was compared: on both sides there is no rps and no p99 recorded"}
	if diff := cmp.Diff(want, judgedOf(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Two recorded runs are judged by what both tell.
func TestTwoRunsAsTold(t *testing.T) {
	old, now := recordedRounds(t, "old", nil, []string{"7.0"}), recordedRounds(t, "new", []string{"7.0"}, []string{"7.0"})
	c := MatchRuns(old, now).Compare(now.Gate(), now.Judging(), true)
	want := []string{"same", "version=7.0 rps same", "nobody told on what machines old and new were measured; they are taken for one, since --trust-runs says so",
		"p99 was not recorded on both sides, and is not judged"}
	got := judgedOf(c)
	if diff := cmp.Diff(want[:2], got[:2]); diff != "" || !slices.Contains(got, want[3]) {
		t.Errorf("%v", got)
	}
	judging := now.Judging()
	judging.Told = false
	if c := MatchRuns(old, now).Compare(now.Gate(), judging, true); c.Verdict() != VerdictInvalid {
		t.Errorf("asked for: %v", judgedOf(c))
	}
}

package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a server cannot do is told of, in one run, two and many.
func TestOmissions(t *testing.T) {
	const tests = ` load: {tests: [SET, ZPOPMIN, XADD]}}`
	old := pretended(t, `{axes: {version: ["7.0"]},`+tests, wobbling("", 1))
	now := pretended(t, `{axes: {version: ["2.8"]},`+tests, wobbling("", 1))
	both := pretended(t, `{axes: {version: ["7.0", "2.8"]}, baseline: {version: "7.0"},`+tests, wobbling("", 1))
	metrics := []string{MetricRPS}
	cells, err := both.CompareCells(nil, nil, metrics, Judging{}, false)
	if err != nil {
		t.Fatal(err)
	}
	there, back := MatchRuns(old, now), MatchRuns(now, old)
	for name, test := range map[string]struct {
		c    Compared
		cell string
	}{
		"cells":             {cells, "version=2.8"},
		"a newer baseline":  {there.Compare(metrics, Judging{}, true), "version=2.8"},
		"an older baseline": {back.Compare(metrics, Judging{}, true), "version=2.8"},
		"a history":         {CompareHistory([]Match{there, there, there, there, there}, metrics, Judging{}), "version=2.8"},
	} {
		var want []Omission
		for _, omitted := range []string{"ZPOPMIN", "XADD"} {
			want = append(want, Omission{Cell: test.cell, Test: omitted, Server: "redis 2.8.1", Reason: "needs Redis 5.0"})
		}
		if diff := cmp.Diff(want, test.c.Omitted); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := test.c.Count(VerdictInvalid); got > 0 || len(verdicts(test.c)) != 1 {
			t.Errorf("%s: %v", name, verdicts(test.c))
		}
	}
}

// A cell of which nothing can be compared is no pass.
func TestNothingInCommonIsInvalid(t *testing.T) {
	const tests = ` load: {tests: [ZPOPMIN]}}`
	old := pretended(t, `{axes: {version: ["7.0"]},`+tests, wobbling("", 1))
	now := pretended(t, `{axes: {version: ["2.8"]},`+tests, wobbling("", 1))
	for name, c := range map[string]Compared{
		"runs":    MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, true),
		"history": CompareHistory([]Match{MatchRuns(now, old)}, []string{MetricRPS}, Judging{}),
	} {
		if d := c.Differences[0]; c.Verdict() != VerdictInvalid || d.Reason != "n/a: needs Redis 5.0" || d.Remedy != noneInCommon || len(c.Omitted) > 0 {
			t.Errorf("%s: %s, %+v", name, c.Verdict(), d)
		}
	}
}

// Cells without a baseline are invalid, or named where they are left out.
func TestCellsWithoutABaseline(t *testing.T) {
	run := pretended(t, `{axes: {version: ["7.0", "8.0"], pipeline: [1, 16]}, exclude: [{version: "7.0", pipeline: 16}],
baseline: {version: "7.0"}, load: {tests: [SET]}}`, wobbling("", 1))
	metrics := []string{MetricRPS}
	for name, test := range map[string]struct {
		base   Selector
		common bool
		want   Verdict
		said   string
	}{
		"none":           {nil, false, VerdictInvalid, "the run has no baseline for it"},
		"none, left out": {nil, true, VerdictSame, "left out: version=8.0 pipeline=16: the run has no baseline for it"},
		"several":        {Selector{AxisVersion: {"8.0"}, AxisPipeline: {"1", "16"}}, false, VerdictInvalid, "2 cells of the baseline match it: version=8.0 pipeline=1; version=8.0 pipeline=16"},
	} {
		c, err := run.CompareCells(test.base, nil, metrics, Judging{}, test.common)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for _, d := range c.Differences {
			said[d.Reason] = true
		}
		for _, note := range c.Notes {
			said[note.Text] = true
		}
		if got := c.Verdict(); got != test.want || !said[test.said] {
			t.Errorf("%s: %s, said %v", name, got, said)
		}
	}
}

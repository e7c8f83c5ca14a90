package render

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// twoRuns is the comparison of two runs of slowed, between which the machine
// became slower by a third and 8.0 was built anew.
func twoRuns(t *testing.T) matrix.Compared {
	t.Helper()
	old, now := slowed(), slowed()
	now.ID = "later"
	for setup, info := range now.Servers {
		if strings.Contains(setup, "8.0") {
			info.Digest = "a new build"
			now.Servers[setup] = info
		}
	}
	for i := range now.Results {
		for j := range now.Results[i].Samples {
			s := &now.Results[i].Samples[j]
			if s.RPS *= 2.0 / 3; s.Test == "GET" && strings.Contains(s.Cell, "8.0") {
				s.RPS *= 0.8
			}
		}
	}
	match := matrix.MatchRuns(old, now)
	if err := match.Comparable(false, false); err != nil {
		t.Fatal(err)
	}
	return match.Compare([]string{matrix.MetricRPS}, matrix.Judging{}, false)
}

// A reader can recompute each change from what stands in the table.
func TestReferencesOfTwoRuns(t *testing.T) {
	v := FromCompared(twoRuns(t), false)
	golden(t, "compare-two.txt", laid(t, "text", v, false))
	const remark = "\n# values are each run's own: what redis 7.0.15 in later vs 7.0.15 in quickstart-20261130T190455Z shows is the machine's, and no change\n"
	if text := laid(t, "benchfmt", v, false); !strings.Contains(text, remark) ||
		strings.Count(text, "of=redis_7.0.15_in_later") != 2*5*6 || strings.Count(text, "of=redis_8.0.2_in_later") != 2*5*6 {
		t.Errorf("benchmarks\n%s", text)
	}
	if len(v.Shown) != 2 {
		t.Fatalf("shown: %v", v.Shown)
	}
	for _, r := range append(v.Shown, v.Rest...) {
		of := r.Reference
		if recomputed := *r.Now / *r.Base / (*of.Now / *of.Base) - 1; math.Abs(recomputed-*r.Change) > 0.01 {
			t.Errorf("%s: change %v, recomputed %v", r, *r.Change, recomputed)
		}
		if math.Abs(*of.Change+1.0/3) > 0.01 {
			t.Errorf("%s: the reference changed by %v", r, *of.Change)
		}
	}
	if got := v.Shown[0].account(); !strings.Contains(got, "where the reference, redis 7.0.15 in later, went from 100,000 requests/s to 66,667 requests/s") {
		t.Error(got)
	}
	var read Verdicts
	if err := json.Unmarshal([]byte(laid(t, "json", v, false)), &read); err != nil || read.Shown[0].Reference == nil {
		t.Errorf("JSON: %v, %+v", err, read.Shown)
	}
}

// Changes of the values themselves have no reference, and invalid ones none to
// be recomputed.
func TestNoReferences(t *testing.T) {
	for _, r := range verdictsOf(t, slowed(), matrix.Judging{}).Shown {
		if r.Reference != nil {
			t.Errorf("%s has %+v", r, r.Reference)
		}
	}
	row := hostile()
	row.Shown[0].Reference = &Reference{Old: "\u202e", New: "##[x", Base: row.Shown[0].Base, Now: row.Shown[0].Base}
	for _, format := range VerdictFormats() {
		if got := laid(t, format, row, true); strings.ContainsAny(got, "\u202e") || strings.Contains(got, "##[") {
			t.Errorf("%s: %q", format, got)
		}
	}
}

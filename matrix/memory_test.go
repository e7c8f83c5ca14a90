package matrix

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMemoryPerKey(t *testing.T) {
	for name, c := range map[string]struct {
		sample Sample
		want   string
	}{
		"told":              {Sample{Memory: &KeyMemory{Keys: 1000, Bytes: 106_500}}, "106.5 true"},
		"not to be trusted": {Sample{Memory: &KeyMemory{Keys: 1000, Bytes: 106_500, Untold: "a reason"}}, "0 false"},
		"no keys":           {Sample{Memory: &KeyMemory{Bytes: 5}}, "0 false"},
		"less than before":  {Sample{Memory: &KeyMemory{Keys: 5, Bytes: -5}}, "0 false"},
		"not looked at":     {Sample{}, "0 false"},
		"recorded":          {Sample{Recorded: map[string]float64{MetricMemoryPerKey: 90}}, "90 true"},
	} {
		if got := fmt.Sprint(c.sample.Value(MetricMemoryPerKey)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestLessMemoryIsBetter(t *testing.T) {
	if HigherIsBetter(MetricMemoryPerKey) {
		t.Error("more memory is taken to be better")
	}
}

func TestTells(t *testing.T) {
	for tests, want := range map[string]string{
		"PING_INLINE SET GET INCR LPUSH": "SET GET",
		"LPUSH SET PUBLISH GET":          "SET GET",
		"SET LPUSH GET":                  "SET",
		"SET mine GET":                   "SET",
		"mine SET":                       "mine",
		"MIX SET":                        "MIX SET",
		"MULTI_EXEC SET":                 "MULTI_EXEC",
		"LPUSH SADD":                     "",
		"recorded SET":                   "recorded SET",
	} {
		load := Load{
			Tests: words(tests), Mix: []MixPart{{"SET", 1}, {"GET", 2}},
			Commands: []OwnCommand{{"mine", words("SET session:__key__ x")}}, Recorded: []RecordedTest{{Name: "recorded"}},
		}
		var told []string
		for _, test := range load.Tests {
			if load.Tells(MetricMemoryPerKey, test) {
				told = append(told, test)
			}
			if !load.Tells(MetricRPS, test) {
				t.Errorf("%s: %s has no rate", tests, test)
			}
		}
		if diff := cmp.Diff(words(want), append([]string{}, told...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tests, diff)
		}
	}
}

// weighed gives each round of a run of SET, GET and LPUSH on two versions what
// memory says; of GET it is not to be trusted.
func weighed(t *testing.T, memory func(version string, round int) *KeyMemory) *Run {
	t.Helper()
	run := pretended(t, `{name: two, axes: {version: ["7.0", "8.0"]}, baseline: {version: "7.0"}, load: {tests: [SET, GET, LPUSH]}, rounds: 5}`,
		wobbling("8.0", 1))
	for i := range run.Results {
		result := &run.Results[i]
		for j := range result.Samples {
			s := &result.Samples[j]
			switch s.Test {
			case "SET":
				s.Memory = memory(run.Plan.Cells[i/3].Value(AxisVersion), s.Round)
			case "GET":
				s.Memory = &KeyMemory{Untold: "there were others", Remedy: "measure it alone"}
			}
		}
	}
	return run
}

// grown is what 1000 keys need: 10 % more on 8.0.
func grown(version string, round int) *KeyMemory {
	bytes := 100_000 + 10*math.Sin(float64(round*7+len(version)))
	if version == "8.0" {
		bytes *= 1.1
	}
	return &KeyMemory{Keys: 1000, Bytes: int64(bytes)}
}

// TestMemoryPerKeyIsJudged has more memory be slower, a number that is not to be
// trusted invalid, and a test that can have none be left out.
func TestMemoryPerKeyIsJudged(t *testing.T) {
	untold := "memory_per_key was not recorded: there were others; measure it alone"
	want := []string{"SET slower ; ", "GET invalid " + untold}
	metrics := []string{MetricMemoryPerKey}
	run := weighed(t, grown)
	inOne, err := run.CompareCells(nil, nil, metrics, Judging{}, false)
	if err != nil {
		t.Fatal(err)
	}
	old, now := weighed(t, func(_ string, round int) *KeyMemory { return grown("7.0", round) }), weighed(t, func(_ string, round int) *KeyMemory { return grown("8.0", round) })
	match := MatchRuns(old, now)
	for name, found := range map[string]Compared{"cells": inOne, "runs": match.Compare(metrics, Judging{}, true), "history": CompareHistory(slices.Repeat([]Match{match}, FewestRounds), metrics, Judging{})} {
		got := map[string]bool{}
		for _, d := range found.Differences {
			if !d.Control {
				got[fmt.Sprintf("%s %s %s; %s", d.Test, d.Verdict, d.Reason, d.Remedy)] = true
			}
		}
		wanted := map[string]bool{}
		for _, line := range want {
			wanted[line] = true
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestMemoryThatIsMissingIsNoPass has runs in which nothing was looked at.
func TestMemoryThatIsMissingIsNoPass(t *testing.T) {
	run := weighed(t, func(string, int) *KeyMemory { return nil })
	found, err := run.CompareCells(nil, nil, []string{MetricRPS, MetricMemoryPerKey}, Judging{}, false)
	if err != nil {
		t.Fatal(err)
	}
	d, judged := found.Find("version=8.0", "SET", MetricMemoryPerKey)
	if !judged || d.Reason != "memory_per_key was not recorded" || found.Verdict() != VerdictInvalid {
		t.Errorf("%s: %+v", found.Verdict(), d)
	}
	if d, judged := found.Find("version=8.0", "LPUSH", MetricMemoryPerKey); judged {
		t.Errorf("LPUSH is judged by its memory: %+v", d)
	}
}

func TestUntold(t *testing.T) {
	res := Result{Samples: []Sample{{}, {Memory: &KeyMemory{Keys: 5, Bytes: 5}}, {Memory: &KeyMemory{Untold: "why", Remedy: "so"}}}}
	if diff := cmp.Diff(Note{Text: "why", Remedy: "so"}, res.Untold(MetricMemoryPerKey)); diff != "" {
		t.Error(diff)
	}
	if got := res.Untold(MetricRPS); got != (Note{}) {
		t.Errorf("%+v of another metric", got)
	}
}

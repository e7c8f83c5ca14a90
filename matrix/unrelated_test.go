package matrix

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where nothing relates two runs, they say what they lack and how to come by it.
func TestUnrelatedRunsSayWhatTheyLack(t *testing.T) {
	info := func(change func(*ServerInfo)) func(*Run) {
		return func(r *Run) {
			s := r.Servers["version=7.0"]
			change(&s)
			r.Servers["version=7.0"] = s
		}
	}
	const another = "redis 8.0.1 of the old run is not that of the new: it is another binary"
	for name, test := range map[string]struct {
		change func(*Run)
		want   string
	}{
		"a binary":      {info(func(s *ServerInfo) { s.Digest = "other" }), "redis 7.0.1 of the old run is not that of the new: it is another binary; " + another},
		"no digest":     {info(func(s *ServerInfo) { s.Digest = "" }), "redis 7.0.1 of the old run is not that of the new: its binary is not known; " + another},
		"a build":       {info(func(s *ServerInfo) { s.Build = "other" }), "redis 7.0.1 of the old run is not that of the new: it is another build; " + another},
		"an allocator":  {info(func(s *ServerInfo) { s.Allocator = "libc" }), "redis 7.0.1 of the old run is not that of the new: it has another allocator; " + another},
		"CPUs":          {func(r *Run) { r.Plan.Setups[0].CPUs = "7" }, "redis 7.0.1 of the old run is not that of the new: it has another configuration, or other CPUs; " + another},
		"recorded":      {func(r *Run) { r.Recorded = []Recording{} }, "two-rebuilt was recorded by other tools, and its rounds were not taken together"},
		"all the same":  {func(r *Run) { r.Servers["version=8.0"] = ServerInfo{Product: Redis, Version: "8.0.1", Digest: "8.0"} }, "all are the same in both, and none is left to judge the others by"},
		"nothing lacks": {func(*Run) {}, ""},
	} {
		old, now := pretended(t, twoVersions, wobbling("", 1)), rebuilt(pretended(t, twoVersions, wobbling("8.0", 0.8)))
		test.change(now)
		var got []string
		for _, note := range MatchRuns(old, now).Compare([]string{MetricRPS}, Judging{}, false).Notes {
			if text, found := strings.CutPrefix(note.Text, "no server relates the two runs: "); found && note.Remedy == relating {
				got = append(got, text)
			}
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	none := MatchRuns(pretended(t, `{axes: {version: ["7.0"]}, load: {tests: [SET]}}`, wobbling("", 1)),
		pretended(t, `{name: other, axes: {version: ["8.0"]}, load: {tests: [SET]}}`, wobbling("", 1))).Compare([]string{MetricRPS}, Judging{}, false)
	if want := (Note{Text: "no server relates the two runs: none is in both", Remedy: relating}); !slices.Contains(none.Notes, want) || !none.Across {
		t.Errorf("notes: %v", none.Notes)
	}
}

// Whatever the axis is on which runs differ, the server that both have relates them.
func TestReferencesOnOtherAxes(t *testing.T) {
	of := func(mode string) string {
		return `{name: ` + mode + `, axes: {version: ["7.0"], appendonly: [no, ` + mode + `]}, baseline: {appendonly: no}, load: {tests: [SET]}, rounds: 5}`
	}
	slower := func(machine, server float64) func(Cell, string, int) float64 {
		return func(c Cell, test string, round int) float64 {
			if c.Value(AxisAppendonly) == "always" {
				return machine * server * wobbling("", 1)(c, test, round)
			}
			return machine * wobbling("", 1)(c, test, round)
		}
	}
	old, now := pretended(t, of("everysec"), slower(1, 1)), pretended(t, of("always"), slower(0.7, 0.8))
	match := MatchRuns(old, now)
	if err := match.Comparable(false, false); err != nil {
		t.Fatal(err)
	}
	c := match.Compare([]string{MetricRPS}, Judging{}, false)
	if diff := cmp.Diff([]Verdict{VerdictSlower}, verdicts(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, known := c.Spread(MetricRPS); !known || c.Sides[0].Reference == nil || c.Apart {
		t.Errorf("control %v, apart %v, sides %+v", known, c.Apart, c.Sides[0])
	}
}

package matrix

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTrialsAreApart(t *testing.T) {
	if diff := cmp.Diff([]string{TestRestart, TestCrash, TestPowerLoss}, TrialNames()); diff != "" {
		t.Error(diff)
	}
	for _, name := range TrialNames() {
		trial, known := LookupTrial(strings.ToLower(name))
		if !known || trial.Trial == "" || trial.Name != name {
			t.Errorf("%s is %+v, %t", name, trial, known)
		}
		if _, known := LookupTest(name); known {
			t.Errorf("%s is among the tests that send a load", name)
		}
		if found, known := (Load{}).Test(name); !known || found.Trial != trial.Trial {
			t.Errorf("a load finds %+v as %s", found, name)
		}
	}
	if _, known := LookupTrial("SET"); known {
		t.Error("SET is a trial")
	}
	own := Load{Commands: []OwnCommand{{"CRASH", words("PING")}}}
	if test, _ := own.Test("CRASH"); test.Trial != "" {
		t.Error("a trial hides a command of the spec's own")
	}
}

func TestTrialsOfASpec(t *testing.T) {
	load := func(text string) Load {
		return mustParse(t, "axes: {version: [\"7.0\"]}\nload: "+text, "a.yaml").Load
	}
	got := load("{tests: [SET, persistence, crash], crashes: 50, cache: cold, rewrite: yes, confirm: waitaof, duration: 3s}")
	if diff := cmp.Diff([]string{"SET", TestRestart, TestCrash, TestPowerLoss}, got.Tests); diff != "" {
		t.Error(diff)
	}
	if got.CrashCount() != 50 || got.Cache != CacheCold || !got.Rewrite || got.Confirm != ConfirmWaitAOF || got.WriteTime() != 3*time.Second {
		t.Errorf("%+v", got)
	}
	got = load("{tests: [crash], requests: 10}")
	if got.CrashCount() != DefaultCrashes || got.Cache != "" || got.Rewrite || got.WriteTime() != defaultDuration {
		t.Errorf("without a word: %+v", got)
	}
}

func TestTrialMistakes(t *testing.T) {
	source := `axes: {version: ["7.0"], cache: [hot], rewrite: [maybe]}
load: {tests: [CRUSH], mix: {CRASH: 1, SET: 1}, crashes: 0, cache: luke, rewrite: 1, confirm: never}
gate: {metrics: [lost]}
`
	text := problemsOf(t, source, "a.yaml").Error()
	for _, want := range []string{
		`"hot"`, `"maybe"`, "did you mean CRASH?", "ends its server, which no part of a mix can", "name it in tests, beside the mix",
		"accepted are whole numbers from 1 to 10000", "accepted are warm, cold", "accepted are no, yes", `"lost"`, "accepted are reply, waitaof",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not among\n%s", want, text)
		}
	}
}

func TestTrialAxes(t *testing.T) {
	spec := mustParse(t, "axes: {version: [\"7.0\"], cache: [warm, cold], rewrite: [no, yes]}\nload: {tests: [RESTART]}", "a.yaml")
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, cell := range plan.Cells {
		got = append(got, fmt.Sprintf("%s %t", cell.Load.Cache, cell.Load.Rewrite))
	}
	if diff := cmp.Diff([]string{"warm false", "warm true", "cold false", "cold true"}, got); diff != "" {
		t.Error(diff)
	}
	if len(plan.Setups) != 1 {
		t.Errorf("%d setups, want 1", len(plan.Setups))
	}
}

// TestTrialsNeedBinaries has trials n/a where the server cannot be started again,
// and no other test.
func TestTrialsNeedBinaries(t *testing.T) {
	spec := mustParse(t, `axes: {version: ["7.0", "image:redis:7", "6.2"]}
server: {servers: {"6.2": "attach:localhost:6379"}}
load: {tests: [SET, CRASH]}`, "a.yaml")
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, cell := range plan.Cells {
		for test := range cell.NA {
			got[cell.Value(AxisVersion)] = append(got[cell.Value(AxisVersion)], test)
		}
	}
	if diff := cmp.Diff(map[string][]string{"image:redis:7": {TestCrash}, "6.2": {TestCrash}}, got); diff != "" {
		t.Error(diff)
	}
}

// TestWaitAOFNeeds a server that knows it, and an AOF; a restart needs neither.
func TestWaitAOFNeeds(t *testing.T) {
	spec := mustParse(t, `axes: {version: ["7.0", "8.0", "valkey-8.1"], appendonly: [no, always], confirm: [reply, waitaof]}
load: {tests: [SET, SET_WAITAOF, RESTART, CRASH]}`, "a.yaml")
	plan, err := NewPlan(spec, func(ref ServerRef) (Version, bool) { return ref.Version, !ref.Version.IsZero() })
	if err != nil {
		t.Fatal(err)
	}
	const (
		aof   = "WAITAOF needs an AOF (appendonly everysec, always or os)"
		late  = "needs Redis 7.2"
		later = "confirm waitaof needs Redis 7.2"
	)
	got := map[string]map[string]string{}
	for _, cell := range plan.Cells {
		got[cell.Value(AxisVersion)+" "+cell.Value(AxisAppendonly)+" "+cell.Value(AxisConfirm)] = cell.NA
	}
	want := map[string]map[string]string{
		"7.0 no reply":              {"SET_WAITAOF": late},
		"7.0 no waitaof":            {"SET_WAITAOF": late, TestCrash: later},
		"7.0 always reply":          {"SET_WAITAOF": late},
		"7.0 always waitaof":        {"SET_WAITAOF": late, TestCrash: later},
		"8.0 no reply":              {"SET_WAITAOF": aof},
		"8.0 no waitaof":            {"SET_WAITAOF": aof, TestCrash: aof},
		"8.0 always reply":          nil,
		"8.0 always waitaof":        nil,
		"valkey-8.1 no reply":       {"SET_WAITAOF": aof},
		"valkey-8.1 no waitaof":     {"SET_WAITAOF": aof, TestCrash: aof},
		"valkey-8.1 always reply":   nil,
		"valkey-8.1 always waitaof": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// crashesOf is a sample of crashes that lost so many writes, each within as many
// seconds.
func crashesOf(round int, lost ...int64) Sample {
	s := Sample{Round: round, Status: StatusOK, Trial: &Trial{}}
	for _, n := range lost {
		s.Trial.Crashes = append(s.Trial.Crashes, Crash{Lost: n, LostTime: time.Duration(n) * time.Second, Torn: n, Recovery: RecoveryCut})
	}
	return s
}

func TestTrialMetrics(t *testing.T) {
	restart := Sample{Trial: &Trial{Restart: 1500 * time.Microsecond}}
	for name, c := range map[string]struct {
		sample Sample
		metric string
		want   string
	}{
		"restart":                  {restart, MetricRestart, "1.5 true"},
		"median":                   {crashesOf(1, 1, 9, 4), MetricLost, "4 true"},
		"worst":                    {crashesOf(1, 1, 9, 4), MetricLostWorst, "9 true"},
		"time":                     {crashesOf(1, 1, 9, 4), MetricLostTime, "9 true"},
		"nothing lost":             {crashesOf(1, 0, 0), MetricLostWorst, "0 true"},
		"no crash":                 {restart, MetricLost, "NaN false"},
		"no restart":               {crashesOf(1, 1), MetricRestart, "0 false"},
		"no trial":                 {Sample{}, MetricRestart, "0 false"},
		"no rate":                  {restart, MetricRPS, "0 false"},
		"no trial has not lost":    {Sample{}, MetricLostTime, "0 false"},
		"recorded by another tool": {Sample{Recorded: map[string]float64{MetricLost: 3}}, MetricLost, "3 true"},
	} {
		if got := fmt.Sprint(c.sample.Value(c.metric)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestWorstOfRounds takes the greatest of what tells the worst case, and the median
// of all else.
func TestWorstOfRounds(t *testing.T) {
	result := Result{Status: StatusOK, Samples: []Sample{crashesOf(1, 1), crashesOf(2, 7), crashesOf(3, 2)}}
	for metric, want := range map[string]string{MetricLost: "2 true 1.5", MetricLostWorst: "7 true 0", MetricLostTime: "7 true 0"} {
		value, known := result.Median(metric)
		if got := fmt.Sprint(value, known, result.Spread(metric)); got != want {
			t.Errorf("%s: %s, want %s", metric, got, want)
		}
	}
	if _, known := (Result{}).Median(MetricLostWorst); known {
		t.Error("nothing has a worst case")
	}
}

func TestTrialCounts(t *testing.T) {
	trial := *crashesOf(1, 1, 2).Trial
	if trial.Count(RecoveryCut) != 2 || trial.Count(RecoveryLoaded) != 0 || trial.Torn() != 3 {
		t.Errorf("%+v", trial)
	}
}

func TestTrialsTellOfThemselves(t *testing.T) {
	load := Load{Tests: append([]string{"SET", "GET"}, TrialNames()...), Recorded: []RecordedTest{{Name: "recorded"}}}
	want := map[string][]string{
		MetricRPS: {"SET", "GET", "recorded"}, MetricP99: {"SET", "GET", "recorded"}, MetricMemoryPerKey: {"SET", "GET"},
		MetricRestart: {TestRestart, "recorded"}, MetricLost: {TestCrash, TestPowerLoss, "recorded"},
	}
	for metric, tests := range want {
		var told []string
		for _, test := range append(load.Tests, "recorded") {
			if load.Tells(metric, test) {
				told = append(told, test)
			}
		}
		if diff := cmp.Diff(tests, told); diff != "" {
			t.Errorf("%s (-want +got):\n%s", metric, diff)
		}
	}
}

// TestTrialsAreNotMissed compares two cells by rates that trials do not have.
func TestTrialsAreNotMissed(t *testing.T) {
	spec := mustParse(t, "axes: {version: [\"6.0\", \"7.0\"]}\nbaseline: {version: \"6.0\"}\ncontrol: off\nrounds: 1\nload: {tests: [SET, CRASH, RESTART]}", "a.yaml")
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	run := NewRun("test", "a", plan)
	for _, cell := range plan.Cells {
		for _, test := range cell.Load.Tests {
			s := Sample{Cell: cell.ID, Test: test, Round: 1, Status: StatusOK, RPS: 10}
			if test != "SET" {
				s = crashesOf(1, 0)
				s.Cell, s.Test = cell.ID, test
			}
			if err := run.Record(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	var compared []string
	for _, d := range run.Compare([]string{MetricRPS}, run.Judging()).Differences {
		compared = append(compared, d.Test)
	}
	if diff := cmp.Diff([]string{"SET"}, compared); diff != "" {
		t.Error(diff)
	}
}

func TestEstimateOfTrials(t *testing.T) {
	load := Load{Tests: TrialNames(), Keyspace: 1000, ValueSize: FixedSize(940), Duration: time.Second, Crashes: 10}
	plan := Plan{Spec: &Spec{Rounds: 2}, Setups: []Setup{{ID: "a"}}, Cells: []Cell{{ID: "a", Setup: "a", Load: load}}}
	want := Estimate{
		Samples: 6, Starts: 2 * (2 + 20 + 11), Disk: 1_000_000, Memory: 1_040_000,
		Time: 2 * (33*assumedStart + 2*time.Millisecond + 1000*assumedRestart + 10*time.Second/2 + time.Second),
	}
	if diff := cmp.Diff(want, plan.Estimate()); diff != "" {
		t.Errorf("estimate (-want +got):\n%s", diff)
	}
}

package matrix

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compared is a run of SET and GET on 6.0, the baseline, on 7.0, and on the
// control, in so many rounds. change may change or, with false, drop each
// sample.
func compared(t testing.TB, rounds int, change func(*Sample) bool) *Run {
	t.Helper()
	spec := against(Selector{"version": {"6.0"}}, "version=6.0,7.0")
	spec.Load.Tests, spec.Rounds = []string{"SET", "GET"}, rounds
	run := NewRun("test", "demo-1", mustPlan(t, spec))
	for i, due := range run.Missing() {
		sample := Sample{Cell: due.Cell, Test: due.Test, Round: due.Round, Status: StatusOK}
		sample.RPS, sample.Latency.P99 = 1e5+float64(i*7%13), 1e6+int64(i*11%17)
		if change != nil && !change(&sample) {
			continue
		}
		if err := run.Record(sample); err != nil {
			t.Fatal(err)
		}
	}
	return run
}

// set changes the samples of SET on a version, in a round or, with 0, in all.
func set(cell string, round int, change func(*Sample)) func(*Sample) bool {
	return func(s *Sample) bool {
		if s.Test == "SET" && s.Cell == cell && (round == 0 || s.Round == round) {
			change(s)
		}
		return s.Round > 0
	}
}

const (
	six   = "version=6.0"
	seven = "version=7.0"
)

func TestCompareRun(t *testing.T) {
	lost := func(s *Sample) { s.Round = 0 }
	status := func(status Status, reason string) func(*Sample) {
		return func(s *Sample) { s.Status, s.Reason = status, reason }
	}
	rate := func(rps float64) func(*Sample) { return func(s *Sample) { s.RPS = rps } }
	for name, test := range map[string]struct {
		change  func(*Sample) bool
		verdict Verdict
		reason  string
		rounds  int
	}{
		"equals":           {nil, VerdictSame, "", 6},
		"half as fast":     {set(seven, 0, func(s *Sample) { s.RPS /= 2 }), VerdictSlower, "", 6},
		"twice as fast":    {set(seven, 0, func(s *Sample) { s.RPS *= 2 }), VerdictFaster, "", 6},
		"one round failed": {set(seven, 2, status(StatusFailed, "it died")), VerdictInvalid, "failed: round 2 of 6: it died", 0},
		"a baseline invalid": {set(six, 3, status(StatusInvalid, "client-bound")), VerdictInvalid,
			"the baseline is invalid: round 3 of 6: client-bound", 0},
		"never measured":              {set(seven, 0, lost), VerdictInvalid, "missing", 0},
		"a baseline missing":          {set(six, 0, lost), VerdictInvalid, "the baseline is missing", 0},
		"a round missing":             {set(seven, 2, lost), VerdictSame, "", 5},
		"no rate":                     {set(seven, 1, rate(0)), VerdictInvalid, "rps is 0 in round 1, which is no number to compare", 0},
		"a rate that is none":         {set(six, 4, rate(math.Inf(1))), VerdictInvalid, "the baseline is invalid: round 4 of 6: its rate is no number: +Inf", 0},
		"a rate that is not a number": {set(seven, 4, rate(math.NaN())), VerdictInvalid, "invalid: round 4 of 6: its rate is no number: NaN", 0},
		"rounds apart": {func(s *Sample) bool {
			return s.Test != "SET" || s.Cell == seven && s.Round < 3 || s.Cell != seven && s.Round > 2
		}, VerdictInvalid, "no round has both", 0},
		"four rounds in common": {func(s *Sample) bool {
			return s.Test != "SET" || s.Cell == seven && s.Round < 6 || s.Cell != seven && s.Round > 1
		}, VerdictInconclusive, "fewer than 5 rounds cannot tell a difference from noise", 4},
	} {
		t.Run(name, func(t *testing.T) {
			run := compared(t, 6, test.change)
			got, ok := run.Compare(run.Gate(), run.Judging()).Find(seven, "SET", MetricRPS)
			if !ok || got.Verdict != test.verdict || got.Reason != test.reason || got.Verdict != VerdictInvalid && got.Rounds != test.rounds {
				t.Errorf("%v %+v", ok, got)
			}
			if got.Baseline != six || got.Control {
				t.Errorf("compared with %q", got.Baseline)
			}
		})
	}
}

// TestCompareLeavesOutWhatCannotBe compares no test that a server cannot do, and
// one whose metric was never recorded is no pass.
func TestCompareLeavesOutWhatCannotBe(t *testing.T) {
	for server, want := range map[string][]string{
		seven: {six + controlSuffix + " GET", six + controlSuffix + " SET", seven + " GET"},
		six:   {six + controlSuffix + " GET", seven + " GET"},
	} {
		run := compared(t, 3, nil)
		for i, cell := range run.Plan.Cells {
			if cell.ID == server || server == six && cell.Control {
				run.Plan.Cells[i].NA = map[string]string{"SET": "needs Redis 99"}
			}
		}
		samples := run.Results
		run.Results = run.Plan.Results()
		for i, result := range samples {
			if run.Results[i].Status != StatusNA {
				run.Results[i] = result
			}
		}
		got := map[string]bool{}
		for _, d := range run.Compare([]string{MetricRPS}, Judging{}).Differences {
			got[d.Cell+" "+d.Test] = true
		}
		names := map[string]bool{}
		for _, name := range want {
			names[name] = true
		}
		if diff := cmp.Diff(names, got); diff != "" {
			t.Errorf("%s cannot (-want +got):\n%s", server, diff)
		}
	}
	run := compared(t, 3, nil)
	d, _ := run.Compare([]string{MetricServerCPU}, Judging{}).Find(seven, "SET", MetricServerCPU)
	if d.Verdict != VerdictInvalid || d.Reason != "server_cpu was not recorded" {
		t.Errorf("%+v", d)
	}
}

func TestComparisonSumsUp(t *testing.T) {
	c := Comparison{Differences: []Difference{
		{Cell: "a", Metric: MetricRPS, Verdict: VerdictSlower, Detectable: 0.05},
		{Cell: "b", Metric: MetricRPS, Verdict: VerdictSame, Detectable: 0.07},
		{Cell: "c", Metric: MetricRPS, Verdict: VerdictInvalid, Detectable: 9},
		{Cell: "d", Metric: MetricP99, Verdict: VerdictSame, Detectable: 0.5},
		{Cell: "x", Metric: MetricRPS, Verdict: VerdictSame, Control: true, Change: -0.02},
		{Cell: "y", Metric: MetricRPS, Verdict: VerdictInconclusive, Control: true, Change: 0.01},
		{Cell: "z", Metric: MetricRPS, Verdict: VerdictInvalid, Control: true, Change: 0.9},
	}}
	spread, known := c.Spread(MetricRPS)
	if _, other := c.Spread(MetricP99); spread != 0.02 || !known || other {
		t.Errorf("spread %v %v, of another metric %v", spread, known, other)
	}
	if got := c.Detectable(MetricRPS); math.Abs(got-0.06) > 1e-12 {
		t.Errorf("detectable %v", got)
	}
	if got := c.Detectable(MetricP50); !math.IsNaN(got) {
		t.Errorf("detectable %v of nothing", got)
	}
	counts := map[Verdict]int{}
	for _, v := range []Verdict{VerdictFaster, VerdictSlower, VerdictSame, VerdictInconclusive, VerdictInvalid} {
		counts[v] = c.Count(v)
	}
	want := map[Verdict]int{VerdictFaster: 0, VerdictSlower: 1, VerdictSame: 2, VerdictInconclusive: 0, VerdictInvalid: 1}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if _, ok := c.Find("a", "SET", MetricRPS); ok {
		t.Error("found what is not there")
	}
}

package render

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// withTrials is a run of SET and of all trials under two AOF modes.
func withTrials() *matrix.Run {
	run := fixture{
		axes: []matrix.Axis{
			{Name: "version", Values: []string{"7.0"}},
			{Name: "appendonly", Values: []string{"no", "always"}},
		},
		tests:  append([]string{"SET"}, matrix.TrialNames()...),
		rounds: 3,
	}.run()
	for i := range run.Results {
		result := &run.Results[i]
		for j := range result.Samples {
			if result.Test != "SET" {
				result.Samples[j] = trialSample(result.Samples[j], int64(i+1))
			}
		}
	}
	return run
}

// trialSample is a sample of a trial whose figures grow with its round and a
// factor.
func trialSample(s matrix.Sample, factor int64) matrix.Sample {
	n := factor * int64(s.Round)
	trial := &matrix.Trial{Restart: time.Duration(n) * time.Millisecond}
	if s.Test != matrix.TestRestart {
		trial = &matrix.Trial{Crashes: []matrix.Crash{{Lost: 0}, {Lost: n, LostTime: time.Duration(n) * time.Second}}}
	}
	return matrix.Sample{Cell: s.Cell, Test: s.Test, Round: s.Round, Status: matrix.StatusOK, Trial: trial}
}

// TestDefaultTablesOfTrials gives what trials tell tables of their own.
func TestDefaultTablesOfTrials(t *testing.T) {
	report := reportOf(t, withTrials())
	type shape struct {
		Title string
		Rows  []string
		First []string
	}
	var got []shape
	for _, table := range report.Tables {
		s := shape{Title: table.Title}
		for _, row := range table.Rows {
			if row.Fact {
				continue
			}
			s.Rows = append(s.Rows, row.Label)
			s.First = append(s.First, row.Cells[0].Number())
		}
		got = append(got, s)
	}
	crashes := []string{matrix.TestCrash, matrix.TestPowerLoss}
	want := []shape{
		{"Requests per second", []string{"SET"}, got[0].First},
		{"Restart, ms", []string{matrix.TestRestart}, []string{"4.00"}},
		{"Confirmed writes lost, writes", crashes, []string{"3", "4"}},
		{"Confirmed writes lost in the worst case, writes", crashes, []string{"9", "12"}},
		{"Work lost in the worst case, s", crashes, []string{"9", "12"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTrialsHaveNoRate shows why a number is not there, rather than a zero.
func TestTrialsHaveNoRate(t *testing.T) {
	run := withTrials()
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{
		{Rows: "test", Columns: "appendonly"}, {Rows: "test", Columns: "appendonly", Metric: matrix.MetricLost},
		{Rows: "test", Columns: "appendonly", Metric: matrix.MetricRestart},
	}
	report := reportOf(t, run)
	none := "n/a: not told of a test that ends its server"
	for i, want := range []map[string]string{
		{"RESTART": none, "CRASH": none},
		{"SET": "n/a: told only of CRASH and POWER_LOSS", "RESTART": "n/a: told only of CRASH and POWER_LOSS"},
		{"SET": "n/a: told only of RESTART", "CRASH": "n/a: told only of RESTART"},
	} {
		for test, note := range want {
			cell, notes := cellAt(t, report.Tables[i], test, "appendonly no")
			if cell.Value != nil || len(notes) != 1 || notes[0] != note {
				t.Errorf("table %d, %s: %+v, %q, want %q", i+1, test, cell, notes, note)
			}
		}
	}
}

// TestCountsAreNotJudged leaves what may be 0 without a verdict.
func TestCountsAreNotJudged(t *testing.T) {
	run := withTrials()
	run.Plan.Spec.Baseline = matrix.Selector{"appendonly": {"no"}}
	for i := range run.Plan.Cells {
		run.Plan.Cells[i].Baseline = run.Plan.Cells[i].Value("appendonly") == "no"
	}
	for _, table := range reportOf(t, run).Tables {
		judged := false
		for _, row := range table.Rows {
			for _, cell := range row.Cells {
				judged = judged || cell.Difference != nil
			}
		}
		if want := table.Title == "Requests per second" || table.Title == "Restart, ms"; judged != want {
			t.Errorf("%s: judged is %t", table.Title, judged)
		}
	}
}

// TestCountsHaveNoSpread shows none of counts, in any format.
func TestCountsHaveNoSpread(t *testing.T) {
	run := withTrials()
	for i := range run.Results {
		if run.Results[i].Test == matrix.TestCrash {
			run.Results[i].Samples[0].Trial.Crashes = []matrix.Crash{{Lost: 40}}
		}
	}
	for _, table := range reportOf(t, run).Tables {
		counts := strings.HasPrefix(table.Title, "Confirmed") || strings.HasPrefix(table.Title, "Work")
		for _, row := range table.Rows {
			for _, cell := range row.Cells {
				if cell.Value != nil && !row.Fact && (cell.Spreads() == counts || (cell.Beside() == "") != counts) {
					t.Errorf("%s, %s: %q", table.Title, row.Label, cell.Beside())
				}
			}
		}
	}
}

func TestLoadOfTrials(t *testing.T) {
	run := withTrials()
	for i := range run.Plan.Cells {
		run.Plan.Cells[i].Load.Cache, run.Plan.Cells[i].Load.Rewrite = matrix.CacheCold, true
	}
	for i, table := range reportOf(t, run).Tables {
		for _, phrase := range []string{"cold page cache", "AOF rewritten"} {
			mustSay := i > 0
			if says := strings.Contains(table.Constant, phrase); says != mustSay {
				t.Errorf("%s: %q", table.Title, table.Constant)
			}
		}
	}
}

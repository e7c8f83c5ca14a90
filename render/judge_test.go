package render

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestVerdicts holds what stands behind a number, and the notes on it, in every
// case.
func TestVerdicts(t *testing.T) {
	report := reportOf(t, judgedRun())
	type said struct {
		Number, Beside, Mark string
		Verdict              matrix.Verdict
		Notes                []string
	}
	const noBaseline = "not compared: the baseline is failed; see its own note"
	for _, test := range []struct {
		table     int
		row, head string
		want      said
	}{
		{0, "SET", "redis 7.0.15", said{"62,564", "-8.8 %", "▼", matrix.VerdictSlower, nil}},
		{0, "GET", "redis 7.0.15", said{"33,920", "+24.9 %", "▲", matrix.VerdictFaster, nil}},
		{0, "GET", "redis 8.0.2", said{"27,188", "", "~", matrix.VerdictSame, nil}},
		{0, "LRANGE_600", "redis 8.0.2", said{"7,841", "", "?", matrix.VerdictInconclusive, []string{
			"inconclusive after 5 rounds: somewhere between -4 % and +6 %; about 9 rounds may tell (--rounds 9)"}}},
		{0, "MSET", "redis 7.0.15", said{"5,044", "±1 %", "!", matrix.VerdictInvalid, []string{noBaseline}}},
		{0, "ZPOPMIN", "redis 7.0.15", said{"13,436", "±0 %", "", "", []string{"not compared: the baseline is n/a"}}},
		{0, "SET", "redis 6.0.16", said{"68,568", "±1 %", "", "", nil}},
		{0, "SET", "valkey 8.1.1", said{"invalid", "", "", matrix.VerdictInvalid, []string{"invalid: all 5 rounds: throttled for 12 ms"}}},
		{1, "SET", "redis 7.0.15", said{"1.92", "+9.7 %", "▼", matrix.VerdictSlower, nil}},
		{1, "GET", "redis 7.0.15", said{"3.54", "-20.0 %", "▲", matrix.VerdictFaster, nil}},
	} {
		cell, notes := cellAt(t, report.Tables[test.table], test.row, test.head)
		got := said{cell.Number(), cell.Beside(), cell.Mark, "", notes}
		if cell.Difference != nil {
			got.Verdict = cell.Difference.Verdict
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("table %d, %s of %s (-want +got):\n%s", test.table, test.row, test.head, diff)
		}
	}
}

// TestEvidence says below each table what its verdicts rest on.
func TestEvidence(t *testing.T) {
	noControl, voidControl, partly, single := versionByAOF(), judgedRun(), judgedRun(), versionByAOF()
	anew(partly, only("version=6.0 control", "GET", fault(matrix.StatusInvalid, "swap", "add memory")))
	anew(voidControl, func(s *matrix.Sample) bool {
		return !strings.HasSuffix(s.Cell, "control") || fault(matrix.StatusInvalid, "swap", "")(s)
	})
	single.rounds, single.baseline["appendonly"] = 1, []string{"no"}
	for _, test := range []struct {
		name  string
		run   *matrix.Run
		table int
		want  string
	}{
		{"a control", judgedRun(), 0, "A/A control ±0.3 % · could have detected 6.3 % · mean over 3 of 5 tests: those valid in all columns"},
		{"the baseline elsewhere", judgedRun(), 2, "compared with version 6.0 · A/A control ±0.3 % · could have detected 6.3 %"},
		{"no control", noControl.run(), 0, "no A/A control · could have detected 5 %"},
		{"no control to be trusted", voidControl, 2,
			"compared with version 6.0 · A/A control not to be trusted: invalid: all 5 rounds: swap · could have detected 6.3 %"},
		{"a control to be trusted in part", partly, 2,
			"compared with version 6.0 · A/A control ±0.3 %, not to be trusted in GET: invalid: all 5 rounds: swap · could have detected 6.3 %"},
		{"one round", single.run(), 1, "compared with appendonly no, version 6.0 · no A/A control"},
		{"no baseline", latencies(), 0, ""},
	} {
		if diff := cmp.Diff(test.want, reportOf(t, test.run).Tables[test.table].Evidence); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestFaultsOfTheControl are told with their remedies, since the control has no
// row to tell them.
func TestFaultsOfTheControl(t *testing.T) {
	run := judgedRun()
	for _, change := range []func(*matrix.Sample) bool{
		only("version=6.0 control", "GET", fault(matrix.StatusInvalid, "swap", "add memory")),
		only("version=6.0 control", "SET", fault(matrix.StatusInvalid, "swap", "add memory")),
		only("version=6.0 control", "MSET", never),
	} {
		anew(run, change)
	}
	want := []Note{
		{Text: "A/A control, the baseline measured a second time: SET, GET: invalid: all 5 rounds: swap", Remedy: "add memory"},
		{Text: "A/A control, the baseline measured a second time: MSET: missing: not measured, although the run is complete"},
	}
	if diff := cmp.Diff(want, reportOf(t, run).Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	run.State = matrix.StateInterrupted
	if diff := cmp.Diff(want[:1], reportOf(t, run).Notes); diff != "" {
		t.Errorf("interrupted (-want +got):\n%s", diff)
	}
}

// TestDoubtsShareNotes has one note for what is inconclusive for the same
// reason, with the most rounds that any of it needs.
func TestDoubtsShareNotes(t *testing.T) {
	doubtful := func(reason, remedy string, rounds, needed int) matrix.Difference {
		return matrix.Difference{Verdict: matrix.VerdictInconclusive, Reason: reason, Remedy: remedy, Rounds: rounds, Needed: needed}
	}
	differences := []matrix.Difference{
		doubtful("between 1 and 2", "about 12 rounds", 5, 12), doubtful("between 1 and 3", "about 9 rounds", 4, 9),
		doubtful("the control does it too", "a quieter machine", 5, 0), doubtful("the control does it too", "a quieter machine", 5, 0),
		doubtful("between 0 and 9", "longer", 5, 0), doubtful("between 0 and 8", "longer", 5, 0), doubtful("a single round", "--rounds 5", 1, 0),
	}
	doubts := doubtsOf(append(differences, matrix.Difference{Verdict: matrix.VerdictSame}))
	var got []string
	for _, d := range differences {
		got = append(got, doubts[kindOf(d)].note().String())
	}
	want := []string{
		"inconclusive after 4 to 5 rounds; about 9 to 12 rounds may tell (--rounds 12)",
		"inconclusive after 5 rounds: the control does it too; a quieter machine",
		"inconclusive after 5 rounds; longer",
		"inconclusive after 1 round: a single round; --rounds 5",
	}
	if diff := cmp.Diff(want, unique(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFamilies judges the gate's metrics as the run itself does, whatever tables
// there are, and every other metric on its own.
func TestFamilies(t *testing.T) {
	run := judgedRun()
	s := newSource(run)
	for _, test := range []struct {
		metric string
		family []string
	}{
		{matrix.MetricP99, []string{matrix.MetricRPS, matrix.MetricP99}},
		{matrix.MetricP50, []string{matrix.MetricP50}},
		{matrix.MetricRPS, []string{matrix.MetricRPS, matrix.MetricP99}},
	} {
		if diff := cmp.Diff(run.Compare(test.family, run.Judging()), s.judged(test.metric).family); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.metric, diff)
		}
	}
}

// TestUncompared says of a number why it has no verdict.
func TestUncompared(t *testing.T) {
	f := versionByAOF()
	f.tests, f.axes[1].Values = []string{"SET", "GET"}, []string{"no", "always"}
	f.exclude = func(c matrix.Cell) bool { return c.Value("version") == "6.0" && c.Value("appendonly") == "always" }
	table := reportOf(t, f.run()).Tables[1]
	want := []string{"not compared: the plan has no baseline for it; have the spec's baseline select one"}
	if diff := cmp.Diff(want, notesOn(table, "redis 7.0.15")); diff != "" || table.Evidence != "" {
		t.Errorf("evidence %q, notes (-want +got):\n%s", table.Evidence, diff)
	}
}

func TestChangePhrase(t *testing.T) {
	for change, want := range map[float64]string{
		-0.0864: "-8.6 %", 0.029: "+2.9 %", 1.04: "+104 %", 0.9996: "+100 %", -0.99: "-99.0 %", 12.34: "+1,234 %", 0: "+0.0 %",
	} {
		if got := changePhrase(change); got != want {
			t.Errorf("%v: got %q, want %q", change, got, want)
		}
	}
	for fraction, want := range map[float64]string{0.05: "5 %", 0.0141: "1.4 %", 0.143: "14 %", 0.0996: "10 %", 0: "0 %", 6.39: "639 %"} {
		if got := inPercent(fraction); got != want {
			t.Errorf("%v: got %q, want %q", fraction, got, want)
		}
	}
}

// TestCSVOfVerdicts leaves empty what is not compared, and ends that an interval
// does not have.
func TestCSVOfVerdicts(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		name string
		d    *matrix.Difference
		want []string
	}{
		{"nothing", nil, []string{"", "", "", "", ""}},
		{"invalid", &matrix.Difference{Verdict: matrix.VerdictInvalid}, []string{"", "", "", "", "invalid"}},
		{"a change", &matrix.Difference{Change: -0.08, Low: -0.1, High: -0.06, P: 0.001, Verdict: matrix.VerdictSlower},
			[]string{"-0.08", "-0.1", "-0.06", "0.001", "slower"}},
		{"one round", &matrix.Difference{Change: 0.5, Low: -1, High: inf, P: 1, Detectable: inf, Verdict: matrix.VerdictInconclusive},
			[]string{"0.5", "", "", "1", "inconclusive"}},
	} {
		value := 1.0
		report := Report{Axes: []string{"a"}, Tables: []Table{{Columns: []Column{{}},
			Rows: []Row{{Cells: []Cell{{Value: &value, Status: matrix.StatusOK, At: &Place{}, Difference: test.d}}}}}}}
		rows := strings.Split(strings.TrimSpace(written(t, "csv", report, Options{})), "\r\n")
		fields := strings.Split(rows[1], ",")
		if diff := cmp.Diff(test.want, fields[len(fields)-5:]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if text := written(t, "json", report, Options{}); strings.Contains(text, "Inf") {
			t.Errorf("%s: json %s", test.name, text)
		}
	}
}

// TestEndedEarly says how many rounds a run has that was decided before its last
// one, and misses none beyond.
func TestEndedEarly(t *testing.T) {
	run := judgedRun()
	run.Plan.Spec.Rounds, run.Plan.Spec.LeastRounds = 20, 5
	if err := run.Stop(matrix.Stop{Round: 5, Reason: matrix.StopDecided}); err != nil {
		t.Fatal(err)
	}
	report := reportOf(t, run)
	facts := map[string]string{}
	for _, fact := range report.Facts {
		facts[fact.Name] = fact.Value
	}
	got := []string{report.Title, report.Tables[0].Constant, facts["spec"], facts["rounds"]}
	want := []string{"quickstart", "appendonly no · 50 clients · 3-byte values · 5 rounds of 1 s",
		"quickstart · sha256 9f86d081884c · 5..20 rounds · seed 1", run.Ending()}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, notes := cellAt(t, report.Tables[0], "GET", "redis 7.0.15"); len(notes) > 0 {
		t.Errorf("notes %q", notes)
	}
}

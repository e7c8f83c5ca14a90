package render

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// rowsOf reads a run's CSV: per row, its fields by their heads.
func rowsOf(t *testing.T, run *matrix.Run) (heads []string, rows []map[string]string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(written(t, "csv", reportOf(t, run), Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for j, field := range record {
			row[records[0][j]] = field
		}
		rows = append(rows, row)
	}
	return records[0], rows
}

// TestCSVHasEachNumberOnce reads every result back, in full precision, however
// many tables show it.
func TestCSVHasEachNumberOnce(t *testing.T) {
	f := versionByAOF()
	f.axes = append(f.axes, matrix.Axis{Name: "config.io-threads", Values: []string{"1", "4"}})
	f.report = []matrix.TableSpec{
		{Rows: "test", Columns: "version"}, {Rows: "test", Columns: "appendonly"}, {Rows: "version", Columns: "config.io-threads"},
		{Rows: "test", Columns: "version", Metric: matrix.MetricP99},
	}
	run := f.run()
	heads, rows := rowsOf(t, run)
	want := []string{"version", "appendonly", "config.io-threads",
		"server", "test", "metric", "unit", "value", "spread", "rounds", "status", "note", "baseline", "change", "low", "high", "p", "verdict"}
	if diff := cmp.Diff(want, heads); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	type key struct{ cell, test, metric string }
	got := map[key][2]float64{}
	for _, row := range rows {
		cell := "version=" + row["version"] + " appendonly=" + row["appendonly"] + " config.io-threads=" + row["config.io-threads"]
		at := key{cell, row["test"], row["metric"]}
		if _, twice := got[at]; twice {
			t.Errorf("%v stands there twice", at)
		}
		got[at] = [2]float64{number(t, row["value"]), number(t, row["spread"])}
	}
	measured := map[key][2]float64{}
	for _, result := range run.Results {
		for _, metric := range []string{matrix.MetricRPS, matrix.MetricP99} {
			value, _ := result.Median(metric)
			measured[key{result.Cell, result.Test, metric}] = [2]float64{value, result.Spread(metric)}
		}
	}
	if diff := cmp.Diff(measured, got); diff != "" {
		t.Errorf("numbers (-run +csv):\n%s", diff)
	}
}

// TestCSVSaysWhatThereIsNoNumberFor holds rows of every status.
func TestCSVSaysWhatThereIsNoNumberFor(t *testing.T) {
	row := func(test, value, spread, rounds, status, note string) map[string]string {
		return map[string]string{"version": "7.0", "server": "redis 7.0.15", "test": test, "metric": "rps", "unit": "requests/s",
			"value": value, "spread": spread, "rounds": rounds, "status": status, "note": note, "baseline": "true",
			"change": "", "low": "", "high": "", "p": "", "verdict": ""}
	}
	const cell = "version=7.0"
	f := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0"}}}, rounds: 2,
		tests: []string{"SET", "GET", "INCR", "MSET", "HSET", "ZPOPMIN"}, baseline: matrix.Selector{"version": {"7.0"}}}
	run := f.run()
	forbid(run, "7.0", "ZPOPMIN", "needs Redis 99")
	for _, change := range []func(*matrix.Sample) bool{
		only(cell, "GET", until(1)), only(cell, "INCR", never),
		only(cell, "MSET", fault(matrix.StatusFailed, "=1+1", "+do", 1)), only(cell, "HSET", fault(matrix.StatusInvalid, "swap", "")),
	} {
		anew(run, change)
	}
	info := run.Servers[cell]
	info.Warnings = []matrix.Note{{Text: "published port", Remedy: "use host networking"}}
	run.Servers[cell], run.Servers["another"] = info, matrix.ServerInfo{}
	_, got := rowsOf(t, run)
	const port = "published port; use host networking"
	want := []map[string]string{
		row("SET", "138950", "0.00251889", "2", "ok", port),
		row("GET", "68600", "", "1", "ok", "only 1 of 2 rounds measured | "+port),
		row("INCR", "", "", "", "missing", "missing: not measured, although the run is complete | "+port),
		row("MSET", "", "", "", "failed", "failed: round 1 of 2: =1+1; +do | "+port),
		row("HSET", "", "", "", "invalid", "invalid: all 2 rounds: swap | "+port),
		row("ZPOPMIN", "", "", "", "n/a", "n/a: needs Redis 99 | "+port),
	}
	for i := range want {
		want[i]["value"], got[i]["value"] = rounded(want[i]["value"]), rounded(got[i]["value"])
		want[i]["spread"], got[i]["spread"] = rounded(want[i]["spread"]), rounded(got[i]["spread"])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCSVHasTheVerdicts reads every difference back, once.
func TestCSVHasTheVerdicts(t *testing.T) {
	run := judgedRun()
	run.Plan.Spec.Report.Tables = run.Plan.Spec.Report.Tables[:2]
	_, rows := rowsOf(t, run)
	got := map[string][]string{}
	for _, row := range rows {
		if row["verdict"] != "" {
			got["version="+row["version"]+" "+row["test"]+" "+row["metric"]] = []string{row["change"], row["low"], row["high"], row["p"], row["verdict"]}
		}
	}
	want := map[string][]string{}
	for _, d := range run.Compare(run.Gate(), run.Judging()).Differences {
		if !d.Control {
			want[d.Cell+" "+d.Test+" "+d.Metric] = compared(&d)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-run +csv):\n%s", diff)
	}
}

// rounded is a number in six digits.
func rounded(text string) string {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(value, 'g', 6, 64)
}

// TestCSVLeavesOutWhatIsNotPlanned has no rows for excluded cells, and no server
// where none ran.
func TestCSVLeavesOutWhatIsNotPlanned(t *testing.T) {
	f := versionByAOF()
	f.tests = []string{"SET"}
	f.exclude = func(c matrix.Cell) bool { return c.Value("version") != "8.0" && c.Value("appendonly") != "no" }
	run := f.run()
	delete(run.Servers, "version=7.0 appendonly=no")
	_, rows := rowsOf(t, run)
	var got []string
	for _, row := range rows {
		got = append(got, row["version"]+" "+row["appendonly"]+" "+row["server"]+" "+row["baseline"])
	}
	want := []string{"6.0 no redis 6.0.16 true", "7.0 no  false", "8.0 no redis 8.0.2 false", "valkey-8.1 no valkey 8.1.1 false",
		"8.0 everysec redis 8.0.2 false", "8.0 always redis 8.0.2 false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCSVQuotesFormulas from the spec as from everywhere else.
func TestCSVQuotesFormulas(t *testing.T) {
	f := fixture{axes: []matrix.Axis{{Name: "=axis", Values: []string{"=1+1"}}, {Name: "version", Values: []string{"@7"}}},
		tests: []string{"+SET"}, rounds: 1}
	heads, rows := rowsOf(t, f.run())
	want := map[string]string{"'=axis": "'=1+1", "version": "'@7", "server": "redis @7.9", "test": "'+SET", "metric": "rps",
		"unit": "requests/s", "value": "138600", "spread": "", "rounds": "1", "status": "ok", "note": "", "baseline": "false",
		"change": "", "low": "", "high": "", "p": "", "verdict": ""}
	rows[0]["value"] = rounded(rows[0]["value"])
	if diff := cmp.Diff([]map[string]string{want}, rows); diff != "" {
		t.Errorf("heads %q (-want +got):\n%s", heads, diff)
	}
}

// TestCSVOfTables writes tables of no run as they are.
func TestCSVOfTables(t *testing.T) {
	third := 1.0 / 3
	words := Table{Title: "a", Corner: "name", Columns: []Column{{Head: "n", Sub: "s"}, {Head: "what", Text: true}}, Rows: []Row{
		{Label: "x", Cells: []Cell{{Value: &third, Digits: 1, Mark: "▲"}, {Text: "=y"}}},
		{Label: "size", Unit: "MB", Cells: []Cell{{Text: none}}},
	}}
	noted := words
	noted.Rows, noted.Notes = []Row{{Label: "z", Cells: []Cell{{Text: "n/a", Notes: []int{1}}, {Text: "n/a", Notes: []int{1}}}}},
		[]Note{{Text: "on all"}, {Text: "why", Remedy: "do"}}
	for name, test := range map[string]struct {
		report Report
		want   []string
	}{
		"tables": {Report{Title: "T", Facts: []Fact{{"f", "v"}}, Tables: []Table{words, {Title: "none"}, noted}}, []string{
			"name,n,what", "x,0.3333333333333333,'=y", "\"size, MB\",–,", "",
			"name,n,what,note", "z,n/a,n/a,why; do", ",,,on all",
		}},
		"notes alone": {Report{Tables: []Table{{Corner: "test", Notes: []Note{{Text: "no cell"}}}}}, []string{"test,note", ",no cell"}},
		"facts alone": {Report{Title: "T", Facts: []Fact{{"version", "-1"}}}, []string{"name,value", "version,'-1"}},
		"nothing":     {Report{}, []string{"name,value"}},
	} {
		want := strings.Join(test.want, "\r\n") + "\r\n"
		if diff := cmp.Diff(want, written(t, "csv", test.report, Options{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestPlaces stand in JSON and survive what makes a number none.
func TestPlaces(t *testing.T) {
	report := reportOf(t, single())
	want := &Place{Coordinates: []matrix.Coordinate{{Axis: "version", Value: "7.0"}}, Server: "redis 7.0.15", Test: "SET", Metric: "rps"}
	cell := &report.Tables[0].Rows[1].Cells[0]
	if diff := cmp.Diff(want, cell.At); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	nan := number(t, "NaN")
	cell.Value = &nan
	if diff := cmp.Diff(want, report.Clean().Tables[0].Rows[1].Cells[0].At); diff != "" {
		t.Errorf("without a number (-want +got):\n%s", diff)
	}
	cell.At.Coordinates[0].Value = "\x1b"
	if got := report.Clean().Tables[0].Rows[1].Cells[0].At.Coordinates[0].Value; got != `\x1b` || cell.At.Coordinates[0].Value != "\x1b" {
		t.Errorf("got %q", got)
	}
}

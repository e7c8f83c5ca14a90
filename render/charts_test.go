package render

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

// rated gives samples a rate, or takes their number away where it is 0.
func rated(rate func(matrix.Sample) float64) func(*matrix.Sample) bool {
	return func(s *matrix.Sample) bool {
		s.RPS = rate(*s)
		return s.RPS != 0
	}
}

func chartsOf(t testing.TB, run *matrix.Run) ([]Chart, []logged) {
	t.Helper()
	s, tables, err := pivot(run)
	if err != nil {
		t.Fatal(err)
	}
	return s.charts(tables)
}

func differs(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateComparable(logged{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBars draws tests as bars, with the least and the greatest of the rounds, and
// gaps where there are no numbers.
func TestBars(t *testing.T) {
	run := small(3)
	anew(run, rated(func(s matrix.Sample) float64 {
		if s.Cell == "version=7.0" && s.Test == "GET" {
			return 0
		}
		return float64(100*len(s.Test) + s.Round)
	}))
	nan := math.NaN()
	want := []Chart{{
		Kind: ChartBars, Title: "Requests per second", Constant: "appendonly no · 50 clients · 3-byte values · 3 rounds of 1 s",
		Unit: "requests/s", Axis: "test", Labels: []string{"SET", "GET"}, Series: []Series{
			{Name: "redis 6.0.16 (baseline)", Values: []float64{302, 302}, Low: []float64{301, 301}, High: []float64{303, 303}},
			{Name: "redis 7.0.15", Values: []float64{302, nan}, Low: []float64{301, nan}, High: []float64{303, nan}},
		},
	}}
	got, undrawn := chartsOf(t, run)
	differs(t, want, got)
	if len(undrawn) > 0 {
		t.Errorf("not drawn: %v", undrawn)
	}
}

// TestLines draws values over an axis of numbers, in its order and not the
// spec's. One round has neither least nor greatest.
func TestLines(t *testing.T) {
	run := fixture{
		axes:  []matrix.Axis{{Name: "value_size", Values: []string{"1KiB", "3", "100KiB"}}, {Name: "version", Values: []string{"7.0", "8.0"}}},
		tests: []string{"SET"}, rounds: 1, report: []matrix.TableSpec{{Rows: "value_size", Columns: "version"}},
	}.run()
	rates := map[string]float64{"1KiB": 5000, "3": 10_000, "100KiB": 200}
	anew(run, rated(func(s matrix.Sample) float64 {
		for _, cell := range run.Plan.Cells {
			if cell.ID == s.Cell && cell.Value("version") == "7.0" {
				return rates[cell.Value("value_size")]
			}
		}
		return 0
	}))
	want := []Chart{{
		Kind: ChartLines, Title: "Requests per second", Constant: "appendonly no · 50 clients · SET · 1 round of 1 s",
		Unit: "requests/s", Axis: "value_size, bytes", Labels: []string{"3", "1KiB", "100KiB"}, Positions: []float64{3, 1024, 102_400},
		LogX: true, LogY: true, Series: []Series{{Name: "redis 7.0.15", Values: []float64{10_000, 5000, 200}}},
	}}
	got, _ := chartsOf(t, run)
	differs(t, want, got)
}

// TestChartsOfTables draws the tables in their order, and leaves out those
// without two numbers.
func TestChartsOfTables(t *testing.T) {
	f := versionByAOF()
	f.report = []matrix.TableSpec{
		{Rows: "test", Columns: "version", Where: matrix.Selector{"appendonly": {"no"}}},
		{Rows: "test", Columns: "version", Where: matrix.Selector{"test": {"SET"}, "version": {"6.0"}, "appendonly": {"no"}}},
		{Rows: "test", Columns: "version", Where: matrix.Selector{"appendonly": {"never"}}},
		{Rows: "appendonly", Columns: "version", Metric: "p99", Where: matrix.Selector{"test": {"SET"}}},
	}
	charts, undrawn := chartsOf(t, f.run())
	var got [][]any
	for _, c := range charts {
		got = append(got, []any{c.Kind, c.Table, c.Axis, c.Unit, len(c.Labels), len(c.Series)})
	}
	differs(t, [][]any{{ChartBars, 0, "test", "requests/s", 6, 4}, {ChartBars, 3, "appendonly", "ms", 3, 4}}, got)
	if len(undrawn) > 0 {
		t.Errorf("not drawn: %v", undrawn)
	}
}

// TestChartsAreSplit has no more series and labels in a chart than can be read.
func TestChartsAreSplit(t *testing.T) {
	charts, undrawn := chartsOf(t, many(9, 50, 2))
	var got []string
	for _, c := range charts {
		for _, s := range c.Series {
			if len(s.Values) != len(c.Labels) || len(s.Low) != len(c.Labels) || len(s.High) != len(c.Labels) {
				t.Errorf("%s: %d values, from %d to %d, for %d labels", c.Title, len(s.Values), len(s.Low), len(s.High), len(c.Labels))
			}
		}
		got = append(got, fmt.Sprintf("%s: %s to %s, %s to %s", c.Title,
			c.Labels[0], c.Labels[len(c.Labels)-1], c.Series[0].Name, c.Series[len(c.Series)-1].Name))
	}
	differs(t, []string{
		"Requests per second · part 1 of 4: T0 to T24, redis v0.9 (baseline) to redis v4.9",
		"Requests per second · part 2 of 4: T25 to T49, redis v0.9 (baseline) to redis v4.9",
		"Requests per second · part 3 of 4: T0 to T24, redis v5.9 to redis v8.9",
		"Requests per second · part 4 of 4: T25 to T49, redis v5.9 to redis v8.9",
	}, got)
	if len(undrawn) > 0 {
		t.Errorf("not drawn: %v", undrawn)
	}
}

// TestChartsAreFew leaves out the charts of a report's last tables where there are
// too many to be looked at.
func TestChartsAreFew(t *testing.T) {
	f := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"6.0", "7.0"}}, {Name: "clients"}}, tests: []string{"SET", "GET"}, rounds: 1}
	for i := range mostCharts + 2 {
		f.axes[1].Values = append(f.axes[1].Values, fmt.Sprint(i+1))
	}
	charts, undrawn := chartsOf(t, f.run())
	if len(charts) != mostCharts {
		t.Errorf("%d charts", len(charts))
	}
	why := "not drawn: there are 60 charts before it"
	differs(t, []string{"Requests per second · 61 clients: " + why, "Requests per second · 62 clients: " + why},
		mapEach(undrawn, func(l logged) string { return l.where + ": " + l.text }))
}

func TestPosition(t *testing.T) {
	for _, test := range []struct {
		axis, value string
		load        matrix.Load
		want        float64 // 0 for words
	}{
		{"value_size", "3", matrix.Load{}, 3},
		{"value_size", "100KiB", matrix.Load{}, 102_400},
		{"value_size", "10-1000", matrix.Load{}, 0},
		{"value_size", "64:70 1KiB:30", matrix.Load{}, 0},
		{"clients", "50", matrix.Load{}, 50},
		{"pipeline", "16", matrix.Load{}, 16},
		{"keyspace", "a million", matrix.Load{Keyspace: 1_000_000}, 1_000_000},
		{"threads", "two", matrix.Load{Threads: 2}, 2},
		{"pipeline", "four", matrix.Load{Pipeline: 4}, 4},
		{"clients", "few", matrix.Load{Clients: 3}, 3},
		{"rate", "50000", matrix.Load{Rate: 50_000}, 50_000},
		{"rate", "fast", matrix.Load{Rate: 50_000}, 50_000},
		{"rate", "max", matrix.Load{}, 0},
		{"config.io-threads", "4", matrix.Load{}, 4},
		{"config.maxmemory", "0", matrix.Load{}, 0},
		{"config.maxmemory", "10mb", matrix.Load{}, 0},
		{"config.x", "-1", matrix.Load{}, 0},
		{"config.x", "inf", matrix.Load{}, 0},
		{"config.x", "nan", matrix.Load{}, 0},
		{"appendonly", "no", matrix.Load{}, 0},
		{"version", "7", matrix.Load{}, 0},
		{"protocol", "3", matrix.Load{}, 0},
	} {
		cell := matrix.Cell{Coordinates: []matrix.Coordinate{{Axis: test.axis, Value: test.value}}, Load: test.load}
		got, known := position(test.axis, point{cell: &cell})
		if known != (test.want > 0) || known && got != test.want {
			t.Errorf("%s %s lies at %v, %v; want %v", test.axis, test.value, got, known, test.want)
		}
	}
	if _, known := position("test", point{test: "1"}); known {
		t.Error("a test lies on an axis of numbers")
	}
}

// TestAxesOfWords draws bars where a row is no number, and where two rows lie in
// one place.
func TestAxesOfWords(t *testing.T) {
	for _, values := range [][]string{{"100", "max"}, {"1024", "1024"}, {"3"}} {
		f := fixture{axes: []matrix.Axis{{Name: "rate", Values: values}, {Name: "version", Values: []string{"6.0", "7.0"}}},
			tests: []string{"SET"}, rounds: 1, report: []matrix.TableSpec{{Rows: "rate", Columns: "version"}}}
		if charts, _ := chartsOf(t, f.run()); len(charts) != 1 || charts[0].Kind != ChartBars || charts[0].Axis != "rate" {
			t.Errorf("%v: %+v", values, charts)
		}
	}
	for axis, want := range map[string]string{"rate": "offered rate, requests/s", "clients": "clients", "config.io-threads": "io-threads"} {
		if got := axisTitle(axis); got != want {
			t.Errorf("%s stands below as %q, want %q", axis, got, want)
		}
	}
}

func TestLogarithmic(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		values []float64
		want   bool
	}{
		{nil, false}, {[]float64{nan, inf}, false}, {[]float64{1, 49.9}, false}, {[]float64{1, nan, 50}, true},
		{[]float64{0, 50}, false}, {[]float64{-1, 50}, false}, {[]float64{0.001, inf, 0.06}, true},
	} {
		if got := logarithmic(test.values); got != test.want {
			t.Errorf("%v: %v", test.values, got)
		}
	}
}

// TestSparse draws what there is of a run that has hardly a number, and nothing of
// one that has charts.
func TestSparse(t *testing.T) {
	run := small(1)
	d, err := Detail(run)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Sparse(); ok {
		t.Error("a run that has charts has a sparse one")
	}
	anew(run, func(s *matrix.Sample) bool {
		if s.Cell != "version=6.0" || s.Test != "SET" {
			*s = matrix.Sample{Cell: s.Cell, Test: s.Test, Round: 1, Status: matrix.StatusFailed, Reason: "it died"}
		}
		return true
	})
	if d, err = Detail(run); err != nil {
		t.Fatal(err)
	}
	c, ok := d.Sparse()
	if !ok || len(c.Labels) < 2 || len(c.Series) < 2 || len(c.Notes) == 0 || !strings.Contains(c.Notes[0].Text, "it died") {
		t.Fatalf("%t, %+v", ok, c)
	}
	numbers := 0
	for _, series := range c.Series {
		if len(series.Values) != len(c.Labels) {
			t.Errorf("%d values for %d labels", len(series.Values), len(c.Labels))
		}
		for _, v := range series.Values {
			if finite(v) {
				numbers++
			}
		}
	}
	if numbers != 1 {
		t.Errorf("%d numbers", numbers)
	}
	if _, ok := (Dossier{}).Sparse(); ok {
		t.Error("a chart of nothing")
	}
}

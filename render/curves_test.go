package render

import (
	"fmt"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// timed gives every sample of a run ten latencies, from 1 ms in the first round,
// 2 ms in the second.
func timed(t testing.TB, run *matrix.Run) *matrix.Run {
	t.Helper()
	anew(run, func(s *matrix.Sample) bool {
		s.Latency = spread(t, 10, float64(s.Round), float64(s.Round)+9)
		return true
	})
	return run
}

func curvesOf(t testing.TB, run *matrix.Run) ([]Chart, []logged) {
	t.Helper()
	s, tables, err := pivot(run)
	if err != nil {
		t.Fatal(err)
	}
	return s.curves(tables)
}

// inShort are charts by their titles, with the names of their curves.
func inShort(charts []Chart) []string {
	return mapEach(charts, func(c Chart) string {
		return c.Title + ": " + strings.Join(mapEach(c.Series, func(s Series) string { return s.Name }), ", ")
	})
}

// TestCurves draws a chart per test, of all rounds together.
func TestCurves(t *testing.T) {
	run := timed(t, small(2))
	anew(run, only("version=7.0", "SET", fault(matrix.StatusInvalid, "throttled", "")))
	positions := []float64{1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12.5, 15, 20}
	values := []float64{1, 3, 4, 6, 7, 8, 8, 9, 9, 10, 10, 10, 10, 11}
	chart := Chart{
		Kind: ChartPercentiles, Title: "Latency of SET", Constant: "appendonly no · 50 clients · 3-byte values · 2 rounds of 1 s",
		Unit: "ms", Axis: "percentile", Labels: []string{"p50", "p90"}, Positions: []float64{2, 10}, LogX: true, Table: -1,
		Series: []Series{{Name: "redis 6.0.16", Positions: positions, Values: values}},
	}
	other := chart
	other.Title = "Latency of GET"
	other.Series = append(other.Series[:1:1], Series{Name: "redis 7.0.15", Positions: positions, Values: values})
	got, undrawn := curvesOf(t, run)
	for i := range got {
		for j := range got[i].Series {
			for k, v := range got[i].Series[j].Values {
				if got[i].Series[j].Values[k] = float64(int(v + 0.01)); v > 11 {
					t.Errorf("%v ms is longer than any", v)
				}
			}
		}
	}
	differs(t, []Chart{chart, other}, got)
	if len(undrawn) > 0 {
		t.Errorf("not drawn: %v", undrawn)
	}
}

// TestCurvesOfManySetups bundles what one chart has room for: by test, then by
// row, then in parts. What several tables show is drawn once.
func TestCurvesOfManySetups(t *testing.T) {
	versions := []string{"6.0", "7.0", "8.0", "valkey-8.1"}
	for name, test := range map[string]struct {
		f    fixture
		want []string
	}{
		"tests down, in two metrics": {
			fixture{axes: []matrix.Axis{{Name: "version", Values: versions[:2]}}, tests: []string{"SET", "GET"}, rounds: 1, report: []matrix.TableSpec{
				{Rows: "test", Columns: "version"}, {Rows: "test", Columns: "version", Metric: "p99"}, {Rows: "version", Columns: "test"}}},
			[]string{"Latency of SET: redis 6.0.16, redis 7.0.15", "Latency of GET: redis 6.0.16, redis 7.0.15"},
		},
		"few of a test": {
			fixture{axes: []matrix.Axis{{Name: "version", Values: versions[:2]}, {Name: "appendonly", Values: []string{"no", "always"}}},
				tests: []string{"SET"}, rounds: 1, report: []matrix.TableSpec{{Rows: "appendonly", Columns: "version"}}},
			[]string{"Latency of SET: redis 6.0.16 · appendonly no, redis 7.0.15 · appendonly no, redis 6.0.16 · appendonly always, redis 7.0.15 · appendonly always"},
		},
		"many of a test": {
			fixture{axes: []matrix.Axis{{Name: "version", Values: versions}, {Name: "clients", Values: []string{"1", "10", "50"}}},
				tests: []string{"SET"}, rounds: 1, report: []matrix.TableSpec{{Rows: "clients", Columns: "version"}}},
			[]string{
				"Latency of SET · 1 client: redis 6.0.16, redis 7.0.15, redis 8.0.2, valkey 8.1.1",
				"Latency of SET · 10 clients: redis 6.0.16, redis 7.0.15, redis 8.0.2, valkey 8.1.1",
				"Latency of SET · 50 clients: redis 6.0.16, redis 7.0.15, redis 8.0.2, valkey 8.1.1",
			},
		},
		"by another axis": {
			fixture{axes: []matrix.Axis{{Name: "version", Values: versions[:2]}, {Name: "clients", Values: []string{"1", "50"}}},
				tests: []string{"SET", "GET"}, rounds: 1, report: []matrix.TableSpec{{Rows: "test", Columns: "version", Where: matrix.Selector{"test": {"GET"}}}}},
			[]string{"Latency of GET · 1 client: redis 6.0.16, redis 7.0.15", "Latency of GET · 50 clients: redis 6.0.16, redis 7.0.15"},
		},
		"the same name": {
			fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "7.0.15"}}}, tests: []string{"SET"}, rounds: 1},
			[]string{"Latency of SET: redis 7.0.15 (version=7.0), redis 7.0.15.9"},
		},
	} {
		run := timed(t, test.f.run())
		if name == "the same name" {
			info := run.Servers["version=7.0.15"]
			info.Version = "7.0.15"
			run.Servers["version=7.0.15"] = info
			test.want = []string{"Latency of SET: redis 7.0.15 (version=7.0), redis 7.0.15 (version=7.0.15)"}
		}
		charts, _ := curvesOf(t, run)
		t.Run(name, func(t *testing.T) { differs(t, test.want, inShort(charts)) })
	}
}

// TestCurvesAreFew says how many charts it leaves out.
func TestCurvesAreFew(t *testing.T) {
	charts, undrawn := curvesOf(t, timed(t, many(9, 13, 1)))
	if len(charts) != mostCurves || len(charts[0].Series) != 5 || len(charts[1].Series) != 4 {
		t.Errorf("%d charts, the first of %d curves", len(charts), len(charts[0].Series))
	}
	differs(t, []logged{{"chart", "latency curves", "not drawn: those of 2 charts beyond the first 24", "see the tables of percentiles"}}, undrawn)
}

// TestCurvesNotRecorded draws nothing where there are no histograms, and says
// which of them cannot be read.
func TestCurvesNotRecorded(t *testing.T) {
	if charts, undrawn := curvesOf(t, small(2)); len(charts)+len(undrawn) > 0 {
		t.Errorf("without histograms: %v, %v", charts, undrawn)
	}
	run := timed(t, small(2))
	anew(run, func(s *matrix.Sample) bool {
		if s.Test == "GET" || s.Cell == "version=7.0" && s.Round == 2 {
			s.Latency.Histogram = "?"
		}
		return true
	})
	charts, undrawn := curvesOf(t, run)
	differs(t, []string{"Latency of SET: redis 6.0.16, redis 7.0.15"}, inShort(charts))
	if len(charts[0].Notes) != 1 || len(charts[0].Series[1].Positions) != 11 {
		t.Errorf("notes %v on %v", charts[0].Notes, charts[0].Series[1].Positions)
	}
	differs(t, []string{
		"Latency of SET: redis 7.0.15: 1 of 2 histograms cannot be read",
		"Latency of GET: redis 6.0.16: 2 of 2 histograms cannot be read",
		"Latency of GET: redis 7.0.15: 2 of 2 histograms cannot be read",
	}, mapEach(undrawn, func(l logged) string {
		text, _, _ := strings.Cut(l.text, " read: ")
		return fmt.Sprintf("%s: %s read", l.where, text)
	}))
}

// atRate gives the cells with a value on an axis a rate.
func atRate(run *matrix.Run, axis, value string) *matrix.Run {
	for i := range run.Plan.Cells {
		if cell := &run.Plan.Cells[i]; cell.Value(axis) == value {
			cell.Load.Rate = 1000
		}
	}
	return run
}

// TestCurvesOfRates says from when on latencies are counted.
func TestCurvesOfRates(t *testing.T) {
	axes := []matrix.Axis{{Name: "rate", Values: []string{"max", "1000"}}}
	f := fixture{axes: axes, tests: []string{"SET"}, rounds: 1, report: []matrix.TableSpec{{Rows: "test", Columns: "rate"}}}
	charts, _ := curvesOf(t, atRate(timed(t, f.run()), "rate", "1000"))
	differs(t, []string{"Latency or response time of SET: closed loop, offered 1,000/s"}, inShort(charts))
	f.report[0].Where = matrix.Selector{"rate": {"1000"}}
	charts, _ = curvesOf(t, atRate(timed(t, f.run()), "rate", "1000"))
	if len(charts) != 1 || !strings.HasPrefix(charts[0].Title, "Response time of SET") {
		t.Errorf("%v", inShort(charts))
	}
}

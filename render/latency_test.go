package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// latencyOf are the tables of latencies of a run.
func latencyOf(t testing.TB, run *matrix.Run) []Table {
	t.Helper()
	s, _, err := pivot(run)
	if err != nil {
		t.Fatal(err)
	}
	return s.latency()
}

// TestLatency has a table per cell, tests down, and says what has no number.
func TestLatency(t *testing.T) {
	run := small(3)
	anew(run, func(s *matrix.Sample) bool {
		s.Latency = matrix.Latency{P50: 1e6, P95: 2e6, P99: 3e6, P999: 4e6, P9999: 5e6, Max: 6e6}
		if s.Test == "GET" && s.Round == 2 {
			s.Latency = matrix.Latency{P50: 2e6, P99: 3e6}
			s.Notes = []matrix.Note{{Text: "beside a backup", Remedy: "stop it"}}
		}
		return true
	})
	anew(run, only("version=7.0", "SET", fault(matrix.StatusFailed, "died", "")))
	tables := latencyOf(t, run)
	heads := []string{"p50", "p95", "p99", "p99.9", "p99.99", "max"}
	const left = "1 of 3 rounds left out, it was not recorded"
	qualified := []Note{{"beside a backup", "stop it"}, {Text: left}}
	for i, want := range []struct {
		title string
		texts [][]string
		notes []Note
	}{
		{"Latency, ms · redis 6.0.16", [][]string{
			{"SET", "1.00", "2.00", "3.00", "4.00", "5.00", "6.00"},
			{"GET", "1.00 ¹", "2.00 ²", "3.00 ¹", "4.00 ²", "5.00 ²", "6.00 ²"},
		}, qualified},
		{"Latency, ms · redis 7.0.15", [][]string{
			{"SET", "failed ¹", "failed ¹", "failed ¹", "failed ¹", "failed ¹", "failed ¹"},
			{"GET", "1.00 ²", "2.00 ³", "3.00 ²", "4.00 ³", "5.00 ³", "6.00 ³"},
		}, append([]Note{{Text: "failed: all 3 rounds: died"}}, qualified...)},
	} {
		table := tables[i]
		got := []any{table.Title, table.Constant, table.Unit, table.Corner, headsOf(table), texts(table)}
		if diff := cmp.Diff([]any{want.title, "appendonly no · 50 clients · 3-byte values · 3 rounds of 1 s", "ms", "test", heads, want.texts}, got); diff != "" {
			t.Errorf("table %d (-want +got):\n%s", i+1, diff)
		}
		if diff := cmp.Diff(want.notes, table.Notes); diff != "" {
			t.Errorf("notes of table %d (-want +got):\n%s", i+1, diff)
		}
	}
	if cell := tables[0].Rows[0].Cells[2]; cell.At == nil || cell.At.Metric != "p99" || cell.Rounds != 3 || cell.Difference != nil {
		t.Errorf("a cell is %+v", cell)
	}
}

func headsOf(t Table) []string { return mapEach(t.Columns, func(c Column) string { return c.Head }) }

// TestLatencyOfManyCells has a table per test where there are many cells, or one
// test.
func TestLatencyOfManyCells(t *testing.T) {
	one := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"6.0", "7.0"}}, {Name: "clients", Values: []string{"1", "50"}}},
		tests: []string{"LRANGE_600"}, rounds: 1}.run()
	tables := latencyOf(t, one)
	if len(tables) != 1 || tables[0].Title != "Latency, ms · LRANGE_600 (first 600 elements)" || tables[0].Corner != "cell" {
		t.Fatalf("%d tables, the first %q", len(tables), tables[0].Title)
	}
	want := []string{"redis 6.0.16 · 1 client", "redis 6.0.16 · 50 clients", "redis 7.0.15 · 1 client", "redis 7.0.15 · 50 clients"}
	if diff := cmp.Diff(want, labels(tables[0])); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	for versions, count := range map[int]int{mostCellTables: mostCellTables, mostCellTables + 1: 3} {
		if got := len(latencyOf(t, many(versions, 3, 1))); got != count {
			t.Errorf("%d cells of 3 tests have %d tables, want %d", versions, got, count)
		}
	}
}

// TestLatencyOfRates calls it response time where there is a rate, and tells the
// service time beside it.
func TestLatencyOfRates(t *testing.T) {
	table := latencyOf(t, offered())[0]
	if want := "Latency or response time, ms · SET"; table.Title != want {
		t.Errorf("title %q, want %q", table.Title, want)
	}
	if diff := cmp.Diff([]string{"p50", "p99", "p99.9", "service p50", "service p99"}, headsOf(table)); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	rated := small(2)
	loaded(rated, func(c *matrix.Cell) { c.Load.Rate = 1000 })
	if want := "Response time, ms · redis 6.0.16"; latencyOf(t, rated)[0].Title != want {
		t.Errorf("title %q, want %q", latencyOf(t, rated)[0].Title, want)
	}
}

// TestLatencyOfMixes has rows for the parts, and remarks on the tests.
func TestLatencyOfMixes(t *testing.T) {
	table := latencyOf(t, mixed())[0]
	want := [][]string{
		{"GET", ""}, {"profile", `HSET user:__key__ "full name" __data__`}, {"MIX", ""}, {"MIX/SET", ""}, {"MIX/GET", ""},
		{"MIX/profile", `HSET user:__key__ "full name" __data__`},
	}
	got := mapEach(table.Rows, func(r Row) []string { return []string{r.Label, r.Cells[len(r.Cells)-1].Text} })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLatencyNotRecorded has no table of nothing.
func TestLatencyNotRecorded(t *testing.T) {
	run := small(2)
	anew(run, func(s *matrix.Sample) bool {
		s.Latency = matrix.Latency{}
		return true
	})
	if got := latencyOf(t, run); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	anew(run, never)
	if got := latencyOf(t, run); len(got) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

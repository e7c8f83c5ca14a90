package page

import (
	"math"
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
	"redismatrix/render"
)

func value(v float64) *float64 { return &v }

// cellOf is a number of five rounds, with a verdict where there is one.
func cellOf(v float64, verdict matrix.Verdict, mark string, notes ...int) render.Cell {
	c := render.Cell{Value: &v, Spread: 0.02, Rounds: 5, Status: matrix.StatusOK, Mark: mark, Notes: notes}
	if verdict != "" {
		c.Difference = &matrix.Difference{Change: -0.086, Low: -0.1, High: -0.07, Verdict: verdict}
	}
	return c
}

// upgrade is a dossier with one of everything.
func upgrade() render.Dossier {
	t := render.Table{
		Title: "Requests per second", Constant: "appendonly no · 50 clients", Unit: "requests/s", Corner: "test",
		Columns:  []render.Column{{Head: "redis 6.0.16", Sub: "baseline"}, {Head: "redis 7.0.15"}, {Head: "remark", Text: true, Remark: true}},
		Evidence: "A/A control ±1.4 % · could have detected 3 %",
		Notes:    []render.Note{{Text: "inconclusive after 5 rounds", Remedy: "--rounds 20"}, {Text: "n/a: needs Redis 5.0"}},
		Rows: []render.Row{
			{Label: "binary size", Unit: "MB", Fact: true, Cells: []render.Cell{{Value: value(1.4), Digits: 1}, {Value: value(1.9), Digits: 1}, {}}},
			{Label: "PING_INLINE", Cells: []render.Cell{cellOf(131204, "", ""), cellOf(129871, matrix.VerdictSame, "~"), {}}},
			{Label: "SET", Cells: []render.Cell{cellOf(140112, "", ""), cellOf(128030, matrix.VerdictSlower, "▼"), {}}},
			{Label: "GET", Cells: []render.Cell{cellOf(99, "", ""), cellOf(150000, matrix.VerdictFaster, "▲"), {}}},
			{Label: "LRANGE_600", Cells: []render.Cell{cellOf(19924, "", ""), cellOf(20511, matrix.VerdictInconclusive, "?", 0), {Text: "first 600 elements"}}},
			{Label: "ZPOPMIN", Cells: []render.Cell{{Text: "–", Status: matrix.StatusNA, Notes: []int{1}}, cellOf(13436, "", ""), {}}},
		},
	}
	for _, name := range strings.Fields("INCR LPUSH RPUSH") {
		t.Rows = append(t.Rows, render.Row{Label: name, Cells: []render.Cell{cellOf(100000, "", ""), cellOf(100001, matrix.VerdictSame, "~"), {}}})
	}
	t.Rows = append(t.Rows, render.Row{Label: "geometric mean", Unit: "×", Fact: true, Cells: []render.Cell{{Value: value(1), Digits: 2}, {Value: value(0.97), Digits: 2}, {}}})
	table := func(title, corner string) render.Table {
		return render.Table{Title: title, Corner: corner, Columns: []render.Column{{Head: "redis 7.0.15", Text: true}},
			Rows: []render.Row{{Label: "maxmemory", Cells: []render.Cell{{Text: "0", Mark: render.MarkDiffers}}}}}
	}
	return render.Dossier{
		Report: render.Report{
			Title: "upgrade", Tables: []render.Table{t}, Facts: []render.Fact{{Name: "host", Value: "bench-1 · 2 CPUs"}},
			Notes: []render.Note{{Text: "the data is on tmpfs", Remedy: "use --results"}},
		},
		Verdicts: &render.Verdicts{
			Verdict: matrix.VerdictSlower, Headline: "slower: 1 of 8 comparisons, worst SET rps -8.6 %",
			Shown: []render.Verdicted{{Test: "SET", Metric: "rps", Unit: "requests/s", Old: "redis 6.0.16", New: "redis 7.0.15",
				Base: value(140112), Now: value(128030), Change: value(-0.086), Low: value(-0.1), High: value(-0.07), Verdict: matrix.VerdictSlower},
				{Test: "GET", Metric: "p99", Unit: "ms", Verdict: matrix.VerdictInconclusive, Reason: "somewhere between -9 % and +9 %"}},
			Rest: []render.Verdicted{{Test: "INCR", Metric: "rps", Verdict: matrix.VerdictSame}},
		},
		Charts: []render.Chart{
			{Kind: render.ChartBars, Title: "Requests per second", Unit: "requests/s", Axis: "test", Labels: []string{"SET", "GET"},
				Series: []render.Series{{Name: "redis 6.0.16", Values: []float64{140112, 99}}, {Name: "redis 7.0.15", Values: []float64{128030, math.NaN()}}}},
			{Kind: render.ChartPercentiles, Title: "Latency of SET", Unit: "ms", Axis: "percentile", Table: -1, LogX: true,
				Labels: []string{"50 %", "99 %"}, Positions: []float64{2, 100}, Series: []render.Series{{Name: "redis 7.0.15", Values: []float64{0.3, 0.9}}}},
		},
		Latency: []render.Table{table("Latency", "test")}, Servers: table("Servers", "fact"), Config: table("Configuration", "directive"),
		Log: table("Log", "what"), Host: []render.Fact{{Name: "kernel", Value: "6.1"}},
		Samples: render.Samples{Heads: []string{"test", "requests", "latency p99, ms", "started", "ok"}, Count: 1, Rows: func(yield func([]any) bool) {
			yield([]any{"SET", int64(12345), 0.25, time.Date(2026, 11, 30, 19, 4, 55, 0, time.UTC), true})
		}},
	}
}

// written is the dossier as a page.
func written(t testing.TB, d render.Dossier) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

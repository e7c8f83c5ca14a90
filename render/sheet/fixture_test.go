package sheet

import (
	"fmt"
	"math"
	"strings"
	"time"

	"redismatrix/matrix"
	"redismatrix/render"
)

var started = time.Date(2026, 11, 30, 19, 4, 55, 0, time.UTC)

var servers = []string{"redis 6.0.16", "redis 7.0.15", "redis 8.0.2", "valkey 8.1.1"}

// ok is a number of five rounds.
func ok(v float64) render.Cell {
	return render.Cell{Value: &v, Digits: render.Digits(v), Spread: 0.012, Rounds: 5, Status: matrix.StatusOK}
}

// against is a number of five rounds, compared.
func against(v float64, metric string, change float64, verdict matrix.Verdict, notes ...int) render.Cell {
	cell := ok(v)
	cell.Difference = &matrix.Difference{Metric: metric, Change: change, Low: change - 0.01, High: change + 0.01, Verdict: verdict}
	cell.Mark, cell.Notes = render.MarkOf(verdict), notes
	return cell
}

func words(text string) render.Cell { return render.Cell{Text: text} }

func fact(v float64) render.Cell { return render.Cell{Value: &v, Digits: 2} }

// rates is a table of versions that were compared, with all that can be said of
// a cell.
func rates() render.Table {
	const rps = matrix.MetricRPS
	same, slower, faster := matrix.VerdictSame, matrix.VerdictSlower, matrix.VerdictFaster
	invalid := render.Cell{Text: "invalid", Status: matrix.StatusInvalid, Notes: []int{0}}
	row := func(label string, cells ...render.Cell) render.Row { return render.Row{Label: label, Cells: cells} }
	return render.Table{
		Title: "Requests per second", Constant: "appendonly no · 50 clients · 3-byte values · 5 rounds of 1 s",
		Unit: "requests/s", Corner: "test", Columns: []render.Column{
			{Head: servers[0], Sub: "baseline"}, {Head: servers[1]}, {Head: servers[2]}, {Head: servers[3], Notes: []int{3}},
			{Head: "remark", Text: true, Remark: true},
		},
		Rows: []render.Row{
			{Label: "binary size", Unit: "MB", Fact: true, Cells: []render.Cell{fact(1.4), fact(1.9), fact(3.42), fact(2.6), {}}},
			row("PING_INLINE", ok(138641), against(138563, rps, -0.0006, same), against(138681, rps, 0.0003, same), against(138357, rps, -0.002, same), words("")),
			row("SET", ok(68568), against(62564, rps, -0.0876, slower), against(58301, rps, -0.1497, slower), invalid, words("")),
			row("GET", ok(27184), against(33920, rps, 0.2478, faster), against(27188, rps, 0.0001, same), against(27047, rps, -0.005, same), words("")),
			row("LRANGE_600", ok(7844), against(7820, rps, -0.003, same), against(7841, rps, 0.04, matrix.VerdictInconclusive, 1), against(17812, rps, 1.2708, faster), words("first 600 elements")),
			row("ZPOPMIN", render.Cell{Text: "–", Status: matrix.StatusNA, Notes: []int{2}}, ok(13436), ok(13441), ok(13453), words("")),
			{Label: "geometric mean", Unit: "×", Fact: true, Cells: []render.Cell{fact(1), fact(1.08), {Value: ok(1.004).Value, Digits: 2, Mark: "?"}, fact(1.16), {}}},
		},
		Evidence: "A/A control ±0.3 % · could have detected 5.8 %",
		Notes: []render.Note{
			{Text: "invalid: all 5 rounds: throttled for 12 ms"},
			{Text: "inconclusive after 5 rounds: somewhere between -3 % and +5 %", Remedy: "about 7 rounds may tell (--rounds 7)"},
			{Text: "n/a: needs Redis 6.2"},
			{Text: "reached through a published port, which is slower", Remedy: "use host networking"},
			{Text: "the data directory is on tmpfs, so that nothing that is written here says anything of a disk"},
		},
	}
}

// latencies is a table of a metric of which less is better.
func latencies() render.Table {
	const p99 = matrix.MetricP99
	return render.Table{
		Title: "p99 latency, ms", Constant: "appendonly no · 50 clients", Unit: "ms", Corner: "test",
		Columns: []render.Column{{Head: servers[0], Sub: "baseline"}, {Head: servers[1]}},
		Rows: []render.Row{
			{Label: "SET", Cells: []render.Cell{ok(1.75), against(1.92, p99, 0.0971, matrix.VerdictSlower)}},
			{Label: "GET", Cells: []render.Cell{ok(4.412), against(3.54, p99, -0.1976, matrix.VerdictFaster)}},
		},
	}
}

// sizes is a table over an axis of numbers, with a gap in it.
func sizes() render.Table {
	failed := render.Cell{Text: "failed", Status: matrix.StatusFailed, Notes: []int{0}}
	return render.Table{
		Title: "Requests per second · SET", Unit: "requests/s", Corner: "value_size",
		Columns: []render.Column{{Head: "appendonly no"}, {Head: "appendonly always"}},
		Rows: []render.Row{
			{Label: "3", Cells: []render.Cell{ok(141000), ok(1210)}},
			{Label: "1KiB", Cells: []render.Cell{ok(120500), failed}},
			{Label: "10KiB", Cells: []render.Cell{ok(61000), ok(1120)}},
			{Label: "100KiB", Cells: []render.Cell{ok(9100), ok(640)}},
		},
		Notes: []render.Note{{Text: "failed: the server died", Remedy: "read its log"}},
	}
}

// column is a table's column as a chart's series.
func column(t render.Table, j int) render.Series {
	s := render.Series{Name: t.Columns[j].Head}
	if sub := t.Columns[j].Sub; sub != "" {
		s.Name += " (" + sub + ")"
	}
	for _, row := range t.Rows {
		switch v := row.Cells[j].Value; {
		case row.Fact:
		case v == nil:
			s.Values = append(s.Values, math.NaN())
		default:
			s.Values = append(s.Values, *v)
		}
	}
	return s
}

func charts() []render.Chart {
	bars := render.Chart{Kind: render.ChartBars, Title: "Requests per second", Constant: rates().Constant, Unit: "requests/s", Axis: "test",
		Labels: []string{"PING_INLINE", "SET", "GET", "LRANGE_600", "ZPOPMIN"}}
	for j := range servers {
		bars.Series = append(bars.Series, column(rates(), j))
	}
	lines := render.Chart{Kind: render.ChartLines, Title: "Requests per second · SET", Unit: "requests/s", Axis: "value_size, bytes",
		Labels: []string{"3", "1KiB", "10KiB", "100KiB"}, Positions: []float64{3, 1024, 10240, 102400}, LogX: true, LogY: true, Table: 2,
		Series: []render.Series{column(sizes(), 0), column(sizes(), 1)}}
	curves := render.Chart{Kind: render.ChartPercentiles, Title: "Latency of SET", Unit: "ms", Axis: "percentile", LogX: true, Table: -1,
		Labels: []string{"p50", "p90", "p99", "p99.9"}, Positions: []float64{2, 10, 100, 1000},
		Series: []render.Series{
			{Name: servers[0], Values: []float64{0.36, 0.5, 0.87, 2.9}},
			{Name: servers[1], Values: []float64{0.35, 0.52, 0.91, 3.4, 8.1}, Positions: []float64{2, 10, 100, 1000, 10000}},
		}}
	return []render.Chart{bars, lines, curves}
}

func verdicts() *render.Verdicts {
	row := func(test, metric, unit string, base, now, change float64, verdict matrix.Verdict) render.Verdicted {
		low, high := change-0.01, change+0.01
		return render.Verdicted{Test: test, Metric: metric, Unit: unit, Old: servers[0], New: servers[1], Base: &base, Now: &now,
			Change: &change, Low: &low, High: &high, Rounds: 5, Verdict: verdict}
	}
	return &render.Verdicts{
		Verdict:  matrix.VerdictSlower,
		Headline: "slower: 3 of 14 comparisons, worst SET rps -15.0 % (redis 8.0.2 vs 6.0.16); faster 3; inconclusive 1",
		Shown: []render.Verdicted{
			row("SET", "rps", "requests/s", 68568, 62564, -0.0876, matrix.VerdictSlower),
			row("SET", "p99", "ms", 1.75, 1.92, 0.0971, matrix.VerdictSlower),
			{Test: "SET", Metric: "rps", Unit: "requests/s", Old: servers[0], New: servers[3], Verdict: matrix.VerdictInvalid, Reason: "throttled"},
			row("GET", "rps", "requests/s", 27184, 33920, 0.2478, matrix.VerdictFaster),
			row("LRANGE_600", "rps", "requests/s", 7844, 7841, 0.04, matrix.VerdictInconclusive),
		},
		Rest:  []render.Verdicted{row("PING_INLINE", "rps", "requests/s", 138641, 138563, -0.0006, matrix.VerdictSame)},
		Notes: []render.Note{{Text: "rps: A/A control ±0.3 % · could have detected 5.8 %"}},
	}
}

// percentiles are tests down, percentiles across.
func percentiles(title string) render.Table {
	t := render.Table{Title: title, Constant: "50 clients", Unit: "ms", Corner: "test"}
	for _, head := range []string{"p50", "p95", "p99", "p99.9", "max"} {
		t.Columns = append(t.Columns, render.Column{Head: head})
	}
	for i, test := range []string{"SET", "GET"} {
		row := render.Row{Label: test}
		for j := range t.Columns {
			row.Cells = append(row.Cells, ok(0.35*float64(1+i)*math.Pow(3, float64(j))))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// texts is a table of words.
func texts(corner string, heads []string, rows ...[]string) render.Table {
	t := render.Table{Corner: corner}
	for _, head := range heads {
		t.Columns = append(t.Columns, render.Column{Head: head, Text: true})
	}
	for _, row := range rows {
		r := render.Row{Label: row[0]}
		for _, text := range row[1:] {
			r.Cells = append(r.Cells, render.Cell{Text: text})
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func samples(n int) render.Samples {
	return render.Samples{
		Heads: []string{"version", "test", "round", "status", "rps, requests/s", "latency p99, ms", "started, UTC", "warm"},
		Count: n,
		Rows: func(yield func([]any) bool) {
			for i := range n {
				var p99 any = 0.5 + float64(i%100)/1000
				if i%7 == 6 {
					p99 = nil
				}
				if !yield([]any{servers[i%4], "SET", int64(i/4 + 1), "ok", 100000.125 + float64(i), p99, started.Add(time.Duration(i) * time.Second), i%2 == 0}) {
					return
				}
			}
		},
	}
}

// full is a dossier with all parts.
func full() render.Dossier {
	config := texts("directive", servers[:3], []string{"appendonly", "no", "no", "no"}, []string{"io-threads", "1", "4", "1"}, []string{"save", "", "", ""})
	config.Rows[1].Cells[1].Mark = render.MarkDiffers
	log := texts("test", []string{"setup", "status", "why"}, []string{"SET", servers[3], "invalid", "all 5 rounds: throttled for 12 ms"},
		[]string{"SET", "appendonly always", "failed", strings.Repeat("the server died, ", 9) + "read its log"})
	log.Title = "What failed, and why"
	return render.Dossier{
		Report: render.Report{
			Title: "quickstart", Tables: []render.Table{rates(), latencies(), sizes()},
			Facts: []render.Fact{
				{Name: "run", Value: "quickstart-20261130T190455Z · complete · results: 1 failed, 1 invalid, 1 n/a"},
				{Name: "host", Value: "bench-1 · Debian GNU/Linux 12 (bookworm) · kernel 6.1.0-18-amd64 · Intel(R) Xeon(R) CPU @ 2.20GHz · 2 CPUs · 8.0 GiB · kvm"},
				{Name: "when", Value: "2026-11-30 19:04:55 to 19:07:25 UTC"},
			},
			Notes: []render.Note{{Text: "the data directory is on tmpfs", Remedy: "set TMPDIR to a disk"}},
		},
		Verdicts: verdicts(), Charts: charts(), Latency: []render.Table{percentiles("Latency · redis 6.0.16"), percentiles("Latency · redis 7.0.15")},
		Host:    []render.Fact{{Name: "CPU", Value: "Intel(R) Xeon(R) CPU @ 2.20GHz"}, {Name: "CPUs", Value: "2"}},
		Servers: texts("fact", servers[:2], []string{"sha256", "15d1", "9f86"}, []string{"allocator", "jemalloc-5.1.0", "jemalloc-5.2.1"}),
		Config:  config, Log: log, Samples: samples(40), Started: started,
	}
}

// uncompared is a dossier without a baseline.
func uncompared() render.Dossier {
	table := sizes()
	return render.Dossier{Report: render.Report{Title: "sizes", Tables: []render.Table{table}}}
}

// wide is a table of many columns.
func wide(columns int) render.Table {
	t := render.Table{Title: "Wide", Corner: "test", Rows: []render.Row{{Label: "SET"}, {Label: "GET"}}}
	for j := range columns {
		t.Columns = append(t.Columns, render.Column{Head: fmt.Sprintf("setup %d", j+1)})
		for i := range t.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, against(float64(1000+j), matrix.MetricRPS, 0.1, matrix.VerdictFaster))
		}
	}
	return t
}

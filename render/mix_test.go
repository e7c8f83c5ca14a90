package render

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// loaded changes the load of every cell of a run.
func loaded(run *matrix.Run, change func(*matrix.Cell)) {
	for i := range run.Plan.Cells {
		change(&run.Plan.Cells[i])
	}
}

// mixed is a run of a mix with a command of the spec's own, which is a test of
// its own too, beside a test of the catalogue.
func mixed() *matrix.Run {
	f := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0"}}}, tests: []string{"GET", "profile", matrix.TestMix}, rounds: 3,
		baseline: matrix.Selector{"version": {"7.0"}}}
	for _, metric := range []string{matrix.MetricRPS, matrix.MetricP99, matrix.MetricHitRate, matrix.MetricServerCPU} {
		f.report = append(f.report, matrix.TableSpec{Rows: "test", Columns: "version", Metric: metric})
	}
	run := f.run()
	loaded(run, func(c *matrix.Cell) {
		c.Load.Mix = []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 9}, {Test: "profile", Weight: 2}}
		c.Load.Commands = []matrix.OwnCommand{{Name: "profile", Words: []string{"HSET", "user:__key__", "full name", "__data__"}}}
		c.Load.KeyDistribution, c.Load.ValueSize = "zipf:1.1", matrix.Sizes{{Low: 10, High: 100, Weight: 7}, {Low: 1024, High: 1024, Weight: 3}}
		c.Load.Keyspace, c.Load.ValuePattern, c.Load.Protocol, c.Load.Transport, c.Load.Threads = 100_000, "ratio:3", 3, matrix.TransportTLS, 2
	})
	anew(run, func(s *matrix.Sample) bool {
		s.Threads, s.ThreadBusy = 2, 0.5+float64(s.Round)/10
		s.Host = &matrix.HostUse{Interval: time.Second, CPUs: 2, User: 800 * time.Millisecond, System: 500 * time.Millisecond, Loopback: 21e6, Switches: 4000}
		if s.Test == "GET" {
			s.Hits = s.Requests
		}
		if s.Test == matrix.TestMix {
			s.Commands = parts(*s)
			s.Hits, s.Misses = s.Commands[1].Hits, s.Commands[1].Misses
		}
		return true
	})
	return run
}

// parts divides a sample among SET, GET and profile.
func parts(s matrix.Sample) []matrix.CommandSample {
	part := func(test string, of int64) matrix.CommandSample {
		latency := matrix.Latency{P50: s.Latency.P50 * of / 9, P99: s.Latency.P99 * of / 9}
		return matrix.CommandSample{Test: test, Requests: s.Requests * of / 12, RPS: s.RPS * float64(of) / 12, Latency: latency}
	}
	set, get, profile := part("SET", 1), part("GET", 9), part("profile", 2)
	get.Misses = get.Requests / 16
	get.Hits = get.Requests - get.Misses
	return []matrix.CommandSample{set, get, profile}
}

// offered is a run at several rates, of which the server does not reach the
// greatest, and without one.
func offered() *matrix.Run {
	f := fixture{axes: []matrix.Axis{
		{Name: "version", Values: []string{"7.0", "8.0"}}, {Name: "rate", Values: []string{"10000", "200000", "max"}},
	}, tests: []string{"SET"}, rounds: 2}
	slower := matrix.Selector{"rate": {"10000", "200000"}}
	f.report = []matrix.TableSpec{
		{Rows: "rate", Columns: "version"},
		{Rows: "version", Columns: "rate", Metric: matrix.MetricP99},
		{Rows: "rate", Columns: "version", Metric: matrix.MetricP99, Where: slower},
		{Rows: "rate", Columns: "version", Metric: matrix.MetricServiceP99, Where: slower},
		{Rows: "test", Columns: "version", Metric: matrix.MetricMax, Where: matrix.Selector{"rate": {"10000"}}},
	}
	run := f.run()
	rates := map[string]int64{"10000": 10_000, "200000": 200_000}
	loaded(run, func(c *matrix.Cell) { c.Load.Rate, c.Load.Arrival = rates[c.Value("rate")], matrix.ArrivalPoisson })
	anew(run, func(s *matrix.Sample) bool {
		i := slices.IndexFunc(run.Plan.Cells, func(c matrix.Cell) bool { return c.ID == s.Cell })
		if s.Offered = float64(run.Plan.Cells[i].Load.Rate); s.Offered == 0 {
			return true
		}
		s.Service = &matrix.Latency{P50: s.Latency.P50, P99: s.Latency.P99}
		if s.RPS = min(s.RPS, s.Offered); s.RPS < s.Offered {
			s.Latency.P99 *= 100
			s.Notes = []matrix.Note{{Text: "achieved less than 99 % of the offered rate", Remedy: "offer less"}}
		}
		return true
	})
	return run
}

// TestMix shows a mix and its parts where the axis test has a place for them,
// and each of them once.
func TestMix(t *testing.T) {
	run := mixed()
	want := []string{"GET", "profile", "MIX", "MIX/SET", "MIX/GET", "MIX/profile", "geometric mean"}
	report := reportOf(t, run)
	if diff := cmp.Diff(want, labels(report.Tables[0])[1:]); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	profile, none := "HSET user:__key__ \"full name\" __data__", ""
	remarks := mapEach(report.Tables[0].Rows[1:], func(r Row) string { return r.Cells[len(r.Cells)-1].Text })
	if diff := cmp.Diff([]string{none, profile, none, none, none, profile, none}, remarks); diff != "" {
		t.Errorf("remarks (-want +got):\n%s", diff)
	}
	found := []string{"94 % of the reads found something; compare like shares only, or fill with requests: N"}
	for _, test := range []struct {
		metric, row string
		value       float64
		notes       []string
	}{
		{matrix.MetricRPS, "MIX", 27_580, found},
		{matrix.MetricRPS, "MIX/GET", 20_685, found},
		{matrix.MetricRPS, "MIX/SET", 27_580.0 / 12, nil},
		{matrix.MetricP99, "MIX/GET", 120.0 / 28, found},
		{matrix.MetricHitRate, "MIX", 93.752380, nil},
		{matrix.MetricHitRate, "MIX/SET", 0, []string{"n/a: no reads were counted"}},
		{matrix.MetricServerCPU, "MIX/SET", 0, []string{"n/a: measured of the whole mix, not of its parts"}},
		{matrix.MetricServerCPU, "MIX", 0.9e6 / 28_000, found},
	} {
		run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: test.metric, Where: matrix.Selector{"test": {test.row}}}}
		table := reportOf(t, run).Tables[0]
		cell, notes := cellAt(t, table, test.row, "redis 7.0.15")
		if got := cell.Value; (got == nil) != (test.value == 0) || got != nil && (*got/test.value < 0.9999 || *got/test.value > 1.0001) {
			t.Errorf("%s of %s: %+v, want %v", test.metric, test.row, cell, test.value)
		}
		if diff := cmp.Diff(test.notes, notes); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", test.metric, test.row, diff)
		}
	}
}

// TestVoidMix shows no part of a mix that is not to be trusted, and counts it
// once among the troubles and what is missing.
func TestVoidMix(t *testing.T) {
	run := mixed()
	anew(run, only("version=7.0", matrix.TestMix, fault(matrix.StatusInvalid, "swapped", "", 2)))
	anew(run, only("version=8.0", matrix.TestMix, never))
	report := reportOf(t, run)
	for _, row := range []string{"MIX", "MIX/SET", "MIX/GET", "MIX/profile"} {
		for head, want := range map[string]matrix.Status{"redis 7.0.15": matrix.StatusInvalid, "redis 8.0.2": matrix.StatusMissing} {
			if cell, notes := cellAt(t, report.Tables[0], row, head); cell.Value != nil || cell.Status != want || len(notes) != 1 {
				t.Errorf("%s on %s: %+v, %q", row, head, cell, notes)
			}
		}
	}
	if got, want := newSource(run).troubles(), "results: 1 invalid"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := newSource(run).state(), "complete: 3 of 18 samples missing"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDefaultTablesOfMixes has parts in rows where there is one mix, and mixes
// where there are several.
func TestDefaultTablesOfMixes(t *testing.T) {
	version := matrix.Axis{Name: "version", Values: []string{"7.0", "8.0"}}
	mixes := matrix.Axis{Name: "mix", Values: []string{"SET:1 GET:1", "SET:1 GET:10"}}
	for _, test := range []struct {
		name           string
		axes           []matrix.Axis
		titles, labels []string
	}{
		{"one mix", []matrix.Axis{version}, []string{"Requests per second"}, []string{"binary size", "MIX", "MIX/SET", "MIX/GET"}},
		{"two", []matrix.Axis{version, mixes}, []string{"Requests per second · MIX", "Requests per second · MIX/SET", "Requests per second · MIX/GET"},
			[]string{"SET 1 : GET 1", "SET 1 : GET 10"}},
	} {
		run := fixture{axes: test.axes, tests: []string{matrix.TestMix}, rounds: 1}.run()
		loaded(run, func(c *matrix.Cell) {
			c.Load.Mix = []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 1}}
		})
		report := reportOf(t, run)
		if diff := cmp.Diff([][]string{test.titles, test.labels}, [][]string{titles(report), labels(report.Tables[0])}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestMixInHeads says the mix once: where it is constant, or in a head.
func TestMixInHeads(t *testing.T) {
	run := mixed()
	want := "appendonly no · 50 clients · values of 10-100 B (70 %), 1 KiB (30 %) · values that compress 3:1 · 100,000 keys · zipf 1.1 keys · " +
		"TLS · RESP3 · 2 client threads · mix SET 1 : GET 9 : profile 2 · 3 rounds of 1 s"
	if got := reportOf(t, run).Tables[0].Constant; got != want {
		t.Errorf("constant %q, want %q", got, want)
	}
	run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "version", Columns: "clients", Where: matrix.Selector{"test": {"profile"}}}}
	want = "appendonly no · values of 10-100 B (70 %), 1 KiB (30 %) · values that compress 3:1 · 100,000 keys · zipf 1.1 keys · " +
		"TLS · RESP3 · 2 client threads · profile (HSET user:__key__ \"full name\" __data__) · 3 rounds of 1 s"
	if got := reportOf(t, run).Tables[0].Constant; got != want {
		t.Errorf("constant %q, want %q", got, want)
	}
	mixes := fixture{axes: []matrix.Axis{{Name: "mix", Values: []string{"SET:1 GET:10", "SET:10 GET:1"}}}, tests: []string{matrix.TestMix}, rounds: 1}.run()
	mixes.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "mix"}}
	if diff := cmp.Diff([]string{"mix SET 1 : GET 10", "mix SET 10 : GET 1"}, heads(reportOf(t, mixes).Tables[0])); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}

// TestOffered says what was offered, and calls times from when a request was
// due response times.
func TestOffered(t *testing.T) {
	report := reportOf(t, offered())
	want := []string{
		"Requests per second", "p99 latency or response time, ms", "p99 response time, ms", "p99 service time, ms", "max response time, ms",
	}
	if diff := cmp.Diff(want, titles(report)); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"offered 10,000/s", "offered 200,000/s", "closed loop"}, labels(report.Tables[0])); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"offered 10,000/s", "offered 200,000/s", "closed loop"}, heads(report.Tables[1])); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	_, notes := cellAt(t, report.Tables[0], "offered 200,000/s", "redis 7.0.15")
	if diff := cmp.Diff([]string{"achieved less than 99 % of the offered rate; offer less"}, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	constant := "appendonly no · 50 clients · 3-byte values · offered 10,000/s · Poisson arrivals · 2 rounds of 1 s"
	if got := report.Tables[4].Constant; got != constant {
		t.Errorf("constant %q, want %q", got, constant)
	}
}

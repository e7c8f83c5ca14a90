package sheet

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/render"
)

// shape is how large a run is.
type shape struct{ versions, sizes, clients, tests, rounds int }

// recorded is a run of a shape, with numbers that depend on their place. One test
// of one version is slower than the baseline's, and one sample is void.
func recorded(s shape) *matrix.Run {
	spec := &matrix.Spec{Name: "detail", Rounds: s.rounds, Seed: 1, Baseline: matrix.Selector{"version": {"v1"}}}
	spec.Axes = []matrix.Axis{axisOf("version", "v", s.versions), axisOf("value_size", "", s.sizes), axisOf("clients", "", s.clients)}
	run := &matrix.Run{Schema: matrix.Schema, Tool: "0.1.0", ID: "detail-1", State: matrix.StateComplete, Started: started, Finished: started,
		Servers: map[string]matrix.ServerInfo{}, Host: matrix.Host{Hostname: "bench-1", CPUs: 2}}
	run.Plan.Spec = spec
	var tests []string
	for i := range s.tests {
		tests = append(tests, fmt.Sprintf("TEST_%d", i))
	}
	for _, version := range spec.Axes[0].Values {
		run.Plan.Setups = append(run.Plan.Setups, matrix.Setup{ID: version, Server: matrix.ServerRef{Text: version, Kind: matrix.RefVersion}})
		run.Servers[version] = matrix.ServerInfo{Product: matrix.Redis, Version: "7.0." + version[1:], Launch: matrix.LaunchBinary,
			Effective: []matrix.Directive{{Name: "save"}, {Name: "io-threads", Args: []string{version[1:]}}}}
		for i, size := range spec.Axes[1].Values {
			for _, clients := range spec.Axes[2].Values {
				run.Plan.Cells = append(run.Plan.Cells, matrix.Cell{ID: version + " " + size + " " + clients, Setup: version, Baseline: version == "v1",
					Coordinates: []matrix.Coordinate{{Axis: "version", Value: version}, {Axis: "value_size", Value: size}, {Axis: "clients", Value: clients}},
					Load:        matrix.Load{Tests: tests, Clients: 50, Pipeline: 1, ValueSize: matrix.FixedSize(i + 1), Duration: time.Second}})
			}
		}
	}
	run.Results = run.Plan.Results()
	measure(run, s.rounds)
	return run
}

func axisOf(name, prefix string, values int) matrix.Axis {
	axis := matrix.Axis{Name: name}
	for i := range values {
		axis.Values = append(axis.Values, fmt.Sprintf("%s%d", prefix, i+1))
	}
	return axis
}

func measure(run *matrix.Run, rounds int) {
	for i, cell := range run.Plan.Cells {
		for j, test := range cell.Load.Tests {
			for round := 1; round <= rounds; round++ {
				rps := 100_000.0/float64(1+j) + float64(round*7) + float64(i%5)
				if cell.Setup == "v2" && j == 1 {
					rps *= 0.8
				}
				sample := matrix.Sample{Cell: cell.ID, Test: test, Round: round, Status: matrix.StatusOK, Elapsed: time.Second, Requests: int64(rps), RPS: rps,
					Started: started.Add(time.Duration(i) * time.Second), ServerCPU: 900 * time.Millisecond, ClientCPU: time.Second, Sent: 1e6, Received: 1e6,
					Latency: matrix.Latency{P50: int64(50e9 / rps), P95: int64(90e9 / rps), P99: int64(120e9 / rps), P999: int64(400e9 / rps), Max: int64(900e9 / rps)}}
				if i == 0 && j == 2 && round == 1 {
					sample.Status, sample.Reason, sample.Remedy = matrix.StatusInvalid, "throttled", "wait"
				}
				if err := run.Record(sample); err != nil {
					panic(err)
				}
			}
		}
	}
}

func detailed(t testing.TB, s shape) render.Dossier {
	t.Helper()
	d, err := render.Detail(recorded(s))
	return must(t, d, err)
}

// TestDetail lays out what a run has, and finds its numbers, verdicts and notes in
// the sheets of its tables, its charts in their cells, and all its samples.
func TestDetail(t *testing.T) {
	d := detailed(t, shape{versions: 3, sizes: 4, clients: 2, tests: 4, rounds: 5})
	book := opened(t, written(t, d))
	clean := d.Clean()
	sheets := book.GetSheetList()
	for i, table := range clean.Tables {
		columns := groups(table, all(len(table.Columns)))
		for k, row := range table.Rows {
			for j, cell := range row.Cells {
				at := reader{book, sheets[1+i], 6 + k}
				if diff := cmp.Diff(expected(table, j, cell), at.group(table, columns[j])); diff != "" {
					t.Errorf("%s: %s of %s (-want +got):\n%s", table.Title, table.Columns[j].Head, row.Label, diff)
				}
			}
		}
	}
	for i, c := range book.charts()[:len(clean.Charts)] {
		if clean.Charts[i].Table < 0 {
			continue
		}
		for _, s := range c.series() {
			if want := "'" + sheets[1+clean.Charts[i].Table] + "'!"; !strings.HasPrefix(s.Values, want) {
				t.Errorf("chart %q draws %s, which is not on its table's sheet", c.Titles[0], s.Values)
			}
		}
	}
	if n := len(book.raw(nameSamples)); n != 1+3*4*2*4*5 {
		t.Errorf("the samples have %d rows", n)
	}
	if got := book.at(nameSummary, "A1"); got != clean.Verdicts.Headline {
		t.Errorf("the book begins %q, want %q", got, clean.Verdicts.Headline)
	}
	if _, row := book.find(nameConfig, "io-threads"); book.at(nameConfig, fmt.Sprintf("B%d", row)) != render.MarkDiffers {
		t.Errorf("row %d of the configuration does not say that it differs", row)
	}
	if texts := fmt.Sprint(book.raw(nameLog)); !strings.Contains(texts, "throttled") {
		t.Errorf("the log does not say what was void: %s", texts)
	}
}

// TestDetailInLibreOffice opens a run's book.
func TestDetailInLibreOffice(t *testing.T) {
	content := written(t, detailed(t, shape{versions: 2, sizes: 3, clients: 1, tests: 3, rounds: 5}))
	book := opened(t, content)
	inLibreOffice(t, "detail", book, converted(t, content, everySheet))
}

// BenchmarkRun writes a run of 200,000 samples: 1,000 cells of 20 tests, and 250
// tables with their charts. The peak is that of the run in memory, too.
func BenchmarkRun(b *testing.B) {
	d := detailed(b, shape{versions: 4, sizes: 50, clients: 5, tests: 20, rounds: 10})
	before := peak()
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(before, "peak-before-MB")
	b.ReportMetric(peak(), "peak-MB")
}

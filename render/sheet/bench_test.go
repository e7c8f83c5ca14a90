package sheet

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"redismatrix/render"
)

// manySamples are samples as a run has them: words, counts, times and numbers, 40
// columns of them.
func manySamples(n int) render.Samples {
	s := render.Samples{Count: n, Heads: []string{"version", "appendonly", "value_size", "server", "test", "round", "status", "started, UTC"}}
	for i := len(s.Heads); i < 40; i++ {
		s.Heads = append(s.Heads, fmt.Sprintf("measure %d, ms", i))
	}
	s.Rows = func(yield func([]any) bool) {
		row := make([]any, len(s.Heads))
		for i := range n {
			copy(row, []any{"8.0", "everysec", "100KiB", "redis 8.0.2", "LRANGE_100 (first 100)", int64(i % 10), "ok", started.Add(time.Duration(i) * time.Second)})
			for j := 8; j < len(row); j++ {
				row[j] = float64(i*j%9973) / 997
				if j%4 == 0 {
					row[j] = int64(i * j)
				}
			}
			if !yield(row) {
				return
			}
		}
	}
	return s
}

// BenchmarkSamples writes 200,000 samples of 40 columns. Besides time and
// allocations it reports the most memory that the process has had so far, where
// the system tells; run it alone for that.
func BenchmarkSamples(b *testing.B) {
	d := full()
	d.Samples = manySamples(200_000)
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(peak(), "peak-MB")
}

// peak is the most memory that the process has had, in MB.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		var kilobytes float64
		if _, scanErr := fmt.Sscanf(line, "VmHWM: %f kB", &kilobytes); err == nil && scanErr == nil {
			return kilobytes / 1000
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys) / 1e6
}

// BenchmarkTables writes 200 tables with their charts.
func BenchmarkTables(b *testing.B) {
	var d render.Dossier
	for i := range 200 {
		table := rates()
		table.Title += fmt.Sprintf(" · value_size %d", i)
		chart := charts()[0]
		chart.Table = i
		d.Tables, d.Charts = append(d.Tables, table), append(d.Charts, chart)
	}
	for b.Loop() {
		if err := Write(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

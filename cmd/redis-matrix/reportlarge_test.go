package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"redismatrix/matrix"
)

// largeSpec makes 200,000 samples: 100 cells, 20 tests and 100 rounds.
const largeSpec = `name: large
axes:
  version: ["7.0", "7.2", "7.4", "8.0", valkey-8.1]
  clients: [1, 10, 50, 100, 200]
  pipeline: [1, 4, 16, 64]
baseline: {version: "7.0"}
control: off
rounds: 100
`

// largeRun writes the document of a run of 200,000 samples with histograms, and
// gives its size in bytes.
func largeRun(tb testing.TB, path string) int64 {
	tb.Helper()
	spec, err := matrix.Parse(strings.NewReader(largeSpec), "large.yaml")
	if err != nil {
		tb.Fatal(err)
	}
	plan, err := matrix.NewPlan(spec, func(matrix.ServerRef) (matrix.Version, bool) { return matrix.Version{}, false })
	if err != nil {
		tb.Fatal(err)
	}
	run := matrix.NewRun("bench", "large-20261130T190455Z", plan)
	run.Started, run.State = time.Date(2026, 11, 30, 19, 4, 55, 0, time.UTC), matrix.StateComplete
	random := rand.New(rand.NewPCG(1, 2))
	latencies := someLatencies(tb, random, 40)
	samples := 0
	for i := range run.Results {
		result := &run.Results[i]
		result.Status = matrix.StatusOK
		for round := 1; round <= spec.Rounds; round++ {
			result.Samples = append(result.Samples, largeSample(*result, round, latencies[random.IntN(len(latencies))], random))
			samples++
		}
	}
	if samples != 200_000 {
		tb.Fatalf("the run has %d samples", samples)
	}
	file, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if err := run.Write(w); err != nil {
		tb.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		tb.Fatal(err)
	}
	if err := file.Close(); err != nil {
		tb.Fatal(err)
	}
	return info.Size()
}

func largeSample(of matrix.Result, round int, latency matrix.Latency, random *rand.Rand) matrix.Sample {
	rate := 100_000 * math.Exp(random.NormFloat64()/20)
	return matrix.Sample{
		Cell: of.Cell, Test: of.Test, Round: round, Status: matrix.StatusOK, Started: time.Date(2026, 11, 30, 20, 0, round, 123456789, time.UTC),
		Elapsed: 2 * time.Second, Requests: int64(2 * rate), RPS: rate, Hits: int64(rate), Sent: int64(40 * rate), Received: int64(10 * rate),
		Latency: latency, Threads: 1, ThreadBusy: 0.61234, ServerCPU: 1987654321, ClientCPU: 1234567890,
		Memory: &matrix.KeyMemory{Keys: 1000, Bytes: 72000},
		Host: &matrix.HostUse{Interval: 2 * time.Second, CPUs: 8, User: 1234567890, System: 1987654321, SoftIRQ: 12345678, Switches: 123456,
			Loopback: int64(50 * rate), Received: 1234, Transmitted: 1234, MHzBefore: 2999.123, MHzAfter: 3001.456},
	}
}

// someLatencies are distributions such as a second or two of requests leave.
func someLatencies(tb testing.TB, random *rand.Rand, n int) []matrix.Latency {
	tb.Helper()
	var all []matrix.Latency
	for range n {
		h := hdrhistogram.New(1_000, 60_000_000_000, 3)
		for range 200_000 {
			if err := h.RecordValue(int64(400_000 * math.Exp(random.NormFloat64()/3))); err != nil {
				tb.Fatal(err)
			}
		}
		text, err := h.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
		if err != nil {
			tb.Fatal(err)
		}
		at := h.ValueAtPercentile
		all = append(all, matrix.Latency{
			Mean: h.Mean(), Min: h.Min(), P50: at(50), P95: at(95), P99: at(99), P999: at(99.9), P9999: at(99.99), Max: h.Max(), Histogram: string(text),
		})
	}
	return all
}

// BenchmarkReportLarge has the command itself report a run of 200,000 samples as a
// spreadsheet and as a page, and tells the CPU time that took and the most memory
// that it had.
func BenchmarkReportLarge(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	document := filepath.Join(dir, "run.json")
	b.Logf("the document has %d MB", largeRun(b, document)/1e6)
	for _, name := range []string{"report.xlsx", "report.html"} {
		b.Run(name, func(b *testing.B) {
			var used usage
			for b.Loop() {
				cmd := exec.CommandContext(b.Context(), self, self, "report", document, "-o", filepath.Join(dir, name))
				cmd.Args[0] = "peak" // by which the test binary is that command
				out, err := cmd.Output()
				if err == nil {
					err = json.Unmarshal(out, &used)
				}
				if err != nil {
					b.Fatalf("%v: %s", err, out)
				}
			}
			b.ReportMetric(used.CPU.Seconds(), "cpu-s/op")
			b.ReportMetric(float64(used.Peak)/1e6, "peak-MB")
		})
	}
}

// usage is what a process took: CPU time, and the most memory in bytes.
type usage struct {
	CPU  time.Duration
	Peak int64
}

// peak runs this binary as redis-matrix and writes what it took. It is a process
// of its own, since a child's memory is never told less than its parent's.
func peak() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Args[0] = "redis-matrix"
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	used := usage{CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if of, known := cmd.ProcessState.SysUsage().(*syscall.Rusage); known {
		used.Peak = of.Maxrss * 1024 // as Linux tells it
	}
	if err := json.NewEncoder(os.Stdout).Encode(used); err != nil {
		os.Exit(1)
	}
}

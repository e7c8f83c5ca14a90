package main

import (
	"fmt"
	"strings"

	"redismatrix/matrix"
)

// writeFull prints a sample at length.
func (l layout) writeFull(w *strings.Builder, sample matrix.Sample, rows []row) {
	total := rows[0]
	fmt.Fprintf(w, "====== %s ======\n", total.title)
	fmt.Fprintf(w, "  %d requests completed in %.2f seconds\n", sample.Requests, sample.Elapsed.Seconds())
	l.writeLoad(w, sample)
	due := ""
	if l.load.Rate > 0 {
		due = ", response time"
	}
	fmt.Fprintf(w, "\nLatency by percentile distribution%s:\n", due)
	total.latency.writePercentiles(w)
	fmt.Fprintf(w, "\nCumulative distribution of latencies%s:\n", due)
	total.latency.writeCumulative(w)
	w.WriteString("\nSummary:\n")
	fmt.Fprintf(w, "  throughput summary: %.2f requests per second\n", total.rps)
	fmt.Fprintf(w, "  latency summary (msec)%s:\n", due)
	writeSummary(w, total.latency)
	if l.load.Rate > 0 {
		fmt.Fprintf(w, "  offered rate: %.2f requests per second, %d requests never sent\n", sample.Offered, sample.Unsent)
		w.WriteString("  latency summary (msec), service time:\n")
		writeSummary(w, total.service)
	}
	writeHits(w, "  ", total)
	l.writeParts(w, rows[1:])
}

// writeLoad prints what was sent, and how the server is configured.
func (l layout) writeLoad(w *strings.Builder, sample matrix.Sample) {
	test, _ := l.load.Test(sample.Test)
	fmt.Fprintf(w, "  %d parallel clients\n", l.load.Clients)
	fmt.Fprintf(w, "  %s bytes payload\n", payload(l.load, test))
	w.WriteString("  keep alive: 1\n")
	for _, name := range []string{"save", "appendonly"} {
		if value, told := l.config[name]; told {
			fmt.Fprintf(w, "  host configuration \"%s\": %s\n", name, printable(value))
		}
	}
	threads := max(sample.Threads, l.load.Threads)
	if threads <= 1 {
		w.WriteString("  multi-thread: no\n")
		return
	}
	fmt.Fprintf(w, "  multi-thread: yes\n  threads: %d\n", threads)
}

func writeSummary(w *strings.Builder, d distribution) {
	const line = "    %9s %9s %9s %9s %9s %9s\n"
	fmt.Fprintf(w, line, "avg", "min", "p50", "p95", "p99", "max")
	w.WriteString("   ")
	for _, value := range d.summary() {
		fmt.Fprintf(w, " %9.3f", value)
	}
	w.WriteByte('\n')
}

// writeParts prints the commands of a mix.
func (l layout) writeParts(w *strings.Builder, parts []row) {
	for _, part := range parts {
		fmt.Fprintf(w, "  %s: %d requests, %.2f requests per second\n", part.title, part.requests, part.rps)
		writeHits(w, "    ", part)
		writeSummary(w, part.latency)
	}
}

// writeHits prints how much was found, where reads missed.
func writeHits(w *strings.Builder, indent string, r row) {
	if r.misses > 0 {
		fmt.Fprintf(w, "%shits: %d, misses: %d (%s of the reads found something)\n", indent, r.hits, r.misses, hitRate(r.hits, r.misses))
	}
}

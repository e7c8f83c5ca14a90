package main

import (
	"fmt"
	"io"
	"strings"

	"redismatrix/matrix"
)

// layout prints samples as redis-benchmark 7.0 does: at length, as one line
// (quiet), or as CSV.
type layout struct {
	quiet, csv bool
	digits     int // significant digits of latencies
	load       matrix.Load
	// config is the server's configuration, nil where it is not told.
	config map[string]string
}

func (f *benchFlags) layout(load matrix.Load) layout {
	return layout{quiet: f.quiet, csv: f.csv, digits: min(f.precision, latencyDigits), load: load}
}

// latencyDigits is how many digits of a latency the core records.
const latencyDigits = 3

// row is a sample, or the part of it that is one command of a mix.
type row struct {
	title            string
	requests         int64
	rps              float64
	hits, misses     int64
	latency, service distribution
}

// rows are the sample and, of a mix, its parts.
func (l layout) rows(sample matrix.Sample) ([]row, error) {
	total := matrix.CommandSample{
		Requests: sample.Requests, RPS: sample.RPS, Hits: sample.Hits, Misses: sample.Misses,
		Latency: sample.Latency, Service: sample.Service,
	}
	all := []row{}
	for i, command := range append([]matrix.CommandSample{total}, sample.Commands...) {
		title := l.title(sample.Test)
		if i > 0 {
			title += "/" + command.Test
		}
		r := row{title: title, requests: command.Requests, rps: command.RPS, hits: command.Hits, misses: command.Misses}
		var err error
		if r.latency, err = newDistribution(command.Latency, l.digits); err != nil {
			return nil, fmt.Errorf("read the latencies of %s: %w", title, err)
		}
		if command.Service != nil {
			if r.service, err = newDistribution(*command.Service, l.digits); err != nil {
				return nil, fmt.Errorf("read the service times of %s: %w", title, err)
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// title is a test's as redis-benchmark writes it: "MSET (10 keys)".
func (l layout) title(name string) string {
	test, _ := l.load.Test(name)
	if test.Remark != "" {
		name += " (" + test.Remark + ")"
	}
	return printable(name)
}

// csvHead are redis-benchmark's columns, csvRate those that follow with a rate.
const (
	csvHead = `"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"`
	csvRate = `,"offered_rps","avg_service_ms","min_service_ms","p50_service_ms","p95_service_ms","p99_service_ms","max_service_ms"`
)

// head prints what stands once above all samples.
func (l layout) head(w io.Writer) error {
	if !l.csv {
		return nil
	}
	head := csvHead
	if l.load.Rate > 0 {
		head += csvRate
	}
	return write(w, head+"\n")
}

// show prints one sample.
func (l layout) show(w io.Writer, sample matrix.Sample) error {
	rows, err := l.rows(sample)
	if err != nil {
		return err
	}
	var text strings.Builder
	switch {
	case l.csv:
		l.writeCSV(&text, sample, rows)
	case l.quiet:
		l.writeQuiet(&text, sample, rows)
	default:
		l.writeFull(&text, sample, rows)
	}
	return write(w, text.String())
}

func write(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return &writeError{err}
	}
	return nil
}

// writeError is that stdout cannot be written to.
type writeError struct{ err error }

func (e *writeError) Error() string { return "write output: " + e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

func (l layout) writeCSV(w *strings.Builder, sample matrix.Sample, rows []row) {
	for i, r := range rows {
		fmt.Fprintf(w, `"%s","%.2f"`, strings.ReplaceAll(r.title, `"`, `""`), r.rps)
		writeFields(w, r.latency)
		if l.load.Rate > 0 {
			offered := ""
			if i == 0 { // parts of a mix have no rate of their own
				offered = fmt.Sprintf("%.2f", sample.Offered)
			}
			fmt.Fprintf(w, `,"%s"`, offered)
			writeFields(w, r.service)
		}
		w.WriteByte('\n')
	}
}

// hitRate is the share of reads that found something, which is neither "0.0 %"
// where one did nor "100.0 %" where one did not.
func hitRate(hits, misses int64) string {
	percent := 100 * float64(hits) / float64(hits+misses)
	switch {
	case hits > 0 && percent < 0.1:
		return "less than 0.1 %"
	case misses > 0 && percent > 99.9:
		return "more than 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", percent)
}

func writeFields(w *strings.Builder, d distribution) {
	for _, value := range d.summary() {
		fmt.Fprintf(w, `,"%.3f"`, value)
	}
}

func (l layout) writeQuiet(w *strings.Builder, sample matrix.Sample, rows []row) {
	for i, r := range rows {
		kind := ""
		if l.load.Rate > 0 {
			kind = "response "
		}
		fmt.Fprintf(w, "%s: %.2f requests per second, %sp50=%.3f msec", r.title, r.rps, kind, r.latency.p50)
		if l.load.Rate > 0 {
			fmt.Fprintf(w, ", service p50=%.3f msec", r.service.p50)
			if i == 0 {
				fmt.Fprintf(w, ", offered %.2f requests per second", sample.Offered)
			}
		}
		if r.misses > 0 {
			fmt.Fprintf(w, ", %s of the reads found something", hitRate(r.hits, r.misses))
		}
		w.WriteByte('\n')
	}
}

package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// document is a run of one cell with a result of the given status.
func document(t *testing.T, status matrix.Status) *matrix.Run {
	t.Helper()
	p := plan(t, `{name: trial, axes: {version: ["7.0"]}, load: {tests: [SET]}, rounds: 1}`, "7.0.15")
	spec := &parsedSpec{Spec: p.Spec, source: "axes: {}", overrides: []string{"rounds=1"}}
	doc := newDocument(spec, p.Plan, matrix.Host{CPUs: 1}, time.Date(2026, 11, 30, 19, 4, 55, 0, time.UTC))
	doc.State = matrix.StateComplete
	if status != matrix.StatusMissing {
		sample := matrix.Sample{Cell: p.Cells[0].ID, Test: "SET", Round: 1, Status: status, Reason: "a reason", RPS: 1000}
		if err := doc.Record(sample); err != nil {
			t.Fatal(err)
		}
	}
	return doc
}

func TestNewDocument(t *testing.T) {
	doc := document(t, matrix.StatusOK)
	got := []string{doc.ID, doc.Source, strings.Join(doc.Overrides, " "), doc.Warnings[0].Text}
	want := []string{"trial-20261130T190455Z", "axes: {}", "rounds=1", "server and client share the only CPU"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

func TestCreateNumbersRunsOfTheSameSecond(t *testing.T) {
	results := t.TempDir()
	for _, want := range []string{"trial-20261130T190455Z", "trial-20261130T190455Z-2", "trial-20261130T190455Z-3"} {
		doc := document(t, matrix.StatusOK)
		if _, err := create(results, doc); err != nil {
			t.Fatal(err)
		}
		if doc.ID != want {
			t.Errorf("ID %q, want %q", doc.ID, want)
		}
	}
}

func TestConclude(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name    string
		ctx     context.Context
		status  matrix.Status
		stopped error
		stdout  io.Writer
		want    exitCode
		says    string
	}{
		{"ok", t.Context(), matrix.StatusOK, nil, io.Discard, exitOK, ""},
		{"failed", t.Context(), matrix.StatusFailed, nil, io.Discard, exitBadCells, "1 of 1 result cannot be used: 1 failed, 0 invalid, 0 missing"},
		{"invalid", t.Context(), matrix.StatusInvalid, nil, io.Discard, exitBadCells, "0 failed, 1 invalid"},
		{"missing", t.Context(), matrix.StatusMissing, nil, io.Discard, exitBadCells, "1 missing"},
		{"interrupted", canceled, matrix.StatusMissing, context.Canceled, io.Discard, exitInterrupted, "run --resume dir"},
		{"stopped", t.Context(), matrix.StatusMissing, errors.New("disk full"), io.Discard, exitInternal, "disk full"},
		{"no output", t.Context(), matrix.StatusOK, nil, failing{errors.New("no")}, exitInternal, "write output: no"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stderr strings.Builder
			m := measuring{console: console{err: &stderr}, to: sinks{{format: "text", to: test.stdout}}}
			err := m.conclude(test.ctx, document(t, test.status), "dir", test.stopped)
			if codeOf(err) != test.want || !strings.Contains(errorText(err), test.says) {
				t.Errorf("exit code %d, want %d; error %v", codeOf(err), test.want, err)
			}
			if !strings.Contains(stderr.String(), "results: dir/run.json\n") {
				t.Errorf("stderr does not say where the results are:\n%s", stderr.String())
			}
		})
	}
}

func TestSummarize(t *testing.T) {
	doc := document(t, matrix.StatusOK)
	doc.Timing = matrix.Timing{Wall: 10 * time.Second, Measured: 8 * time.Second, Warmup: 1500 * time.Millisecond}
	var out strings.Builder
	summarize(&out, doc, "results/x")
	want := "results: results/x/run.json\nwall 10 s · measured 8 s · warm-up 1.5 s · overhead 500 ms (5.0 %; 20.0 % with warm-up)\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}

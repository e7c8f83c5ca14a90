package main

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// recorder is a display that writes down what it is to show.
type recorder struct{ shown []string }

func (r *recorder) advance(done, total int, text string) {
	r.shown = append(r.shown, fmt.Sprintf("%d/%d %s", done, total, text))
}
func (r *recorder) say(line string) { r.shown = append(r.shown, line) }
func (r *recorder) close()          { r.shown = append(r.shown, "closed") }

func TestProgress(t *testing.T) {
	ok := &matrix.Sample{RPS: 131204.4, Status: matrix.StatusOK}
	invalid := &matrix.Sample{RPS: 9999, Status: matrix.StatusInvalid, Reason: "client-bound", Remedy: "use --clients"}
	failed := &matrix.Sample{Status: matrix.StatusFailed, Reason: "no server"}
	recorder := &recorder{}
	p := &progress{display: recorder, told: map[string]bool{}, expected: 8 * time.Second}
	for _, event := range []runner.Event{
		{Kind: runner.RunStarted, Least: 4, Total: 4},
		{Kind: runner.SetupReady, Setup: "version=7.0", Total: 4, Remaining: 8 * time.Second},
		{Kind: runner.SampleDone, Setup: "version=7.0", Cell: "version=7.0", Test: "SET", Sample: ok, Done: 1, Total: 4, Remaining: 6 * time.Second},
		{Kind: runner.SampleDone, Setup: "version=7.0", Cell: "version=7.0", Test: "GET", Sample: invalid, Done: 2, Total: 4, Remaining: 4 * time.Second},
		{Kind: runner.SampleDone, Setup: "version=7.0", Cell: "version=7.0", Test: "GET", Sample: invalid, Done: 3, Total: 4, Remaining: 2 * time.Second},
		{Kind: runner.SampleAgain, Setup: "version=8.0", Cell: "version=8.0", Test: "GET", Sample: invalid, Done: 3, Total: 4, Remaining: 2 * time.Second},
		{Kind: runner.SetupFailed, Setup: "version=8.0", Err: errors.New("no server"), Done: 3, Total: 4, Remaining: 2 * time.Second},
		{Kind: runner.Undecidable, Text: "after 5 rounds: some", Done: 3, Total: 4, Remaining: 2 * time.Second},
		{Kind: runner.Undecidable, Text: "after 7 rounds: others", Done: 3, Total: 4, Remaining: 2 * time.Second},
		{Kind: runner.SampleDone, Setup: "version=8.0", Cell: "version=8.0", Test: "GET", Sample: failed, Done: 4, Total: 4},
		{Kind: runner.RunDone, Done: 4, Total: 4},
	} {
		p.show(event)
	}
	want := []string{
		"4 samples to measure, about 8 s",
		"0/4 8 s left",
		"0/4 8 s left · version=7.0",
		"1/4 6 s left · SET 131,204/s · version=7.0",
		"invalid: version=7.0 GET: client-bound; use --clients",
		"2/4 4 s left · GET invalid · version=7.0",
		"3/4 2 s left · GET invalid · version=7.0",
		"3/4 2 s left · GET void, to be measured again · version=8.0",
		"failed: version=8.0: no server",
		"3/4 2 s left · GET void, to be measured again · version=8.0",
		"after 5 rounds: some",
		"3/4 2 s left · GET void, to be measured again",
		"3/4 2 s left · GET void, to be measured again",
		"4/4 0 ms left · GET failed · version=8.0",
		"closed",
	}
	if diff := cmp.Diff(want, recorder.shown); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
}

func TestProgressAhead(t *testing.T) {
	p := &progress{expected: 90 * time.Second}
	for event, want := range map[runner.Event]string{
		{Least: 90, Total: 90}:           "90 samples to measure, about 1 min 30 s",
		{Least: 15, Total: 90}:           "15 to 90 samples to measure, at most about 1 min 30 s",
		{Least: 15, Total: 90, Done: 45}: "0 to 45 samples to measure, at most about 45 s",
		{Least: 90, Total: 90, Done: 90}: "0 samples to measure, about 0 ms",
	} {
		if got := p.ahead(event); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLinesAreFew(t *testing.T) {
	now := time.Unix(0, 0)
	var out lineBuffer
	l := &lines{w: &out, now: func() time.Time { return now }}
	for n := range 12 {
		l.advance(n, 12, "x")
		now = now.Add(time.Second)
	}
	l.say("failed: y")
	want := []string{"0/12 · x\n", "5/12 · x\n", "10/12 · x\n", "failed: y\n"}
	if diff := cmp.Diff(want, out.lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// lineBuffer keeps each write.
type lineBuffer struct{ lines []string }

func (b *lineBuffer) Write(p []byte) (int, error) {
	b.lines = append(b.lines, string(p))
	return len(p), nil
}

func TestBarStaysOnOneLine(t *testing.T) {
	var out lineBuffer
	b := &bar{w: &out}
	b.say("before")
	b.advance(1, 4, "x")
	b.say("above")
	b.advance(4, 4, "x")
	b.close()
	newlines := 0
	for _, line := range out.lines {
		for _, r := range line {
			if r == '\n' {
				newlines++
			}
		}
	}
	if newlines != 2 {
		t.Errorf("%d newlines for two lines that stay:\n%q", newlines, out.lines)
	}
}

func TestNewProgress(t *testing.T) {
	c := console{err: &lineBuffer{}, env: func(string) string { return "" }}
	if _, ok := newProgress(c, true, 0).display.(silence); !ok {
		t.Error("--quiet is not silent")
	}
	if _, ok := newProgress(c, false, 0).display.(*lines); !ok {
		t.Error("no lines where there is no terminal")
	}
}

package matrix

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// heavyRun is measuredRun with histograms wherever there is a place for one, but
// for the first round.
func heavyRun(t *testing.T) *Run {
	t.Helper()
	run := measuredRun(t)
	for i := range run.Results {
		for j := range run.Results[i].Samples {
			s := &run.Results[i].Samples[j]
			if s.Started = time.Date(2026, 11, 30, 19, j, 0, 0, time.UTC); j > 0 {
				s.Latency.Histogram, s.Service = "HISTF", &Latency{P50: 1, Histogram: "HISTG"}
				s.Commands = []CommandSample{{Test: "SET", Latency: Latency{Histogram: "HISTH"}, Service: &Latency{Histogram: "HISTI"}}}
			}
		}
	}
	return run
}

func TestShelf(t *testing.T) {
	want := heavyRun(t)
	text := document(t, want)
	run, shelf, err := ReadRunShelved(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if found := document(t, run); strings.Contains(found, "HIST") {
		t.Error("a histogram is left")
	}
	for i, result := range run.Results {
		for j, s := range result.Samples {
			if holds := shelf.Holds(s); holds != (j > 0) {
				t.Errorf("the shelf holds round %d: %v", s.Round, holds)
			}
			whole, err := shelf.Whole(s)
			if err != nil {
				t.Fatal(err)
			}
			result.Samples[j] = whole
			if diff := cmp.Diff(want.Results[i].Samples[j], whole); diff != "" {
				t.Errorf("%s of round %d (-want +got):\n%s", s.Test, s.Round, diff)
			}
		}
	}
	if diff := cmp.Diff(want, run, cmpopts.IgnoreUnexported(Run{})); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
}

// TestShelfOfOthers gives back as they are what it does not hold: samples that
// were recorded since, or in a run that was read whole.
func TestShelfOfOthers(t *testing.T) {
	text := document(t, heavyRun(t))
	run, shelf, err := ReadRunShelved(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	second := run.Results[0].Samples[1]
	another := second
	another.Started = another.Started.Add(time.Hour)
	since := another
	since.Latency.Histogram = "HISTZ"
	for name, c := range map[string]struct {
		of     *Shelf
		sample Sample
	}{"no shelf": {nil, second}, "another": {shelf, another}, "recorded since": {shelf, since}, "first": {shelf, run.Results[0].Samples[0]}} {
		whole, err := c.of.Whole(c.sample)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.sample, whole); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestShelfOfAChangedDocument says so, whatever the change is.
func TestShelfOfAChangedDocument(t *testing.T) {
	text := document(t, heavyRun(t))
	for name, now := range map[string]string{
		"cut": text[:len(text)/4], "moved": strings.Repeat(" ", 10) + text, "others": strings.ReplaceAll(text, `"cell": "version=7.0"`, `"cell": "version=9.0"`),
		"rounds": strings.ReplaceAll(text, `"round": 2`, `"round": 3`),
	} {
		run, shelf, err := ReadRunShelved(strings.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		shelf.document = strings.NewReader(now)
		failed := false
		for _, result := range run.Results {
			for _, s := range result.Samples {
				_, err := shelf.Whole(s)
				failed = failed || err != nil && strings.HasPrefix(err.Error(), "read the document again: ")
			}
		}
		if !failed {
			t.Errorf("%s: nothing is said", name)
		}
	}
}

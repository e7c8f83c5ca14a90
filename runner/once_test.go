package runner

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

// once measures SET and GET on the fake and returns the samples that were told.
func once(ctx context.Context, f *fake, change func(*Options)) ([]matrix.Sample, error) {
	options := f.options("")
	if change != nil {
		change(&options)
	}
	load := matrix.Load{Tests: []string{"SET", "GET"}, Clients: 1, Pipeline: 1, Keyspace: 1, ValueSize: matrix.FixedSize(3), Duration: time.Second}
	var samples []matrix.Sample
	err := Once(ctx, fakeServer{f}, load, matrix.Host{CPUs: 2}, options, func(sample matrix.Sample) error {
		samples = append(samples, sample)
		return f.call("told %s", sample.Test)
	})
	return samples, err
}

func TestOnceMeasuresEachTest(t *testing.T) {
	f := newFake()
	samples, err := once(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"open 3", "prepare SET", "measure SET", "told SET", "prepare GET", "measure GET", "told GET", "close",
	}
	if diff := cmp.Diff(want, f.calls); diff != "" {
		t.Error(diff)
	}
	sample := f.sample
	sample.Status, sample.Round = matrix.StatusOK, 1
	set, get := sample, sample
	set.Test, get.Test = "SET", "GET"
	if diff := cmp.Diff([]matrix.Sample{set, get}, samples, cmpopts.IgnoreFields(matrix.Sample{}, "Host")); diff != "" {
		t.Error(diff)
	}
}

func TestOnceEndsWithTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	for step, told := range map[string]int{
		"probe": 0, "read": 0, "open 3": 0, "prepare SET": 0, "measure GET": 1, "told SET": 1, "close": 2,
	} {
		f := newFake()
		f.fail[step] = broken
		samples, err := once(t.Context(), f, nil)
		if !errors.Is(err, broken) || len(samples) != told {
			t.Errorf("%s: %d samples, error %v", step, len(samples), err)
		}
	}
	f := newFake()
	ctx, cancel := context.WithCancel(t.Context())
	f.cancel["measure SET"] = cancel
	if samples, err := once(ctx, f, nil); !errors.Is(err, context.Canceled) || len(samples) > 0 {
		t.Errorf("%d samples, error %v", len(samples), err)
	}
}

// TestOnceWithAServerThatRefusesINFO measures it only where that is asked for,
// and says what was not checked.
func TestOnceWithAServerThatRefusesINFO(t *testing.T) {
	f := newFake()
	f.noInfo, f.runID = "NOPERM no", ""
	_, err := once(t.Context(), f, nil)
	want := "the server refuses INFO (NOPERM no), without which nothing can be checked: allow it to the user"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	samples, err := once(t.Context(), f, func(o *Options) { o.Lenient = true })
	if err != nil {
		t.Fatal(err)
	}
	notes := []matrix.Note{{
		Text: "not checked, since the server refuses INFO (NOPERM no): restarts, lost and foreign commands, evictions, " +
			"failed writes to disk, and whether the server or redis-matrix was the bottleneck",
		Remedy: "allow INFO and CONFIG GET to the user",
	}}
	if diff := cmp.Diff(notes, samples[0].Notes); diff != "" {
		t.Error(diff)
	}
}

func TestOnceRefusesAnUnknownTest(t *testing.T) {
	err := Once(t.Context(), fakeServer{newFake()}, matrix.Load{Tests: []string{"NONE"}}, matrix.Host{}, Options{}, nil)
	if want := `test "NONE" is neither in the catalogue nor in the spec`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

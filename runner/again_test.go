package runner

import (
	"strings"
	"testing"

	"redismatrix/matrix"
)

// disturbedTimes takes the CPU from the first n measurements of a test.
func disturbedTimes(name string, n int) func(string) bool {
	return func(test string) bool {
		if test != name {
			return false
		}
		n--
		return n >= 0
	}
}

const takenAway = "the hypervisor gave 50 % of the CPU time to others"

// TestDisturbedSamplesAreTakenAgain on a fresh server, and say so.
func TestDisturbedSamplesAreTakenAgain(t *testing.T) {
	for _, test := range []struct {
		times, launches, voided int
		want                    matrix.Status
	}{
		{0, 1, 0, matrix.StatusOK},
		{1, 2, 1, matrix.StatusOK},
		{2, 3, 2, matrix.StatusOK},
		{3, 3, 2, matrix.StatusInvalid},
	} {
		f, run := newFake(), newRun(t, 1, "3")
		f.disturbs = disturbedTimes("SET", test.times)
		if _, err := start(t.Context(), t, f, run); err != nil {
			t.Fatal(err)
		}
		set, get := run.Results[0], run.Results[1]
		if set.Status != test.want || get.Status != matrix.StatusOK || len(get.Samples[0].Voided) > 0 {
			t.Errorf("disturbed %d times: SET %s, want %s; GET %s", test.times, set.Status, test.want, get.Status)
		}
		notes := set.Samples[0].Voided
		if len(notes) != test.voided || test.voided > 0 && notes[0].Text != takenAway {
			t.Errorf("disturbed %d times: %v, want %d", test.times, notes, test.voided)
		}
		if got := strings.Count(strings.Join(f.calls, "\n"), "launch"); got != test.launches {
			t.Errorf("disturbed %d times: %d servers, want %d", test.times, got, test.launches)
		}
	}
}

// TestAMachineThatIsNeverLeftAlone makes samples void, and a run not much longer.
func TestAMachineThatIsNeverLeftAlone(t *testing.T) {
	f, run := newFake(), newRun(t, 20, "3")
	f.disturbs = func(string) bool { return true }
	told := 0
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	options := f.options(dir)
	options.Events = func(e Event) {
		if e.Kind == SampleAgain {
			told++
		}
	}
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	measured := strings.Count(strings.Join(f.calls, "\n"), "measure ")
	if most := 40 + againLeast + 40/againShare; measured > most || measured != 40+told {
		t.Errorf("40 samples took %d measurements, %d again; want at most %d", measured, told, most)
	}
	if run.State != matrix.StateComplete || run.Results[0].Status != matrix.StatusInvalid {
		t.Errorf("%s, %s", run.State, run.Results[0].Status)
	}
}

// TestASharedMachine voids nothing for what the hypervisor gave to others, where
// that is asked for.
func TestASharedMachine(t *testing.T) {
	f, run := newFake(), newRun(t, 1, "3")
	f.disturbs = func(string) bool { return true }
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	options := f.options(dir)
	options.Shared = true
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	if got := run.Results[0].Status; got != matrix.StatusOK {
		t.Errorf("status %s", got)
	}
}

// TestOnceTakesNothingAgain since nobody would be told.
func TestOnceTakesNothingAgain(t *testing.T) {
	f := newFake()
	f.disturbs = func(string) bool { return true }
	samples, err := once(t.Context(), f, func(*Options) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, sample := range samples {
		if sample.Reason != takenAway || len(sample.Voided) > 0 {
			t.Errorf("%s: %q, %v", sample.Test, sample.Reason, sample.Voided)
		}
	}
}

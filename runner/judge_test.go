package runner

import (
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
)

func TestJudge(t *testing.T) {
	good := matrix.Sample{Elapsed: time.Second, Requests: 100}
	tests := map[string]struct {
		sample matrix.Sample
		after  matrix.Counters
		status matrix.Status
		reason string
	}{
		"good":          {good, matrix.Counters{}, matrix.StatusOK, ""},
		"error replies": {matrix.Sample{Requests: 9, Errors: 2, FirstError: "OOM x"}, matrix.Counters{}, matrix.StatusInvalid, "2 of 9 replies were errors: OOM x"},
		"misses":        {matrix.Sample{Requests: 9, Misses: 1}, matrix.Counters{}, matrix.StatusInvalid, "1 of 9 requests"},
		"nothing":       {matrix.Sample{}, matrix.Counters{}, matrix.StatusInvalid, "nothing was measured"},
		"restarted":     {good, matrix.Counters{RunID: "other"}, matrix.StatusInvalid, "restarted"},
		"evicted":       {good, matrix.Counters{Evicted: 3}, matrix.StatusInvalid, "evicted 3 keys"},
		"AOF error":     {good, matrix.Counters{AOFError: true}, matrix.StatusInvalid, "AOF"},
		"RDB error":     {good, matrix.Counters{RDBError: true}, matrix.StatusInvalid, "RDB"},
		"swap":          {good, matrix.Counters{SwapOut: 1}, matrix.StatusInvalid, "swapped"},
		"throttled":     {good, matrix.Counters{Throttled: 20 * time.Millisecond}, matrix.StatusInvalid, "quota"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sample := test.sample
			judge(&sample, matrix.Counters{}, test.after, matrix.Host{CPUs: 2})
			if sample.Status != test.status || !strings.Contains(sample.Reason, test.reason) {
				t.Errorf("%s %q, want %s %q", sample.Status, sample.Reason, test.status, test.reason)
			}
			if sample.Status != matrix.StatusOK && sample.Remedy == "" {
				t.Error("no remedy")
			}
		})
	}
}

func TestNotesQualifyAValidSample(t *testing.T) {
	host := matrix.Host{CPUs: 2, ClientCPUs: "1"}
	sample := matrix.Sample{Elapsed: time.Second, Requests: 1}
	after := matrix.Counters{
		ClientCPU: 990 * time.Millisecond, ServerCPU: 700 * time.Millisecond, Steal: 50 * time.Millisecond,
		HostBusy: 1900 * time.Millisecond,
	}
	judge(&sample, matrix.Counters{}, after, host)
	if len(sample.Notes) != 3 || sample.Status != matrix.StatusOK {
		t.Errorf("%s with notes %v", sample.Status, sample.Notes)
	}
	sample = matrix.Sample{Elapsed: time.Second, Requests: 1}
	after.ServerCPU, after.Steal = 990*time.Millisecond, 0
	judge(&sample, matrix.Counters{}, after, host)
	if len(sample.Notes) != 0 {
		t.Errorf("notes %v where the server is busy too", sample.Notes)
	}
}

func TestCPUsIn(t *testing.T) {
	for set, want := range map[string]int{"": 8, "1": 1, "0-3": 4, "0-1,5": 3} {
		if got := cpusIn(set, 8); got != want {
			t.Errorf("%q: %d, want %d", set, got, want)
		}
	}
}

func TestLogNamesAreFileNames(t *testing.T) {
	for id, want := range map[string]string{
		"version=7.0 appendonly=no":     "version=7.0_appendonly=no.log",
		"version=/opt/redis/../x\n\x00": "version=_opt_redis_.._x__.log",
		strings.Repeat("a", 300):        strings.Repeat("a", 200) + ".log",
	} {
		if got := logName(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

func TestSameHost(t *testing.T) {
	was := matrix.Host{Hostname: "a", Kernel: "6.1"}
	if err := SameHost(was, was); err != nil {
		t.Error(err)
	}
	is := was
	is.Kernel = "6.2"
	if err := SameHost(was, is); err == nil || !strings.Contains(err.Error(), "the kernel was 6.1 and is now 6.2") {
		t.Errorf("error %v", err)
	}
}

package runner

import (
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
)

// aSecond is evidence of one second in which nothing went wrong: a pinned client
// and a server that was busy.
func aSecond() evidence {
	start := time.Now()
	return evidence{
		before: matrix.Counters{At: start, RunID: "r", HostCPUs: 2},
		after: matrix.Counters{
			At: start.Add(time.Second), RunID: "r", Commands: 102, HostCPUs: 2, Keys: 12,
			ServerCPU: 950 * time.Millisecond, ClientCPU: 980 * time.Millisecond, HostBusy: 1940 * time.Millisecond,
			Config: map[string]string{"appendonly": "no"},
		},
		server: matrix.ServerInfo{RunID: "r"},
		host:   matrix.Host{CPUs: 2, ClientCPUs: "1"},
		load:   matrix.Load{Clients: 2, Pipeline: 1, Keyspace: 10, Requests: 100},
		test:   matrix.Test{Needs: matrix.DataKeys},
		owned:  true,
		config: map[string]string{"appendonly": "no"},
	}
}

// judgement is a sample, what differs from a good second, and the reason of its
// being invalid; "" for a good one.
type judgement struct {
	sample matrix.Sample
	change func(*evidence)
	reason string
}

func judgements() map[string]judgement {
	good := matrix.Sample{Elapsed: time.Second, Requests: 100}
	return map[string]judgement{
		"good":          {good, func(*evidence) {}, ""},
		"error replies": {matrix.Sample{Requests: 9, Errors: 2, FirstError: "OOM x"}, func(*evidence) {}, "2 of 9 replies were errors: OOM x"},
		"misses":        {matrix.Sample{Requests: 9, Misses: 1}, func(*evidence) {}, "1 of 9 requests"},
		"nothing":       {matrix.Sample{}, func(*evidence) {}, "nothing was measured"},
		"restarted":     {good, func(e *evidence) { e.after.RunID = "other" }, "restarted"},
		"another server than was launched": {good, func(e *evidence) {
			e.before.RunID, e.after.RunID = "other", "other"
		}, "restarted"},
		"fewer commands than replies": {good, func(e *evidence) { e.after.Commands = 99 }, "counts 99 commands where 100"},
		"other clients":               {good, func(e *evidence) { e.after.Commands = 500 }, "other clients sent the server commands meanwhile: 398"},
		"a single command of others":  {good, func(e *evidence) { e.after.Commands++ }, "meanwhile: 1"},
		"reconfigured": {good, func(e *evidence) {
			e.after.Config = map[string]string{"appendonly": "yes"}
		}, `appendonly was changed from "no" to "yes"`},
		"a configuration that is no longer told": {good, func(e *evidence) { e.after.Config = nil }, "appendonly was changed"},
		"a configuration that was never told":    {good, func(e *evidence) { e.config, e.after.Config = nil, nil }, ""},
		"too few requests":                       {good, func(e *evidence) { e.load.Pipeline = 51 }, "100 requests do not keep 2 clients with a pipeline of 51 busy"},
		"evicted":                                {good, func(e *evidence) { e.after.Evicted = 3 }, "evicted 3 keys"},
		"keys lost":                              {good, func(e *evidence) { e.after.Keys = 9 }, "holds 9 keys, less than the keyspace of 10"},
		"keys of others":                         {good, func(e *evidence) { e.after.Keys = 26 }, "holds 26 keys where the tests make 25 at most"},
		"an attached server's keys": {good, func(e *evidence) {
			e.owned, e.after.Keys = false, 26
		}, ""},
		"AOF error": {good, func(e *evidence) { e.after.AOFError = true }, "AOF"},
		"RDB error": {good, func(e *evidence) { e.after.RDBError = true }, "RDB"},
		"swap":      {good, func(e *evidence) { e.after.SwapOut = 1 }, "swapped"},
		"throttled": {good, func(e *evidence) { e.after.Throttled = 20 * time.Millisecond }, "quota"},
		"client-bound": {good, func(e *evidence) {
			e.after.ServerCPU = 700 * time.Millisecond
		}, "client-bound: redis-matrix used up its CPUs"},
		"client-bound beside background threads": {good, func(e *evidence) {
			e.after.MainCPU = 700 * time.Millisecond
		}, "client-bound"},
		"client-bound without pinning": {good, func(e *evidence) {
			e.host.ClientCPUs, e.after.ServerCPU, e.after.ClientCPU = "", 770*time.Millisecond, 1200*time.Millisecond
		}, "client-bound"},
		"too short to tell": {good, func(e *evidence) {
			e.after.At = e.before.At.Add(50 * time.Millisecond)
			e.after.ServerCPU, e.after.ClientCPU = 30*time.Millisecond, 50*time.Millisecond
		}, ""},
	}
}

func TestJudge(t *testing.T) {
	for name, test := range judgements() {
		t.Run(name, func(t *testing.T) {
			sample, seen := test.sample, aSecond()
			test.change(&seen)
			judge(&sample, seen)
			want := matrix.StatusOK
			if test.reason != "" {
				want = matrix.StatusInvalid
			}
			if sample.Status != want || !strings.Contains(sample.Reason, test.reason) {
				t.Errorf("%s %q, want %s %q", sample.Status, sample.Reason, want, test.reason)
			}
			if (sample.Status != matrix.StatusOK) != (sample.Remedy != "") {
				t.Errorf("remedy %q", sample.Remedy)
			}
		})
	}
}

func TestNotesQualifyASample(t *testing.T) {
	tests := map[string]struct {
		change func(*evidence)
		note   string // "" for none
	}{
		"a quiet host":           {func(*evidence) {}, ""},
		"steal":                  {func(e *evidence) { e.after.Steal = 50 * time.Millisecond }, "hypervisor"},
		"a busy host":            {func(e *evidence) { e.after.HostBusy += 300 * time.Millisecond }, "other programs"},
		"both near their limits": {func(e *evidence) { e.after.ServerCPU = 850 * time.Millisecond }, "up to a quarter more"},
		"a busy host of many CPUs": {func(e *evidence) {
			e.after.HostBusy += 300 * time.Millisecond
			e.after.HostCPUs = 64
		}, ""},
		"an attached server that others use": {func(e *evidence) {
			e.owned, e.after.Commands = false, 300
		}, "other clients sent this server commands meanwhile: 198"},
		"a save":                  {func(e *evidence) { e.after.Forks = "1" }, "saved its RDB"},
		"a rewrite that is going": {func(e *evidence) { e.before.Saving = true }, "rewrote its AOF"},
		"a stall":                 {func(*evidence) {}, "more than a quarter of the measured time"},
		"a slow disk":             {func(e *evidence) { e.after.AOFDelayed = 2 }, "aof_delayed_fsync"},
		"too short to tell": {func(e *evidence) {
			e.after.At = e.before.At.Add(50 * time.Millisecond)
			e.after.Steal = 50 * time.Millisecond
		}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sample, seen := matrix.Sample{Elapsed: time.Second, Requests: 100}, aSecond()
			if name == "a stall" {
				sample.Latency.Max = int64(300 * time.Millisecond)
			}
			test.change(&seen)
			judge(&sample, seen)
			if sample.Status != matrix.StatusOK {
				t.Fatalf("%s: %s", sample.Status, sample.Reason)
			}
			switch {
			case test.note == "" && len(sample.Notes) > 0:
				t.Errorf("notes %v", sample.Notes)
			case test.note != "" && (len(sample.Notes) != 1 || !strings.Contains(sample.Notes[0].Text, test.note)):
				t.Errorf("notes %v, want %q", sample.Notes, test.note)
			}
		})
	}
}

func TestCPUsIn(t *testing.T) {
	for set, want := range map[string]int{"": 0, "1": 1, "0-3": 4, "0-1,5": 3} {
		if got := cpusIn(set); got != want {
			t.Errorf("%q: %d, want %d", set, got, want)
		}
	}
}

func TestLogNamesAreFileNamesOfTheirOwn(t *testing.T) {
	const plain = "version=7.0 appendonly=no"
	if got, want := logName(plain), "version=7.0_appendonly=no.log"; got != want {
		t.Errorf("%q: %q, want %q", plain, got, want)
	}
	names := map[string]string{}
	for _, id := range []string{"a/b", "a_b", "a:b", "é", "è", strings.Repeat("a", 300), strings.Repeat("a", 299), "x\n\x00"} {
		name := logName(id)
		if strings.ContainsAny(name, "/ \n\x00") || len(name) > 200 || names[name] != "" {
			t.Errorf("%q: %q, as of %q", id, name, names[name])
		}
		names[name] = id
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

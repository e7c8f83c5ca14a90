package runner

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

const ms = time.Millisecond

// aSecond is evidence of one second in which nothing went wrong: a pinned client
// on CPU 1, and a server on CPU 0 that was busy.
func aSecond() evidence {
	start := time.Now()
	busy := matrix.CPUTime{User: 300 * ms, System: 650 * ms, SoftIRQ: 30 * ms, Idle: 20 * ms}
	return evidence{
		before: matrix.Counters{At: start, RunID: "r", PerCPU: make([]matrix.CPUTime, 2), MHz: 3000},
		after: matrix.Counters{
			At: start.Add(time.Second), RunID: "r", Commands: 102, Keys: 12,
			ServerCPU: 950 * ms, ClientCPU: 970 * ms, CPU: busy.Add(busy), PerCPU: []matrix.CPUTime{busy, busy}, MHz: 3000,
			Config: map[string]string{"appendonly": "no"},
		},
		server: matrix.ServerInfo{RunID: "r", CPUs: "0"},
		host:   matrix.Host{CPUs: 2, ClientCPUs: "1"},
		load:   matrix.Load{Tests: []string{"SET", "GET", "INCR", "LPUSH"}, Clients: 2, Pipeline: 1, Keyspace: 10, Requests: 100},
		test:   matrix.Test{Name: "GET", Needs: matrix.DataKeys},
		owned:  true, local: true,
		config: map[string]string{"appendonly": "no"},
	}
}

// serve has the server be busy for so much of the second, alone on its CPU.
func (e *evidence) serve(busy time.Duration) {
	e.after.ServerCPU = busy
	e.after.PerCPU[0] = matrix.CPUTime{User: busy, Idle: time.Second - busy}
}

// judgement is a case of judge: what differs from a good second, and why the
// sample is invalid or what is noted of it; "" for a good one.
type judgement struct {
	sample matrix.Sample
	change func(e *evidence)
	text   string
	remedy string
}

// good is a sample that fits aSecond.
func good() matrix.Sample {
	return matrix.Sample{Elapsed: time.Second, Requests: 100, RPS: 100, Threads: 1, ThreadBusy: 0.97}
}

// judged runs one case.
func (j judgement) judged() matrix.Sample {
	sample, seen := j.sample, aSecond()
	if sample.Elapsed == 0 {
		sample = good()
	}
	if j.change != nil {
		j.change(&seen)
	}
	judge(&sample, seen)
	return sample
}

// voids wants each case to make its sample invalid for exactly its reason.
func voids(t *testing.T, cases map[string]judgement) {
	t.Helper()
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			sample := test.judged()
			want := [3]string{string(matrix.StatusInvalid), test.text, test.remedy}
			if test.text == "" {
				want[0] = string(matrix.StatusOK)
			}
			if diff := cmp.Diff(want, [3]string{string(sample.Status), sample.Reason, sample.Remedy}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// notes wants each case to leave its sample good with exactly its note.
func notes(t *testing.T, cases map[string]judgement) {
	t.Helper()
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			sample := test.judged()
			var want []matrix.Note
			if test.text != "" {
				want = []matrix.Note{{Text: test.text, Remedy: test.remedy}}
			}
			if sample.Status != matrix.StatusOK {
				t.Errorf("%s: %s", sample.Status, sample.Reason)
			}
			if diff := cmp.Diff(want, sample.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

const (
	keepAway = "keep other clients away from the server"
	moreCPUs = "give redis-matrix more CPUs, or compare with a pipeline"
	bound    = "client-bound: redis-matrix used up its CPUs while the server had more than 20 % of its time left"
)

func TestJudgeTheServer(t *testing.T) {
	restarted := "the server was restarted since its start"
	log := "see its log"
	disk := "see the server's log, and the free space of its disk"
	forked := "; a fork needs memory too (vm.overcommit_memory)"
	voids(t, map[string]judgement{
		"good":      {},
		"restarted": {change: func(e *evidence) { e.after.RunID = "other" }, text: restarted, remedy: log},
		"another server than was launched": {
			change: func(e *evidence) { e.before.RunID, e.after.RunID = "other", "other" }, text: restarted, remedy: log,
		},
		"no INFO any more": {
			change: func(e *evidence) { e.after = matrix.Counters{At: e.after.At, NoInfo: "NOPERM"} },
			text:   "the server refused INFO meanwhile (NOPERM), so that nothing can be checked", remedy: "keep others from changing its users",
		},
		"reconfigured": {
			change: func(e *evidence) { e.after.Config = map[string]string{"appendonly": "yes"} },
			text:   `appendonly was changed from "no" to "yes" after the server's start`, remedy: keepAway,
		},
		"a configuration that is no longer told": {
			change: func(e *evidence) { e.after.Config = nil },
			text:   `appendonly was changed from "no" to "" after the server's start`, remedy: keepAway,
		},
		"evicted": {
			change: func(e *evidence) { e.after.Evicted = 3 },
			text:   "the server evicted 3 keys while it was measured", remedy: "raise the server's maxmemory, or use fewer keys or smaller values",
		},
		"AOF error":     {change: func(e *evidence) { e.after.AOFError = true }, text: "the server could not write its AOF", remedy: disk},
		"RDB error":     {change: func(e *evidence) { e.after.RDBError = true }, text: "the server could not save its RDB", remedy: disk + forked},
		"rewrite error": {change: func(e *evidence) { e.after.RewriteError = true }, text: "the server could not rewrite its AOF", remedy: disk + forked},
	})
	notes(t, map[string]judgement{
		"a configuration that was never told": {
			change: func(e *evidence) { e.config, e.after.Config = nil, nil },
			text:   "not checked, since the server refuses CONFIG GET: whether its configuration changed meanwhile", remedy: "allow CONFIG GET to the user",
		},
		"a save": {
			change: func(e *evidence) { e.after.Forks = "1" }, text: "the server saved its RDB or rewrote its AOF meanwhile, whose CPU time and writes count where it ended",
			remedy: "compare only with samples in which it did too; or set save off, or auto-aof-rewrite-percentage 0",
		},
		"a rewrite that is going": {
			change: func(e *evidence) { e.before.Saving = true }, text: "the server saved its RDB or rewrote its AOF meanwhile, whose CPU time and writes count where it ended",
			remedy: "compare only with samples in which it did too; or set save off, or auto-aof-rewrite-percentage 0",
		},
		"a slow disk": {
			change: func(e *evidence) { e.after.AOFDelayed = 2 }, text: "the server had to wait for the sync of its AOF (aof_delayed_fsync)",
			remedy: "the disk is slower than the writes: this is what everysec costs on it",
		},
	})
}

func TestJudgeTheKeys(t *testing.T) {
	removed := "something else removes keys from this server"
	voids(t, map[string]judgement{
		"lost": {
			change: func(e *evidence) { e.after.Keys = 9 }, text: "the server holds 9 keys, less than the keyspace of 10", remedy: removed,
		},
		"lost in a mix": {
			change: func(e *evidence) { e.test = mixOf("SET", "GET"); e.after.Keys = 9 },
			text:   "the server holds 9 keys, less than the keyspace of 10", remedy: removed,
		},
		"of others": {
			change: func(e *evidence) { e.after.Keys = 26 }, text: "the server holds 26 keys where the tests make 21 at most",
			remedy: "something else writes to this server",
		},
		"an attached server's": {change: func(e *evidence) { e.owned, e.after.Keys = false, 26 }},
		"of an own command": {change: func(e *evidence) {
			e.load.Commands = []matrix.OwnCommand{{Name: "mine", Words: []string{"SET", "a:__seq__", "b"}}}
			e.load.Tests = []string{"GET", "mine"}
			e.after.Keys = 5000
		}},
		"of an own command in a mix": {change: func(e *evidence) {
			e.load.Commands = []matrix.OwnCommand{{Name: "mine", Words: []string{"SET", "a:__seq__", "b"}}}
			e.load.Tests = []string{"GET", matrix.TestMix}
			e.load.Mix = []matrix.MixPart{{Test: "mine", Weight: 1}}
			e.after.Keys = 5000
		}},
	})
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

package matrix

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// study is a published comparison, written as a spec, and what becomes of it.
type study struct {
	name, spec string
	plan       Estimate          // samples and starts, and whether it needs a disk
	cells      int               // with a test that can be run
	na         map[string]string // by setup
	config     []string          // of the first setup
	rows       []string          // tests of the first cell
	load       Load              // of the last cell, without tests
}

func load(change func(*Load)) Load {
	l := Load{Clients: 50, Pipeline: 1, Keyspace: 1000, ValueSize: FixedSize(3), ValuePattern: PatternRandom, Transport: TransportTCP,
		Duration: defaultDuration, Warmup: defaultWarmup}
	change(&l)
	return l
}

func serverStudies() []study {
	return []study{
		{
			name: "three versions with the redis.conf of the oldest",
			spec: `
axes: {version: ["2.8.4", "3.2.3", "4.0.1"]}
baseline: {version: "2.8.4"}
control: off
server:
  config:
    save: ["900 1", "300 10", "60 10000"]
    slave-priority: 100
    lua-time-limit: 5000
    list-max-ziplist-entries: 512
    client-output-buffer-limit: ["normal 0 0 0", "slave 256mb 64mb 60"]
load: {requests: 100000}
rounds: 3
`,
			plan: Estimate{Samples: 54, Starts: 3},
			// The others would take list-max-ziplist-entries and ignore it.
			cells: 1,
			na: map[string]string{
				"version=3.2.3": "list-max-ziplist-entries has no effect from Redis 3.2 on",
				"version=4.0.1": "list-max-ziplist-entries has no effect from Redis 3.2 on",
			},
			config: []string{"appendonly no", "save 900 1", "save 300 10", "save 60 10000", "slave-priority 100",
				"lua-time-limit 5000", "list-max-ziplist-entries 512", "client-output-buffer-limit normal 0 0 0",
				"client-output-buffer-limit slave 256mb 64mb 60"},
			rows: words("PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
				"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET XADD"),
			load: load(func(l *Load) { l.Requests, l.Duration = 100_000, 0 }),
		},
		{
			name: "AOF modes, where nothing else varies",
			spec: `
axes:
  version: [7.0]
  appendonly: [no, everysec, always]
baseline: {appendonly: no}
load: {tests: [ping, strings, lrange, SADD, SPOP]}
rounds: 2
`,
			plan: Estimate{Samples: 144, Starts: 8, Disk: 1}, cells: 4,
			config: []string{"appendonly no", `save ""`},
			rows: words("PING_INLINE PING_MBULK SET GET INCR MSET MGET STRLEN EXISTS GETRANGE SETRANGE INCRBYFLOAT " +
				"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 SADD SPOP"),
			load: load(func(*Load) {}),
		},
		{
			name: "threads that old servers do not have",
			spec: `
axes:
  version: ["5.0", "6.0", "8.0", valkey-8.1]
  config.io-threads: [1, 4]
exclude: [{version: "5.0", config.io-threads: 4}]
server: {config: {io-threads-do-reads: yes}}
load: {tests: [GET, XADD]}
rounds: 2
`,
			plan: Estimate{Samples: 8, Starts: 4}, cells: 2,
			na: map[string]string{
				"version=5.0 config.io-threads=1":        "io-threads-do-reads needs Redis 6.0; io-threads needs Redis 6.0",
				"version=8.0 config.io-threads=1":        "io-threads-do-reads has no effect from Redis 8.0 on",
				"version=8.0 config.io-threads=4":        "io-threads-do-reads has no effect from Redis 8.0 on",
				"version=valkey-8.1 config.io-threads=1": "io-threads-do-reads has no effect from Valkey 8.1 on",
				"version=valkey-8.1 config.io-threads=4": "io-threads-do-reads has no effect from Valkey 8.1 on",
			},
			config: []string{"appendonly no", `save ""`, "io-threads-do-reads yes", "io-threads 1"},
			rows:   []string{"GET", "XADD"},
			load:   load(func(*Load) {}),
		},
	}
}

func loadStudies() []study {
	return []study{
		{
			name: "value size against AOF, without the cells that never end",
			spec: `
axes:
  version: [7.0]
  value_size: [10, 100, 1kB, 10kB, 100kB, 200kB, 300kB]
  appendonly: [everysec, always]
exclude: [{appendonly: always, value_size: [200kB, 300kB]}]
include: [{appendonly: no, value_size: 10}]
load: {tests: SET, requests: 100000, duration: 10s}
rounds: 1
`,
			plan: Estimate{Samples: 13, Starts: 3, Disk: 1}, cells: 13,
			config: []string{"appendonly yes", "appendfsync everysec", `save ""`},
			rows:   []string{"SET"},
			load:   load(func(l *Load) { l.ValueSize, l.Requests, l.Duration = FixedSize(10), 100_000, 10*1e9 }),
		},
		{
			name: "clients and pipelines of a tutorial",
			spec: `
axes:
  version: [7.0]
  clients: [50, 1000]
  pipeline: [1, 8]
  transport: [tcp, unix]
load: {tests: [GET, SET], keyspace: 100000}
rounds: 4
seed: 7
`,
			plan: Estimate{Samples: 64, Starts: 4}, cells: 8,
			config: []string{"appendonly no", `save ""`},
			rows:   []string{"GET", "SET"},
			load: load(func(l *Load) {
				l.Clients, l.Pipeline, l.Keyspace, l.Transport = 1000, 8, 100_000, TransportUnix
			}),
		},
	}
}

// Published comparisons unfold into what they measured, and what of them could
// not have been measured is n/a.
func TestStudies(t *testing.T) {
	for _, want := range slices.Concat(serverStudies(), loadStudies()) {
		t.Run(want.name, func(t *testing.T) {
			spec := mustParse(t, want.spec, "study.yaml")
			plan := mustPlan(t, spec)
			run := NewRun("test", "study", plan)
			estimate := plan.Estimate()
			last := plan.Cells[len(plan.Cells)-1].Load
			last.Tests = nil
			got := study{
				name: want.name, spec: want.spec, plan: Estimate{Samples: estimate.Samples, Starts: estimate.Starts, Disk: min(estimate.Disk, 1)},
				config: lines(plan.Setups[0].Config), rows: plan.Cells[0].Load.Tests, load: last,
			}
			for _, setup := range plan.Setups {
				got.na = note(got.na, setup.ID, setup.NA)
			}
			for _, cell := range plan.Cells {
				if cell.measurable() {
					got.cells++
				}
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(study{})); diff != "" {
				t.Errorf("plan (-want +got):\n%s", diff)
			}
			if due := len(run.Missing()); due != want.plan.Samples {
				t.Errorf("%d samples are to be taken, not %d", due, want.plan.Samples)
			}
			if starts := len(plan.Round(1)) * spec.Rounds; starts != want.plan.Starts {
				t.Errorf("servers are started %d times, not %d", starts, want.plan.Starts)
			}
			if read, err := ReadRun(strings.NewReader(document(t, run))); err != nil || !cmp.Equal(run.Results, read.Results) {
				t.Errorf("the document does not hold the plan: %v", err)
			}
		})
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
	"redismatrix/runner"
	"redismatrix/runner/launch"
	"redismatrix/runner/probe"
)

// kept is a server that outlives the rounds of a run, so that what it holds can
// be looked at afterwards.
type kept struct{ *launch.Server }

func (kept) Stop(context.Context) error { return nil }

func (k kept) Launch(context.Context, matrix.Setup, string) (runner.Server, error) { return k, nil }

// weighOn measures a spec on a server, whichever it asks for, and gives what it
// tells of the memory of each cell's keys, by value size and test.
func weighOn(t *testing.T, server *launch.Server, spec string) map[string]*matrix.KeyMemory {
	t.Helper()
	parsed, err := matrix.Parse(strings.NewReader(spec), "test")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := matrix.NewPlan(parsed, nil)
	if err != nil {
		t.Fatal(err)
	}
	run := matrix.NewRun("test", "weigh", plan)
	dir, err := runner.Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Run(t.Context(), run, runner.Options{Dir: dir, Launcher: kept{server}, Load: load{}, Probe: prober{}, Shared: true}); err != nil {
		t.Fatal(err)
	}
	told := map[string]*matrix.KeyMemory{}
	for _, cell := range run.Plan.Cells {
		for _, test := range cell.Load.Tests {
			result := run.Results[len(told)]
			if told[cell.Value("value_size")+" "+test] = result.Samples[0].Memory; result.Status == matrix.StatusFailed {
				t.Errorf("%s: %s", test, result.Reason)
			}
		}
	}
	return told
}

// held weighs what a server holds without the program: all of it by what is
// left when it is gone, and a single key by what the server says of it, which
// is 0 before 4.0.
func held(t *testing.T, client *redis.Client, pattern string) (each, single float64) {
	t.Helper()
	ctx := t.Context()
	used := func() float64 {
		info, err := client.Info(ctx, "memory").Result()
		if err != nil {
			t.Fatal(err)
		}
		return float64(matrix.ParseInfo(info).Integer("used_memory"))
	}
	// What a server allocates when a command is called for the first time is not
	// to be weighed.
	pipe := client.Pipeline()
	pipe.Select(ctx, 1)
	pipe.FlushDB(ctx)
	pipe.Select(ctx, 0)
	if _, err := pipe.Exec(ctx); err != nil {
		t.Fatal(err)
	}
	keys, err := client.DBSize(ctx).Result()
	if err != nil {
		t.Fatal(err)
	}
	const sampled = 50
	for i := range sampled {
		bytes, err := client.MemoryUsage(ctx, fmt.Sprintf(pattern, i)).Result()
		if err != nil && !strings.Contains(err.Error(), "unknown command") {
			t.Fatal(err)
		}
		single += float64(bytes) / sampled
	}
	full := used()
	// From 6.2 on it can be told not to leave that to the background.
	if client.Do(ctx, "flushdb", "sync").Err() != nil {
		if err := client.FlushDB(ctx).Err(); err != nil {
			t.Fatal(err)
		}
	}
	return (full - used()) / float64(keys), single
}

// weighing is a load with values of one size, and the test of it that is told.
type weighing struct {
	size, load, test string
	pattern          string // of the names of the test's keys
	aof              bool   // while the server appends to a file
}

var weighings = []weighing{
	{"3", `tests: [PING_INLINE, SET], requests: 20000`, "SET", "key:%012d", false},
	{"3", `tests: [SET, GET], requests: 15000, keyspace: 30000`, "GET", "key:%012d", false},
	{"100KiB", `tests: [SET, GET], requests: 2000`, "GET", "key:%012d", false},
	{"200", `tests: [SET, GET], requests: 50000, keyspace: 5000, clients: 200, pipeline: 16`, "GET", "key:%012d", false},
	{"64", `tests: [user], requests: 40000, commands: {user: "HSET user:__key__ name __data__"}`, "user", "user:%012d", false},
	{"1000", `tests: [SET, GET], requests: 15000`, "GET", "key:%012d", true},
}

// check holds what a run tells against two readings of another kind.
func (w weighing) check(t *testing.T, server *launch.Server, client *redis.Client) {
	t.Helper()
	const spec = `{name: weigh, axes: {version: ["7.0"], value_size: [%s]}, rounds: 1, load: {warmup: 0s, %s}}`
	if w.aof {
		if err := client.ConfigSet(t.Context(), "appendonly", "yes").Err(); err != nil {
			t.Fatal(err)
		}
	}
	told := weighOn(t, server, fmt.Sprintf(spec, w.size, w.load))[w.size+" "+w.test]
	each, single := held(t, client, w.pattern)
	if told == nil || told.Untold != "" {
		t.Fatalf("nothing is told: %+v", told)
	}
	perKey := float64(told.Bytes) / float64(told.Keys)
	t.Logf("%.1f bytes a key; %.1f are gone with each, MEMORY USAGE is %.1f", perKey, each, single)
	if math.Abs(perKey/each-1) > 0.02 {
		t.Errorf("%.1f bytes a key, of which %.1f are gone with it", perKey, each)
	}
	// What the server says leaves out the table of keys, and before 6.0 what the
	// allocator rounds up.
	if single > 0 && (perKey < single || perKey > 1.15*single+40) {
		t.Errorf("%.1f bytes a key, for which the server says %.1f", perKey, single)
	}
}

// TestMemoryPerKeyOfRealServers has values of three bytes and of many, 50
// connections and 200 that pipeline, hashes, and an AOF.
func TestMemoryPerKeyOfRealServers(t *testing.T) {
	eachServer(t, func(t *testing.T, server *launch.Server) {
		client := ask(t, server)
		for _, w := range weighings {
			t.Run(w.test+" "+w.size, func(t *testing.T) { w.check(t, server, client) })
		}
	})
}

// TestMemoryPerKeyOfEachCell has cells follow one another on one server, of which
// each is told as if it were alone.
func TestMemoryPerKeyOfEachCell(t *testing.T) {
	const spec = `{name: weigh, axes: {version: ["7.0"], value_size: [%s]}, rounds: 1,
  load: {tests: [SET, GET, LPUSH, INCR], requests: 15000, warmup: 0s}}`
	eachServer(t, func(t *testing.T, server *launch.Server) {
		together := weighOn(t, server, fmt.Sprintf(spec, "1000, 4KiB"))
		for _, size := range []string{"1000", "4KiB"} {
			alone := weighOn(t, server, fmt.Sprintf(spec, size))
			for _, test := range []string{"SET", "GET"} {
				told, with := alone[size+" "+test], together[size+" "+test]
				if told.Untold != "" || with.Untold != "" || math.Abs(float64(with.Bytes)/float64(told.Bytes)-1) > 0.02 {
					t.Errorf("%s of %s bytes: %+v among others, %+v alone", test, size, with, told)
				}
			}
			for _, test := range []string{"LPUSH", "INCR"} {
				if told := together[size+" "+test]; told != nil {
					t.Errorf("%s after SET of %s bytes: %+v", test, size, told)
				}
			}
		}
	})
}

// TestNothingIsWeighedButKeys calls commands that a server has not been sent
// before, on connections that it has not listed before: what it allocates then is
// no data.
func TestNothingIsWeighedButKeys(t *testing.T) {
	eachServer(t, func(t *testing.T, server *launch.Server) {
		ctx := t.Context()
		reader, err := probe.Open(ctx, server.Endpoint())
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		clients := []*redis.Client{ask(t, server), ask(t, server), ask(t, server)}
		before, err := reader.Memory(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, client := range clients {
			for _, command := range []string{"GET", "STRLEN", "LLEN", "HLEN", "SCARD", "ZCARD", "TYPE", "TTL", "EXISTS", "PERSIST"} {
				if err := client.Do(ctx, command, "nothing").Err(); err != nil && !errors.Is(err, redis.Nil) {
					t.Fatal(err)
				}
			}
		}
		after, err := reader.Memory(ctx)
		if err != nil {
			t.Fatal(err)
		}
		grown := after.Used - after.Aside - before.Used + before.Aside
		if max(grown, -grown) > 1000 {
			t.Errorf("%d bytes: from %+v to %+v", grown, before, after)
		}
	})
}

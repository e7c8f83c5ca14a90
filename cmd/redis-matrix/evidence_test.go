package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
	"redismatrix/runner"
	"redismatrix/runner/launch"
	"redismatrix/runner/probe"
)

// eachServer runs a test on a server of each version that can run here.
func eachServer(t *testing.T, test func(t *testing.T, server *launch.Server)) {
	t.Helper()
	versions := realVersions()
	if len(versions) == 0 {
		t.Skip("no servers here: `redis-matrix servers install 7.0`, or name their directory in REDIS_MATRIX_SERVERS")
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) { test(t, startVersion(t, version, "")) })
	}
}

// startVersion starts a server, pinned to a cpuset, that is stopped at the
// test's end.
func startVersion(t *testing.T, version, cpus string) *launch.Server {
	t.Helper()
	found, err := launch.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	launcher, err := launch.New(t.Context(), launch.Options{Dir: dir, Found: found, CPUs: cpus})
	if err != nil {
		t.Fatal(err)
	}
	ref, err := matrix.ParseServerRef(version, "")
	if err != nil {
		t.Fatal(err)
	}
	setup := matrix.Setup{
		ID: version, Server: ref, Launch: matrix.LaunchBinary,
		Config: []matrix.Directive{{Name: "save", Args: []string{""}}},
	}
	server, err := launcher.Launch(t.Context(), setup, filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		if err := launcher.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// ask opens a client of a server.
func ask(t *testing.T, server *launch.Server) *redis.Client {
	t.Helper()
	at := server.Endpoint()
	client := redis.NewClient(&redis.Options{Network: at.Network, Addr: at.Address, Protocol: 2, DisableIdentity: true, PoolSize: 1, PipelinePoolSize: -1})
	t.Cleanup(func() { _ = client.Close() })
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	return client
}

// briefly is a load that ends before there is anything to be said of CPU time.
func briefly(tests ...string) matrix.Load {
	return matrix.Load{
		Tests: tests, Clients: 4, Pipeline: 2, Keyspace: 100, ValueSize: matrix.FixedSize(3),
		ValuePattern: matrix.PatternRandom, Transport: matrix.TransportTCP, Requests: 500,
	}
}

// measureOnce takes the samples of a load.
func measureOnce(t *testing.T, server runner.Server, on matrix.Load, options runner.Options) ([]matrix.Sample, error) {
	t.Helper()
	return measureOn(t, probe.Host(t.Context(), t.TempDir()), server, on, options)
}

// measureOn takes the samples of a load, which are judged by what host says.
func measureOn(t *testing.T, host matrix.Host, server runner.Server, on matrix.Load, options runner.Options) ([]matrix.Sample, error) {
	t.Helper()
	options.Load, options.Probe = load{}, prober{}
	var samples []matrix.Sample
	err := runner.Once(t.Context(), server, on, host, options, func(sample matrix.Sample) error {
		samples = append(samples, sample)
		return nil
	})
	return samples, err
}

// TestServersCountEveryStep holds what a server counts against what samples are
// judged by: INFO and CONFIG GET of a reading, the steps of a transaction, and
// what scripts call.
func TestServersCountEveryStep(t *testing.T) {
	eachServer(t, func(t *testing.T, server *launch.Server) {
		ctx, client := t.Context(), ask(t, server)
		reader, err := probe.Open(ctx, server.Endpoint())
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		steps := []func() error{
			func() error { return nil },
			func() error {
				_, err := client.TxPipelined(ctx, func(p redis.Pipeliner) error { return p.Set(ctx, "a", "b", 0).Err() })
				return err
			},
			func() error { return client.Eval(ctx, "return redis.call('INCR', KEYS[1])", []string{"n"}).Err() },
		}
		var counts []int64
		last, err := reader.Read(ctx)
		for _, step := range steps {
			if err != nil || step() != nil {
				t.Fatal(err, step())
			}
			var now matrix.Counters
			now, err = reader.Read(ctx)
			counts, last = append(counts, now.Commands-last.Commands), now
		}
		if diff := cmp.Diff([]int64{2, 2 + 3, 2 + 2}, counts); diff != "" {
			t.Error(diff)
		}
	})
}

// TestSamplesOfRealServers measures what is judged in ways of its own: plain
// reads, transactions, scripts, and a mix with a command that may find nothing.
func TestSamplesOfRealServers(t *testing.T) {
	eachServer(t, func(t *testing.T, server *launch.Server) {
		on := briefly("GET", "MULTI_EXEC", "EVAL", "absent", matrix.TestMix)
		on.Commands = []matrix.OwnCommand{{Name: "absent", Words: []string{"GET", "absent:__key__"}}}
		on.Mix = []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 2}, {Test: "absent", Weight: 1}}
		samples, err := measureOnce(t, server, on, runner.Options{Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		hits := map[string][3]int64{}
		for _, sample := range samples {
			if sample.Status != matrix.StatusOK {
				t.Errorf("%s is %s: %s", sample.Test, sample.Status, sample.Reason)
			}
			hits[sample.Test] = [3]int64{sample.Requests, sample.Hits, sample.Misses}
			if sample.Test == matrix.TestMix {
				absent := sample.Commands[2]
				hits[sample.Test] = [3]int64{sample.Requests, sample.Misses - absent.Requests, absent.Misses - absent.Requests}
			}
		}
		want := map[string][3]int64{
			"GET": {500, 500, 0}, "MULTI_EXEC": {500, 0, 0}, "EVAL": {500, 0, 0}, "absent": {500, 0, 500}, matrix.TestMix: {500, 0, 0},
		}
		if diff := cmp.Diff(want, hits); diff != "" {
			t.Error(diff)
		}
	})
}

// TestARateBeyondReachIsSaid offers more than any server answers.
func TestARateBeyondReachIsSaid(t *testing.T) {
	eachServer(t, func(t *testing.T, server *launch.Server) {
		on := briefly("SET")
		on.Rate, on.Requests, on.Duration = 1_000_000_000, 0, 20*time.Millisecond
		samples, err := measureOnce(t, server, on, runner.Options{Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, note := range samples[0].Notes {
			said = said || strings.Contains(note.Text, "less than half of the offered rate was achieved")
		}
		if !said || samples[0].Unsent == 0 {
			t.Errorf("%d unsent, notes %v", samples[0].Unsent, samples[0].Notes)
		}
	})
}

// lent is a server of somebody else, of which only the address is known.
type lent struct{ *launch.Server }

func (s lent) Endpoint() matrix.Endpoint {
	at := s.Server.Endpoint()
	at.Owned, at.Prefix = false, "redis-matrix:test:"
	return at
}

func (lent) Info() matrix.ServerInfo { return matrix.ServerInfo{} }

// TestAServerThatRefusesINFO takes INFO and CONFIG from the server's users, as
// managed services do.
func TestAServerThatRefusesINFO(t *testing.T) {
	eachServer(t, func(t *testing.T, server *launch.Server) {
		if version, _ := matrix.ParseVersion(server.Info().Version); version.Numbers[0] < 6 {
			t.Skip("no users before 6.0")
		}
		if err := ask(t, server).Do(t.Context(), "ACL", "SETUSER", "default", "-info", "-config").Err(); err != nil {
			t.Fatal(err)
		}
		if _, err := measureOnce(t, lent{server}, briefly("SET"), runner.Options{Shared: true}); err == nil || !strings.Contains(err.Error(), "the server refuses INFO (NOPERM") {
			t.Errorf("error %v", err)
		}
		samples, err := measureOnce(t, lent{server}, briefly("SET"), runner.Options{Lenient: true, Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		if s := samples[0]; s.Status != matrix.StatusOK || len(s.Notes) != 1 || !strings.HasPrefix(s.Notes[0].Text, "not checked, since the server refuses INFO (NOPERM") {
			t.Errorf("%s %s, notes %v", s.Status, s.Reason, s.Notes)
		}
	})
}

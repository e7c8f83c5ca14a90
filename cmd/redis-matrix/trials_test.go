package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
	"redismatrix/runner/trial"
)

// crashPoints is how often a setup that must lose nothing is crashed in each way,
// over all versions together.
const crashPoints = 52

// trialBench is what trials are carried out on: one version with directives.
type trialBench struct {
	starter  trial.Starter
	setup    matrix.Setup
	load     matrix.Load
	versions int // how many there are
}

// eachTrial runs a test with what carries out trials, on each version. Directives
// are as redis.conf has them.
func eachTrial(t *testing.T, config []string, test func(t *testing.T, b trialBench)) {
	t.Helper()
	versions := realVersions()
	if len(versions) == 0 {
		t.Skip("no servers here: `redis-matrix servers install 7.0`, or name their directory in REDIS_MATRIX_SERVERS")
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			test(t, newTrialBench(t, version, t.TempDir(), config, len(versions)))
		})
	}
}

func newTrialBench(t *testing.T, version, dir string, config []string, versions int) trialBench {
	t.Helper()
	found, err := launch.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	launcher, err := launch.New(t.Context(), launch.Options{Dir: dir, Found: found})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		left, globbing := filepath.Glob(filepath.Join(dir, "redis-matrix-*"))
		if err := launcher.Close(); err != nil || globbing != nil || len(left) > 0 {
			t.Errorf("left %q, %v, %v", left, err, globbing)
		}
	})
	ref, err := matrix.ParseServerRef(version, "")
	if err != nil {
		t.Fatal(err)
	}
	b := trialBench{starter: sites{launcher}, setup: matrix.Setup{ID: version, Server: ref, Launch: matrix.LaunchBinary}, versions: versions}
	for _, line := range append([]string{`save ""`}, config...) {
		name, args, _ := strings.Cut(line, " ")
		b.setup.Config = append(b.setup.Config, matrix.Directive{Name: name, Args: strings.Fields(strings.Trim(args, `"`))})
		if args == `""` {
			b.setup.Config[len(b.setup.Config)-1].Args = []string{""}
		}
	}
	b.load = matrix.Load{
		Clients: 4, Keyspace: 2000, ValueSize: matrix.Sizes{{Low: 10, High: 300, Weight: 2}, {Low: 1000, High: 1000, Weight: 1}},
		Duration: 150 * time.Millisecond, Crashes: 3,
	}
	return b
}

// try carries out a trial that must come to its end.
func (b trialBench) try(t *testing.T, name string) matrix.Sample {
	t.Helper()
	sample, info, err := b.attempt(t, name)
	if err != nil {
		t.Fatal(err)
	}
	if info.RunID == "" && sample.Status == matrix.StatusOK {
		t.Errorf("nothing is told of the server: %+v", info)
	}
	return sample
}

func (b trialBench) attempt(t *testing.T, name string) (matrix.Sample, matrix.ServerInfo, error) {
	t.Helper()
	test, _ := matrix.LookupTrial(name)
	return trial.Trials{Starter: b.starter}.Try(t.Context(), matrix.Attempt{
		Setup: b.setup, Cell: matrix.Cell{ID: "cell", Load: b.load}, Test: test, Round: 1, Seed: 1,
		Log: filepath.Join(t.TempDir(), "server.log"),
	})
}

// crashes are those of a trial that must be ok.
func (b trialBench) crashes(t *testing.T, name string) []matrix.Crash {
	t.Helper()
	if name == matrix.TestPowerLoss {
		needStrace(t)
	}
	sample := b.try(t, name)
	if sample.Status != matrix.StatusOK || len(sample.Trial.Crashes) != b.load.CrashCount() {
		t.Fatalf("%+v", sample)
	}
	for _, crash := range sample.Trial.Crashes {
		if crash.Found+crash.Lost != crash.Acknowledged || crash.Torn > 0 || crash.Recovery == "" || crash.Written <= 0 {
			t.Errorf("it does not add up: %+v", crash)
		}
	}
	return sample.Trial.Crashes
}

func needStrace(t *testing.T) {
	t.Helper()
	if have, err := haveStrace(); err != nil {
		t.Fatal(err)
	} else if !have {
		t.Skip("no strace here, or no right to trace")
	}
}

// TestAlwaysLosesNothing crashes servers that sync before they confirm.
func TestAlwaysLosesNothing(t *testing.T) {
	eachTrial(t, []string{"appendonly yes", "appendfsync always"}, func(t *testing.T, b trialBench) {
		b.load.Crashes = (crashPoints + b.versions - 1) / b.versions
		for _, name := range []string{matrix.TestCrash, matrix.TestPowerLoss} {
			acknowledged := int64(0)
			for _, crash := range b.crashes(t, name) {
				if acknowledged += crash.Acknowledged; crash.Lost > 0 || crash.Recovery != matrix.RecoveryLoaded {
					t.Errorf("%s: %+v", name, crash)
				}
			}
			if acknowledged == 0 {
				t.Errorf("%s: nothing was confirmed", name)
			}
		}
	})
}

// TestWaitAOFLosesNothing although everysec confirms what it has not synced. Valkey
// 8.1.1 and Redis 7.4 answer before the sync (redis/redis#13793): what is lost of
// theirs is found.
func TestWaitAOFLosesNothing(t *testing.T) {
	eachTrial(t, []string{"appendonly yes", "appendfsync everysec"}, func(t *testing.T, b trialBench) {
		if test, _ := matrix.LookupTest("SET_WAITAOF"); test.Unsupported(b.setup.Server.Version) != "" {
			t.Skip("it has no WAITAOF")
		}
		t.Parallel()
		early := b.setup.Server.Version.Product == matrix.Valkey
		b.load.Clients, b.load.Duration, b.load.Confirm = 20, 4*time.Second, matrix.ConfirmWaitAOF
		for _, name := range []string{matrix.TestCrash, matrix.TestPowerLoss} {
			acknowledged := int64(0)
			for _, crash := range b.crashes(t, name) {
				if acknowledged += crash.Acknowledged; crash.Lost > 0 && !early {
					t.Errorf("%s: %+v", name, crash)
				}
			}
			if acknowledged == 0 {
				t.Errorf("%s: nothing was confirmed", name)
			}
		}
	})
}

// TestWhatIsNotSyncedIsLost has servers without an AOF lose all in every way, and
// those that leave syncs to the kernel all when the power goes, and nothing before.
func TestWhatIsNotSyncedIsLost(t *testing.T) {
	for name, c := range map[string]struct {
		config []string
		lost   map[string]bool
	}{
		"no": {[]string{"appendonly no"}, map[string]bool{matrix.TestCrash: true, matrix.TestPowerLoss: true}},
		"os": {[]string{"appendonly yes", "appendfsync no"}, map[string]bool{matrix.TestCrash: false, matrix.TestPowerLoss: true}},
	} {
		t.Run(name, func(t *testing.T) {
			eachTrial(t, c.config, func(t *testing.T, b trialBench) {
				for test, all := range c.lost {
					for _, crash := range b.crashes(t, test) {
						if all && crash.Lost < crash.Acknowledged || !all && crash.Lost > 0 {
							t.Errorf("%s: %+v", test, crash)
						}
					}
				}
			})
		})
	}
}

// TestEverysecLosesWhatItMay writes for longer than everysec may lose. It begins a
// sync a second after the one before, or when that is over, so that what was written
// during a sync may wait for its end, a second, and the next one. Another second is
// for a machine that is busy.
func TestEverysecLosesWhatItMay(t *testing.T) {
	eachTrial(t, []string{"appendonly yes", "appendfsync everysec"}, func(t *testing.T, b trialBench) {
		needStrace(t)
		t.Parallel()
		b.load.Duration, b.load.Crashes = 2500*time.Millisecond, 6
		sample := b.try(t, matrix.TestPowerLoss)
		if sample.Status != matrix.StatusOK {
			t.Fatalf("%+v", sample)
		}
		bound := 2*time.Second + 2*sample.Trial.LongestSync
		found := int64(0)
		for _, crash := range sample.Trial.Crashes {
			if found += crash.Found; crash.LostTime > bound {
				t.Errorf("lost more than %v: %+v", bound, crash)
			}
		}
		lost, _ := sample.Value(matrix.MetricLostWorst)
		if lost == 0 || found == 0 {
			t.Errorf("lost %v at most, found %d: %+v", lost, found, sample.Trial)
		}
	})
}

// TestBrokenAlwaysIsCaught lets rewrites of the AOF suspend the syncs of always,
// and has them not suspend them beside.
func TestBrokenAlwaysIsCaught(t *testing.T) {
	for suspended, word := range map[bool]string{true: "yes", false: "no"} {
		t.Run(word, func(t *testing.T) {
			eachTrial(t, []string{
				"appendonly yes", "appendfsync always", "no-appendfsync-on-rewrite " + word,
				"auto-aof-rewrite-percentage 1", "auto-aof-rewrite-min-size 1",
			}, func(t *testing.T, b trialBench) {
				t.Parallel()
				b.load.Duration, b.load.Crashes, b.load.ValueSize = time.Second, 20, matrix.FixedSize(5000)
				lost := int64(0)
				for _, crash := range b.crashes(t, matrix.TestPowerLoss) {
					lost += crash.Lost
				}
				if (lost > 0) != suspended {
					t.Errorf("lost %d", lost)
				}
			})
		})
	}
}

func TestRestarts(t *testing.T) {
	for name, c := range map[string]struct {
		config []string
		change func(*matrix.Load)
		loaded string
		notes  int
	}{
		"an RDB":              {[]string{"appendonly no"}, func(*matrix.Load) {}, "DB loaded from disk", 1},
		"an AOF":              {[]string{"appendonly yes"}, func(*matrix.Load) {}, "DB loaded from append only file", 0},
		"a rewritten AOF":     {[]string{"appendonly yes"}, func(l *matrix.Load) { l.Rewrite = true }, "DB loaded from append only file", 0},
		"a cold cache":        {[]string{"appendonly yes"}, func(l *matrix.Load) { l.Cache = matrix.CacheCold }, "DB loaded from append only file", 0},
		"an RDB that was due": {[]string{"appendonly no", "save 3600 1"}, func(*matrix.Load) {}, "DB loaded from disk", 0},
	} {
		t.Run(name, func(t *testing.T) {
			eachTrial(t, c.config, func(t *testing.T, b trialBench) {
				c.change(&b.load)
				sample := b.try(t, matrix.TestRestart)
				if sample.Status != matrix.StatusOK || len(sample.Notes) != c.notes {
					t.Fatalf("%+v", sample)
				}
				got := *sample.Trial
				aof := strings.Contains(c.loaded, "append only")
				if got.Restart <= 0 || got.Keys != 2000 || got.Data < 2000*26 || (got.AOF > got.Data/2) != aof || (got.RDB > got.Data/2) == aof ||
					!strings.Contains(strings.Join(got.Loaded, ", "), c.loaded) {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// TestNothingIsClaimedOfMemory voids what is measured on a file system that has no
// storage.
func TestNothingIsClaimedOfMemory(t *testing.T) {
	const memory = "/dev/shm"
	dir, err := os.MkdirTemp(memory, "redis-matrix-test-")
	if err != nil || len(realVersions()) == 0 {
		t.Skipf("no servers or no %s here: %v", memory, err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	b := newTrialBench(t, realVersions()[0], dir, []string{"appendonly yes"}, 1)
	b.load.Cache = matrix.CacheCold
	for name, want := range map[string]string{
		matrix.TestPowerLoss: "tmpfs, which is not known to keep anything when the power is lost",
		matrix.TestRestart:   "could not be dropped from the page cache",
	} {
		sample := b.try(t, name)
		if sample.Status != matrix.StatusInvalid || !strings.Contains(sample.Reason, want) || sample.Remedy == "" {
			t.Errorf("%s: %+v", name, sample)
		}
	}
}

// TestInterruptedTrial stops within each trial and finds nothing left.
func TestInterruptedTrial(t *testing.T) {
	if len(realVersions()) == 0 {
		t.Skip("no servers here")
	}
	b := newTrialBench(t, realVersions()[0], t.TempDir(), []string{"appendonly yes"}, 1)
	b.load.Duration, b.load.Crashes = time.Hour, 1000
	ctx, cancel := context.WithCancel(t.Context())
	b.starter = damaged{b.starter, func(start int, _ string) error {
		if start == 1 {
			cancel()
		}
		return nil
	}}
	test, _ := matrix.LookupTrial(matrix.TestCrash)
	_, _, err := trial.Trials{Starter: b.starter}.Try(ctx, matrix.Attempt{
		Setup: b.setup, Cell: matrix.Cell{ID: "cell", Load: b.load}, Test: test, Log: filepath.Join(t.TempDir(), "log"),
	})
	if err == nil || ctx.Err() == nil {
		t.Errorf("it went on: %v", err)
	}
}

package probe

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// What is counted is what an independent trace sees, for every way to persist.
// The syncs are the same number. Of bytes the kernel counts pages: never less than
// all pages that were written to together, and never more than the pages of each
// write; just these where every write is synced before the next. Beside them are a
// few pages of the file system's own, where it has no journal that writes them.
func TestPersistenceIsWhatStraceSees(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can count another process' calls")
	}
	for _, mode := range []struct {
		name     string
		settings []string
		work     func(testing.TB, instance)
		exact    bool
	}{
		{name: "always", settings: []string{"--appendonly", "yes", "--appendfsync", "always"}, work: write, exact: true},
		{name: "everysec", settings: []string{"--appendonly", "yes", "--appendfsync", "everysec"}, work: write},
		{name: "os", settings: []string{"--appendonly", "yes", "--appendfsync", "no"}, work: write},
		{name: "no", settings: []string{"--appendonly", "no"}, work: write},
		{name: "save", settings: []string{"--appendonly", "no"}, work: saveTwice},
		{name: "rewrite", settings: []string{"--appendonly", "yes", "--appendfsync", "no"}, work: rewrite},
	} {
		t.Run(mode.name, func(t *testing.T) {
			eachServer(t, func(t *testing.T, binary string) {
				s := startServer(t, binary, t.TempDir(), nil, append(mode.settings, "--save", "")...)
				r := s.reader(t)
				tr := startTrace(t, s)
				sizes := sizesBelow(t, s.dir)
				before := counters(t, r)
				mode.work(t, s)
				eventually(t, "nothing is left to be synced", func() bool { return settled(t, s, tr) })
				after := counters(t, r)
				tr.end()
				seen, told := tr.effort(sizes), after.Persistence.Since(before.Persistence, after.At.Sub(before.At))
				check(t, told, seen, mode.exact)
			})
		})
	}
}

func check(t *testing.T, told *matrix.Persistence, seen effort, exact bool) {
	t.Helper()
	const pagesOfFileSystem = 16 << 12
	if told == nil || told.Syncs == nil {
		t.Fatalf("not told: %+v", told)
	}
	if *told.Syncs != seen.syncs {
		t.Errorf("counted %d syncs, traced %d", *told.Syncs, seen.syncs)
	}
	if told.Written == nil {
		t.Skipf("bytes: %v", told.Untold)
	}
	least := seen.touched
	if exact {
		least = seen.spans
	}
	if *told.Written < least || *told.Written > seen.spans+pagesOfFileSystem {
		t.Errorf("counted %d bytes, traced %d to %d", *told.Written, least, seen.spans)
	}
}

func write(t testing.TB, s instance) {
	t.Helper()
	for i := range 100 {
		if err := s.ask.Set(t.Context(), fmt.Sprint("key:", i), strings.Repeat("v", 100), 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func saveTwice(t testing.TB, s instance) {
	t.Helper()
	for range 2 {
		write(t, s)
		await(t, s, s.ask.BgSave(t.Context()), "rdb_bgsave_in_progress")
	}
}

func rewrite(t testing.TB, s instance) {
	t.Helper()
	write(t, s)
	await(t, s, s.ask.BgRewriteAOF(t.Context()), "aof_rewrite_in_progress")
	write(t, s)
}

// await waits for what a command has the server do in the background.
func await(t testing.TB, s instance, command *redis.StatusCmd, field string) {
	t.Helper()
	if err := command.Err(); err != nil {
		t.Fatal(err)
	}
	eventually(t, field+" is 0", func() bool { return infoOf(t, s).Integer(field) == 0 })
}

func infoOf(t testing.TB, s instance) matrix.Info {
	t.Helper()
	text, err := s.ask.Info(t.Context(), "persistence").Result()
	if err != nil {
		t.Fatal(err)
	}
	return matrix.ParseInfo(text)
}

// settled reports that a server which syncs its AOF has nothing left to sync: its
// last call on a file was no write.
func settled(t testing.TB, s instance, tr *trace) bool {
	info := infoOf(t, s)
	policy := s.ask.ConfigGet(t.Context(), "appendfsync").Val()["appendfsync"]
	if info.Integer("aof_enabled") == 0 || policy == "no" {
		return info.Integer("aof_pending_bio_fsync") == 0
	}
	lines := tr.lines()
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.Contains(lines[i], tr.dir) {
			return syncCall.MatchString(lines[i])
		}
	}
	return false
}

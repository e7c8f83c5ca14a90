package launch

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestByName(t *testing.T) {
	got := byName([]matrix.Directive{
		{Name: "save", Args: []string{"60", "10000"}},
		{Name: "hz", Args: []string{"10"}},
		{Name: "save", Args: []string{""}},
		{Name: "Save", Args: []string{"900", "1"}},
		{Name: "save", Args: []string{"300 10"}},
		{Name: "HZ", Args: []string{"20"}},
	})
	want := []asking{
		{name: "save", lines: [][]string{{""}, {"900", "1"}, {"300", "10"}}},
		{name: "hz", lines: [][]string{{"20"}}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(asking{})); diff != "" {
		t.Error(diff)
	}
	if text := got[0].text(); text != "900 1 300 10" {
		t.Errorf("text %q", text)
	}
}

func TestAnswer(t *testing.T) {
	tests := []struct {
		name  string
		reply map[string]string
		value string
		known bool
	}{
		{"slave-read-only", map[string]string{"slave-read-only": "yes"}, "yes", true},
		{"slave-read-only", map[string]string{"replica-read-only": "no"}, "no", true},
		{"slave-read-only", map[string]string{"replica-read-only": "no", "slave-read-only": "yes"}, "yes", true},
		{"slave-*", map[string]string{"slave-a": "1", "slave-b": "2"}, "", false},
		{"nothing", nil, "", false},
	}
	for _, test := range tests {
		value, known := answer(test.name, test.reply)
		if known != test.known || known && value != test.value {
			t.Errorf("%s in %v: %q, %v", test.name, test.reply, value, known)
		}
	}
}

// Renamed directives, in the oldest spelling, on every server.
func TestOldSpellingsAreReadBack(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		config := []string{`save ""`, "slave-read-only no", "slave-priority 50", "zset-max-ziplist-value 32", "set-max-intset-entries 100",
			"auto-aof-rewrite-min-size 8mb", "auto-aof-rewrite-percentage 50", "no-appendfsync-on-rewrite yes", "tcp-keepalive 30",
			"timeout 100", "databases 4", "loglevel VERBOSE", "activerehashing no", "rdbcompression no", "rdbchecksum no",
			"stop-writes-on-bgsave-error no", "maxmemory-samples 10", "maxclients 100", "slowlog-log-slower-than -1", "slowlog-max-len 1",
			"notify-keyspace-events KEA", "repl-backlog-size 2mb", "aof-rewrite-incremental-fsync no", "lua-time-limit 1000", "hz 50",
			"client-output-buffer-limit normal 1mb 1mb 10", "client-output-buffer-limit slave 2mb 1mb 10"}
		server := start(t, l, setup(binary, config...))
		if n := len(byName(setup(binary, config...).Config)); len(server.Info().Config) < n {
			t.Errorf("%d of %d directives were read back", len(server.Info().Config), n)
		}
	})
}

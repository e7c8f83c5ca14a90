package launch

import (
	"strings"
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

// TestReadAll reads the whole configuration of every server, once under each
// name, and no secret.
func TestReadAll(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		owned := start(t, l, setup(binary, `save ""`, "hz 20", "slave-priority 50", "masterauth sesame-open"))
		told := map[string]string{}
		for _, d := range owned.Info().Effective {
			if _, twice := told[d.Name]; twice {
				t.Errorf("%s is told twice", d.Name)
			}
			told[d.Name] = strings.Join(d.Args, " ")
		}
		for _, name := range []string{"port", "dir", "logfile", "unixsocket", "replica-priority"} {
			if value, there := told[name]; there {
				t.Errorf("%s %q is told", name, value)
			}
		}
		want := map[string]string{"save": "", "hz": "20", "slave-priority": "50", "masterauth": "(set)", "appendonly": "no", "requirepass": ""}
		for name, value := range want {
			if got, there := told[name]; got != value || !there {
				t.Errorf("%s is %q, want %q", name, got, value)
			}
		}
	})
}

// TestReadAllRefused attaches as a user who may not ask.
func TestReadAllRefused(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		if binary.Version.Product == matrix.Redis && binary.Version.Numbers[0] < 6 {
			t.Skip("it has no users")
		}
		l := newLauncher(t, Options{})
		owned := start(t, l, setup(binary, `save ""`))
		client := connect(owned.Endpoint())
		defer client.Close()
		if err := client.Do(t.Context(), "ACL", "SETUSER", "guest", "on", ">sesame-open", "~*", "+@all", "-config").Err(); err != nil {
			t.Fatal(err)
		}
		t.Setenv(userEnv, "guest")
		t.Setenv(passwordEnv, "sesame-open")
		if told := start(t, l, attached(owned)).Info().Effective; told != nil {
			t.Errorf("told all the same: %v", told)
		}
	})
}

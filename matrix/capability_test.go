package matrix

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func directive(text string) Directive {
	words := strings.Fields(text)
	return Directive{Name: words[0], Args: words[1:]}
}

func TestPortable(t *testing.T) {
	for text, want := range map[string]string{
		"replicaof no one":                    "slaveof no one",
		"replica-read-only yes":               "slave-read-only yes",
		"hash-max-listpack-value 64":          "hash-max-ziplist-value 64",
		"HZ 10":                               "hz 10",
		"server-cpulist 0":                    "server_cpulist 0",
		"commandlog-slow-execution-max-len 1": "slowlog-max-len 1",
		"client-output-buffer-limit replica 256mb 64mb 60": "client-output-buffer-limit slave 256mb 64mb 60",
		"client-output-buffer-limit normal 0 0 0":          "client-output-buffer-limit normal 0 0 0",
		"no-such-directive 1":                              "no-such-directive 1",
	} {
		given := directive(text)
		if diff := cmp.Diff(directive(want), Portable(given)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		if diff := cmp.Diff(directive(text), given); diff != "" {
			t.Errorf("%s was changed: %s", text, diff)
		}
	}
}

func TestUnsupported(t *testing.T) {
	for _, c := range []struct{ version, directive, want string }{
		{"3.2", "io-threads 4", "io-threads needs Redis 6.0"},
		{"6.0", "io-threads 4", ""},
		{"6.0.16", "io-threads 4", ""},
		{"valkey-8.1", "io-threads 4", ""},
		{"2.8", "appendonly yes", ""},
		{"2.8", "aof-load-truncated yes", ""},
		{"2.8.14", "aof-load-truncated yes", "aof-load-truncated needs Redis 2.8.15"},
		{"4.0", "maxmemory-policy allkeys-lfu", ""},
		{"3.2", "maxmemory-policy allkeys-lfu", "maxmemory-policy allkeys-lfu needs Redis 4.0"},
		{"3.2", "maxmemory-policy ALLKEYS-LRU", ""},
		{"valkey-7.2", "loglevel nothing", ""},
		{"2.8", "replicaof no one", ""},
		{"2.8", "list-max-listpack-size -2", "list-max-listpack-size needs Redis 3.2"},
		{"2.8", "hash-max-listpack-value 64", ""},
		{"2.8", "list-max-ziplist-value 64", ""},
		{"3.2", "list-max-ziplist-value 64", "list-max-ziplist-value has no effect from Redis 3.2 on"},
		{"valkey-8.0", "list-max-ziplist-value 64", "list-max-ziplist-value has no effect from Valkey 7.2 on"},
		{"8.0", "io-threads-do-reads yes", "io-threads-do-reads has no effect from Redis 8.0 on"},
		{"7.9.224", "io-threads-do-reads yes", ""},
		{"valkey-8.0", "dynamic-hz no", ""},
		{"valkey-8.1", "dynamic-hz no", "dynamic-hz has no effect from Valkey 8.1 on"},
		{"8.0", "availability-zone a", "availability-zone needs Valkey 8.0"},
		{"valkey-8.1", "replica-full-sync-buffer-limit 1", "replica-full-sync-buffer-limit needs Redis 8.0"},
		{"valkey-7.2", "hide-user-data-from-log yes", "hide-user-data-from-log needs Valkey 8.0"},
		{"7.2", "hide-user-data-from-log yes", "hide-user-data-from-log needs Redis 7.4"},
		{"valkey-8.0", "log-format logfmt", "log-format needs Valkey 8.1"},
		{"2.8", "a-module.directive 1", ""},
		{"", "io-threads 4", ""},
	} {
		var v Version
		if c.version != "" {
			v = mustVersion(t, c.version)
		}
		if got := Unsupported(v, directive(c.directive)); got != c.want {
			t.Errorf("%s on %q: got %q, want %q", c.directive, c.version, got, c.want)
		}
	}
}

func TestTestUnsupported(t *testing.T) {
	for _, c := range []struct{ version, test, want string }{
		{"4.0", "XADD", "needs Redis 5.0"},
		{"4.0.14", "ZPOPMIN", "needs Redis 5.0"},
		{"5.0", "ZPOPMIN", ""},
		{"5", "ZPOPMIN", ""},
		{"5.0.14", "XADD", ""},
		{"valkey-8.1", "XADD", ""},
		{"2.8", "ZADD", ""},
		{"", "XADD", ""},
		{"2.8.8", "PFADD", "needs Redis 2.8.9"},
		{"2.8.24", "PFCOUNT", ""},
		{"3.0", "GEOADD", "needs Redis 3.2"},
		{"6.0", "GEOSEARCH", "needs Redis 6.2"},
		{"6.2", "FCALL", "needs Redis 7.0"},
		{"valkey-7.2", "FCALL", ""},
		{"2.8", "MULTI_EXEC", ""},
	} {
		var v Version
		if c.version != "" {
			v = mustVersion(t, c.version)
		}
		test, _ := LookupTest(c.test)
		if got := test.Unsupported(v); got != c.want {
			t.Errorf("%s on %q: got %q, want %q", c.test, c.version, got, c.want)
		}
	}
}

func TestMixUnsupported(t *testing.T) {
	load := Load{Mix: []MixPart{{"SET", 1}, {"xadd", 2}, {"profile", 3}}, Commands: []OwnCommand{{"profile", []string{"HGETALL", "user:__key__"}}}}
	mix, ok := load.Test(TestMix)
	if !ok {
		t.Fatal("no mix")
	}
	for version, want := range map[string]string{"4.0": "XADD: needs Redis 5.0", "5.0": "", "valkey-8.1": ""} {
		if got := mix.Unsupported(mustVersion(t, version)); got != want {
			t.Errorf("mix on %q: got %q, want %q", version, got, want)
		}
	}
}

// Every name in the lists is in its oldest spelling and in one list only, or
// a lookup would pass over it.
func TestCapabilityTableIsSound(t *testing.T) {
	seen := map[productName]bool{}
	for _, list := range [][]arrival{arrivals, valkeyArrivals} {
		for _, a := range list {
			for name := range strings.FieldsSeq(a.directives) {
				key := productName{a.since.Product, name}
				if seen[key] || !a.since.Exact() || Portable(Directive{Name: name}).Name != name {
					t.Errorf("%s of %v: twice, no release, or not the oldest spelling", name, a.since)
				}
				seen[key] = true
			}
		}
	}
	for _, old := range slices.Sorted(maps.Values(renames)) {
		if renames[old] != "" {
			t.Errorf("%s is itself renamed to %s", old, renames[old])
		}
	}
}

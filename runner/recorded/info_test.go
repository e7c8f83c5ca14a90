package recorded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// servers are those of a text's blocks.
func servers(t *testing.T, text string) []string {
	t.Helper()
	read, err := Read("a", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	var all []string
	for _, b := range read.Blocks {
		if b.Server == nil {
			all = append(all, "")
			continue
		}
		all = append(all, strings.Join([]string{b.Server.Name(), b.Server.Build, b.Server.Allocator, b.Server.RunID}, " "))
	}
	for _, p := range read.Problems {
		all = append(all, p.Error())
	}
	return all
}

func TestServers(t *testing.T) {
	const set = "\nSET: 5.00 requests per second\n"
	const info = "# Server\nredis_version:7.2.4\nserver_name:valkey\nvalkey_version:8.1.1\nredis_build_id:abc\nrun_id:def\n\n# Memory\nmem_allocator:jemalloc-5.3.0\n"
	for text, want := range map[string][]string{
		set:        {""},
		info + set: {"valkey 8.1.1 abc jemalloc-5.3.0 def"},
		strings.Join(strings.Fields(info), " ") + set:                               {"valkey 8.1.1 abc jemalloc-5.3.0 def"},
		"redis_version:2.8.4 run_id:a" + set + "redis_version:3.2.3 run_id:b" + set: {"redis 2.8.4   a", "redis 3.2.3   b"},
		"redis_version:2.8.4 run_id:a redis_version:3.2.3 run_id:b" + set:           {"redis 3.2.3   b"},
		"\"redis_version:2.8.4\"" + set:                                             {"redis 2.8.4   "},
		"redis_version:2.8.4redis_git_sha1:0redis_mode:standalone" + set:            {"redis 2.8.4   "},
		"redis_version:latest" + set:                                                {"", `a:1: "redis_version:latest": it is no version; write each field of INFO on a line of its own`},
		"[28796] 06 Sep 09:26:49.382 # Server started, Redis version 2.8.4" + set:   {"redis 2.8.4   "},
		"1:C 06 Sep 2020 # Redis version=6.0.16, bits=64, commit=0" + set:           {"redis 6.0.16   "},
		"1:C 06 Sep 2025 * Valkey version=8.1.1, bits=64, commit=0" + set:           {"valkey 8.1.1   "},
		"Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64" + set:  {"redis 7.0.15   "},
		"  _.-``__ ''-._   Redis 2.8.4 (00000000/0) 64 bit" + set:                   {"redis 2.8.4   "},
		"I have Redis 2.8.4 on 64 bit" + set:                                        {""},
		info + "Valkey version=8.1.1, bits=64" + set:                                {"valkey 8.1.1 abc jemalloc-5.3.0 def"},
		info + "Redis version=6.0.16, bits=64" + set:                                {"redis 6.0.16   "},
		info + "Server started, Redis version 2.8.41234" + set:                      {"", `a:10: "Server started, Redis version 2.8.41234": it is not told where the version ends; put back the end of its line`},
		info + set + "$ redis-benchmark -c 9" + set:                                 {"valkey 8.1.1 abc jemalloc-5.3.0 def", "valkey 8.1.1 abc jemalloc-5.3.0 def"},
	} {
		if diff := cmp.Diff(want, servers(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// An INFO tells whether there is an AOF, and an output that does is surer.
func TestConfigOfInfo(t *testing.T) {
	const on, off, set = "redis_version:7.0.15\naof_enabled:1\n", "redis_version:7.0.15\naof_enabled:0\n", "SET: 5.00 requests per second\n"
	yes, no := map[string]string{"appendonly": "yes"}, map[string]string{"appendonly": "no"}
	for text, want := range map[string][]map[string]string{
		set:                                      {nil},
		"redis_version:7.0.15\n" + set:           {nil},
		on + set:                                 {yes},
		off + set:                                {no},
		on + set + set:                           {yes, yes},
		on + set + off + set:                     {yes, no},
		on + set + "redis_version:2.8.4\n" + set: {yes, nil},
		on + "Redis version=6.0.16, bits=64\n" + set:                     {nil},
		on + "Redis version=7.0.15, bits=64\n" + set:                     {yes},
		"redis_version:7.0.15\naof_enabled:perhaps\n" + set:              {nil},
		on + configured("no", "", ""):                                    {{"appendonly": "no", "save": ""}},
		off + configured("no", "900 1", ""):                              {{"appendonly": "no", "save": "900 1"}},
		off + set + configured("yes", "", ""):                            {no, {"appendonly": "yes", "save": ""}},
		off + set + normal("GET", `host configuration "appendonly": no`): {no},
	} {
		read, err := Read("a", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []map[string]string
		for _, b := range read.Blocks {
			got = append(got, b.Config)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

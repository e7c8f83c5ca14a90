package matrix

import (
	"slices"
	"strings"
	"testing"
)

// releases are servers as they are found in the wild, oldest first.
const releases = "2.8.4 2.8.24 3.0.7 3.2.13 4.0.14 5.0.14 6.0.16 6.2.14 7.0.15 7.2.5 7.4.0 8.0.2 valkey-7.2.5 valkey-8.0.1 valkey-8.1.1"

// What a directive does on each of the releases: + it has it, - it came later
// or to the other make, o it came and went.
func TestDirectivesByRelease(t *testing.T) {
	for directive, want := range map[string]string{
		// What every server has.
		"appendonly yes":             "+++++++++++++++",
		"appendfsync always":         "+++++++++++++++",
		"maxmemory 100mb":            "+++++++++++++++",
		"hash-max-listpack-value 64": "+++++++++++++++",
		"rdbcompression no":          "+++++++++++++++",
		"replica-read-only no":       "+++++++++++++++",
		"no-such-directive 1":        "+++++++++++++++",
		// Persistence.
		"aof-load-truncated yes":               "-++++++++++++++",
		"aof-use-rdb-preamble yes":             "----+++++++++++",
		"rdb-save-incremental-fsync yes":       "-----++++++++++",
		"aof-timestamp-enabled yes":            "--------+++++++",
		"appenddirname aof":                    "--------+++++++",
		"rdb-del-sync-files yes":               "------+++++++++",
		"repl-diskless-sync yes":               "-++++++++++++++",
		"rdb-version-check relaxed":            "--------------+",
		"dual-channel-replication-enabled yes": "-------------++",
		// Memory.
		"list-max-ziplist-size -2":      "---++++++++++++",
		"list-max-listpack-size -2":     "---++++++++++++",
		"list-max-ziplist-entries 512":  "+++oooooooooooo",
		"set-max-listpack-entries 128":  "---------++++++",
		"stream-node-max-entries 100":   "-----++++++++++",
		"maxmemory-policy allkeys-lru":  "+++++++++++++++",
		"maxmemory-policy allkeys-lfu":  "----+++++++++++",
		"maxmemory-policy volatile-lfu": "----+++++++++++",
		"lfu-decay-time 1":              "----+++++++++++",
		"activedefrag yes":              "----+++++++++++",
		"active-defrag-cycle-us 500":    "--------------+",
		"lazyfree-lazy-eviction yes":    "----+++++++++++",
		"lazyfree-lazy-user-del yes":    "------+++++++++",
		"lazyfree-lazy-user-flush yes":  "-------++++++++",
		"maxmemory-clients 1gb":         "--------+++++++",
		"jemalloc-bg-thread yes":        "------+++++++++",
		"disable-thp yes":               "-------++++++++",
		// Threads and clients.
		"io-threads 4":                     "------+++++++++",
		"io-threads-do-reads yes":          "------+++++o++o",
		"events-per-io-thread 2":           "-------------++",
		"prefetch-batch-max-size 16":       "-------------++",
		"dynamic-hz no":                    "-----+++++++++o",
		"tcp-backlog 511":                  "-++++++++++++++",
		"latency-tracking no":              "--------+++++++",
		"tracking-table-max-keys 0":        "------+++++++++",
		"server-cpulist 0":                 "------+++++++++",
		"gopher-enabled no":                "------++ooooooo",
		"hide-user-data-from-log yes":      "----------++-++",
		"commandlog-request-larger-than 1": "--------------+",
		"availability-zone a":              "-------------++",
		"replica-full-sync-buffer-limit 1": "-----------+---",
		"loglevel nothing":                 "---------++++++",
		"oom-score-adj relative":           "------+++++++++",
	} {
		got := ""
		for release := range strings.FieldsSeq(releases) {
			v := mustVersion(t, release)
			switch reason := Unsupported(v, Directive{Name: words(directive)[0], Args: words(directive)[1:]}); {
			case reason == "":
				got += "+"
			case strings.Contains(reason, " has no effect from "+v.Product.Title()+" "):
				got += "o"
			case strings.Contains(reason, " needs "):
				got += "-"
			default:
				t.Errorf("%s on %s: %q", directive, release, reason)
			}
		}
		if got != want {
			t.Errorf("%s:\n%s\n%s  want\n%s  got", directive, releases, want, got)
		}
	}
}

// Every release that brought something has it, and the one before had not.
func TestReleasesBring(t *testing.T) {
	check := func(d Directive, since Version) {
		t.Helper()
		if reason := Unsupported(since, d); reason != "" {
			t.Errorf("%s %s on %v: %s", d.Name, d.Args, since, reason)
		}
		before := Version{since.Product, slices.Clone(since.Numbers)}
		switch {
		case since.Numbers[2] > 0:
			before.Numbers[2]--
		case since.Numbers[1] > 0:
			before.Numbers = []int{since.Numbers[0], since.Numbers[1] - 1}
		default:
			before.Numbers = []int{since.Numbers[0] - 1}
		}
		if reason := Unsupported(before, d); !strings.HasSuffix(reason, needsVersion(since)) {
			t.Errorf("%s %s on %v: %q", d.Name, d.Args, before, reason)
		}
	}
	for _, a := range slices.Concat(arrivals, valkeyArrivals) {
		for name := range strings.FieldsSeq(a.directives) {
			check(Directive{Name: name, Args: []string{"1"}}, a.since)
		}
	}
	for _, a := range valueArrivals {
		if first := arrived[productName{Redis, a.directive}]; first.IsZero() || first.Compare(a.since) < 0 {
			check(Directive{Name: a.directive, Args: []string{strings.ToUpper(a.value)}}, a.since)
		}
	}
}

// The same of the tests: those that are not named are known to every server.
func TestTestsByRelease(t *testing.T) {
	late := map[string]string{
		"PFADD": "-++++++++++++++", "PFCOUNT": "-++++++++++++++",
		"GEOADD": "---++++++++++++", "GEODIST": "---++++++++++++", "GEORADIUSBYMEMBER": "---++++++++++++",
		"ZPOPMIN": "-----++++++++++",
		"XADD":    "-----++++++++++", "XLEN": "-----++++++++++", "XRANGE_100": "-----++++++++++",
		"GEOSEARCH": "-------++++++++",
		"FCALL":     "--------+++++++", "SET_WAITAOF": "---------++++++",
	}
	for _, name := range TestNames() {
		test, _ := LookupTest(name)
		got := ""
		for release := range strings.FieldsSeq(releases) {
			if test.Unsupported(mustVersion(t, release)) == "" {
				got += "+"
			} else {
				got += "-"
			}
		}
		want := late[name]
		if want == "" {
			want = strings.Repeat("+", len(words(releases)))
		}
		if got != want {
			t.Errorf("%s:\n%s  want\n%s  got", name, want, got)
		}
	}
}

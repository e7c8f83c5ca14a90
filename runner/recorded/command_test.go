package recorded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// commandRead is what is read of a command line before a result.
type commandRead struct {
	Command string
	Load    Told
}

func commandOf(t *testing.T, text string) commandRead {
	t.Helper()
	read, err := Read("a", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return commandRead{read.Blocks[0].Command, read.Blocks[0].Load}
}

func TestCommandOfResults(t *testing.T) {
	usual := Told{Clients: 50, Pipeline: 1, ValueSize: 3, Keyspace: 1, Threads: 1}
	with := func(change func(*Told)) Told { told := usual; change(&told); return told }
	const set = "\nSET: 5.00 requests per second"
	for text, want := range map[string]commandRead{
		"$ redis-benchmark" + set:                                          {"redis-benchmark", usual},
		"redis-benchmark -q" + set:                                         {"redis-benchmark -q", usual},
		"[root@db ~]# ./src/redis-benchmark -c 9" + set:                    {"redis-benchmark -c 9", with(func(l *Told) { l.Clients = 9 })},
		"• redis-benchmark -t set -n 1000 -q" + set:                        {"redis-benchmark -t set -n 1000 -q", with(func(l *Told) { l.Requests = 1000 })},
		"3. redis-benchmark -P 16" + set:                                   {"redis-benchmark -P 16", with(func(l *Told) { l.Pipeline = 16 })},
		"命令：redis-benchmark -d 256" + set:                                  {"redis-benchmark -d 256", with(func(l *Told) { l.ValueSize = 256 })},
		"sudo taskset -c 1 redis-benchmark -r 1000" + set:                  {"redis-benchmark -r 1000", with(func(l *Told) { l.Keyspace = 1000 })},
		"REDISCLI_AUTH=s3cret redis-benchmark -q" + set:                    {"redis-benchmark -q", usual},
		"docker exec -it r redis-benchmark -q" + set:                       {"redis-benchmark -q", usual},
		`PS C:\redis> redis-benchmark.exe -q` + set:                        {"redis-benchmark -q", usual},
		"$ valkey-benchmark --threads 4 -q" + set:                          {"valkey-benchmark --threads 4 -q", with(func(l *Told) { l.Threads = 4 })},
		"$ redis-benchmark -k 0 -q" + set:                                  {"redis-benchmark -k 0 -q", with(func(l *Told) { l.Reconnects = true })},
		"$ redis-benchmark –c 7 —threads 2" + set:                          {"redis-benchmark –c 7 —threads 2", with(func(l *Told) { l.Clients, l.Threads = 7, 2 })},
		"$ redis-benchmark -c 7 \\\n  -P 2 -q" + set:                       {"redis-benchmark -c 7    -P 2 -q", with(func(l *Told) { l.Clients, l.Pipeline = 7, 2 })},
		"$ redis-benchmark -q -c 7 > out.txt" + set:                        {"redis-benchmark -q -c 7", with(func(l *Told) { l.Clients = 7 })},
		"$ redis-benchmark -q -c 7 | tee out" + set:                        {"redis-benchmark -q -c 7", with(func(l *Told) { l.Clients = 7 })},
		"$ redis-benchmark -d 100 -> 100 bytes" + set:                      {"redis-benchmark -d 100", with(func(l *Told) { l.ValueSize = 100 })},
		"`redis-benchmark -c 7`" + set:                                     {"redis-benchmark -c 7", with(func(l *Told) { l.Clients = 7 })},
		"$ redis-benchmark -c 7 SET: 5.00 requests per second":             {"redis-benchmark -c 7", with(func(l *Told) { l.Clients = 7 })},
		"$ redis-benchmark -c 7====== SET ====== 5.00 requests per second": {"redis-benchmark -c 7", with(func(l *Told) { l.Clients = 7 })},
		`$ redis-benchmark --csv "SET","5.00"`:                             {"redis-benchmark --csv", usual},
		"$ redis-benchmark -c many -n" + set:                               {"redis-benchmark -c many -n", with(func(l *Told) { l.Clients = 0 })},
		"$ redis-benchmark -c $c -P ${P} -d {1,2}" + set:                   {"redis-benchmark -c $c -P ${P} -d {1,2}", with(func(l *Told) { l.Clients, l.Pipeline, l.ValueSize = 0, 0, 0 })},
		"$ redis-benchmark -r 1M -n 5k --threads N" + set:                  {"redis-benchmark -r 1M -n 5k --threads N", with(func(l *Told) { l.Keyspace, l.Threads = 0, 0 })},
		"$ redis-benchmark -t get -q" + set:                                {},
		"we ran redis-benchmark -c 100 -q there" + set:                     {},
		"$ redis-benchmarks -c 100" + set:                                  {},
		"./Redis-benchmark-h xx-p xx-t set-Q-r 1000-l" + set:               {},
		"> redis-benchmark is a tool of Redis" + set:                       {},
		"$ redis-benchmark -q set key value" + set:                         {},
	} {
		if diff := cmp.Diff(want, commandOf(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// A command of one's own is a test that is called as it was written.
func TestOwnCommand(t *testing.T) {
	for text, want := range map[string]string{
		"$ redis-benchmark -q lpush foo bar\nlpush foo bar: 5.00 requests per second":                   "lpush foo bar",
		"$ redis-benchmark -q script load \"return 1\"\nscript load return 1: 5.00 requests per second": "script load return 1",
		"$ redis-benchmark lpush foo bar\n====== lpush foo bar ======\n5.00 requests per second":        "lpush foo bar",
		"lpush foo bar: 5.00 requests per second":                                                       "lpush foo bar",
		"$ redis-benchmark -t set\n5.00 requests per second":                                            "SET",
		"$ redis-benchmark -t ping_bulk\n5.00 requests per second":                                      "PING_MBULK",
		"$ redis-benchmark -t ping\n5.00 requests per second":                                           "",
		"$ redis-benchmark -t lrange_100\n5.00 requests per second":                                     "",
		"FUNCTION LOAD: 5.00 requests per second":                                                       "FUNCTION LOAD",
		"All in all: 5.00 requests per second":                                                          "",
	} {
		read, err := Read("a", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := read.Blocks[0].Measured[0].Test; got != want {
			t.Errorf("%q: test %q, want %q", text, got, want)
		}
	}
}

// Passwords are in nothing that was read.
func TestMasked(t *testing.T) {
	for command, want := range map[string]string{
		"redis-benchmark -a geheim -q":                               "redis-benchmark -a *** -q",
		`redis-benchmark -a "ge heim" -q`:                            "redis-benchmark -a *** -q",
		"redis-benchmark -a 'ge heim'":                               "redis-benchmark -a ***",
		"redis-benchmark –a geheim":                                  "redis-benchmark –a ***",
		"redis-benchmark --user joe --pass geheim -q":                "redis-benchmark --user joe --pass *** -q",
		"redis-benchmark -u redis://joe:geheim@db:6379/0":            "redis-benchmark -u redis://joe:***@db:6379/0",
		"redis-benchmark -u redis://:ge@heim@db -c 5":                "redis-benchmark -u redis://:***@db -c 5",
		"memtier_benchmark --authenticate=joe:geheim -s db":          "memtier_benchmark --authenticate=*** -s db",
		"memtier_benchmark -a\tgeheim":                               "memtier_benchmark -a\t***",
		"redis-benchmark -t set -h db-a.example -p 6379 --key a.pem": "redis-benchmark -t set -h db-a.example -p 6379 --key a.pem",
	} {
		if got := masked(command); got != want {
			t.Errorf("%q: got %q, want %q", command, got, want)
		}
	}
	if got := commandOf(t, "$ redis-benchmark -a \\\n geheim -q\nSET: 5.00 requests per second").Command; strings.Contains(got, "geheim") {
		t.Errorf("got %q", got)
	}
}

// A command line holds until another does, or a test comes twice that it runs
// once.
func TestHowFarCommandsHold(t *testing.T) {
	read, err := Read("a", strings.NewReader(`
$ redis-benchmark -q -l -t set -c 2
SET: 1.00 requests per second
SET: 2.00 requests per second
redis_version:7.0.0
SET: 3.00 requests per second
$ redis-benchmark -q -c 4
SET: 4.00 requests per second
SET: 5.00 requests per second
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, b := range read.Blocks {
		got = append(got, b.Load.Clients)
	}
	if diff := cmp.Diff([]int{2, 2, 0, 4, 0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

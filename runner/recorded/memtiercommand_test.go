package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// loadOf is what a table of memtier_benchmark below a command line tells of its load.
func loadOf(t *testing.T, above string) string {
	t.Helper()
	read, err := Read("a.txt", strings.NewReader(above+"\nALL STATS\nType Ops/sec KB/sec\nSets 1.50 2.50\nGets 1.50 2.50\nTotals 3.00 5.00\n"))
	if err != nil || len(read.Problems) > 0 {
		t.Fatal(err, read.Problems)
	}
	b := read.Blocks[0]
	load := fmt.Sprintf("%d clients %d threads pipeline %d %d bytes %d keys", b.Load.Clients, b.Load.Threads, b.Load.Pipeline, b.Load.ValueSize, b.Load.Keyspace)
	if b.Ratio != [2]int{} {
		load += fmt.Sprintf(" %d:%d", b.Ratio[0], b.Ratio[1])
	}
	if b.Load.Requests+int64(b.Load.Seconds) > 0 {
		load += fmt.Sprintf(" %d requests %d s", b.Load.Requests, b.Load.Seconds)
	}
	return load
}

// What a command line says of the load is told, with memtier_benchmark's defaults for
// the rest; what the output says itself is surer.
func TestMemtierCommandLoad(t *testing.T) {
	const rest = "200 clients 4 threads pipeline 1 32 bytes 10000001 keys 1:10"
	for above, want := range map[string]string{
		"":                            "0 clients 0 threads pipeline 0 0 bytes 0 keys",
		"2 Threads\n5 Connections\n":  "10 clients 2 threads pipeline 0 0 bytes 0 keys",
		"memtier_benchmark - a tool":  "0 clients 0 threads pipeline 0 0 bytes 0 keys",
		"$ memtier_benchmark -s db":   rest,
		"$ memtier_benchmark -d 64":   strings.Replace(rest, "32 bytes", "64 bytes", 1),
		"$ memtier_benchmark -d64 -R": strings.Replace(rest, "32 bytes", "64 bytes", 1),
		"memtier_benchmark --data-size=64 --pipeline 8":                                                strings.Replace(strings.Replace(rest, "32 bytes", "64 bytes", 1), "pipeline 1", "pipeline 8", 1),
		"$ memtier_benchmark -c 20 -t 2 --ratio=1:1 --key-minimum=1 --key-maximum=1000 -n 100":         "40 clients 2 threads pipeline 1 32 bytes 1000 keys 1:1 4000 requests 0 s",
		"$ memtier_benchmark --clients=20 --threads=2 --test-time 5 --key-maximum 999":                 "40 clients 2 threads pipeline 1 32 bytes 1000 keys 1:10 0 requests 5 s",
		"$ memtier_benchmark -c 20 \\\n  -t 2 \\\n  --ratio 1:0 # fill":                                "40 clients 2 threads pipeline 1 32 bytes 10000001 keys 1:0",
		"$ memtier_benchmark -c 20 -t 2 > out.txt -d 64":                                               "40 clients 2 threads pipeline 1 32 bytes 10000001 keys 1:10",
		"$ memtier_benchmark -c $C -d \"$SIZE\" -n allkeys --ratio=x --key-maximum=9 --key-minimum=10": "0 clients 4 threads pipeline 1 0 bytes 0 keys",
		"$ memtier_benchmark --data-size-range=10-20 --command='HSET k f v'":                           "200 clients 4 threads pipeline 1 0 bytes 10000001 keys",
		"$ memtier_benchmark -c 20 -t 2 -n 7\n1 Threads\n5 Connections per thread\n60 Seconds":         "5 clients 1 threads pipeline 1 32 bytes 10000001 keys 1:10 0 requests 60 s",
		"$ memtier_benchmark -c 99999999999 -t 99999999999 -n 99999999999":                             "0 clients 99999999999 threads pipeline 1 32 bytes 10000001 keys 1:10",
	} {
		if diff := cmp.Diff(want, loadOf(t, above)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", above, diff)
		}
	}
}

// JSON tells the load as the command line does.
func TestMemtierJSONKeys(t *testing.T) {
	for configuration, want := range map[string]string{
		`"ratio": "1:1", "key_minimum": 1, "key_maximum": 1000`:     "1000 [1 1]",
		`"ratio": "1:1", "key_minimum": "0", "key_maximum": "1000"`: "1001 [1 1]",
		`"ratio": {}, "key_maximum": []`:                            "0 [0 0]",
		`"threads": 1`:                                              "0 [0 0]",
	} {
		read, err := Read("a.json", strings.NewReader(`{"configuration": {`+configuration+`}, "ALL STATS": {"Totals": {"Ops/sec": 5.0}}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(read.Blocks[0].Load.Keyspace, " ", read.Blocks[0].Ratio); got != want {
			t.Errorf("%s: %s, want %s", configuration, got, want)
		}
	}
}

// Recordings of other mixes are told apart by them, whatever the order of their rows.
func TestMixesApart(t *testing.T) {
	const rows = "\nType Ops/sec KB/sec\nSets 1.50 2.50\nGets 1.50 2.50\nTotals 3.00 5.00\n"
	const other = "\nType Ops/sec KB/sec\nGets 1.50 2.50\nSets 1.50 2.50\nTotals 3.00 5.00\n"
	for text, want := range map[string][]string{
		"memtier_benchmark --ratio=1:1" + rows + "memtier_benchmark --ratio=1:5" + rows:                                                     {"mix=SET:1 GET:1 MIX", "mix=SET:1 GET:5 MIX"},
		"memtier_benchmark --ratio=1:1" + rows + "memtier_benchmark --ratio=1:1" + other:                                                    {"recording=a.txt#1 MIX", "recording=a.txt#2 MIX"},
		"memtier_benchmark --ratio=1:1" + rows + "$ redis-benchmark -q -c 200 -d 32 -r 10000001 --threads 4\nSET: 5.00 requests per second": {"recording=a.txt#1 MIX", "recording=a.txt#2 SET"},
	} {
		if diff := cmp.Diff(want, gathered(t, Gathering{}, source(t, text))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

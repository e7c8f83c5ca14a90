package recorded

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// pasted are outputs as people paste them: with the command before them.
var pasted = map[string]string{
	"old": "$ redis-benchmark -n 1000 -c 5 -t set,get\n" + normal("SET", "5 parallel clients", "3 bytes payload", "keep alive: 1", "", "99.00% <= 1 milliseconds") +
		normal("GET", "5 parallel clients", "3 bytes payload", "keep alive: 1"),
	"new": "$ redis-benchmark -n 1000 -c 6 -t set --threads 2\n====== SET ======\n  1000 requests completed in 0.10 seconds\n  6 parallel clients\n  3 bytes payload\n" +
		"  keep alive: 1\n  host configuration \"save\": 3600 1\n  host configuration \"appendonly\": yes\n  multi-thread: yes\n  threads: 2\n\n" +
		"Latency by percentile distribution:\n0.000% <= 0.031 milliseconds (cumulative count 1)\n\nSummary:\n  throughput summary: 10000.00 requests per second\n" +
		"  latency summary (msec):\n          avg       min       p50       p95       p99       max\n        0.132     0.024     0.071     0.111     3.231     5.399\n",
	"quiet":   "$ redis-benchmark -q -t set,get -P 8\nSET: 7.00 requests per second\nGET: 8.00 requests per second\n",
	"median":  "$ redis-benchmark -q -t set,get -d 9\nSET: 7.00 requests per second, p50=0.071 msec\nGET: 8.00 requests per second, p50=0.079 msec\n",
	"own":     "$ redis-benchmark -q lpush foo bar\nlpush foo bar: 9.00 requests per second\n",
	"old CSV": "$ redis-benchmark --csv -t set,get\n" + oldCSV,
	"new CSV": "$ redis-benchmark --csv -t set,get -c 7\n" + newCSV,
	"memtier": "$ memtier_benchmark -t 2 -c 5\n2         Threads\n5         Connections per thread\nALL STATS\nType Ops/sec KB/sec\n---------\nSets 1.50 2.50\nTotals 1.50 2.50\n",
	"INFO":    "$ redis-cli info\nredis_version:7.0.15\nrun_id:abc\naof_enabled:0\n$ redis-benchmark -q -t set\nSET: 3.00 requests per second\n",
}

// Two outputs in one paste are read as each of them alone, whatever is between them.
func TestSeveralInOnePaste(t *testing.T) {
	alone := map[string][]string{}
	for name, text := range pasted {
		read, err := Read("a", strings.NewReader(text))
		if err != nil || len(read.Problems) > 0 {
			t.Fatalf("%s: %v %v", name, err, read.Problems)
		}
		alone[name] = allOf(read)
	}
	for first, before := range pasted {
		for second, after := range pasted {
			if first == "INFO" && second != "INFO" { // holds for what follows
				continue
			}
			for _, between := range []string{"", "\n", "\n\nThen, on the other machine:\n\n", "[root@db ~]# ls\nappendonly.aof\n", "• \n"} {
				read, err := Read("a", strings.NewReader(before+between+after))
				if err != nil || len(read.Problems) > 0 {
					t.Errorf("%s, %q, %s: %v %v", first, between, second, err, read.Problems)
					continue
				}
				if diff := cmp.Diff(slices.Concat(alone[first], alone[second]), allOf(read)); diff != "" {
					t.Errorf("%s, %q, %s (-want +got):\n%s", first, between, second, diff)
				}
			}
		}
	}
}

// So is a paste that has lost its line ends.
func TestSeveralOnOneLine(t *testing.T) {
	for first, before := range pasted {
		for second, after := range pasted {
			if first == "INFO" || first == "own" || second == "own" { // of which nobody can tell where it ends
				continue
			}
			read, err := Read("a", strings.NewReader(before+after))
			if err != nil {
				t.Fatal(err)
			}
			flat, err := Read("a", strings.NewReader(strings.Join(strings.Fields(before+after), " ")))
			if err != nil || len(flat.Problems) > 0 {
				t.Errorf("%s, %s: %v %v", first, second, err, flat.Problems)
				continue
			}
			got := allOf(flat)
			slices.Sort(got) // memtier_benchmark's tables of one line come last
			want := allOf(read)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", first, second, diff)
			}
		}
	}
}

// Whatever a text holds, what is gathered of it makes a run, or is refused.
func FuzzGather(f *testing.F) {
	for _, text := range pasted {
		f.Add(text, "", false)
		f.Add(text+text, "aof", true)
	}
	f.Add("SET: 5.00 requests per second <- a\nSET: 6.00 requests per second <- b", "x", false)
	f.Fuzz(func(t *testing.T, text, label string, rounds bool) {
		read, err := Read("a", strings.NewReader(text))
		if err != nil {
			return
		}
		found, _, err := Gathering{Label: label, Rounds: rounds}.Gather([]Source{{Text: read}})
		if err != nil {
			return
		}
		run, err := matrix.NewRecorded("v1", "fuzz", found, nil, time.Time{})
		if err != nil {
			return
		}
		samples := 0
		for _, result := range run.Results {
			samples += len(result.Samples)
		}
		told := 0
		for _, r := range found {
			told += len(r.Samples)
		}
		if samples != told {
			t.Errorf("%d samples of %d", samples, told)
		}
	})
}

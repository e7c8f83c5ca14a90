package recorded

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Newer releases tell percentiles, and have more columns.
const memtier2 = `
8         Threads
25        Connections per thread
60        Seconds

ALL STATS
============================================================================================================================
Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency   p99.9 Latency       KB/sec
----------------------------------------------------------------------------------------------------------------------------
Sets        10000.50          ---          ---         1.98000         1.93500         3.90300         7.16700       770.25
Gets       100000.25     75000.00     25000.25         1.97000         1.91900         3.88700         7.10300      5000.00
Waits           0.00          ---          ---             ---             ---             ---             ---          ---
Totals     110000.75     75000.00     25000.25         1.97100         1.92000         3.89000         7.11000      5770.25
`

func TestMemtierTable(t *testing.T) {
	want := `part 1, lines 8 to 13, memtier_benchmark []
  load {Clients:200 Pipeline:0 Keyspace:0 Threads:8 Requests:0 ValueSize:0 Seconds:60}
  10: "MIX/SET" bandwidth=0.788736 mean=1.98 p50=1.935 p99=3.903 p99.9=7.167 rps=10000.5
  11: "MIX/GET" bandwidth=5.12 hit_rate=74.9998125 mean=1.97 p50=1.919 p99=3.887 p99.9=7.103 rps=100000.25
  13: "MIX" bandwidth=5.908736 hit_rate=74.9998125 mean=1.971 p50=1.92 p99=3.89 p99.9=7.11 rps=110000.75
`
	oneLine := regexp.MustCompile(`(?m)lines [0-9]+ to [0-9]+|^  [0-9]+:`)
	for name, text := range map[string]string{"as printed": memtier2, "on one line": strings.Join(strings.Fields(memtier2), " ")} {
		read, err := Read("a", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got, want := dump(read), want
		if name == "on one line" {
			got, want = oneLine.ReplaceAllString(got, ""), oneLine.ReplaceAllString(want, "")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMemtierCutOff(t *testing.T) {
	text := memtier2[:strings.Index(memtier2, "Totals")] + "Totals     110000.75     75000.00"
	read, err := Read("a", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Problems) != 1 || !strings.Contains(read.Problems[0].Error(), "a row of 8 numbers was expected here, down to Totals; copy the table as a whole") {
		t.Errorf("problems %v", read.Problems)
	}
}

func TestMemtierJSON(t *testing.T) {
	read, err := Read("a.json", strings.NewReader(`{
  "configuration": {"threads": 4, "clients": 50, "requests": 10000, "data_size": 32, "pipeline": 2},
  "ALL STATS": {
    "Runtime": {"Total duration": 22000},
    "Sets": {"Count": 10, "Ops/sec": 8258.5, "Average Latency": 2.2, "Max Latency": 9.5, "KB/sec": 636.05, "Percentile Latencies": {"p50.00": 2.1, "p99.00": 4.4, "p99.90": 8.8}},
    "Gets": {"Count": 100, "Ops/sec": 82494.28, "Hits/sec": 41483.1, "Misses/sec": 41011.18, "Latency": 2.198, "KB/sec": 4590.88},
    "Waits": {"Count": 0, "Ops/sec": 0.0},
    "Totals": {"Count": 110, "Ops/sec": 90752.78, "Hits/sec": 41483.1, "Misses/sec": 41011.18, "Latency": 2.198, "KB/sec": 5226.93}
  }}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `part 1, lines 1 to 9, memtier_benchmark []
  load {Clients:200 Pipeline:2 Keyspace:0 Threads:4 Requests:2000000 ValueSize:32 Seconds:0}
  6: "MIX/GET" bandwidth=4.70106112 hit_rate=50.286032 mean=2.198 rps=82494.28
  5: "MIX/SET" bandwidth=0.6513152 max=9.5 mean=2.2 p50=2.1 p99=4.4 p99.9=8.8 rps=8258.5
  8: "MIX" bandwidth=5.35237632 hit_rate=50.286032 mean=2.198 rps=90752.78
`
	if diff := cmp.Diff(want, dump(read)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A command line is the last before its table, wherever line ends were lost.
func TestMemtierCommand(t *testing.T) {
	const table = " ALL STATS Type Ops/sec KB/sec Sets 1.50 2.50 Totals 1.50 2.50 "
	const first, second = "memtier_benchmark -s db -a geheim", "./memtier_benchmark --hide-histogram --authenticate=geheim -c 5"
	want := []string{"memtier_benchmark -s db -a ***", "memtier_benchmark --hide-histogram --authenticate=*** -c 5", ""}
	for name, text := range map[string]string{
		"lines":      "$ " + first + "\n4 Threads\n" + table + "\n• " + second + "\n" + table + "\n" + table,
		"one line":   "$ " + first + " 4 Threads " + table + " • " + second + " Writing results to stdout" + table + table,
		"words":      strings.Join(strings.Fields(first+" [RUN #1] "+table+second+table+table), " "),
		"words more": "memtier_benchmark is a tool. $ " + first + table + " $ " + second + table + "memtier_benchmark is one" + table,
	} {
		read, err := Read("a", strings.NewReader(text))
		if err != nil || len(read.Problems) > 0 {
			t.Fatalf("%s: %v, %v", name, err, read.Problems)
		}
		var got []string
		for _, b := range read.Blocks {
			got = append(got, b.Command)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Rows are called as the catalogue does, and those of which nothing was sent are
// left out.
func TestMemtierRows(t *testing.T) {
	want := []string{"MIX/SET 1", "MIX/GET 2", "MIX/WAIT 3", "MIX/HSET 4", "MIX 10"}
	got := said(t, "Type Ops/sec KB/sec\n---\nSets 1 1\nGets 2 1\nWaits 3 ---\nHsets 4 1\nZadds 0.00 ---\nTotals 10 3\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Of several runs memtier_benchmark prints the best, the worst and the average, which
// are no rounds of each other.
func TestMemtierRuns(t *testing.T) {
	const table = " Type Ops/sec KB/sec Sets 1.50 2.50 Totals 1.50 2.50 "
	for text, want := range map[string][]string{
		"ALL STATS" + table: {"recording=a.txt#1 MIX"},
		"BEST RUN RESULTS\n=====\n" + table + "\nWORST RUN RESULTS\n" + table + "\nAGGREGATED AVERAGE RESULTS (3 runs)\n" + table: {"run=best MIX", "run=worst MIX", "run=average MIX"},
		"our BEST RUN so far\nALL STATS" + table + "ALL STATS" + table:                                                            {"recording=a.txt#1 MIX", "recording=a.txt#2 MIX"},
	} {
		if diff := cmp.Diff(want, gathered(t, Gathering{}, source(t, text))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	rounds := gathered(t, Gathering{Rounds: true}, source(t, "BEST RUN RESULTS"+table+"WORST RUN RESULTS"+table))
	if diff := cmp.Diff([]string{"run=best MIX", "run=worst MIX"}, rounds); diff != "" {
		t.Errorf("rounds (-want +got):\n%s", diff)
	}
}

// A row that has lost a number, or has one too many, is told, and so is the table
// that ends there.
func TestMemtierRowsSpoilt(t *testing.T) {
	const whole = "; copy the table as a whole"
	expected := func(n int) string {
		return fmt.Sprintf("a row of %d numbers was expected here, down to Totals%s", n, whole)
	}
	for rows, want := range map[string][]string{
		"Sets 1.50 2.50\nTotals 1.50 2.50":        {"MIX/SET 1.5", "MIX 1.5"},
		"Sets 1.50 2.50 3.50\nTotals 1.50 2.50":   {`a:2: "Sets": ` + expected(2)},
		"Sets 1 001.50 2.50\nTotals 1.50 2.50":    {`a:2: "Sets": ` + expected(2)},
		"Sets 1.50 2.50\nTotals 1 001.50 2.50":    {"MIX/SET 1.5", `a:3: "Totals": ` + expected(2)},
		"Sets 1.50\nTotals 1.50 2.50":             {`a:2: "Sets": ` + expected(2)},
		"Sets 1,50 2.50\nTotals 1.50 2.50":        {`a:2: "Sets": ` + expected(2)},
		"Sets 1.500 2.50\nTotals 1.50 2.50":       {`a:2: "Sets": ` + expected(2)},
		"Sets -1.50 2.50\nTotals 1.50 2.50":       {`a:2: "Sets": ` + expected(2)},
		"Sets nan 2.50\nTotals 1.50 2.50":         {`a:2: "Sets": ` + expected(2)},
		"Sets 1e99 2.50\nTotals 1.50 2.50":        {`a:2: "Sets": ` + expected(2)},
		"Sets fast 2.50\nTotals 1.50 2.50":        {`a:2: "Sets": ` + expected(2)},
		"Sets 1.50 2.50":                          {"MIX/SET 1.5", `a:2: "2.50": ` + expected(2)},
		"Sets 1.50 2.50\nTotals 1.50":             {"MIX/SET 1.5", `a:3: "Totals": ` + expected(2)},
		"Sets --- ---\nTotals 1.50 2.50":          {"MIX 1.5"},
		"Sets 1.50 2.50\nTotals 1.50 2.50\n7 8 9": {"MIX/SET 1.5", "MIX 1.5"},
		"Totals 1.50 2.50 Request Latency":        {"MIX 1.5"},
		"":                                        {`a:1: "KB/sec": ` + expected(2)},
	} {
		if diff := cmp.Diff(want, said(t, "Type Ops/sec KB/sec\n"+rows+"\n")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", rows, diff)
		}
	}
}

// The load stands before a table in words, whatever else does.
func TestMemtierLoad(t *testing.T) {
	const table = "\nType Ops/sec KB/sec\nSets 1.50 2.50\nTotals 1.50 2.50\n"
	for text, want := range map[string]Told{
		"": {},
		"4 Threads\n50 Connections per thread\n10000 Requests per client\n": {Clients: 200, Threads: 4, Requests: 2_000_000},
		"8 Threads 25 Connections per thread 60 Seconds":                    {Clients: 200, Threads: 8, Seconds: 60},
		"50 Connections per thread":                                         {},
		"4 Threads":                                                         {Threads: 4},
		"many Threads 0 Connections":                                        {},
		"-4 Threads 50 Connections":                                         {},
		"4 Threads 50 Connections" + table + "2 Threads 5 Connections":      {Clients: 200, Threads: 4},
	} {
		read, err := Read("a", strings.NewReader(text+table))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, read.Blocks[0].Load); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Metrics have our units, and columns of which there is none are passed over.
func TestMemtierMetrics(t *testing.T) {
	type metric struct {
		Name string
		By   float64
	}
	for head, want := range map[string]metric{
		"Ops/sec": {"rps", 1}, "KB/sec": {"bandwidth", 0.001024}, "Latency": {"mean", 1}, "Avg.": {"mean", 1}, "Average Latency": {"mean", 1},
		"Max Latency": {"max", 1}, "p50": {"p50", 1}, "p50.00": {"p50", 1}, "p99.90": {"p99.9", 1}, "p99.990": {"p99.99", 1}, "p12.5": {}, "pi": {}, "MOVED/sec": {}, "": {},
	} {
		name, by := memtierMetric(head)
		if diff := cmp.Diff(want, metric{name, by}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", head, diff)
		}
	}
	want := []string{"MIX 5 p99=2"}
	if diff := cmp.Diff(want, said(t, "Type Ops/sec MOVED/sec p12 Latency p99 Latency KB/sec\nTotals 5.00 1.00 1.50 2.00 3.00\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

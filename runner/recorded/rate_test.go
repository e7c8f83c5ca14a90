package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// said is all that was read of a text, in short: "SET 5 p50=1 (note)" and the
// problems.
func said(t *testing.T, text string) []string {
	t.Helper()
	read, _ := Read("a", strings.NewReader(text))
	return saidOf(read)
}

// saidOf is what a text holds, and what is wrong with it.
func saidOf(read Text) []string {
	var all []string
	for _, b := range read.Blocks {
		for _, m := range b.Measured {
			words := fmt.Sprintf("%s %v", m.Test, m.Values[matrix.MetricRPS])
			for _, metric := range []string{"mean", "p50", "p95", "p99", "max"} {
				if v, told := m.Values[metric]; told {
					words += fmt.Sprintf(" %s=%v", metric, v)
				}
			}
			if m.Label != "" {
				words += " <- " + m.Label
			}
			for _, n := range m.Notes {
				words += " [" + n.Text + "]"
			}
			all = append(all, words)
		}
	}
	for _, p := range read.Problems {
		all = append(all, p.Error())
	}
	return all
}

// A number is taken as a whole or not at all.
func TestRates(t *testing.T) {
	const more, begin = "it can be read in more than one way; write it as 39682.54", "it is not told where the number begins; write it as 39682.54"
	for text, want := range map[string]string{
		"SET: 72202.16 requests per second":                          "SET 72202.16",
		"SET:72202.16 requests per second":                           "SET 72202.16",
		"SET: 72,202.16 requests per second":                         "SET 72202.16",
		"SET: 72'202.16 requests per second":                         "SET 72202.16",
		"SET: 72’202.16 requests per second":                         "SET 72202.16",
		"SET: 72202.16 requests\nper second":                         "SET 72202.16",
		"SET:\n72202.16 requests per second":                         "SET 72202.16",
		"**SET**: 72202.16 requests per second":                      "SET 72202.16",
		"`SET: 72202.16 requests per second`":                        "SET 72202.16",
		"SET：72202.16 requests per second":                           "SET 72202.16",
		"so SET: 72202.16 requests per second.":                      "SET 72202.16",
		"高达72202.16 requests per second":                             " 72202.16",
		"约，72202.16 requests per second":                             " 72202.16",
		"SET: 72 202.16 requests per second":                         `a:1: "72 202.16 requests per second": ` + more,
		"SET: 72\u202f202.16 requests per second":                    `a:1: "72 202.16 requests per second": ` + more,
		"SET: 72202,16 requests per second":                          `a:1: "72202,16 requests per second": ` + more + ", or tell with --decimal-comma that commas are decimal",
		"SET: 7.220.216 requests per second":                         `a:1: "7.220.216 requests per second": ` + more,
		"SET: -72202.16 requests per second":                         `a:1: "-72202.16 requests per second": ` + begin,
		"SET: 7e5 requests per second":                               `a:1: "7e5 requests per second": ` + begin,
		"SET: v7 requests per second":                                `a:1: "v7 requests per second": ` + begin,
		"10/20 requests per second":                                  `a:1: "10/20 requests per second": ` + begin,
		"10–20 requests per second":                                  `a:1: "10–20 requests per second": ` + begin,
		"SET: inf requests per second, p50=0.159 msec":               `a:1: "SET: inf requests per second": the test took no time that could be told; measure more requests`,
		"SET: -nan requests per second":                              `a:1: "SET: -nan requests per second": the test took no time that could be told; measure more requests`,
		"SET: -1.#IND requests per second":                           `a:1: "SET: -1.#IND requests per second": the test took no time that could be told; measure more requests`,
		"SET: ７２２０２ requests per second":                             `a:1: "SET: ７２２０２ requests per second": its digits are others than 0 to 9; write it as 39682.54`,
		"SET: 72\xa0202.16 requests per second":                      "a:1: \"72\ufffd202.16 requests per second\": " + more,
		"vitesse\xe9 72202.16 requests per second":                   " 72202.16",
		"SET: 9" + strings.Repeat("9", 300) + " requests per second": `a:1:308: "` + strings.Repeat("9", 79) + `…": it is no number that can be; write it as 39682.54`,
	} {
		if diff := cmp.Diff([]string{want}, said(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// What is no result is not taken for one.
func TestSentences(t *testing.T) {
	for _, text := range []string{
		"how many requests per second are there?", "requests per second \\ Version 2.8.4 3.2.3 4.0.1", "100000 requests completed", "50 parallel clients",
		"it took 5 milliseconds", "====== Results ======", "a 64 bit system", `"Paris","75000"`, "keep alive: 1", `host configuration "save": 5`,
		"redis-benchmark -t set", "the threads: 5", "min: 0, max: 1, avg: 0.18 (970 samples)",
	} {
		if got := said(t, text); got != nil {
			t.Errorf("%q: %q", text, got)
		}
	}
	want := []string{" 5"} // and is asked for what it is of
	if diff := cmp.Diff(want, said(t, "====== Redis 7 ======\nIt does some 5 requests per second.")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCutOff(t *testing.T) {
	const behind = "requests per second do not stand behind it; write it as SET: 39682.54 requests per second, or take it out"
	const follow = "its requests per second do not follow; copy the output as a whole, or take the test out"
	const header = "====== SET ======\n  100 requests completed in 0.01 seconds\n"
	const summary = "  throughput summary: 10000.00 requests per second\n  latency summary (msec):\n          avg       min       p50       p95       p99       max\n"
	for text, want := range map[string][]string{
		"SET: 5.00 requests per second\nGET: 39682.54 requ": {"SET 5", `a:2: "GET: 39682.54 requ": ` + behind},
		"GET: 39682.5":                                                                            {`a:1: "GET: 39682.5": ` + behind},
		"• GET: 39682.5 requests":                                                                 {`a:1: "• GET: 39682.5 requests": ` + behind},
		"GET: 1.00\nGET: 2.00 requests per second":                                                {"GET 2"},
		header + "99.00% <= 1 milliseconds\n47393.3":                                              {`a:1: "SET": ` + follow},
		header + "====== GET ======\n5.00 requests per second":                                    {"GET 5", `a:1: "SET": ` + follow},
		header + "$ redis-benchmark -q\nGET: 5.00 requests per second":                            {"GET 5", `a:1: "SET": ` + follow},
		header + "GET: 5.00 requests per second":                                                  {"GET 5", `a:1: "SET": ` + follow},
		"  100 requests completed in 0.01 seconds\n  5 parallel clients":                          {`a:1: "100 requests completed in 0.01 seconds": ` + follow},
		"SET: 5.00 requests per second, p50=0.0":                                                  {"SET 5", `a:1: "p50=0.0": the median is cut off; copy the line as a whole`},
		header + summary + "        0.126     0.032     0.071     0.119     2.711     5.159":      {"SET 10000 mean=0.126 p50=0.071 p95=0.119 p99=2.711 max=5.159"},
		header + summary + "        0.126     0.032     0.071     0.119     2.711     5.1":        {"SET 10000", `a:4: "latency summary (msec):": six numbers were expected below it, of the test before it; copy the output as a whole`},
		"====== SET ======\n\n====== GET ======\n5.00 requests per second":                        {"GET 5", `a:1: "SET": ` + follow},
		"GET: 5.00 requests per second\n====== SET ======":                                        {"GET 5", `a:2: "SET": ` + follow},
		"=== SET ===\nSET: 5.00 requests per second":                                              {"SET 5"},
		"====== SET ======\nSET: 5.00 requests per second":                                        {"SET 5"},
		"GET: 5.00 requests per second\nLPUSH: 39682.5 req/s":                                     {"GET 5", `a:2: "LPUSH: 39682.5 req/s": ` + behind},
		"GET: 5.00 requests per second\nMSET (10 keys) 39682.5 ops/sec":                           {"GET 5", `a:2: "MSET (10 keys) 39682.5 ops/sec": ` + behind},
		"GET: 5.00 requests per second\nHSET = 39682.5 rps":                                       {"GET 5", `a:2: "HSET = 39682.5 rps": ` + behind},
		"GET: 5.00 requests per second\nSET 100 times, HSET 3 keys\nSET 100":                      {"GET 5"},
		header + "  throughput summary: 10000.00 requests per s":                                  {`a:1: "SET": ` + follow, `a:3: "throughput summary: 10000.00 requests per s": ` + behind},
		"SET: rps=5.0 (overall: 4.0) avg_msec=1.0\nSET: 5.00 requests per second":                 {"SET 5"},
		"SET: rps=5.0 (overall: 4.0) avg_msec=1.0\n\n====== SET ======\n5.00 requests per second": {"SET 5"},
		"GET: 5.00 requests per second\nSET: rps=5.0 (overall: 4.0)":                              {"GET 5", `a:2: "SET: rps=5.0 (overall: 4.0)": it is progress, and no result follows it; measure it again, or take it out`},
		header + summary:        {"SET 10000", `a:4: "latency summary (msec):": six numbers were expected below it, of the test before it; copy the output as a whole`},
		`"SET","46511.62","0.1`: {`a:1: "\"SET\",…": the row is cut off; copy it as a whole`},
	} {
		if diff := cmp.Diff(want, said(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// A summary is of the rate that it follows, and of none before that.
func TestSummaryOfNothing(t *testing.T) {
	const summary = " requests per second\n  latency summary (msec):\n avg min p50 p95 p99 max\n 0.126 0.032 0.071 0.119 2.711 5.159\n"
	want := []string{"SET 5 mean=0.126 p50=0.071 p95=0.119 p99=2.711 max=5.159",
		`a:7: "39682,54 requests per second": it can be read in more than one way; write it as 39682.54, or tell with --decimal-comma that commas are decimal`,
		`a:8: "latency summary (msec):": six numbers were expected below it, of the test before it; copy the output as a whole`}
	got := said(t, "====== SET ======\nthroughput summary: 5.00"+summary+"====== GET ======\nthroughput summary: 39682,54"+summary)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLabels(t *testing.T) {
	for text, want := range map[string][]string{
		"SET: 5.00 requests per second <- aof no":                                            {"SET 5 <- aof no"},
		"SET: 5.00 requests per second &lt;- aof no • SET: 6.00 requests per second ← x":     {"SET 5 <- aof no", "SET 6 <- x"},
		"SET: 5.00 requests per second <- a 6.00 requests per second <- b":                   {"SET 5 <- a", " 6 <- b"},
		"- alone\n5.00 requests per second\n- in a pair\n  of two\n6.00 requests per second": {" 5 <- alone", " 6 <- in a pair of two"},
		"alone\n5.00 requests per second":                                                    {" 5"},
	} {
		if diff := cmp.Diff(want, said(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

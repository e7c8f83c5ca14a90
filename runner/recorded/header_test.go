package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// normal is a test as redis-benchmark prints it.
func normal(title string, lines ...string) string {
	return "====== " + title + " ======\n  1000 requests completed in 0.10 seconds\n  " + strings.Join(lines, "\n  ") + "\n\n10000.00 requests per second\n\n"
}

// blocks are the loads of a text and how many results each has.
func blocks(t *testing.T, text string) []string {
	t.Helper()
	read, err := Read("a", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, b := range read.Blocks {
		l := b.Load
		all = append(all, fmt.Sprintf("%d× c=%d d=%d n=%d threads=%d reconnects=%v %v", len(b.Measured), l.Clients, l.ValueSize, l.Requests, l.Threads, l.Reconnects, b.Config))
	}
	return all
}

// A block begins where an output tells of another load, of another configuration,
// or of a test that was there.
func TestBlocks(t *testing.T) {
	usual := []string{"5 parallel clients", "3 bytes payload", "keep alive: 1"}
	set := normal("SET", usual...)
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"one":            {set + normal("GET", usual...), []string{"2× c=5 d=3 n=1000 threads=0 reconnects=false map[]"}},
		"the same twice": {set + set, []string{"1× c=5 d=3 n=1000 threads=0 reconnects=false map[]", "1× c=5 d=3 n=1000 threads=0 reconnects=false map[]"}},
		"other clients": {set + normal("GET", "6 parallel clients", "3 bytes payload"),
			[]string{"1× c=5 d=3 n=1000 threads=0 reconnects=false map[]", "1× c=6 d=3 n=1000 threads=0 reconnects=false map[]"}},
		"another payload": {set + normal("GET", "5 parallel clients", "1000 bytes payload"),
			[]string{"1× c=5 d=3 n=1000 threads=0 reconnects=false map[]", "1× c=5 d=1000 n=1000 threads=0 reconnects=false map[]"}},
		"no keep-alive": {set + normal("GET", "5 parallel clients", "3 bytes payload", "keep alive: 0"),
			[]string{"1× c=5 d=3 n=1000 threads=0 reconnects=false map[]", "1× c=5 d=3 n=1000 threads=0 reconnects=true map[]"}},
		"threads": {normal("SET", append(usual, "multi-thread: yes", "threads: 4")...), []string{"1× c=5 d=3 n=1000 threads=4 reconnects=false map[]"}},
		"another configuration": {
			normal("SET", append(usual, `host configuration "save": 3600 1 300 100`, `host configuration "appendonly": no`, "multi-thread: no")...) +
				normal("GET", append(usual, `host configuration "save": `, `host configuration "appendonly": yes`, "multi-thread: no")...),
			[]string{"1× c=5 d=3 n=1000 threads=1 reconnects=false map[appendonly:no save:3600 1 300 100]", "1× c=5 d=3 n=1000 threads=1 reconnects=false map[appendonly:yes save:]"}},
		"other threads": {normal("SET", append(usual, "multi-thread: no")...) + normal("GET", append(usual, "multi-thread: yes", "threads: 4")...),
			[]string{"1× c=5 d=3 n=1000 threads=1 reconnects=false map[]", "1× c=5 d=3 n=1000 threads=4 reconnects=false map[]"}},
		"a configuration and a run that tells none": {
			normal("SET", append(usual, `host configuration "appendonly": yes`)...) + "$ redis-benchmark -q -t set\nSET: 5.00 requests per second",
			[]string{"1× c=5 d=3 n=1000 threads=0 reconnects=false map[appendonly:yes]", "1× c=50 d=3 n=0 threads=1 reconnects=false map[]"}},
		"large numbers": {normal("SET", "1,000 parallel clients", "1,000,000 bytes payload"), []string{"1× c=1000 d=1000000 n=1000 threads=0 reconnects=false map[]"}},
		"no numbers":    {normal("SET", "many parallel clients", "1.5 bytes payload"), []string{"1× c=0 d=0 n=1000 threads=0 reconnects=false map[]"}},
	} {
		if diff := cmp.Diff(test.want, blocks(t, test.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A title that has lost its signs is one where it stands alone, and is a known one.
func TestBareTitles(t *testing.T) {
	const rest = "  1000 requests completed in 0.10 seconds\n10000.00 requests per second\n"
	for text, want := range map[string]string{
		"====== SET ======\n" + rest:               "SET 10000",
		"=== SET ===\n" + rest:                     "SET 10000",
		"SET\n" + rest:                             "SET 10000",
		"## SET\n" + rest:                          "SET 10000",
		"====== SET\n" + rest:                      "SET 10000",
		"LRANGE_500 (first 450 elements)\n" + rest: "LRANGE_500 10000",
		"====== LPUSH (needed to benchmark LRANGE) ======\n" + rest: "LPUSH (needed to benchmark LRANGE) 10000",
		"====== BLPOP ======\n" + rest:                              "BLPOP 10000",
		"====== set k a=b ======\n" + rest:                          "set k a=b 10000",
		"This is how fast SET\n" + rest:                             " 10000",
		rest:                                                        " 10000",
		strings.Repeat("=", 70) + "\n" + rest:                       " 10000",
	} {
		if diff := cmp.Diff([]string{want}, said(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Errors that redis-benchmark prints are told with the result that follows, or by
// themselves where none does.
func TestMishapsOfBenchmark(t *testing.T) {
	const oom, config = "Error from server: OOM command not allowed", "WARNING: Could not fetch server CONFIG\n"
	const quoted = `["Error from server: OOM command not allowed" stands before the result]`
	for text, want := range map[string][]string{
		oom + "\nSET: 5.00 requests per second\nGET: 6.00 requests per second":  {"SET 5 " + quoted, "GET 6"},
		config + "SET: 5.00 requests per second\nGET: 6.00 requests per second": {"SET 5 [redis-benchmark could not fetch the server's configuration, so that it is not told]", "GET 6"},
		"SET: 5.00 requests per second\n" + oom:                                 {"SET 5", `a:2: "` + oom + `": what was measured then has no result; measure it again`},
		oom + "\n$ redis-benchmark -q\nSET: 5.00 requests per second":           {"SET 5", `a:1: "` + oom + `": what was measured then has no result; measure it again`},
		"Could not connect to Redis at 127.0.0.1:6379: Connection refused\n":    {`a:1: "Could not connect to Redis at 127.0.0.1:6379: Connection refused": what was measured then has no result; measure it again`},
		normal("SET", "keep alive: 0"):                                          {"SET 10000 [every request had a connection of its own (keep alive: 0)]"},
		normal("SET", "99.00% <= 1 milliseconds"):                               {"SET 10000 [" + coarse + "]"},
		normal("SET", "99.00% <= 1.000 milliseconds (cumulative count 990)"):    {"SET 10000"},
	} {
		if diff := cmp.Diff(want, said(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Seconds are told to hundredths: what they allow is no contradiction.
func TestRounding(t *testing.T) {
	for _, c := range []struct {
		requests int64
		seconds  string
		rps      float64
		agrees   bool
	}{
		{10000, "0.22", 45871.56, true}, {10000, "0.07", 135135.14, true}, {10000, "0.07", 155135.14, false}, {100, "0.00", 50000, true},
		{1000000, "11.29", 88605.35, true}, {1000000, "11.29", 88005.35, false}, {10, "0.01", 2000, true}, {10, "0.01", 100, false},
	} {
		read, err := Read("a", strings.NewReader(fmt.Sprintf("%d requests completed in %s seconds\n%.2f requests per second", c.requests, c.seconds, c.rps)))
		if err != nil {
			t.Fatal(err)
		}
		m := read.Blocks[0].Measured[0]
		if agrees := len(m.Notes) == 0; agrees != c.agrees || m.Requests != c.requests {
			t.Errorf("%+v: notes %v of %d requests", c, m.Notes, m.Requests)
		}
	}
}

// A number that may be a part of another is none, and is told.
func TestCountsWithSpaces(t *testing.T) {
	const remedy = "it can be read in more than one way; write the number without spaces, as 100000"
	for text, want := range map[string][]string{
		"1 200 parallel clients":      {`a:3: "1 200 parallel clients": ` + remedy},
		"1\u00a0200 parallel clients": {`a:3: "1 200 parallel clients": ` + remedy},
		"1\u202f200 bytes payload":    {`a:3: "1 200 bytes payload": ` + remedy},
		"1\xa0200 bytes payload":      {"a:3: \"1\ufffd200 bytes payload\": " + remedy},
		"１200 bytes payload":          {`a:3: "１200 bytes payload": ` + remedy},
		"1,200 parallel clients":      nil,
		"200 parallel clients":        nil,
		"•  200 parallel clients":     nil,
		"约200 bytes payload":          nil,
	} {
		read, err := Read("a", strings.NewReader(normal("SET", text)))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		for _, p := range read.Problems {
			got = append(got, p.Error())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		l := read.Blocks[0].Load
		if told := l.Clients > 0 || l.ValueSize > 0; told != (want == nil) {
			t.Errorf("%q: load %+v", text, l)
		}
	}
	for text, want := range map[string]int64{"100000": 100000, "100,000": 100000, "1 100": 0, "1\u00a0000": 0, "1\xa0100": 0, "+1 100": 0} {
		read, _ := Read("a", strings.NewReader("====== SET ======\n "+text+" requests completed in 0.10 seconds\n10000.00 requests per second\n"))
		if got := read.Blocks[0].Measured[0].Requests; got != want {
			t.Errorf("%q: %d requests, want %d", text, got, want)
		}
	}
}

// The payload that redis-benchmark tells is not what a command of one's own sends.
func TestPayloadOfOwnCommands(t *testing.T) {
	own := func(title string) string {
		return normal(title, "5 parallel clients", "3 bytes payload", "keep alive: 1")
	}
	const rate = ": 5.00 requests per second\n"
	for text, want := range map[string][]string{
		own("SET"):                        {"1× c=5 d=3"},
		own("MSET (10 keys)"):             {"1× c=5 d=3"},
		own("NEWTEST (10 keys)"):          {"1× c=5 d=3"},
		own("NEWTEST"):                    {"1× c=5 d=3"},
		own("FUNCTION LOAD"):              {"1× c=5 d=3"},
		own("LPUSH (" + needed + ")"):     {"1× c=5 d=3"},
		own("lpush foo bar"):              {"1× c=5 d=0"},
		own("SET foo bar"):                {"1× c=5 d=0"},
		own("dbsize"):                     {"1× c=5 d=0"},
		own("set k __data__"):             {"1× c=5 d=3"},
		own("SET") + own("SET foo bar"):   {"1× c=5 d=3", "1× c=5 d=0"},
		own("lpush foo bar") + own("SET"): {"1× c=5 d=0", "1× c=5 d=3"},
		"$ redis-benchmark -n 1000 -d 100 lpush foo bar\n" + own("lpush foo bar"):                          {"1× c=5 d=0"},
		"$ redis-benchmark -d 100 -q lpush foo bar\nlpush foo bar" + rate:                                  {"1× c=50 d=0"},
		"$ redis-benchmark -d 100 -q hset k f __data__\nhset k f __data__" + rate:                          {"1× c=50 d=100"},
		"$ redis-benchmark -q -d 9 mycommand foo\nmycommand foo" + rate:                                    {"1× c=50 d=0"},
		"$ redis-benchmark -q -d 9\nSET" + rate + "GET" + rate:                                             {"2× c=50 d=9"},
		"$ redis-benchmark -q -d 9 set foo bar\n5.00 requests per second\n":                                {"1× c=50 d=0"},
		"$ redis-benchmark -d 9 --csv lpush foo bar\n\"lpush foo bar\",\"5.00\"\n":                         {"1× c=50 d=0"},
		"$ redis-benchmark -q -d 9 -t set\nSET" + rate + "$ redis-benchmark -q -d 9 dbsize\ndbsize" + rate: {"1× c=50 d=9", "1× c=50 d=0"},
	} {
		var got []string
		for _, b := range blocks(t, text) {
			words, _, _ := strings.Cut(b, " n=")
			got = append(got, words)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// What later releases tell of server and client is told in every state of the text.
func TestConfiguredLines(t *testing.T) {
	for text, want := range map[string]string{
		"host configuration \"save\": 3600 1 300 100 60 10000": "threads=0 reconnects=false map[save:3600 1 300 100 60 10000]",
		"host configuration \"save\":":                         "threads=0 reconnects=false map[save:]",
		"host configuration \"appendonly\": yes":               "threads=0 reconnects=false map[appendonly:yes]",
		"host configuration \"appendonly\": perhaps":           "threads=0 reconnects=false map[]",
		"host configuration \"maxmemory\": 5":                  "threads=0 reconnects=false map[]",
		"multi-thread: no":                                     "threads=1 reconnects=false map[]",
		"multi-thread: yes\n  threads: 16":                     "threads=16 reconnects=false map[]",
		"multi-thread: yes":                                    "threads=0 reconnects=false map[]",
		"multi-thread: yes   threads: 8 keep alive: 0":         "threads=8 reconnects=true map[]",
		"threads: many":                                        "threads=0 reconnects=false map[]",
	} {
		_, got, _ := strings.Cut(blocks(t, normal("SET", text))[0], "n=1000 ")
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

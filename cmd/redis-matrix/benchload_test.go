package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"redismatrix/matrix"
)

// parsed reads a command line of bench, with stdin.
func parsed(t *testing.T, line, stdin string) (matrix.Load, error) {
	t.Helper()
	var f benchFlags
	var cmd cobra.Command
	f.register(&cmd)
	if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
		t.Fatal(err)
	}
	return f.load(strings.NewReader(stdin), cmd.Flags().Changed, cmd.Flags().Args())
}

// plainLoad is what bench sends without flags, but for the tests.
func plainLoad(tests ...string) matrix.Load {
	return matrix.Load{
		Tests: tests, Clients: 50, Pipeline: 1, Keyspace: 1, KeyDistribution: "uniform", Requests: 100000,
		ValueSize: matrix.FixedSize(3), ValuePattern: "random", Transport: "tcp", Protocol: 2,
	}
}

func TestBenchLoad(t *testing.T) {
	tests := []struct {
		line   string
		change func(*matrix.Load)
	}{
		{"-t set", func(*matrix.Load) {}},
		{"-t SET -k 1 -e --seed 5", func(*matrix.Load) {}},
		{"-t mset,get,ping,set", func(l *matrix.Load) {
			l.Tests = []string{"PING_INLINE", "PING_MBULK", "SET", "GET", "MSET"}
		}},
		{"-t set -c 5 -n 7 -P 3 -r 100 -d 10 -3", func(l *matrix.Load) {
			l.Clients, l.Requests, l.Pipeline, l.Keyspace, l.Protocol = 5, 7, 3, 100, 3
			l.ValueSize = matrix.FixedSize(10)
		}},
		{"-t set -r 0 --threads 0", func(l *matrix.Load) { l.Threads = 1 }},
		{"-t set --threads 4", func(l *matrix.Load) { l.Threads = 4 }},
		{"-t set --threads auto", func(*matrix.Load) {}},
		{"-t set -h 192.0.2.1", func(*matrix.Load) {}},
		{"-t set --duration 2s --warmup 1s", func(l *matrix.Load) {
			l.Requests, l.Duration, l.Warmup = 0, 2*time.Second, time.Second
		}},
		{"-t set --duration 2s -n 10", func(l *matrix.Load) { l.Requests, l.Duration = 10, 2*time.Second }},
		{"-t set --rate 1000 --arrival poisson", func(l *matrix.Load) { l.Rate, l.Arrival = 1000, "poisson" }},
		{"-t set --value-size 1KiB-2KiB --pattern ratio:2 --keys zipf:1.2", func(l *matrix.Load) {
			l.ValueSize = matrix.Sizes{{Low: 1024, High: 2048, Weight: 1}}
			l.ValuePattern, l.KeyDistribution = "ratio:2", "zipf:1.2"
		}},
		{"-t set -s /tmp/redis.sock", func(l *matrix.Load) { l.Transport = "unix" }},
		{"-t set --tls", func(l *matrix.Load) { l.Transport = "tls" }},
		{"--mix SET:1,GET:10", func(l *matrix.Load) {
			l.Tests, l.Mix = []string{"MIX"}, []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 10}}
		}},
		{"--mix SET:1 -t get", func(l *matrix.Load) {
			l.Tests, l.Mix = []string{"GET", "MIX"}, []matrix.MixPart{{Test: "SET", Weight: 1}}
		}},
		{"-n 5 SET key:__rand_int__ -n", func(l *matrix.Load) {
			l.Requests, l.Tests = 5, []string{"SET key:__rand_int__ -n"}
			l.Commands = []matrix.OwnCommand{{Name: l.Tests[0], Words: []string{"SET", "key:__key__", "-n"}}}
		}},
		{"-x SET a", func(l *matrix.Load) {
			l.Tests = []string{"SET a"}
			l.Commands = []matrix.OwnCommand{{Name: "SET a", Words: []string{"SET", "a", "from\nstdin\xff"}}}
		}},
	}
	for _, test := range tests {
		want := plainLoad("SET")
		test.change(&want)
		got, err := parsed(t, test.line, "from\nstdin\xff")
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", test.line, err, diff)
		}
	}
}

// Without -t there are the tests of redis-benchmark, in its order.
func TestBenchLoadOfAllTests(t *testing.T) {
	load, err := parsed(t, "", "")
	want := "PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
		"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET XADD"
	if diff := cmp.Diff(want, strings.Join(load.Tests, " ")); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

func TestBenchLoadRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"-k 0":                     "-k 0 is refused: to connect for every request measures connecting; connections are kept",
		"-I":                       "-I is refused: idle connections measure nothing",
		"--cluster":                "--cluster is refused: one server is measured; name a node with -h and -p, and use {tags} in a command of your own",
		"--enable-tracking":        "--enable-tracking is refused: invalidation messages would be taken for replies",
		"--tls-ciphersuites A":     "--tls-ciphersuites is refused: the suites of TLS 1.3 cannot be chosen",
		"--sni a":                  "--sni needs --tls",
		"--tls --cert a":           "--cert and --key need each other",
		"--tls -s a":               "--tls does not go over a unix socket: leave out -s or --tls",
		"-c 0":                     "-c 0: accepted is a number from 1 to 10000",
		"-c 10001":                 "-c 10001: accepted is a number from 1 to 10000",
		"-P 0":                     "-P 0: accepted is a number from 1 to 10000",
		"-p 0":                     "-p 0: accepted is a number from 1 to 65535",
		"--dbnum -1":               "--dbnum -1: accepted is a number from 0 to 2147483647",
		"--precision 5":            "--precision 5: accepted is a number from 1 to 4",
		"-n 0":                     "-n 0: accepted is a number from 1",
		"-r -1":                    "-r -1: accepted is a number from 1 to 1000000000",
		"--duration -1s":           "--duration -1s: accepted is a time such as 10s",
		"--warmup -1s":             "--warmup -1s: accepted is a time such as 500ms",
		"--rate -1":                "--rate -1: accepted is a number from 1 to 1000000000 requests a second",
		"--arrival poisson":        "--arrival needs --rate",
		"--rate 1 --arrival never": `--arrival "never": accepted are constant and poisson`,
		"--tls --threads 2":        "--threads 2 does not go with --tls, whose connections have no number of threads: leave --threads out",
		"--threads x":              `--threads "x": accepted are auto and a number from 1 to 64`,
		"-x":                       "-x needs a command whose last word is read from stdin",
		"--mix SET:1 PING":         "--mix and a command exclude each other",
		"--mix SET":                `--mix: read mix "SET": has no weight; write tests with weights, such as SET:1 GET:10`,
		"-c 0 -P 0":                "-c 0: accepted is a number from 1 to 10000\n-P 0: accepted is a number from 1 to 10000",
	} {
		_, err := parsed(t, line, "")
		if diff := cmp.Diff(want, errorText(err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
	}
	for line, want := range map[string]string{
		"-d 1-0": `-d: read sizes "1-0": `, "--pattern x": "--pattern: read value pattern", "--keys x": "--keys: read key distribution",
		"-t none": `-t "none": there is no such test; accepted are ping_inline,`, "FLUSHALL": "FLUSHALL ",
	} {
		if _, err := parsed(t, line, ""); !strings.Contains(errorText(err), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// A last word that cannot be read is told.
func TestBenchStdinFails(t *testing.T) {
	f := benchFlags{stdin: true}
	var load matrix.Load
	var wrong mistakes
	f.command(&load, failingReader{}, []string{"SET", "a"}, &wrong)
	if len(wrong) != 1 || wrong[0].Error() != "-x: read the last word from stdin: unexpected EOF" {
		t.Errorf("%v", wrong)
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestPayload(t *testing.T) {
	load := matrix.Load{ValueSize: matrix.FixedSize(100)}
	own := func(words ...string) matrix.Test { return matrix.Test{Own: true, Command: words} }
	for want, test := range map[string]matrix.Test{
		"100": {Command: []string{"SET", "key:__key__", "__data__"}},
		"33":  own("set", "foo", "hello"), // as redis-benchmark 7.0 says of it
		"156": own("SET", "key:__key____seq__", "__data__"),
		"53":  own("SETBIT", "key:__key__", "7", "__bit__"),
	} {
		if got := payload(load, test); got != want {
			t.Errorf("%q: payload %s, want %s", test.Command, got, want)
		}
	}
	load.ValueSize = matrix.Sizes{{Low: 1, High: 2, Weight: 3}, {Low: 5, High: 5, Weight: 1}}
	if got := payload(load, matrix.Test{}); got != "1-2:3,5:1" {
		t.Errorf("payload %s", got)
	}
}

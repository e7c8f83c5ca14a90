package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"
	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/runner/bench"
)

// benched is what bench printed, and its exit code.
type benched struct {
	code           int
	stdout, stderr string
}

// drive runs bench against host and port.
func drive(t *testing.T, host, port, env string, args ...string) benched {
	t.Helper()
	var stdout, stderr strings.Builder
	args = slices.Concat([]string{"bench", "-h", host, "-p", port}, args)
	code := run(t.Context(), args, strings.NewReader("from stdin"), &stdout, &stderr, environment(env))
	return benched{code, stdout.String(), stderr.String()}
}

// expect checks an exit code, and what the two streams have to hold.
func (b benched) expect(t *testing.T, code exitCode, stdout, stderr string) {
	t.Helper()
	if b.code != int(code) || !strings.Contains(b.stdout, stdout) || !strings.Contains(b.stderr, stderr) {
		t.Errorf("exit code %d, want %d; stdout must have %q:\n%s\nstderr must have %q:\n%s",
			b.code, code, stdout, b.stdout, stderr, b.stderr)
	}
}

// keysOf lists the keys of a server.
func keysOf(t *testing.T, client *redis.Client) []string {
	t.Helper()
	keys, err := client.Keys(t.Context(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	return keys
}

// A server is left as it was found, unless it is to be filled.
func TestBenchLeavesTheServerAsItWas(t *testing.T) {
	host, port, client := startRival(t, "")
	if err := client.MSet(t.Context(), "mine", 1, "mylist", 2).Err(); err != nil {
		t.Fatal(err)
	}
	drive(t, host, port, "", "-q", "-n", "100", "-c", "5", "-r", "10", "-t", "set,get,lrange_100,lpop").
		expect(t, exitOK, "LRANGE_100 (first 100 elements): ", "")
	if diff := cmp.Diff([]string{"mine", "mylist"}, keysOf(t, client)); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	drive(t, host, port, "", "-q", "-n", "100", "-c", "5", "-r", "2", "-d", "7", "-t", "set", "--keep").
		expect(t, exitOK, "SET: ", "")
	if diff := cmp.Diff([]string{"key:000000000000", "key:000000000001", "mine", "mylist"}, keysOf(t, client)); diff != "" {
		t.Errorf("keys that are kept (-want +got):\n%s", diff)
	}
	if n := client.StrLen(t.Context(), "key:000000000000").Val(); n != 7 {
		t.Errorf("a kept value has %d bytes", n)
	}
	// What is there under a test's name is not touched.
	drive(t, host, port, "", "-q", "-n", "100", "-c", "5", "-t", "lrange_100", "--keep").
		expect(t, exitBadCells, "", "redis-matrix: prepare LRANGE_100: ")
	if got := client.Get(t.Context(), "mylist").Val(); got != "2" {
		t.Errorf("mylist is %q", got)
	}
}

// What runs that were killed have left is removed, and nothing else.
func TestBenchClean(t *testing.T) {
	host, port, client := startRival(t, "")
	if err := client.MSet(t.Context(), "mine", 1, "redis-matrix:a:mylist", 2).Err(); err != nil {
		t.Fatal(err)
	}
	drive(t, host, port, "", "--clean").expect(t, exitOK, "", "redis-matrix: removed 1 key redis-matrix:*")
	if diff := cmp.Diff([]string{"mine"}, keysOf(t, client)); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// A signal does not hide that keys are left.
func TestBenchEndedSaysWhatIsLeft(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	left := &bench.LeftError{Prefix: "redis-matrix:x:", Err: errors.New("no reply")}
	err := (&benchmark{}).ended(ctx, errors.Join(context.Canceled, left))
	if codeOf(err) != exitInterrupted || !strings.Contains(err.Error(), "keys redis-matrix:x:* may be left") {
		t.Errorf("error %v", err)
	}
}

func TestBenchDatabase(t *testing.T) {
	host, port, client := startRival(t, "")
	drive(t, host, port, "", "-q", "-n", "100", "-c", "5", "-t", "set", "--keep", "--dbnum", "3").expect(t, exitOK, "SET: ", "")
	info, err := client.Info(t.Context(), "keyspace").Result()
	if want := "db3:keys=1"; err != nil || !strings.Contains(info, want) || strings.Contains(info, "db0") {
		t.Errorf("want only %s, error %v:\n%s", want, err, info)
	}
}

func TestBenchCommand(t *testing.T) {
	host, port, client := startRival(t, "")
	short := []string{"-q", "-n", "100", "-c", "5", "-r", "2", "--keep"}
	drive(t, host, port, "", append(short, "HSET", "h:__rand_int__", "f", "__data__")...).
		expect(t, exitOK, "HSET h:__rand_int__ f __data__: ", "")
	drive(t, host, port, "", append(short, "-x", "SET", "word")...).expect(t, exitOK, "SET word: ", "")
	if got := client.Get(t.Context(), "word").Val(); got != "from stdin" {
		t.Errorf("word is %q", got)
	}
	drive(t, host, port, "", append(short, "HSET", "h")...).
		expect(t, exitBadCells, "", "ERR wrong number of arguments for 'hset' command")
	if diff := cmp.Diff([]string{"h:000000000000", "h:000000000001", "word"}, keysOf(t, client)); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// A password is taken from where it is given, and printed nowhere.
func TestBenchPassword(t *testing.T) {
	host, port, client := startRival(t, "")
	if err := client.ConfigSet(t.Context(), "requirepass", "s3cret").Err(); err != nil {
		t.Fatal(err)
	}
	args := []string{"-q", "-n", "100", "-c", "5", "-t", "set"}
	for _, test := range []struct {
		env    string
		args   []string
		code   exitCode
		stderr string
	}{
		{"", nil, exitBadCells, "NOAUTH"},
		{"REDIS_MATRIX_PASSWORD=wr0ng", nil, exitBadCells, "WRONGPASS"},
		{"REDIS_MATRIX_PASSWORD=s3cret", nil, exitOK, ""},
		{"REDISCLI_AUTH=s3cret", nil, exitOK, ""},
		{"", []string{"-a", "s3cret"}, exitOK, "redis-matrix: a password on the command line can be seen by others"},
		{"", []string{"-u", "redis://default:s3cret@" + host + ":" + port}, exitOK, "a password on the command line"},
	} {
		got := drive(t, host, port, test.env, append(test.args, args...)...)
		got.expect(t, test.code, "", test.stderr)
		if printed := got.stdout + got.stderr; strings.Contains(printed, "s3cret") || strings.Contains(printed, "wr0ng") {
			t.Errorf("%s %q prints the password:\n%s", test.env, test.args, printed)
		}
	}
}

// A server that tells nothing of itself is measured too, and that is said.
func TestBenchAServerThatRefusesInfo(t *testing.T) {
	host, port, client := startRival(t, "")
	if err := client.Do(t.Context(), "acl", "setuser", "default", "-info", "-config").Err(); err != nil {
		t.Fatal(err)
	}
	got := drive(t, host, port, "", "-n", "100", "-c", "5", "-t", "set")
	got.expect(t, exitOK, "====== SET ======", "not checked, since the server refuses INFO")
	got.expect(t, exitOK, "", "the server refuses CONFIG GET; its configuration is not shown")
	if strings.Contains(got.stdout, "host configuration") {
		t.Errorf("a configuration is shown:\n%s", got.stdout)
	}
}

func TestBenchTransports(t *testing.T) {
	setup := rivalSetup(t)
	setup.TLS = true
	at := startAs(t, setup, "")
	host, port, _ := strings.Cut(at.TLS.Address, ":")
	args := []string{"-q", "-n", "100", "-c", "5", "-t", "set"}
	drive(t, host, port, "", append(args, "-s", at.Socket)...).expect(t, exitOK, "SET: ", "")
	drive(t, host, port, "", append(args, "--tls", "--cacert", at.TLS.CAFile, "--sni", at.TLS.ServerName)...).expect(t, exitOK, "SET: ", "")
	drive(t, host, port, "", append(args, "--tls", "--insecure", "-3")...).expect(t, exitOK, "SET: ", "")
	drive(t, host, port, "", append(args, "-u", "rediss://"+at.TLS.Address, "--insecure")...).expect(t, exitOK, "SET: ", "")
	drive(t, host, port, "", append(args, "--tls")...).expect(t, exitBadCells, "", "certificate")
}

func TestBenchMixAndRate(t *testing.T) {
	host, port, _ := startRival(t, "")
	drive(t, host, port, "", "--csv", "-n", "100", "-c", "5", "-r", "10", "--mix", "SET:1 GET:3", "--rate", "5000").
		expect(t, exitOK, `"MIX/GET",`, "")
}

// What was measured before Ctrl-C is printed, and the keys are removed.
func TestBenchInterrupted(t *testing.T) {
	host, port, client := startRival(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	stdout, stderr := &canceling{cancel: cancel}, &strings.Builder{}
	args := []string{"bench", "-h", host, "-p", port, "-q", "-l", "-n", "100", "-c", "5", "-t", "set,get"}
	code := run(ctx, args, nil, stdout, stderr, noEnv)
	if code != int(exitInterrupted) || !strings.HasPrefix(stdout.text.String(), "SET: ") || !strings.HasSuffix(stderr.String(), "redis-matrix: interrupted\n") {
		t.Errorf("exit code %d, stdout:\n%s\nstderr:\n%s", code, stdout.text.String(), stderr.String())
	}
	if keys := keysOf(t, client); len(keys) > 0 {
		t.Errorf("keys are left: %q", keys)
	}
}

// canceling is a stdout whose first line is followed by Ctrl-C.
type canceling struct {
	text   strings.Builder
	cancel context.CancelFunc
}

func (c *canceling) Write(text []byte) (int, error) {
	defer c.cancel()
	return c.text.Write(text)
}

func TestBenchFails(t *testing.T) {
	drive(t, "127.0.0.1", "1", "").expect(t, exitBadCells, "", "connection refused")
	drive(t, "127.0.0.1", "1", "", "--cpus", "x").expect(t, exitUsage, "", `read cpus "x"`)
	drive(t, "127.0.0.1", "1", "", "-c", "0").expect(t, exitUsage, "", "-c 0")
	host, port, _ := startRival(t, "")
	var stderr strings.Builder
	args := []string{"bench", "-l", "-h", host, "-p", port, "-q", "-n", "100", "-c", "5", "-t", "set"}
	code := run(t.Context(), args, nil, failing{errors.New("no room")}, &stderr, noEnv)
	if code != int(exitInternal) || !strings.Contains(stderr.String(), "write output: no room") {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	// A reader that has seen enough, such as head, is no failure.
	if code := run(t.Context(), args, nil, failing{syscall.EPIPE}, io.Discard, noEnv); code != int(exitOK) {
		t.Errorf("exit code %d where nobody reads", code)
	}
}

// Tests that a server is too old for are left out of redis-benchmark's own
// list, and are a fault where they were named.
func TestBenchOmits(t *testing.T) {
	info := matrix.ServerInfo{Product: matrix.Redis, Version: "4.0.14"}
	for chosen, faults := range map[bool]int{false: 0, true: 2} {
		var stderr strings.Builder
		b := benchmark{console: console{err: &stderr}, load: plainLoad("SET", "ZPOPMIN", "XADD"), chosen: chosen}
		b.omit(info)
		want := "redis-matrix: ZPOPMIN needs Redis 5.0; this is redis 4.0.14\nredis-matrix: XADD needs Redis 5.0; this is redis 4.0.14\n"
		if diff := cmp.Diff(want, stderr.String()); diff != "" || b.faults != faults || len(b.load.Tests) != 1 {
			t.Errorf("%d faults, want %d; tests %q; stderr:\n%s", b.faults, faults, b.load.Tests, diff)
		}
	}
	b := benchmark{load: plainLoad("XADD")}
	if b.omit(matrix.ServerInfo{Version: "?"}); len(b.load.Tests) != 1 {
		t.Error("a server of unknown version is not asked")
	}
}

func TestBenchRemarks(t *testing.T) {
	tests := map[string]string{
		"":                     "",
		"-e":                   "redis-matrix: -e has no effect: errors are always shown\n",
		"--seed 1":             "redis-matrix: --seed has no effect: keys and values are the same in every run\n",
		"--precision 4 -t set": "redis-matrix: latencies are recorded to 3 significant digits\n",
		"-t set PING":          "redis-matrix: -t is ignored, since there is a command\n",
	}
	for line, want := range tests {
		var stderr strings.Builder
		var f benchFlags
		var cmd cobra.Command
		f.register(&cmd)
		if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		f.remark(console{err: &stderr}, cmd.Flags().Changed, cmd.Flags().NArg() > 0)
		if diff := cmp.Diff(want, stderr.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
	}
}

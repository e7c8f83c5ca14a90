package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// mistakes gathers what is wrong with flags, so that all of it is told at once.
type mistakes []error

func (m *mistakes) addf(format string, args ...any) {
	*m = append(*m, fmt.Errorf(format, args...))
}

// check adds a mistake where a flag's value is not ok.
func (m *mistakes) check(ok bool, format string, args ...any) {
	if !ok {
		m.addf(format, args...)
	}
}

// load is what is sent, as the flags and the command's words say.
func (f *benchFlags) load(in io.Reader, given func(string) bool, words []string) (matrix.Load, error) {
	var wrong mistakes
	f.refuse(&wrong, given)
	f.checkNumbers(&wrong)
	load := matrix.Load{
		Clients: f.clients, Pipeline: f.pipeline, Keyspace: max(f.keyspace, 1),
		Requests: f.requests, Duration: f.duration, Warmup: f.warmup,
		Transport: f.transport(), Protocol: f.protocol(),
		Rate: f.rate, Arrival: f.arrival,
	}
	if f.duration > 0 && !given("requests") {
		load.Requests = 0
	}
	load.Threads = f.parseThreads(&wrong)
	f.parseTexts(&load, &wrong)
	f.choose(&load, in, words, &wrong)
	return load, errors.Join(wrong...)
}

// refuse answers flags of redis-benchmark that mean what is not done here.
func (f *benchFlags) refuse(wrong *mistakes, given func(string) bool) {
	wrong.check(f.keepalive != 0, "-k 0 is refused: to connect for every request measures connecting; connections are kept")
	wrong.check(!f.idle, "-I is refused: idle connections measure nothing")
	wrong.check(!f.cluster, "--cluster is refused: one server is measured; name a node with -h and -p, and use {tags} in a command of your own")
	wrong.check(!f.enableTracking, "--enable-tracking is refused: invalidation messages would be taken for replies")
	wrong.check(f.tls.ciphersuites == "", "--tls-ciphersuites is refused: the suites of TLS 1.3 cannot be chosen")
	for _, name := range []string{"sni", "cacert", "cacertdir", "insecure", "cert", "key", "tls-ciphers"} {
		wrong.check(f.tls.on || !given(name), "--%s needs --tls", name)
	}
	wrong.check((f.tls.cert == "") == (f.tls.key == ""), "--cert and --key need each other")
	wrong.check(!f.tls.on || f.threads == "auto", "--threads %s does not go with --tls, whose connections have no number of threads: leave --threads out", f.threads)
	wrong.check(!f.tls.on || f.socket == "", "--tls does not go over a unix socket: leave out -s or --tls")
}

func (f *benchFlags) checkNumbers(wrong *mistakes) {
	inRange(wrong, "-c", f.clients, 1, matrix.MaxClients)
	inRange(wrong, "-P", f.pipeline, 1, matrix.MaxPipeline)
	inRange(wrong, "-p", f.port, 1, 65535)
	inRange(wrong, "--dbnum", f.database, 0, 1<<31-1)
	inRange(wrong, "--precision", f.precision, 1, latencyDigits+1)
	wrong.check(f.requests > 0, "-n %d: accepted is a number from 1", f.requests)
	wrong.check(0 <= f.keyspace && f.keyspace <= matrix.MaxKeyspace, "-r %d: accepted is a number from 1 to %d", f.keyspace, matrix.MaxKeyspace)
	wrong.check(f.duration >= 0, "--duration %v: accepted is a time such as 10s", f.duration)
	wrong.check(f.warmup >= 0, "--warmup %v: accepted is a time such as 500ms", f.warmup)
	wrong.check(f.rate >= 0 && f.rate <= matrix.MaxRate, "--rate %d: accepted is a number from 1 to %d requests a second", f.rate, int64(matrix.MaxRate))
	wrong.check(f.arrival == "" || f.rate > 0, "--arrival needs --rate")
	wrong.check(f.arrival == "" || f.arrival == matrix.ArrivalConstant || f.arrival == matrix.ArrivalPoisson,
		"--arrival %q: accepted are %s and %s", f.arrival, matrix.ArrivalConstant, matrix.ArrivalPoisson)
}

func inRange(wrong *mistakes, flag string, value, low, high int) {
	wrong.check(low <= value && value <= high, "%s %d: accepted is a number from %d to %d", flag, value, low, high)
}

func (f *benchFlags) transport() string {
	switch {
	case f.socket != "":
		return matrix.TransportUnix
	case f.tls.on:
		return matrix.TransportTLS
	}
	return matrix.TransportTCP
}

func (f *benchFlags) protocol() int {
	if f.resp3 {
		return 3
	}
	return 2
}

// parseThreads reads --threads. redis-benchmark's 0 is its one main thread.
func (f *benchFlags) parseThreads(wrong *mistakes) int {
	if f.threads == "auto" {
		return 0
	}
	n, err := strconv.Atoi(f.threads)
	wrong.check(err == nil && 0 <= n && n <= matrix.MaxThreads, "--threads %q: accepted are auto and a number from 1 to %d", f.threads, matrix.MaxThreads)
	return max(n, 1)
}

// parseTexts reads the flags that have a notation of their own.
func (f *benchFlags) parseTexts(load *matrix.Load, wrong *mistakes) {
	var err error
	sizes := f.sizes
	if zeroSize(sizes) {
		sizes = "1"
	}
	load.ValueSize, err = matrix.ParseSizes(sizes)
	wrong.check(err == nil, "-d: %w", err)
	_, err = matrix.ParsePattern(f.pattern)
	wrong.check(err == nil, "--pattern: %w", err)
	_, err = matrix.ParseDistribution(f.keys)
	wrong.check(err == nil, "--keys: %w", err)
	load.ValuePattern, load.KeyDistribution = f.pattern, f.keys
}

// zeroSize reports that -d is 0, which redis-benchmark takes as 1.
func zeroSize(text string) bool {
	return text != "" && strings.Trim(text, "0") == ""
}

// choose says which tests run: the command, or those of -t, in
// redis-benchmark's order, and the mix.
func (f *benchFlags) choose(load *matrix.Load, in io.Reader, words []string, wrong *mistakes) {
	if len(words) > 0 {
		wrong.check(f.mix == "", "--mix and a command exclude each other")
		f.command(load, in, words, wrong)
		return
	}
	wrong.check(!f.stdin, "-x needs a command whose last word is read from stdin")
	if f.mix != "" {
		var err error
		load.Mix, err = matrix.ParseMix(f.mix)
		wrong.check(err == nil, "--mix: %w", err)
	}
	if f.tests != "" || f.mix == "" {
		load.Tests = chooseTests(f.tests, wrong)
	}
	if f.mix != "" {
		load.Tests = append(load.Tests, matrix.TestMix)
	}
}

// command makes the command's words the only test, titled as redis-benchmark
// titles it.
func (f *benchFlags) command(load *matrix.Load, in io.Reader, words []string, wrong *mistakes) {
	title := strings.Join(words, " ")
	words = slices.Clone(words)
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "__rand_int__", "__key__")
	}
	err := matrix.CheckCommand(words)
	wrong.check(err == nil, "%w", err)
	if f.stdin {
		last, err := io.ReadAll(in)
		wrong.check(err == nil, "-x: read the last word from stdin: %w", err)
		words = append(words, string(last))
	}
	load.Commands = []matrix.OwnCommand{{Name: title, Words: words}}
	load.Tests = []string{title}
}

// chooseTests resolves -t; "" is redis-benchmark's own list.
func chooseTests(text string, wrong *mistakes) []string {
	chosen := map[string]bool{}
	for name := range strings.SplitSeq(cmp.Or(text, matrix.SetDefault), ",") {
		name = strings.TrimSpace(name)
		if test, known := matrix.LookupTest(name); known {
			chosen[test.Name] = true
			continue
		}
		names, known := matrix.TestSet(name)
		wrong.check(known, "-t %q: there is no such test; accepted are %s, and the sets %s", name,
			strings.ToLower(strings.Join(matrix.TestNames(), ",")), strings.Join(matrix.TestSetNames(), ","))
		for _, name := range names {
			chosen[name] = true
		}
	}
	return slices.DeleteFunc(benchOrder(), func(name string) bool { return !chosen[name] })
}

// benchOrder is all tests, redis-benchmark's own in its order before the others.
func benchOrder() []string {
	order, _ := matrix.TestSet(matrix.SetRedisBenchmark)
	for _, name := range matrix.TestNames() {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	return order
}

// payload is what redis-benchmark calls so: the size of values, or of the whole
// request where the command is somebody's own.
func payload(load matrix.Load, test matrix.Test) string {
	if !test.Own {
		return strings.ReplaceAll(load.ValueSize.String(), " ", ",")
	}
	size := len(fmt.Sprintf("*%d\r\n", len(test.Command)))
	for _, word := range test.Command {
		long := matrix.FilledSize(word, load.ValueSize.Max())
		size += len(fmt.Sprintf("$%d\r\n\r\n", long)) + long
	}
	return strconv.Itoa(size)
}

package main

import (
	"time"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
)

// benchFlags are the flags of bench: those of redis-benchmark 7.0, with its
// defaults, and what redis-matrix has beside them.
type benchFlags struct {
	host, socket   string
	port, database int
	pass, user     string
	uri            string
	tls            benchTLS

	clients, pipeline int
	requests          int64
	keyspace          int
	sizes             string
	tests, mix        string
	keys, pattern     string
	threads           string
	rate              int64
	arrival           string
	duration, warmup  time.Duration
	resp3             bool
	stdin             bool
	cpus              string
	keep, loop, clean bool

	quiet, csv bool
	precision  int

	// What is taken in, and refused or without effect.
	keepalive               int
	errors, idle            bool
	cluster, enableTracking bool
	seed                    uint64
}

// benchTLS are the flags of TLS.
type benchTLS struct {
	on                    bool
	sni                   string
	cacert, cacertdir     string
	cert, key             string
	insecure              bool
	ciphers, ciphersuites string
}

// register adds the flags to cmd. What follows the first word that is no flag
// belongs to the command to measure, as with redis-benchmark.
func (f *benchFlags) register(cmd *cobra.Command) {
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().SortFlags = false
	f.registerServer(cmd)
	f.registerLoad(cmd)
	f.registerOutput(cmd)
	f.registerTLS(cmd)
	f.registerRefused(cmd)
}

func (f *benchFlags) registerServer(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.host, "host", "h", "127.0.0.1", "the server's `HOST`")
	flags.IntVarP(&f.port, "port", "p", 6379, "the server's `PORT`")
	flags.StringVarP(&f.socket, "socket", "s", "", "the `PATH` of the server's unix socket, in place of host and port")
	flags.StringVarP(&f.pass, "pass", "a", "", "`PASSWORD`; others can see it, so that the environment is the better place")
	flags.StringVar(&f.user, "user", "", "ACL user `NAME`")
	flags.StringVarP(&f.uri, "uri", "u", "", "`URI` of the server: redis[s]://[[USER:]PASSWORD@]HOST[:PORT][/DB]")
	flags.IntVar(&f.database, "dbnum", 0, "use database number `N`")
}

func (f *benchFlags) registerLoad(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVarP(&f.clients, "clients", "c", 50, "`N` connections")
	flags.Int64VarP(&f.requests, "requests", "n", 100000, "`N` requests a test; no bound with --duration alone")
	flags.DurationVar(&f.duration, "duration", 0, "measure each test for `TIME`, such as 10s, or -n requests if that is reached first")
	flags.DurationVar(&f.warmup, "warmup", 0, "drive each test for `TIME` before it is measured")
	flags.StringVarP(&f.sizes, "value-size", "d", "3", "`SIZE` of values: bytes, 1KiB, a range 10-1000, or weighted 64:70,1KiB:30")
	flags.StringVar(&f.pattern, "pattern", matrix.PatternRandom, "`PATTERN` of values: random, fill, or ratio:2 (compresses to a half)")
	flags.IntVarP(&f.keyspace, "keyspace", "r", 1, "draw keys from `N`")
	flags.StringVar(&f.keys, "keys", matrix.DistributionUniform, "`DISTRIBUTION` of keys: uniform, sequential, zipf[:0.99], gaussian[:0.1]")
	flags.IntVarP(&f.pipeline, "pipeline", "P", 1, "send `N` requests at once")
	flags.StringVarP(&f.tests, "tests", "t", "", "only these `TESTS`, such as set,get,lrange")
	flags.StringVar(&f.mix, "mix", "", "`MIX` of tests in one stream, such as \"SET:1 GET:10\"")
	flags.Int64Var(&f.rate, "rate", 0, "offer `N` requests a second, whether or not the server keeps up")
	flags.StringVar(&f.arrival, "arrival", "", "when requests of a rate are due: constant (the default) or poisson")
	flags.StringVar(&f.threads, "threads", "auto", "drive with `N` threads; auto adds them in the warm-up while the client is the bottleneck,\n"+
		"but none for CPUs that a server on this host may use")
	flags.StringVar(&f.cpus, "cpus", "", "pin redis-matrix to a `CPUSET` such as 1 or 0-3")
	flags.BoolVarP(&f.resp3, "resp3", "3", false, "speak RESP3")
	flags.BoolVarP(&f.stdin, "stdin", "x", false, "read the command's last word from stdin")
	flags.BoolVar(&f.keep, "keep", false, "use keys without a prefix, as redis-benchmark does: read the server's own, and leave there\n"+
		"what is written, to fill a server")
	flags.BoolVar(&f.clean, "clean", false, "measure nothing: remove the keys redis-matrix:* that runs which were killed have left,\n"+
		"and those of runs that go on")
	flags.BoolVarP(&f.loop, "loop", "l", false, "run the tests again and again, until interrupted")
	complete(cmd, "tests", append(matrix.TestSetNames(), matrix.TestNames()...))
	complete(cmd, "arrival", []string{matrix.ArrivalConstant, matrix.ArrivalPoisson})
}

func (f *benchFlags) registerOutput(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "one line a test")
	flags.BoolVar(&f.csv, "csv", false, "redis-benchmark's CSV; with --rate it has more columns at the end")
	flags.IntVar(&f.precision, "precision", latencyDigits, "show latencies to `N` significant digits, from 1 to 3 (4 is taken as 3)")
	flags.Bool("help", false, "help for bench")
}

func (f *benchFlags) registerTLS(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.tls.on, "tls", false, "connect with TLS")
	flags.StringVar(&f.tls.sni, "sni", "", "the `HOST` that the server's certificate is for")
	flags.StringVar(&f.tls.cacert, "cacert", "", "`FILE` with the authorities to trust, in PEM")
	flags.StringVar(&f.tls.cacertdir, "cacertdir", "", "`DIR` with such files")
	flags.BoolVar(&f.tls.insecure, "insecure", false, "take any certificate")
	flags.StringVar(&f.tls.cert, "cert", "", "`FILE` with the client's certificate")
	flags.StringVar(&f.tls.key, "key", "", "`FILE` with its key")
	flags.StringVar(&f.tls.ciphers, "tls-ciphers", "", "`LIST` of suites for TLS 1.2, by colons, named as by OpenSSL or IANA")
	flags.StringVar(&f.tls.ciphersuites, "tls-ciphersuites", "", "`LIST` of suites for TLS 1.3; refused, since they cannot be chosen")
}

// registerRefused takes flags of redis-benchmark in that can only be answered
// with why they do nothing here.
func (f *benchFlags) registerRefused(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVarP(&f.keepalive, "keepalive", "k", 1, "`BOOLEAN`; 0 (connect for every request) is refused")
	flags.BoolVarP(&f.errors, "show-errors", "e", false, "no effect: errors are always shown")
	flags.BoolVarP(&f.idle, "idle", "I", false, "refused")
	flags.BoolVar(&f.cluster, "cluster", false, "refused")
	flags.BoolVar(&f.enableTracking, "enable-tracking", false, "refused")
	flags.Uint64Var(&f.seed, "seed", 0, "no effect: keys and values are the same in every run")
	for _, name := range []string{"show-errors", "idle", "cluster", "enable-tracking", "seed"} {
		if err := flags.MarkHidden(name); err != nil {
			panic(err) // the flag does not exist
		}
	}
}

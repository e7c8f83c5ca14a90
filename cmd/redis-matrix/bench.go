package main

import (
	"github.com/spf13/cobra"
)

func newBench(c console) *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench [flags] [COMMAND ARG...]",
		Short: "Drive one running server, with redis-benchmark's flags and output",
		Long: `Measure a server that runs already, with redis-benchmark's flags, defaults and
output, by redis-matrix' own core and with its checks. A COMMAND is measured in
place of the tests; in its words __key__ (or __rand_int__) becomes a key number
below -r, __seq__ a number never used before, __score__ a random number below
-r, and __data__ a value.

The server is taken for somebody else's: keys get a prefix of their own and are
removed at the end, after Ctrl-C too, so that a COMMAND that reads finds nothing
but what redis-matrix wrote. With --keep there is no prefix: the server's own
keys are read and written, under redis-benchmark's names, and nothing is removed.

What differs from redis-benchmark: tests that read find what they read, tests
that pop never find nothing (no "LPUSH (needed to benchmark LRANGE)" is needed),
-t takes the names of redis-matrix' tests and sets too, and a number that cannot
be trusted is told on stderr with its reason and ends with exit code 12. So does
an error reply.

User and password come from REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD, or the
password from REDISCLI_AUTH.`,
		Example: `  redis-matrix bench -t set,get -n 1000000 -r 100000 -q
  redis-matrix bench -h 10.0.0.5 -p 6380 -c 200 -P 16 --csv
  redis-matrix bench -t get --rate 50000 --arrival poisson --duration 30s
  redis-matrix bench --mix "SET:1 GET:10" -r 1000000 --keys zipf --duration 10s
  redis-matrix bench -n 100000 HSET user:__key__ name __data__
  redis-matrix bench --keep -t set -n 1000000 -r 100000000
  redis-matrix bench --keep --duration 10s GET mykey`,
		Version: thisBuild().Version,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := f.benchmark(c, cmd.Flags().Changed, args)
			if err != nil {
				return exitWith(exitUsage, err)
			}
			if f.clean {
				return b.clean(cmd.Context())
			}
			return b.run(cmd.Context())
		},
	}
	cmd.SetVersionTemplate("redis-matrix {{.Version}}\n")
	f.register(cmd)
	return cmd
}

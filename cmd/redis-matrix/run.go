package main

import (
	"context"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
)

// defaultResults is the directory in which runs' directories are made.
const defaultResults = "results"

// runFlags are the flags of commands that measure.
type runFlags struct {
	spec    specFlags
	out     outputFlags
	results string
	resume  string
	gate    bool
	failOn  string
}

func (f *runFlags) register(cmd *cobra.Command) {
	f.spec.register(cmd)
	f.out.registerRun(cmd)
	cmd.Flags().StringVar(&f.results, "results", defaultResults, "make the run's directory below `DIR`")
	if err := cmd.MarkFlagDirname("results"); err != nil {
		panic(err) // the flag does not exist
	}
}

func newRun(c console) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run SPEC|NAME",
		Short: "Measure a spec and print its tables",
		Long: `Measure every cell of a spec in several rounds, each on freshly started
servers, and print the tables. SPEC is a file, - for stdin, or the NAME of a
ready-made spec ('redis-matrix init' lists them).

Each sample is on disk before the next begins: a run that was stopped or killed
goes on with --resume. The first Ctrl-C stops the servers and prints what was
measured, the second quits at once.

A spec with a baseline is judged: the verdict stands on stderr, and with --gate
the exit code says it, by the rules of 'redis-matrix compare'.`,
		Example: `  redis-matrix run my.yaml
  redis-matrix run upgrade --rounds 5..30 --budget 1h
  redis-matrix run my.yaml --tests SET,GET --duration 1s -f markdown -o report.md
  redis-matrix run --resume results/my-20261130T190455Z
  redis-matrix run - < my.yaml`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRun(cmd.Context(), c, f, args)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&f.gate, "gate", false, "end as 'compare' does on the run: 10 where anything is slower than the baseline")
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "with --gate, end with 11 where a difference is `inconclusive`")
	complete(cmd, "fail-on", []string{string(matrix.VerdictInconclusive)})
	cmd.Flags().StringVar(&f.resume, "resume", "", "go on with the run in `DIR`")
	if err := cmd.MarkFlagDirname("resume"); err != nil {
		panic(err)
	}
	return cmd
}

func runRun(ctx context.Context, c console, f runFlags, args []string) error {
	gate := gateFlags{failOn: f.failOn}
	if err := gate.check(); err != nil {
		return err
	}
	if f.failOn != "" && !f.gate {
		return usagef("--fail-on says how --gate ends; give both")
	}
	inputs := args
	if f.resume != "" {
		inputs = append(runFiles(f.resume), args...)
	}
	to, err := f.out.openAll(c, inputs...)
	if err != nil {
		return err
	}
	m := measuring{console: c, quiet: f.out.quiet, to: to}
	if f.gate {
		m.gate = &gate
	}
	switch {
	case f.resume != "":
		return resume(ctx, m, f, args)
	case len(args) == 0:
		return usagef("run needs a SPEC; 'redis-matrix init' lists ready-made ones")
	}
	spec, err := f.spec.load(c, args[0])
	if err != nil {
		return err
	}
	return m.fresh(ctx, spec, f.results)
}

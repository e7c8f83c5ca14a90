package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/render"
)

// compareFlags are those of the command.
type compareFlags struct {
	gateFlags
	out                 outputFlags
	baseline, candidate []string
	against             string
	last                int
	common, trust, all  bool
}

func newCompare(c console) *cobra.Command {
	f := compareFlags{out: outputFlags{formats: render.VerdictFormats()}}
	cmd := &cobra.Command{
		Use:   "compare [OLD] NEW",
		Short: "Judge a run against another, its baseline or its history",
		Long: `Judge each cell of the run NEW against the same cell of the run OLD; without OLD
against the baseline of NEW's own spec, or against the cells that --baseline
picks. With --against it is judged against the last comparable runs in a
directory. A run is a directory below results, or a run.json.

Two runs can be compared where host, pinning, load, tests and directives are the
same. An axis of the server may have one value in each run that the other has not:
these two are what is compared. Otherwise each difference is listed; --common
compares what both have, on one and the same kind of host. Hosts that nobody told,
as those of imported output, are not the same. The machine may have changed between
two runs: cells are judged by their ratio to a server that both runs measured beside
them, such as 7.0 in {version: ["7.0", "8.0"]} and {version: ["7.0", "8.2"]}, and are
inconclusive where there is none. --trust-runs says that it is one machine, as it
was.

Exit codes, the first that holds: 13 runs that cannot be compared, 12 anything
invalid, failed or missing, or too few rounds to tell, 10 anything slower, 11
anything inconclusive (only with --fail-on inconclusive), 0 none of these.`,
		Example: `  redis-matrix compare results/before results/after
  redis-matrix compare results/upgrade-20261130T190455Z --threshold 10%
  redis-matrix compare run.json --baseline appendonly=no --candidate appendonly=always
  redis-matrix compare --against results --last 10 new/run.json -f junit -o gate.xml
  redis-matrix compare old.json new.json -f markdown >> "$GITHUB_STEP_SUMMARY"`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error { return runCompare(cmd.Context(), c, f, args) },
	}
	f.out.registerSeveral(cmd)
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.baseline, "baseline", nil, "compare with the run's cells that have `AXIS=V1,V2`; repeatable")
	flags.StringArrayVar(&f.candidate, "candidate", nil, "compare only the cells that have `AXIS=V1,V2`; repeatable")
	flags.StringVar(&f.against, "against", "", "compare with the runs in `DIR`")
	flags.IntVar(&f.last, "last", 5, "with --against, compare with the last `N` runs")
	flags.BoolVar(&f.common, "common", false, "compare what both runs have, and leave out the rest")
	flags.BoolVar(&f.trust, "trust-runs", false, "believe that OLD and NEW are of one machine, which did not change")
	flags.BoolVar(&f.all, "all", false, "list what is the same, too")
	if err := cmd.MarkFlagDirname("against"); err != nil {
		panic(err) // the flag does not exist
	}
	return cmd
}

func runCompare(ctx context.Context, c console, f compareFlags, args []string) error {
	to, err := f.out.openAll(c, f.inputs(args)...)
	if err != nil {
		return err
	}
	compared, err := f.promptly(ctx, f.out.chatter(c), args)
	if err != nil {
		return errors.Join(f.brief(to, c.out, err), f.refuse(to, err))
	}
	if err := f.write(to, render.FromCompared(compared, f.failOn != "")); err != nil {
		return err
	}
	f.undecided(f.out.chatter(c), compared)
	return f.gateError(compared)
}

// write writes verdicts to all that were named.
func (f *compareFlags) write(to sinks, v render.Verdicts) error {
	return to.each(func(s *sink) error {
		return s.write(func(w io.Writer) error { return render.WriteVerdicts(w, s.format, v, f.all, s.options) })
	})
}

// brief is an error without the list that stdout has of it already.
func (f *compareFlags) brief(to sinks, stdout io.Writer, err error) error {
	first, _, more := strings.Cut(err.Error(), "\n")
	if codeOf(err) != exitMismatch || !more || !to.tell(stdout) {
		return err
	}
	return exitWith(codeOf(err), errors.New(first))
}

// inputs are the files that are read, as far as they are there.
func (f *compareFlags) inputs(args []string) []string {
	var files []string
	for _, arg := range args {
		files = append(files, runFiles(arg)...)
	}
	if f.against != "" {
		kept, _ := runsIn(f.against) // the error is said when they are read
		files = append(files, kept...)
	}
	return files
}

// promptly compares, and gives up at once when ctx ends.
func (f *compareFlags) promptly(ctx context.Context, chatter io.Writer, args []string) (matrix.Compared, error) {
	type outcome struct {
		compared matrix.Compared
		err      error
	}
	done := make(chan outcome, 1)
	// Nobody waits for it once ctx ends: reading a pipe ends with its writer, and
	// the process ends before that.
	go func() {
		compared, err := f.checked(chatter, args)
		done <- outcome{compared, err}
	}()
	select {
	case o := <-done:
		return o.compared, o.err
	case <-ctx.Done():
		return matrix.Compared{}, exitWith(exitInterrupted, errors.New("interrupted: nothing was compared"))
	}
}

// checked compares if there is no mistake in the flags.
func (f *compareFlags) checked(chatter io.Writer, args []string) (matrix.Compared, error) {
	if err := errors.Join(f.check(), f.checkArgs(args)); err != nil {
		return matrix.Compared{}, exitWith(exitUsage, err)
	}
	return f.compare(chatter, args)
}

// checkArgs refuses flags that the arguments leave without a meaning.
func (f *compareFlags) checkArgs(args []string) error {
	cells := len(f.baseline)+len(f.candidate) > 0
	switch {
	case cells && (len(args) == 2 || f.against != ""):
		return errors.New("--baseline and --candidate choose cells of one run; name no other one")
	case f.against != "" && len(args) == 2:
		return errors.New("--against takes the place of OLD; name NEW alone")
	case f.trust && len(args) < 2:
		return errors.New("--trust-runs is about OLD and NEW; name both")
	case f.last < 1:
		return fmt.Errorf("--last %d is no number of runs from 1", f.last)
	}
	return nil
}

// compare does what the arguments say.
func (f *compareFlags) compare(chatter io.Writer, args []string) (matrix.Compared, error) {
	now, err := openCompared(args[len(args)-1])
	if err != nil {
		return matrix.Compared{}, err
	}
	metrics, judging := f.judging(now)
	switch {
	case f.against != "":
		return f.history(chatter, now, metrics, judging)
	case len(args) == 2:
		old, err := openCompared(args[0])
		if err != nil {
			return matrix.Compared{}, err
		}
		match := matrix.MatchRuns(old, now)
		if err := match.Comparable(f.common, f.trust); err != nil {
			return matrix.Compared{}, exitWith(exitMismatch, err)
		}
		return match.Compare(metrics, judging, f.trust), nil
	}
	base, err := selector("--baseline", f.baseline)
	if err != nil {
		return matrix.Compared{}, err
	}
	candidate, err := selector("--candidate", f.candidate)
	if err != nil {
		return matrix.Compared{}, err
	}
	compared, err := now.CompareCells(base, candidate, metrics, judging, f.common)
	if err != nil {
		return compared, usagef("%w (--baseline AXIS=VALUE)", err)
	}
	return compared, nil
}

// openCompared opens a run to be compared. A file that is there and holds no
// run cannot be compared; one that is not there is a mistake in the arguments.
func openCompared(path string) (*matrix.Run, error) {
	doc, _, err := openRun(path)
	if err == nil {
		return doc, nil
	}
	if _, missing := os.Stat(path); missing != nil {
		return nil, err
	}
	return nil, exitWith(exitMismatch, err)
}

// refuse writes a verdict where nothing was compared, so that no output of an
// earlier comparison is taken for that of this one.
func (f *compareFlags) refuse(to sinks, cause error) error {
	headline := "invalid: nothing was compared"
	if codeOf(cause) == exitMismatch {
		headline = "invalid: the runs cannot be compared"
	}
	lines := strings.Split(cause.Error(), "\n")
	return f.write(to, render.Refused(headline, lines))
}

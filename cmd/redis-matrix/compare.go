package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/render"
)

// gateFlags say what fails a gate.
type gateFlags struct {
	threshold string
	metrics   []string
	failOn    string

	smallest float64 // the threshold as a number, 0 where none was given
}

func (f *gateFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.threshold, "threshold", "", "call no smaller `CHANGE` than this one, such as 5%")
	flags.StringSliceVar(&f.metrics, "metric", nil, "judge these `METRICS`: "+strings.Join(matrix.JudgedMetrics(), ", "))
	flags.StringVar(&f.failOn, "fail-on", "", "fail, with exit code 11, where a difference is `inconclusive`")
	complete(cmd, "metric", matrix.JudgedMetrics())
	complete(cmd, "fail-on", []string{string(matrix.VerdictInconclusive)})
}

// check finds mistakes in the flags, and reads the threshold.
func (f *gateFlags) check() error {
	if f.failOn != "" && f.failOn != string(matrix.VerdictInconclusive) {
		return usagef("--fail-on %q is not known; accepted is inconclusive (what is slower or invalid fails always)", f.failOn)
	}
	if twice := repeated(f.metrics); twice != "" {
		return usagef("--metric names %s twice; name each once", twice)
	}
	for _, metric := range f.metrics {
		if !slices.Contains(matrix.JudgedMetrics(), metric) {
			return usagef("--metric %q is no metric that can be judged; there are %s", metric, strings.Join(matrix.JudgedMetrics(), ", "))
		}
	}
	if f.threshold == "" {
		return nil
	}
	smallest, err := matrix.ParseThreshold(f.threshold)
	if err != nil {
		return usagef("judge differences: %w", err)
	}
	f.smallest = smallest
	return nil
}

// repeated is the first of values that is there twice, "" where none is.
func repeated(values []string) string {
	for i, value := range values {
		if slices.Contains(values[:i], value) {
			return value
		}
	}
	return ""
}

// judging is how a run is judged: as its spec says, but for the flags.
func (f *gateFlags) judging(run *matrix.Run) ([]string, matrix.Judging) {
	metrics, judging := run.Gate(), run.Judging()
	if len(f.metrics) > 0 {
		metrics, judging.Told = slices.Sorted(slices.Values(f.metrics)), false
	}
	if f.smallest > 0 {
		judging.Threshold = f.smallest
	}
	return metrics, judging
}

// gateError is how a gate ends: 12 comes before 10 and 10 before 11. Two runs that
// nothing relates decide nothing, and are no pass. All there is to say has been
// said.
func (f *gateFlags) gateError(c matrix.Compared) error {
	switch c.Verdict() {
	case matrix.VerdictInvalid:
		return exitWith(exitBadCells, nil)
	case matrix.VerdictSlower:
		return exitWith(exitRegression, nil)
	case matrix.VerdictInconclusive:
		if f.failOn != "" || c.Apart {
			return exitWith(exitInconclusive, nil)
		}
	}
	return nil
}

// undecided says what ends with 0 although it is no evidence that nothing is slower.
func (f *gateFlags) undecided(w io.Writer, c matrix.Compared) {
	if n := c.Count(matrix.VerdictInconclusive); n > 0 && f.gateError(c) == nil {
		say(w, "redis-matrix: %s inconclusive, which is no pass: exit code 0, which --fail-on inconclusive makes 11", areOf(n, c.Comparisons()))
	}
}

// areOf is "3 of 8 comparisons are", or says that nothing is decided.
func areOf(n, of int) string {
	switch {
	case of == 1:
		return "nothing could be decided: the only comparison is"
	case n == of:
		return fmt.Sprintf("nothing could be decided: all %d comparisons are", of)
	}
	return fmt.Sprintf("nothing is known to be slower, and %d of %d comparisons are", n, of)
}

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

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
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

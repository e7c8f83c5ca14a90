package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/runner"
)

// exitCode is what the process ends with.
type exitCode int

// The exit codes. Where several hold, 13 comes before 12, 12 before 10, and 10
// before 11.
const (
	exitOK           exitCode = 0
	exitRegression   exitCode = 10  // a gate found something slower
	exitInconclusive exitCode = 11  // a gate was asked to fail on what is inconclusive
	exitBadCells     exitCode = 12  // failed, invalid or missing cells
	exitMismatch     exitCode = 13  // runs that cannot be put together or compared
	exitUsage        exitCode = 64  // usage or spec error
	exitInternal     exitCode = 70  // an error of the program or of its surroundings
	exitInterrupted  exitCode = 130 // stopped by a signal
)

// codedError is an error that knows its exit code. Without an error in it, it
// only carries the code: all there is to say has been said.
type codedError struct {
	code exitCode
	err  error
}

func (e *codedError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *codedError) Unwrap() error { return e.err }

// exitWith makes err end the process with code.
func exitWith(code exitCode, err error) error {
	return &codedError{code: code, err: err}
}

// usagef is an error of the one who typed the command.
func usagef(format string, args ...any) error {
	return exitWith(exitUsage, fmt.Errorf(format, args...))
}

// codeOf tells what err ends the process with. What nobody gave a code is an
// error of the program, except mistakes in a spec and interruptions.
func codeOf(err error) exitCode {
	var coded *codedError
	var problems matrix.Problems
	var mismatch *runner.MismatchError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &coded):
		return coded.code
	case errors.As(err, &problems):
		return exitUsage
	case errors.As(err, &mismatch), errors.Is(err, runner.ErrBusy):
		return exitMismatch
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	default:
		return exitInternal
	}
}

// printError says err once, one line a problem.
func printError(w io.Writer, err error) {
	within := err // one of several joined must not stand for all
	for coded := (*codedError)(nil); errors.As(within, &coded); within = coded.err {
		if coded.err == nil {
			return
		}
	}
	for line := range strings.SplitSeq(strings.TrimRight(err.Error(), "\n"), "\n") {
		say(w, "redis-matrix: %s", printable(line))
	}
}

// printable is text on one line that steers no terminal and is no command to
// whoever reads the log: names and logs of servers are data.
func printable(text string) string { return render.Neutral(text) }

// printableLines is printable of each line.
func printableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}

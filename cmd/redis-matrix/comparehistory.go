package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// history compares a run with the last ones of --against that can be compared
// with it. Others are passed over with a remark.
func (f *compareFlags) history(chatter io.Writer, now *matrix.Run, metrics []string, j matrix.Judging) (matrix.Compared, error) {
	runs, unread := readRuns(f.against)
	matches, passed := matrix.History(now, runs, f.last, f.common)
	passed = append(unread, passed...)
	if len(matches) == 0 {
		none := fmt.Errorf("no run in %s from before %s can be compared with it", f.against, now.ID)
		return matrix.Compared{}, exitWith(exitMismatch, errors.Join(append([]error{none}, passed...)...))
	}
	for _, reason := range passed {
		say(chatter, "passed over: %s", printable(reason.Error()))
	}
	if len(matches) < f.last {
		say(chatter, "%s of the %d that were asked for", plural(len(matches), "run"), f.last)
	}
	return matrix.CompareHistory(matches, metrics, j), nil
}

// readRuns are the runs in a directory, and why others cannot be read.
func readRuns(dir string) (runs []*matrix.Run, unread []error) {
	for _, pattern := range []string{"*.json", filepath.Join("*", runner.Document)} {
		paths, _ := filepath.Glob(filepath.Join(dir, pattern)) // a bad pattern finds nothing
		for _, path := range paths {
			run, err := readRun(path)
			if err != nil {
				unread = append(unread, err)
				continue
			}
			runs = append(runs, run)
		}
	}
	return runs, unread
}

package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// history compares a run with the last ones of --against that can be compared
// with it. Others are passed over with a remark.
func (f *compareFlags) history(chatter io.Writer, now *matrix.Run, metrics []string, j matrix.Judging) (matrix.Compared, error) {
	var matches []matrix.Match
	var reasons []error
	for _, old := range f.before(now, &reasons) {
		match := matrix.MatchRuns(old, now)
		err := f.comparable(match)
		if old.State != matrix.StateComplete {
			err = fmt.Errorf("%s is %s", old.ID, old.State)
		}
		if err != nil {
			reasons = append(reasons, err)
			continue
		}
		if matches = append(matches, match); len(matches) == f.last {
			break
		}
	}
	if len(matches) == 0 {
		none := fmt.Errorf("no run in %s from before %s can be compared with it", f.against, now.ID)
		return matrix.Compared{}, exitWith(exitMismatch, errors.Join(append([]error{none}, reasons...)...))
	}
	for _, reason := range reasons {
		say(chatter, "passed over: %s", printable(reason.Error()))
	}
	if len(matches) < f.last {
		say(chatter, "%s of the %d that were asked for", plural(len(matches), "run"), f.last)
	}
	slices.Reverse(matches) // the oldest first
	return matrix.CompareHistory(matches, metrics, j), nil
}

// before are the runs of --against that began before a run, the last first.
// What cannot be read is a reason.
func (f *compareFlags) before(now *matrix.Run, reasons *[]error) []*matrix.Run {
	var runs []*matrix.Run
	for _, pattern := range []string{"*.json", filepath.Join("*", runner.Document)} {
		paths, _ := filepath.Glob(filepath.Join(f.against, pattern)) // a bad pattern finds nothing
		for _, path := range paths {
			old, err := readRun(path)
			switch {
			case err != nil:
				*reasons = append(*reasons, err)
			case old.ID != now.ID && old.Started.Before(now.Started):
				runs = append(runs, old)
			}
		}
	}
	slices.SortFunc(runs, func(a, b *matrix.Run) int { return b.Started.Compare(a.Started) })
	return slices.CompactFunc(runs, func(a, b *matrix.Run) bool { return a.ID == b.ID })
}

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// history compares a run with the last ones of --against that can be compared
// with it. Others are passed over with a remark.
func (f *compareFlags) history(chatter io.Writer, now *matrix.Run, metrics []string, j matrix.Judging) (matrix.Compared, error) {
	runs, unread, err := readRuns(f.against)
	if err != nil {
		return matrix.Compared{}, err
	}
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
	compared := matrix.CompareHistory(matches, metrics, j)
	for _, reason := range passed {
		if lacking, ok := errors.AsType[*matrix.LackingError](reason); ok {
			compared.Notes = append(compared.Notes, lacking.Note())
		}
	}
	return compared, nil
}

// readRuns are the runs in a directory, and why others cannot be read.
func readRuns(dir string) (runs []*matrix.Run, unread []error, err error) {
	paths, err := runsIn(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		run, err := readKept(path)
		if err != nil {
			unread = append(unread, err)
			continue
		}
		runs = append(runs, run)
	}
	return runs, unread, nil
}

// runsIn are the files in a directory that are named as runs are: any .json, and
// the run.json of each directory in it.
func runsIn(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, usagef("compare with what is in a directory: %w; name one that holds runs, such as %s", err, defaultResults)
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if inside := filepath.Join(path, runner.Document); exists(inside) {
			paths = append(paths, inside)
		} else if strings.HasSuffix(entry.Name(), ".json") {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// mostKept is how large a run may be that is read because it lies beside others:
// three times what a hundred cells of twenty tests take in a hundred rounds.
const mostKept = 1 << 30

// readKept reads a run that nobody named, without its histograms, if it is a file
// of a size that a run may have: what else lies in a directory may never end.
func readKept(path string) (*matrix.Run, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read a run: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("read %s: it is no file", path)
	case info.Size() > mostKept:
		return nil, fmt.Errorf("read %s: it has %s, and runs beside others are read up to %s; name it as OLD to compare with it",
			path, bytesText(info.Size()), bytesText(mostKept))
	}
	return readRunWith(path, func(document *os.File) (*matrix.Run, error) {
		run, _, err := matrix.ReadRunShelved(document, info.Size())
		return run, errors.Join(err, document.Close())
	})
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/runner"
)

func newReport(c console) *cobra.Command {
	var out outputFlags
	var view viewFlags
	cmd := &cobra.Command{
		Use:   "report [DIR|FILE]",
		Short: "Print the tables of a run again, in any format",
		Long: `Print the tables of a run: its directory below results, or its run.json. Without
either it is the newest run in results that is not being measured. A run that
was interrupted, killed or failed, or that goes on, is reported with what it has
measured.

The tables are those of the spec's report section, or others: every axis of the
spec can stand in rows or columns, and every metric can be shown.`,
		Example: `  redis-matrix report
  redis-matrix report results/quickstart-20261130T190455Z -f csv -o quickstart.csv
  redis-matrix report -o report.xlsx -o report.html
  redis-matrix report -f svg --chart 2 -o chart.svg
  redis-matrix report run.json --metric p99,p99.9
  redis-matrix report --rows test --columns appendonly --where version=8.0`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runReport(c, out, view, args) },
	}
	out.registerRun(cmd)
	view.register(cmd)
	return cmd
}

func runReport(c console, out outputFlags, view viewFlags, args []string) error {
	path, err := pathOrNewest(args)
	if err != nil {
		return err
	}
	out.chosen = view.chosen()
	to, err := out.openAll(c, runFiles(path)...)
	if err != nil {
		return err
	}
	var shelf shelved
	doc, dir, err := openRunWith(path, shelf.read)
	if err != nil {
		return err
	}
	defer shelf.close()
	if dir != "" && runner.Running(dir) {
		say(out.chatter(c), "redis-matrix: %s is still running: what it has not measured yet is missing", printable(dir))
	}
	if err := view.apply(doc.Plan.Spec); err != nil {
		return err
	}
	if err := knownMetrics(doc); err != nil {
		return err
	}
	return to.run(doc, shelf.Shelf)
}

// knownMetrics refuses a run whose tables show a metric that there is not, as
// those of another release of the program may.
func knownMetrics(doc *matrix.Run) error {
	for i, table := range doc.Plan.Spec.Report.Tables {
		metrics := []string{table.Metric}
		for _, measure := range table.Measures {
			metrics = append(metrics, measure.Metric)
		}
		for _, metric := range metrics {
			if _, known := matrix.LookupMetric(metric); !known {
				return usagef("table %d of %s shows %q, which is no metric here; choose tables with --metric, of %s",
					i+1, doc.ID, metric, strings.Join(matrix.Metrics(), ", "))
			}
		}
	}
	return nil
}

// pathOrNewest is the argument, or else the run in results that was begun last:
// of those that nobody is measuring, where there is one.
func pathOrNewest(args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	documents, _ := filepath.Glob(filepath.Join(defaultResults, "*", runner.Document)) // the pattern is good
	newest, last, going := "", time.Time{}, true
	for _, path := range documents {
		doc, err := readRun(path)
		if err != nil {
			continue
		}
		dir := filepath.Dir(path)
		running := runner.Running(dir)
		if newest == "" || going && !running || going == running && doc.Started.After(last) {
			newest, last, going = dir, doc.Started, running
		}
	}
	if newest == "" {
		return "", usagef("report a run: there is none in %s; name its directory or its run.json", defaultResults)
	}
	return newest, nil
}

// runFiles are the files that openRun may read.
func runFiles(path string) []string { return []string{path, filepath.Join(path, runner.Document)} }

// openRun reads the run that path names: its directory, its run.json there, or
// a run document of any other name.
func openRun(path string) (doc *matrix.Run, dir string, err error) {
	return openRunWith(path, readWhole)
}

// openRunWith is openRun with read for the document, which closes it.
func openRunWith(path string, read func(*os.File) (*matrix.Run, error)) (doc *matrix.Run, dir string, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", usagef("open run: there is no %q; name a run's directory, such as results/quickstart-20261130T190455Z", path)
	case err != nil:
		return nil, "", usagef("open run: %w", err)
	case info.IsDir():
		dir = path
	case filepath.Base(path) == runner.Document:
		dir = filepath.Dir(path)
	default:
		doc, err = readRunWith(path, read)
		return doc, "", err
	}
	doc, err = runner.OpenWith(dir, read)
	if err != nil {
		return nil, "", exitWith(exitUsage, err)
	}
	return doc, dir, nil
}

// readRun reads a run document that lies alone.
func readRun(path string) (*matrix.Run, error) { return readRunWith(path, readWhole) }

func readRunWith(path string, read func(*os.File) (*matrix.Run, error)) (*matrix.Run, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, usagef("open run: %w", err)
	}
	doc, err := read(file)
	if err != nil {
		return nil, exitWith(exitUsage, fmt.Errorf("read %s: %w", path, err))
	}
	return doc, nil
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/runner/recorded"
)

// importFlags say what recorded files hold.
type importFlags struct {
	as, baseline []string
	output       string
	name         string
	gather       recorded.Gathering
	tables       recorded.Tabular
	tabular      bool
	metrics      []string
	scale        []string
	quiet        bool
}

func newImport(c console) *cobra.Command {
	var f importFlags
	cmd := &cobra.Command{
		Use:   "import FILE[#N[..M]]...",
		Short: "Read what other tools have recorded into a run",
		Long: `Read the output of redis-benchmark (of every age: normal, quiet or CSV) and of
memtier_benchmark (its tables or JSON), INFO dumps, and tables of numbers
(Markdown, CSV, or between tabs) into a run, which report and compare take like
one that was measured. Text that was copied from a page is fine: line breaks may
be lost, and there may be other words around.

Each --as says of one FILE, in their order, what its numbers are of. A file that
holds several recordings gives one column each; FILE#N takes the Nth of them, and
FILE#N..M those from the Nth to the Mth. The FILE - is the standard input.
Version, clients, pipeline, value size, keyspace, threads, appendonly and save are
read from the output where it tells them, and are axes where recordings differ;
what is said of them must agree with it.

What looks like a result and cannot be read is reported with its line, and
nothing is guessed: then the exit code is 12, and the run holds the rest.`,
		Example: `  redis-matrix import --as version=2.8.4 a.txt --as version=3.2.3 b.txt -o run.json
  redis-matrix import runs.txt#1 runs.txt#2 --as version=4.0.1,os=redhat --as version=4.0.1,os=fedora -o run.json
  redis-matrix import sizes.txt#2..8 --label aof -o run.json
  redis-matrix import table.md --columns appendonly -o run.json
  redis-matrix import sizes.csv --rows value_size --test SET --column 'Speed/sec=rps' --scale W=10000 -o run.json
  redis-matrix report run.json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runImport(c, f, args) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.as, "as", nil, "what a FILE is of: `AXIS=VALUE`[,AXIS=VALUE...]; once for each FILE, in their order")
	flags.StringArrayVar(&f.baseline, "baseline", nil, "compare with the cells that have `AXIS=VALUE`; repeatable")
	flags.VarP((*oneFile)(&f.output), "output", "o", "write the run to `FILE` instead of stdout, which is -")
	flags.StringVar(&f.name, "name", "", "call the run `NAME` (default: after the first FILE)")
	flags.BoolVar(&f.gather.Rounds, "rounds", false, "recordings that are alike are rounds of one cell, not cells of their own")
	flags.StringVar(&f.gather.Label, "label", "", "what stands behind a result ('<- aof no') is its value on `AXIS`")
	flags.StringVar(&f.tables.Rows, "rows", "", "of tables: the first column is values of `AXIS`, not tests")
	flags.StringVar(&f.tables.Columns, "columns", "", "of tables: the other columns are values of `AXIS` (default version)")
	flags.StringVar(&f.tables.Test, "test", "", "the `TEST` that was measured, where results do not tell it, and of tables whose rows are an axis")
	flags.StringVar(&f.tables.Metric, "metric", "", "of tables whose columns are an axis: the `METRIC` of the numbers (default rps)")
	flags.StringArrayVar(&f.metrics, "column", nil, "of tables: the column `HEAD=METRIC` is a metric; repeatable")
	flags.StringArrayVar(&f.scale, "scale", nil, "of tables: a number before `WORD=N` is multiplied by N; repeatable")
	flags.BoolVar(&f.tables.DecimalComma, "decimal-comma", false, "numbers are written 1.234,5")
	flags.BoolVar(&f.tabular, "table", false, "read tables only (any other flag of tables does so)")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing on stderr but errors")
	complete(cmd, "metric", matrix.Metrics())
	return cmd
}

func runImport(c console, f importFlags, args []string) error {
	if err := f.check(args); err != nil {
		return exitWith(exitUsage, err)
	}
	baseline, err := f.baselined()
	if err != nil {
		return err
	}
	to, err := f.open(c, args)
	if err != nil {
		return err
	}
	sources, err := f.sources(c, args)
	if err != nil {
		return exitWith(exitUsage, err)
	}
	f.gather.Test = f.tables.Test
	found, problems, err := f.gather.Gather(sources)
	for _, s := range sources {
		problems = append(problems, s.Problems...)
	}
	if err != nil { // for which a problem may be the reason
		return exitWith(exitUsage, errors.Join(append([]error{err}, distinct(problems)...)...))
	}
	doc, err := matrix.NewRecorded(thisBuild().Version, f.runName(args[0]), found, baseline, time.Now().UTC())
	if err != nil {
		return exitWith(exitUsage, err)
	}
	doc.Plan.Spec.Report.Tables = f.reportTables(doc)
	doc.Digest = doc.Plan.Spec.Digest()
	if err := to.write(doc.Write); err != nil {
		return err
	}
	return f.conclude(c, doc, problems)
}

// baselined is the selector of the baseline, by values as the run has them.
func (f *importFlags) baselined() (matrix.Selector, error) {
	baseline, err := selector("--baseline", f.baseline)
	for axis, values := range baseline {
		for i, value := range values {
			values[i] = recorded.Value(axis, value)
		}
	}
	return baseline, err
}

// open is where the run is written, which is none of the files that are read.
func (f *importFlags) open(c console, args []string) (*sink, error) {
	if f.output == stdout {
		f.output = ""
	}
	if f.output == "" {
		return &sink{to: c.out, format: "json"}, nil
	}
	return openSink("json", f.output, inputFiles(args)...)
}

// check finds mistakes in the flags, all of them.
func (f *importFlags) check(args []string) error {
	var wrong []error
	if len(f.as) > 0 && len(f.as) != len(args) {
		wrong = append(wrong, fmt.Errorf("there are %d --as for %d files; give each file its own, in their order", len(f.as), len(args)))
	}
	for _, text := range f.metrics {
		head, metric, ok := cutLast(text)
		if _, known := matrix.LookupMetric(metric); !ok || !known || metric == "" {
			wrong = append(wrong, fmt.Errorf("--column %q names no metric; write HEAD=METRIC, of %s", text, strings.Join(matrix.Metrics(), ", ")))
			continue
		}
		if f.tables.Metrics == nil {
			f.tables.Metrics = map[string]string{}
		}
		f.tables.Metrics[head] = metric
	}
	for _, text := range f.scale {
		word, number, ok := cutLast(text)
		by, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || !(by > 0 && by <= 1e12) {
			wrong = append(wrong, fmt.Errorf("--scale %q scales nothing; write WORD=N, such as W=10000", text))
			continue
		}
		if f.tables.Scale == nil {
			f.tables.Scale = map[string]float64{}
		}
		f.tables.Scale[word] = by
	}
	if _, known := matrix.LookupMetric(f.tables.Metric); !known {
		wrong = append(wrong, fmt.Errorf("--metric %q is no metric; there are %s", f.tables.Metric, strings.Join(matrix.Metrics(), ", ")))
	}
	if f.tables.Rows != "" && f.tables.Test == "" {
		wrong = append(wrong, errors.New("--rows AXIS needs --test TEST: what was measured"))
	}
	return errors.Join(wrong...)
}

// cutLast splits a text at its last =, since heads may hold some.
func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, '=')
	if i < 1 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// reportTables are a table for each metric that tables were read for: they are
// why somebody recorded them.
func (f *importFlags) reportTables(doc *matrix.Run) []matrix.TableSpec {
	var metrics []string
	for _, metric := range matrix.Metrics() {
		if metric == f.tables.Metric || slices.Contains(slices.Collect(maps.Values(f.tables.Metrics)), metric) {
			metrics = append(metrics, metric)
		}
	}
	axes := append([]string{matrix.AxisTest}, doc.Plan.Spec.Varying()...)
	if len(metrics) == 0 || len(axes) < 2 {
		return nil
	}
	var tables []matrix.TableSpec
	for _, metric := range metrics {
		table := matrix.TableSpec{Rows: axes[0], Columns: axes[1], Metric: metric}
		if f.tables.Rows != "" {
			table = matrix.TableSpec{Rows: f.tables.Rows, Columns: axes[0], Metric: metric}
		}
		tables = append(tables, table)
	}
	return tables
}

// conclude says what was read, and what could not be.
func (f *importFlags) conclude(c console, doc *matrix.Run, found []recorded.Problem) error {
	problems := distinct(found)
	if !f.quiet {
		samples := 0
		for _, result := range doc.Results {
			samples += len(result.Samples)
		}
		say(c.err, "redis-matrix: %s in %s; print them with: redis-matrix report %s",
			plural(samples, "result"), plural(len(doc.Plan.Cells), "cell"), cmp.Or(printable(f.output), "FILE"))
		if why := split(doc); why != "" {
			say(c.err, "redis-matrix: %s", why)
		}
	}
	switch len(problems) {
	case 0:
		return nil
	case 1:
		return exitWith(exitBadCells, fmt.Errorf("one result could not be read, and is left out: %w", problems[0]))
	}
	return exitWith(exitBadCells, errors.Join(append([]error{
		fmt.Errorf("%d results could not be read, and are left out", len(problems))}, problems...)...))
}

// distinct are problems as errors, each once: a file may be named several times.
func distinct(found []recorded.Problem) []error {
	var problems []error
	seen := map[recorded.Problem]bool{}
	for _, p := range found {
		if !seen[p] {
			problems, seen[p] = append(problems, p), true
		}
	}
	return problems
}

// split says why a report of the run has several tables, "" where it does not.
func split(doc *matrix.Run) string {
	report, err := render.FromRun(doc)
	if err != nil || len(report.Tables) <= max(1, len(doc.Plan.Spec.Report.Tables)) {
		return ""
	}
	axes := doc.Plan.Spec.Varying()
	if len(doc.Plan.Cells[0].Load.Tests) > 1 {
		axes = append(axes, matrix.AxisTest)
	}
	return fmt.Sprintf("%d tables, since recordings differ on %s, of which a table shows two side by side; report --rows AXIS --columns AXIS chooses which",
		len(report.Tables), strings.Join(axes, ", "))
}

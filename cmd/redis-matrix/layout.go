package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/render/chart"
	"redismatrix/render/page"
	"redismatrix/render/sheet"
)

// runFormats are what a run can be reported as: the formats of every report, and
// those that have room for all that stands behind its tables.
func runFormats() []string { return append(render.Formats(), "html", "xlsx", "svg", "png") }

// binary tells whether a format is nothing to be read.
func binary(format string) bool { return format == "xlsx" || format == "png" }

// sinks take what a command writes to several places.
type sinks []*sink

// each writes to all of them, whichever fails.
func (all sinks) each(write func(*sink) error) error {
	var failed []error
	for _, s := range all {
		failed = append(failed, write(s))
	}
	return errors.Join(failed...)
}

// tell reports whether stdout gets all that a command has to say, which annotations
// cut short.
func (all sinks) tell(stdout io.Writer) bool {
	return slices.ContainsFunc(all, func(s *sink) bool { return s.to == stdout && s.format != "github" })
}

// openBeside opens the reports that the spec asks for in the run's directory, so
// that what cannot be written is known before anything is measured.
func openBeside(dir string, spec *matrix.Spec) (sinks, error) {
	var all sinks
	for _, name := range spec.Report.Files {
		format, _ := formatOf(name)
		to, err := openSink(cmp.Or(format, "text"), filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		all = append(all, to)
	}
	return all, nil
}

// run reports a run to all of them, whichever fails. The shelf has the histograms
// that the run was read without; nil for none.
func (all sinks) run(doc *matrix.Run, shelf *matrix.Shelf) error {
	r := &reported{run: doc, shelf: shelf}
	return all.each(func(s *sink) error { return s.run(r) })
}

// reported is a run that is reported, perhaps in several formats.
type reported struct {
	run     *matrix.Run
	shelf   *matrix.Shelf
	dossier *render.Dossier // nil until it is asked for
}

// detail is all that stands behind the run's tables.
func (r *reported) detail() (render.Dossier, error) {
	if r.dossier == nil {
		dossier, err := render.DetailShelved(r.run, r.shelf)
		if err != nil {
			return dossier, err
		}
		r.dossier = &dossier
	}
	return *r.dossier, nil
}

// run reports a run, in any format.
func (s *sink) run(r *reported) error {
	switch s.format {
	case "html":
		return s.detail(r, page.Write)
	case "xlsx":
		return s.detail(r, sheet.Write)
	case "svg", "png":
		return s.detail(r, s.draw)
	}
	report, err := render.FromRun(r.run)
	if err != nil {
		return err
	}
	return s.report(report)
}

// detail writes a run with all that stands behind its tables.
func (s *sink) detail(r *reported, lay func(io.Writer, render.Dossier) error) error {
	dossier, err := r.detail()
	if err != nil {
		return err
	}
	return s.write(func(w io.Writer) error { return lay(w, dossier) })
}

// draw draws the chart that was asked for, or else the first: where tables were
// asked for, one of the first of them.
func (s *sink) draw(w io.Writer, d render.Dossier) error {
	d = d.Clean()
	number := max(s.chart, 1)
	if sparse, ok := d.Sparse(); ok && number == 1 && !s.chosen {
		return chart.Write(w, sparse, s.format, chart.Options{})
	}
	first := len(d.Charts) > 0 && d.Charts[0].Table == 0
	switch {
	case s.chart == 0 && s.chosen && len(d.Tables) > 0 && !first:
		return noChart(undrawn(d.Tables[0]), d.Charts)
	case len(d.Charts) == 0:
		return noChart(fmt.Sprintf("chart %d: the run has no numbers to be drawn", number), nil)
	case number > len(d.Charts):
		return noChart(fmt.Sprintf("chart %d: the run has %s", number, plural(len(d.Charts), "chart")), d.Charts)
	}
	return chart.Write(w, d.Charts[number-1], s.format, chart.Options{})
}

// undrawn says why a table has no chart.
func undrawn(t render.Table) string {
	numbers := 0
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			if cell.Value != nil && !row.Fact {
				numbers++
			}
		}
	}
	if numbers < 2 {
		return fmt.Sprintf("%s: the table has %s, and a chart needs two", t.Title, plural(numbers, "number"))
	}
	return t.Title + ": the table is too large for a chart that can be read; choose less with --where"
}

// noChart says why there is none, and lists those that there are.
func noChart(why string, charts []render.Chart) error {
	if len(charts) == 0 {
		return usagef("draw %s", why)
	}
	lines := make([]string, len(charts))
	for i, c := range charts {
		lines[i] = fmt.Sprintf("  --chart %d  %s", i+1, c.Title)
	}
	return usagef("draw %s; choose one:\n%s", why, strings.Join(lines, "\n"))
}

package main

import (
	"fmt"
	"io"
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

// run reports a run, in any format.
func (s *sink) run(doc *matrix.Run) error {
	switch s.format {
	case "html":
		return s.detail(doc, page.Write)
	case "xlsx":
		return s.detail(doc, sheet.Write)
	case "svg", "png":
		return s.detail(doc, s.draw)
	}
	report, err := render.FromRun(doc)
	if err != nil {
		return err
	}
	return s.report(report)
}

// detail writes a run with all that stands behind its tables.
func (s *sink) detail(doc *matrix.Run, lay func(io.Writer, render.Dossier) error) error {
	dossier, err := render.Detail(doc)
	if err != nil {
		return err
	}
	return s.write(func(w io.Writer) error { return lay(w, dossier) })
}

// draw draws the chart that was asked for.
func (s *sink) draw(w io.Writer, d render.Dossier) error {
	d = d.Clean()
	if s.chart < 1 || s.chart > len(d.Charts) {
		return noChart(s.chart, d.Charts)
	}
	return chart.Write(w, d.Charts[s.chart-1], s.format, chart.Options{})
}

// noChart lists the charts that there are.
func noChart(number int, charts []render.Chart) error {
	if len(charts) == 0 {
		return usagef("draw chart %d: the run has no numbers to be drawn", number)
	}
	lines := make([]string, len(charts))
	for i, c := range charts {
		lines[i] = fmt.Sprintf("  %d  %s", i+1, c.Title)
	}
	return usagef("draw chart %d: there are\n%s", number, strings.Join(lines, "\n"))
}

// Package page lays a dossier out as one HTML file, which needs nothing beside
// itself: no network, no fonts, no images.
//
// The verdict comes first, then the charts and tables of the report, then what
// stands behind them, folded: percentiles, servers, configuration, what went
// wrong, and the samples. Tables can be sorted and filtered where scripts run,
// and are whole where they do not. The page follows the reader's choice of light
// or dark, and unfolds when it is printed.
//
// Names are data, which html/template escapes; charts come from render/chart,
// which escapes its own.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"

	"redismatrix/render"
)

// mostSamples is how many samples a page lists; a browser stays quick with them.
const mostSamples = 2000

//go:embed page.tmpl style.css script.js
var files embed.FS

// Write lays the dossier out as an HTML page. It fails where w does, or where a
// chart cannot be drawn.
func Write(w io.Writer, d render.Dossier) error {
	page, err := newPage(d.Clean())
	if err != nil {
		return fmt.Errorf("write report as html: %w", err)
	}
	layout, err := template.New("page.tmpl").ParseFS(files, "page.tmpl")
	if err != nil {
		return fmt.Errorf("write report as html: %w", err)
	}
	if err := layout.Execute(w, page); err != nil {
		return fmt.Errorf("write report as html: %w", err)
	}
	return nil
}

// page is what the template lays out.
type page struct {
	Title    string
	Style    template.CSS
	Script   template.JS
	Verdicts *verdicts
	// Tables are those of the report, each with its charts.
	Tables []section
	// Behind are folded: percentiles, servers and the like.
	Behind []folded
	Notes  []string
	Facts  []render.Fact
}

// section is a table and what is drawn of it.
type section struct {
	ID string
	grid
	Charts []figure
}

// folded is a part of the page that the reader unfolds.
type folded struct {
	ID, Title string
	Charts    []figure
	Tables    []section
	Facts     []render.Fact
}

func newPage(d render.Dossier) (page, error) {
	p := page{Title: d.Title, Notes: words(d.Notes), Facts: d.Facts}
	style, err := files.ReadFile("style.css")
	if err != nil {
		return p, err
	}
	script, err := files.ReadFile("script.js")
	if err != nil {
		return p, err
	}
	p.Style, p.Script = template.CSS(style), template.JS(script)
	if d.Verdicts != nil {
		p.Verdicts = newVerdicts(*d.Verdicts)
	}
	drawn, curves, err := figures(d.Charts)
	if err != nil {
		return p, err
	}
	for i, t := range d.Tables {
		p.Tables = append(p.Tables, newSection(fmt.Sprintf("table-%d", i+1), t, drawn[i]))
	}
	p.Behind = behind(d, curves)
	return p, nil
}

func newSection(id string, t render.Table, charts []figure) section {
	return section{ID: id, grid: newGrid(id, t), Charts: charts}
}

// behind is what stands behind the report, as far as there is any.
func behind(d render.Dossier, curves []figure) []folded {
	parts := []folded{
		{ID: "latency", Title: "Latency", Charts: curves, Tables: sections("latency", d.Latency)},
		{ID: "servers", Title: "Servers", Tables: sections("servers", []render.Table{d.Servers})},
		{ID: "host", Title: "Host", Facts: d.Host},
		{ID: "config", Title: "Configuration", Tables: sections("config", []render.Table{d.Config})},
		{ID: "log", Title: "Log", Tables: sections("log", []render.Table{d.Log})},
		{ID: "samples", Title: "Samples", Tables: sections("samples", samples(d.Samples))},
	}
	var kept []folded
	for _, part := range parts {
		if len(part.Charts)+len(part.Tables)+len(part.Facts) > 0 {
			kept = append(kept, part)
		}
	}
	return kept
}

// sections are the tables that have rows.
func sections(id string, tables []render.Table) []section {
	var kept []section
	for i, t := range tables {
		if len(t.Rows) > 0 {
			kept = append(kept, newSection(fmt.Sprintf("%s-%d", id, i+1), t, nil))
		}
	}
	return kept
}

// words are notes as every format prints them.
func words(notes []render.Note) []string {
	lines := make([]string, len(notes))
	for i, note := range notes {
		lines[i] = note.String()
	}
	return lines
}

package sheet

import (
	"fmt"

	"redismatrix/render"
)

// The most of a table that the summary shows.
const (
	mostRows    = 20
	mostColumns = 6
)

// measured adds the first table to the summary, as much of it as has room.
func (t *tab) measured(tables []placed) {
	if len(tables) == 0 || len(tables[0].tabs) == 0 {
		return
	}
	whole := tables[0].table
	shown := whole
	shown.Rows = whole.Rows[:min(len(whole.Rows), mostRows)]
	columns := all(min(len(whole.Columns), mostColumns))
	t.head(whole.Title)
	t.say(whole.Constant, looksDim)
	t.grid(shown, columns)
	if len(shown.Rows) < len(whole.Rows) || len(columns) < len(whole.Columns) {
		t.say(fmt.Sprintf("%d of %d rows and %d of %d columns; all of them are on sheet %q",
			len(shown.Rows), len(whole.Rows), len(columns), len(whole.Columns), tables[0].tabs[0].name), looksDim)
	}
}

// notes adds what is to be known of the whole run.
func (t *tab) notes(notes []render.Note) {
	if len(notes) == 0 {
		return
	}
	t.head("Notes")
	for _, note := range notes {
		t.say(note.String(), look{})
	}
}

// kinds say what the sheets show that are no tables.
var kinds = map[string]string{
	nameCharts:  "charts of the tables, and latency curves",
	nameLatency: "percentiles of latency",
	nameSamples: "every sample, one a row: can be filtered and pivoted",
	nameHost:    "the machine and the servers",
	nameConfig:  "effective configuration; ≠ is different from the first setup",
	nameLog:     "what failed, was invalid or is qualified, and why",
}

// contents lists the sheets.
func (t *tab) contents(tables []placed) {
	t.head("Sheets")
	titles := map[*tab]string{}
	for _, p := range tables {
		for _, tab := range p.tabs {
			titles[tab] = saying(separator, p.table.Title, p.table.Constant)
		}
	}
	for _, tab := range t.book.tabs[1:] {
		title, table := titles[tab]
		if kind, known := kinds[tab.name]; known && !table {
			title = kind
		}
		if tab.name != nameData {
			t.pair(tab.name, title)
		}
	}
}

package render

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// configured gives the server of a setup an effective configuration.
func configured(run *matrix.Run, setup string, directives ...string) {
	info := run.Servers[setup]
	info.Effective = nil
	for pair := range slices.Chunk(directives, 2) {
		info.Effective = append(info.Effective, matrix.Directive{Name: pair[0], Args: pair[1:]})
	}
	run.Servers[setup] = info
}

// TestConfig puts the effective configuration side by side, what differs first.
func TestConfig(t *testing.T) {
	run := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"6.0", "7.0", "8.0"}}}, tests: []string{"SET"}, rounds: 1,
		baseline: matrix.Selector{"version": {"6.0"}}}.run()
	configured(run, "version=6.0", "appendonly", "no", "hz", "10", "save", "")
	configured(run, "version=7.0", "appendonly", "no", "hz", "10", "io-threads", "4", "save", "900 1")
	configured(run, "version=8.0", "appendonly", "no", "hz", "100", "io-threads", "1", "save", "", "latency-tracking", "yes")
	want := Table{
		Title: "Effective configuration", Corner: "directive",
		Columns: []Column{{Head: "redis 6.0.16", Sub: "baseline", Text: true}, {Head: "redis 7.0.15", Text: true}, {Head: "redis 8.0.2", Text: true}},
		Rows: []Row{
			{Label: "hz", Cells: []Cell{{Text: "10"}, {Text: "10"}, {Text: "100", Mark: MarkDiffers}}},
			{Label: "io-threads", Cells: []Cell{{Text: none}, {Text: "4"}, {Text: "1", Mark: MarkDiffers}}},
			{Label: "save", Cells: []Cell{{Text: `""`}, {Text: "900 1", Mark: MarkDiffers}, {Text: `""`}}},
			{Label: "latency-tracking", Cells: []Cell{{Text: none}, {Text: none}, {Text: "yes"}}},
			{Label: "appendonly", Cells: []Cell{{Text: "no"}, {Text: "no"}, {Text: "no"}}},
		},
		Notes: []Note{{Text: none + " is what a server does not know, or does not tell"}},
	}
	if diff := cmp.Diff(want, newSource(run).config()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestConfigOfOldDocuments takes what was asked for where no more is known, tells
// no secret, and leaves out servers of which nothing is.
func TestConfigOfOldDocuments(t *testing.T) {
	run := small(1)
	if diff := cmp.Diff(Table{}, newSource(run).config()); diff != "" {
		t.Errorf("of nothing (-want +got):\n%s", diff)
	}
	info := run.Servers["version=6.0"]
	info.Config = []matrix.Directive{
		{Name: "save", Args: []string{"900", "1"}}, {Name: "save", Args: []string{"60", "10000"}},
		{Name: "replica-priority", Args: []string{"50"}}, {Name: "masterauth", Args: []string{"s3cret"}},
	}
	run.Servers["version=6.0"] = info
	table := newSource(run).config()
	want := [][]string{{"masterauth", "(set)"}, {"save", "900 1 60 10000"}, {"slave-priority", "50"}}
	if diff := cmp.Diff(want, texts(table)); diff != "" || len(table.Notes) != 1 {
		t.Errorf("notes %v (-want +got):\n%s", table.Notes, diff)
	}
	if diff := cmp.Diff([]Column{{Head: "redis 6.0.16", Text: true}}, table.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}

// TestConfigWithoutControl leaves the control out, which is the baseline again.
func TestConfigWithoutControl(t *testing.T) {
	run := small(1)
	configured(run, "version=6.0", "hz", "10")
	configured(run, "version=7.0", "hz", "10")
	run.Plan.Cells[1].Control = true
	if got := len(newSource(run).config().Columns); got != 1 {
		t.Errorf("%d columns", got)
	}
}

package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// document is a run as it lies on disk.
func document(t testing.TB, run *matrix.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := run.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// planned is a run of a fixture as the program would plan it: its plan is the one
// that its spec gives.
func planned(t testing.TB, run *matrix.Run) *matrix.Run {
	t.Helper()
	spec := *run.Plan.Spec
	spec.Load = run.Plan.Cells[0].Load
	plan, err := matrix.NewPlan(&spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := matrix.NewRun(run.Tool, run.ID, plan)
	whole.State, whole.Started, whole.Finished = run.State, run.Started, run.Finished
	whole.Host, whole.Servers, whole.Timing, whole.Warnings = run.Host, run.Servers, run.Timing, run.Warnings
	for _, result := range run.Results {
		record(whole, result.Samples...)
	}
	return whole
}

// TestDocuments finds the same report of a run and of its document: the
// fixtures are runs that can be.
func TestDocuments(t *testing.T) {
	for name, run := range map[string]*matrix.Run{
		"versions": versionByAOF().run(), "troubled": troubled(), "single": single(), "wide": wide(), "latencies": latencies(),
	} {
		run = planned(t, run)
		read, err := matrix.ReadRun(strings.NewReader(document(t, run)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(run.Results, read.Results); diff != "" {
			t.Errorf("%s: results (-run +document):\n%s", name, diff)
		}
		if diff := cmp.Diff(reportOf(t, run), reportOf(t, read)); diff != "" {
			t.Errorf("%s: report (-run +document):\n%s", name, diff)
		}
	}
}

// TestEditedDocuments shows no number for what a document only claims.
func TestEditedDocuments(t *testing.T) {
	for _, test := range []struct {
		name, old, new string
		cell           Cell
		note           string
	}{
		{"a status that is none", `"round": 1,
          "status": "ok"`, `"round": 1,
          "status": "passed"`, Cell{Text: "failed", Status: matrix.StatusFailed, Notes: []int{0}}, "failed: no reason is known"},
		{"no status", `"round": 1,
          "status": "ok",`, `"round": 1,`, Cell{Text: "failed", Status: matrix.StatusFailed, Notes: []int{0}}, "failed: no reason is known"},
		{"no samples", `"samples": [`, `"specimens": [`, Cell{Text: none, Status: matrix.StatusMissing, Notes: []int{0}},
			"missing: not measured, although the run is complete"},
		{"a rate below zero", `"rps": 1`, `"rps": -1`, Cell{Text: "invalid", Status: matrix.StatusInvalid, Notes: []int{0}},
			"invalid: its rate is no number: -138600"},
		{"no latency", `"p50_ns"`, `"p51_ns"`, Cell{Text: none, Status: matrix.StatusMissing, Notes: []int{0}}, "missing: was not recorded"},
	} {
		run := single()
		if test.name == "no latency" {
			run.Plan.Spec.Report.Tables = []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: matrix.MetricP50}}
		}
		text := document(t, planned(t, run))
		edited := strings.Replace(text, test.old, test.new, 1)
		if edited == text {
			t.Fatalf("%s: the document has no %s:\n%s", test.name, test.old, text)
		}
		read, err := matrix.ReadRun(strings.NewReader(edited))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		cell, notes := cellAt(t, reportOf(t, read).Tables[0], "SET", "redis 7.0.15")
		if diff := cmp.Diff([]any{test.cell, []string{test.note}}, []any{cell, notes}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// resealed is a document with the digest of whatever spec it holds.
func resealed(text string) string {
	var run matrix.Run
	if json.Unmarshal([]byte(text), &run) != nil || run.Plan.Spec == nil {
		return text
	}
	run.Digest = run.Plan.Spec.Digest()
	var b strings.Builder
	if run.Write(&b) != nil {
		return text
	}
	return b.String()
}

// FuzzDocument lays out whatever document can be read, in every format: on
// whole lines, with nothing in them that acts on a terminal, and with no number
// of a result that is not ok.
func FuzzDocument(f *testing.F) {
	sizes := fixture{tests: []string{"SET", "?"}, rounds: 2, report: []matrix.TableSpec{
		{Rows: "value_size", Columns: "test", Metric: matrix.MetricP99}, {Rows: "nothing", Columns: "nothing"},
	}, axes: []matrix.Axis{{Name: "value_size", Values: []string{"3", "\x1b[2J|*_`\u202e"}}}}.run()
	for _, cell := range sizes.Plan.Cells { // no plan has such values but one of what was recorded
		sizes.Recorded = append(sizes.Recorded, matrix.Recording{Cell: cell.ID, Round: 1})
	}
	for _, run := range []*matrix.Run{planned(f, single()), sizes} {
		whole := document(f, run)
		f.Add(whole)
		for _, edit := range [][2]string{
			{`"round": 1`, `"round": 2`}, {`"status": "ok"`, `"status": ""`}, {`"rps": 1`, `"rps": 1e300`}, {`"p50_ns": `, `"p50_ns": -`},
			{`"rows": "value_size"`, `"rows": "test"`}, {`"metric": "p99"`, `"metric": "p42"`}, {`"wall_ns": `, `"wall_ns": -`},
			{`"clients": 50`, `"clients": -9223372036854775808`}, {`"memory_bytes": `, `"memory_bytes": -`}, {`"finished": "2026`, `"finished": "0000`},
		} {
			f.Add(strings.ReplaceAll(whole, edit[0], edit[1]))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		run, err := matrix.ReadRun(strings.NewReader(resealed(text)))
		if err != nil {
			return
		}
		report, err := FromRun(run)
		if err != nil {
			if !strings.Contains(err.Error(), "find metric") {
				t.Fatal(err)
			}
			return
		}
		for _, table := range report.Tables {
			for _, row := range table.Rows {
				for _, cell := range row.Cells {
					if cell.Value != nil && cell.Status != matrix.StatusOK && !row.Fact {
						t.Fatalf("%s shows %v and is %q", row.Label, *cell.Value, cell.Status)
					}
				}
			}
		}
		for _, format := range Formats() {
			for _, width := range []int{0, 40} {
				checkPage(t, format, written(t, format, report, Options{Width: width}))
			}
		}
	})
}

// checkPage wants a page to end with one line end, and to hold nothing but
// lines of characters that can be seen.
func checkPage(t *testing.T, format, page string) {
	t.Helper()
	lines := strings.TrimSuffix(page, "\n")
	if lines == page || strings.TrimRight(lines, "\r\n") != strings.TrimSuffix(lines, "\r") {
		t.Fatalf("%s does not end with one line end: %q", format, page[max(len(page)-60, 0):])
	}
	if format == "csv" {
		lines = strings.ReplaceAll(lines, "\r", "")
	}
	control := func(r rune) bool { return r != '\n' && unicode.IsControl(r) }
	if i := strings.IndexFunc(lines, control); i >= 0 {
		t.Fatalf("%s holds a control character: %q", format, lines[max(i-30, 0):i+1])
	}
}

// TestPagesEnd finds one line end behind the last line, whatever that is of.
func TestPagesEnd(t *testing.T) {
	words := Table{Corner: "name", Columns: []Column{{Head: "what", Text: true}}, Rows: []Row{{Label: "a", Cells: []Cell{{Text: "b"}}}}}
	blank := Table{Title: "t", Columns: []Column{{Head: "n"}}, Rows: []Row{{}, {}}}
	note := []Note{{Text: "n", Remedy: "do"}}
	fact := []Fact{{Name: "f", Value: "v"}}
	for name, report := range map[string]Report{
		"title":                {Title: "T"},
		"table":                {Tables: []Table{words}},
		"table of blank rows":  {Tables: []Table{blank}},
		"table of no rows":     {Tables: []Table{{Title: "t", Columns: words.Columns}}},
		"table of no columns":  {Title: "T", Tables: []Table{words, {}}},
		"table with footnotes": {Tables: []Table{{Title: "t", Columns: words.Columns, Rows: words.Rows, Notes: note}}},
		"notes":                {Title: "T", Tables: []Table{words}, Notes: note},
		"facts":                {Title: "T", Tables: []Table{words}, Facts: fact},
		"a fact of no value":   {Title: "T", Facts: []Fact{{Name: "f"}}},
	} {
		for _, format := range Formats() {
			for _, width := range []int{0, 10, 80} {
				page := written(t, format, report, Options{Width: width})
				if strings.HasPrefix(page, "\n") {
					t.Errorf("%s as %s begins with an empty line: %q", name, format, page)
				}
				checkPage(t, format, page)
			}
		}
	}
}

// TestEndlessSpread shows a spread beyond all numbers as one that is too wide,
// in JSON too, which has no such number.
func TestEndlessSpread(t *testing.T) {
	run := single()
	run.Plan.Spec.Rounds = 3
	anew(run, never)
	for round, rate := range []float64{1e-300, 1e-300, 1e308} {
		record(run, matrix.Sample{Cell: "version=7.0", Test: "SET", Round: round + 1, Status: matrix.StatusOK, RPS: rate})
	}
	report := reportOf(t, run)
	for format, want := range map[string]string{
		"text": ">±99 %", "markdown": ">±99 %", "csv": ",1797693134862315", "json": `"spread": 1.7976931348623157e+308`,
	} {
		if page := written(t, format, report, Options{}); !strings.Contains(page, want) {
			t.Errorf("%s does not hold %s:\n%s", format, want, page)
		}
	}
}

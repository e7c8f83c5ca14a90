package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReportFiles reads the names of reports that a run keeps.
func TestReportFiles(t *testing.T) {
	for source, want := range map[string][]string{
		"report: {}":                   nil,
		"report: {files: report.xlsx}": {"report.xlsx"},
		"report: {files: [report.xlsx, Report-2.HTML, run.csv]}": {"report.xlsx", "Report-2.HTML", "run.csv"},
	} {
		spec, err := Parse(strings.NewReader("axes: {version: ['7.0']}\n"+source), "spec.yaml")
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		if diff := cmp.Diff(want, spec.Report.Files); diff != "" {
			t.Errorf("%s (-want +got):\n%s", source, diff)
		}
	}
}

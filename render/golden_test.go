package render

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares output with a file of testdata, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test ./render -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func written(t *testing.T, format string, report Report, options Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, report, options); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func reportOf(t *testing.T, run *matrix.Run) Report {
	t.Helper()
	report, err := FromRun(run)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// single is a run of one version, in which nothing varies.
func single() *matrix.Run {
	f := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0"}}}, tests: []string{"SET", "GET"}, rounds: 1}
	return f.run()
}

// wide is a run with more columns than a terminal has room for.
func wide() *matrix.Run {
	f := fixture{tests: []string{"SET", "LRANGE_100"}, rounds: 3,
		axes: []matrix.Axis{{Name: "version", Values: nil}}}
	for minor := range 9 {
		f.axes[0].Values = append(f.axes[0].Values, fmt.Sprintf("7.%d", minor+1))
	}
	return f.run()
}

// latencies shows every metric, sizes in the rows among them.
func latencies() *matrix.Run {
	f := fixture{tests: []string{"SET", "GET", "INCR"}, rounds: 3,
		axes: []matrix.Axis{
			{Name: "version", Values: []string{"7.0", "8.0"}},
			{Name: "value_size", Values: []string{"3", "1KiB"}},
		},
		report: []matrix.TableSpec{
			{Rows: "test", Columns: "version", Metric: matrix.MetricP50, Where: matrix.Selector{"value_size": {"3"}}},
			{Rows: "value_size", Columns: "version", Metric: matrix.MetricP99, Where: matrix.Selector{"test": {"GET", "SET"}}},
			{Rows: "version", Columns: "test", Metric: matrix.MetricServerCPU, Where: matrix.Selector{"value_size": {"1KiB"}}},
			{Rows: "test", Columns: "version", Metric: matrix.MetricP999, Where: matrix.Selector{"version": {"9.9"}}},
		},
	}
	run := f.run()
	for i := range run.Plan.Cells {
		run.Plan.Cells[i].Load.ValueSize = matrix.FixedSize(map[string]int{"3": 3, "1KiB": 1024}[run.Plan.Cells[i].Value("value_size")])
	}
	return run
}

// byHand is a report of words, as the commands plan and servers build it, with
// names that try to break every format.
func byHand() Report {
	one, big, negative := 1.0, 1234567.0, -12.5
	return Report{
		Title: "服务器 <script>alert(1)</script>",
		Facts: []Fact{{Name: "=HYPERLINK(\"x\")", Value: "@SUM(1)\ttab"}, {Name: "主机", Value: "bench\r\n1"}},
		Tables: []Table{{
			Title: "Servers | that `can` run\x1b[2J here", Corner: "version", Unit: "starts", Constant: "1. *bold* _here_",
			Columns: []Column{{Head: "kind", Text: true}, {Head: "数量", Sub: "baseline"}, {Head: "path", Text: true, Notes: []int{1}}},
			Rows: []Row{
				{Label: "redis 7.0", Cells: []Cell{{Text: "binary"}, {Value: &big}, {Text: `C:\redis|7`}}},
				{Label: "valkey 8.1 🚀", Cells: []Cell{{Text: "容器"}, {Value: &one, Notes: []int{0}}, {Text: "=1+1", Notes: []int{0}}}},
				{Label: "한국어\u202edetrever", Cells: []Cell{{Text: "e\u0301"}, {Value: &negative, Digits: 1, Mark: "▲"}, {Text: "-x[0]"}}},
				{Label: "👨‍👩‍👧 ❤️", Cells: []Cell{{Text: none}, {Text: none, Notes: []int{0, 1}}}},
			},
			Notes: []Note{{Text: "+not a formula", Remedy: "#1 do\nnothing"}, {Text: "a path"}, {Text: "- holds for the whole table"}},
		}},
		Notes: []Note{{Text: "~~struck~~ & $math$"}},
	}
}

// TestGolden holds every format of every kind of report.
func TestGolden(t *testing.T) {
	reports := map[string]Report{
		"versions":  reportOf(t, versionByAOF().run()),
		"verdicts":  reportOf(t, judgedRun()),
		"troubled":  reportOf(t, troubled()),
		"single":    reportOf(t, single()),
		"latencies": reportOf(t, latencies()),
		"mix":       reportOf(t, mixed()),
		"rates":     reportOf(t, offered()),
		"by-hand":   byHand(),
	}
	extensions := map[string]string{"text": ".txt", "markdown": ".md", "csv": ".csv", "json": ".json"}
	for name, report := range reports {
		for format, extension := range extensions {
			golden(t, name+extension, written(t, format, report, Options{Width: 120}))
		}
	}
}

// TestGoldenWidths holds what a terminal's width changes.
func TestGoldenWidths(t *testing.T) {
	for _, width := range []int{40, 80, 200} {
		var b strings.Builder
		for _, run := range []*matrix.Run{wide(), troubled(), mixed(), offered()} {
			report := reportOf(t, run)
			report.Tables = report.Tables[:1]
			b.WriteString(written(t, "text", report, Options{Width: width}) + "\n")
		}
		golden(t, fmt.Sprintf("width-%d.txt", width), b.String())
	}
}

// TestGoldenColor holds where colours stand.
func TestGoldenColor(t *testing.T) {
	var b strings.Builder
	for _, run := range []*matrix.Run{troubled(), judgedRun()} {
		report := reportOf(t, run)
		report.Tables = report.Tables[:1]
		b.WriteString(written(t, "text", report, Options{Width: 120, Color: true}) + "\n")
	}
	golden(t, "color.txt", strings.ReplaceAll(b.String(), "\x1b", "^"))
}

package recorded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Tables among the output of tools are read where their head tells what they are, and
// told otherwise.
func TestTablesAmongOutput(t *testing.T) {
	const quiet = "SET: 5.00 requests per second\n"
	const ways = "--columns version where they are versions, --columns AXIS where they are values of another axis, or --column '"
	const apart = "it is a row without the head of a table above it; import the table by itself: "
	for text, want := range map[string][]string{
		quiet + "\ntest;rps\nGET;6.50\n": {"SET 5", "GET 6.5"},
		quiet + "\n| test | 4.0 |\n|---|---|\n| GET | 6 |\n": {"SET 5",
			`a:5: "GET | 6": it is a row of a table, and nobody says what its columns are; import the table by itself: ` + ways + "4.0=METRIC' for each that is a metric"},
		quiet + "GET,6.50\n":              {"SET 5", `a:2: "GET | 6.50": ` + apart + ways + "6.50=METRIC' for each that is a metric"},
		quiet + "\"GET\",\"6.50\"\n":      {"SET 5", "GET 6.5"},
		quiet + "\nname,age\nJoe,42\n":    {"SET 5"},
		quiet + "Redis is fast, isn't it": {"SET 5"},
	} {
		if diff := cmp.Diff(want, said(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Rows of memtier_benchmark are told that have lost their head.
func TestHeadless(t *testing.T) {
	const table = "Type Ops/sec Hits/sec KB/sec\nSets 1.00 --- 1.00\nTotals 2.00 0.00 3.00\n"
	const lost = "it is a row of memtier_benchmark without the head of its table; copy the table as a whole, from the line on that begins with Type"
	want := []string{"MIX/SET 1", "MIX 2", `a:5: "Gets 5.00 --- 1.00": ` + lost, `a:6: "Totals 5.00 0.00 1.00": ` + lost}
	if diff := cmp.Diff(want, said(t, table+"\nGets 5.00 --- 1.00\nTotals 5.00 0.00 1.00\nTotals of all: 3\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A text with a table alone is refused with the flags that read it.
func TestUnsaid(t *testing.T) {
	const rows = "; add --rows AXIS --test TEST where the first column is no tests but values of an axis"
	for text, want := range map[string]string{
		"| test | 4.0 | 5.0 |\n|---|---|---|\n| SET | 1000 | 2000 |\n": "line 1 heads a table, and nobody says what its columns are: --columns version where they are versions, " +
			"--columns AXIS where they are values of another axis, or --column '4.0=METRIC' for each that is a metric",
		"words\nsize,RPS\n10,1000\n": "line 2 heads a table, and nobody says what its columns are: name each that is a metric, as --column 'RPS=rps'" + rows,
		"size,4.0\n10,1000\n":        "for each that is a metric" + rows,
		"name,age\nJoe,young\n":      "nothing that was measured is in it",
		"SET,46511.62\n":             `a:1: "SET | 46511.62": it is a row without the head of a table above it`,
	} {
		_, err := Read("a", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

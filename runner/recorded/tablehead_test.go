package recorded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// newCSV is what redis-benchmark --csv prints from 6.2 on, and oldCSV before it.
const (
	newCSV = `"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
"SET","46511.62","0.071","0.024","0.063","0.103","0.119","0.223"
"GET","45454.55","0.073","0.032","0.064","0.104","0.135","1.191"
`
	oldCSV = `"SET","46511.62"
"GET","45454.55"
`
)

// loose is newCSV without its quotes, as spreadsheets save it, between other signs.
func loose(between string) string {
	return strings.NewReplacer(`"`, "", ",", between).Replace(newCSV)
}

// The CSV of redis-benchmark is no table of versions, whatever one asks for.
func TestTablesMisread(t *testing.T) {
	const leave = "; leave out --columns and --metric"
	for name, test := range map[string]struct {
		text string
		o    Tabular
		want string
	}{
		"versions": {newCSV, Tabular{Columns: "version"},
			"read a.csv: line 1 is the head of redis-benchmark's CSV, whose columns are metrics and no values of version" + leave},
		"clients":             {newCSV, Tabular{Columns: "clients"}, "no values of clients" + leave},
		"a metric":            {newCSV, Tabular{Metric: "p99"}, "no values of version" + leave},
		"without quotes":      {loose(","), Tabular{Columns: "version"}, "no values of version" + leave},
		"between semicolons":  {loose(";"), Tabular{Columns: "version"}, "no values of version" + leave},
		"between tabs":        {loose("\t"), Tabular{Columns: "version"}, "no values of version" + leave},
		"below a title":       {"results\n\n" + newCSV, Tabular{Columns: "version"}, "line 3 is the head of redis-benchmark's CSV"},
		"rows":                {newCSV, Tabular{Rows: "value_size", Test: "SET"}, "whose rows are tests and no values of value_size; leave out --rows"},
		"rows of its metrics": {newCSV, Tabular{Rows: "value_size", Test: "SET", Metrics: map[string]string{"rps": "rps"}}, "leave out --rows"},
		"no head":             {oldCSV, Tabular{Columns: "version"}, "line 1 has a result of SET where the head of a table is expected; write the columns' names above it"},
		"no head, tabs":       {"PING_BULK\t207,468\nSET\t260,416\n", Tabular{}, "line 1 has a result of PING_BULK"},
		"no head, a remark":   {"LRANGE_100 (first 100 elements)\t97,751\nSET\t260,416\n", Tabular{}, "line 1 has a result of LRANGE_100 (first 100 elements)"},
		"a metric's name":     {"case\tp99\tmax\nSET\t1\t2\n", Tabular{Columns: "version"}, `line 1 heads a column "p99", which is a metric and no value of version; name it with --column 'p99=p99'`},
		"a report": {"version,server,test,metric,unit,value,spread\n7.0,redis 7.0.15,SET,rps,requests/s,5,0\n", Tabular{},
			"line 1 is the head of a report's CSV, of which each row is one number; read the run that it is of"},
		"another case":      {"| test | RPS |\n|---|---|\n| SET | 5 |\n", Tabular{Columns: "appendonly"}, "no values of appendonly" + leave},
		"output, normal":    {normal("SET", "5 parallel clients"), Tabular{Columns: "version"}, "read a.csv: it has no table, and from line 5 on what redis-benchmark has printed; leave out --table, --rows"},
		"output, quiet":     {"SET: 5.00 requests per second\n", Tabular{DecimalComma: true}, "it has no table, and from line 1 on what redis-benchmark has printed"},
		"output of memtier": {memtier2, Tabular{}, "what memtier_benchmark has printed"},
		"nothing":           {"Redis is fast.\n", Tabular{}, "read a.csv: nothing that was measured is in it"},
	} {
		_, err := ReadTables("a.csv", strings.NewReader(test.text), test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

// It is read by its head where nobody says that it is something else.
func TestBenchmarkCSVAsTable(t *testing.T) {
	want := map[string]float64{
		"SET rps": 46511.62, "SET mean": 0.071, "SET p50": 0.063, "SET p95": 0.103, "SET p99": 0.119, "SET max": 0.223,
		"GET rps": 45454.55, "GET mean": 0.073, "GET p50": 0.064, "GET p95": 0.104, "GET p99": 0.135, "GET max": 1.191,
	}
	asTable := func(o Tabular) func(string) (Text, error) {
		return func(text string) (Text, error) { return ReadTables("a", strings.NewReader(text), o) }
	}
	asOutput := func(text string) (Text, error) { return Read("a", strings.NewReader(text)) }
	for name, test := range map[string]struct {
		read func(string) (Text, error)
		text string
	}{
		"as printed":                 {asOutput, newCSV},
		"without quotes":             {asOutput, loose(",")},
		"between semicolons":         {asOutput, loose(";")},
		"between tabs":               {asOutput, loose("\t")},
		"below words":                {asOutput, "what I measured:\n" + loose(",")},
		"as a table":                 {asTable(Tabular{}), newCSV},
		"as a table, without quotes": {asTable(Tabular{}), loose(",")},
		"decimal commas":             {asTable(Tabular{DecimalComma: true}), strings.ReplaceAll(loose(";"), ".", ",")},
	} {
		read, err := test.read(test.text)
		if err != nil || len(read.Problems) > 0 {
			t.Errorf("%s: %v %v", name, err, read.Problems)
			continue
		}
		if diff := cmp.Diff(want, cells(read)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	// Who names the columns has looked at them.
	some := Tabular{Metrics: map[string]string{"p99_latency_ms": matrix.MetricP99}}
	read, err := ReadTables("a", strings.NewReader(newCSV), some)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]float64{"SET p99": 0.119, "GET p99": 0.135}, cells(read)); diff != "" {
		t.Errorf("named (-want +got):\n%s", diff)
	}
}

// What a spreadsheet has made of its numbers is told, and not guessed.
func TestUnquotedProblems(t *testing.T) {
	read, err := Read("a", strings.NewReader("test;rps;p99_latency_ms\nSET;46511,62;0.1\nGET;45454.55;fast\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range read.Problems {
		got = append(got, p.Error())
	}
	want := []string{
		`a:2: "46511,62": it can be read in more than one way; write 1234.5, or tell with --decimal-comma how commas are meant`,
		`a:3: "fast": it is no number; mend it, or leave the cell empty`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]float64{"SET p99": 0.1, "GET rps": 45454.55}, cells(read)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

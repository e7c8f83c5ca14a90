package recorded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// cells are what a table gives: "axis=value test metric".
func cells(t Text) map[string]float64 {
	found := map[string]float64{}
	for _, b := range t.Blocks {
		place := ""
		for _, at := range b.At {
			place += at.Axis + "=" + at.Value + " "
		}
		for _, m := range b.Measured {
			for metric, v := range m.Values {
				found[place+m.Test+" "+metric] = v
			}
		}
	}
	return found
}

func TestTables(t *testing.T) {
	want := map[string]float64{
		"version=6.0 SET rps": 140112, "version=7.0 SET rps": 128030.5, "version=6.0 LRANGE_600 rps": 19924, "version=7.0 PING_MBULK rps": 7,
	}
	for name, text := range map[string]string{
		"Markdown":   "# Results\n\n| test | 6.0 | 7.0 | remark |\n|:-----|----:|----:|--------|\n| SET | 140,112 | 128,030.5 | |\n| LRANGE_600 (first 600 elements) | 19924 | – | x |\n| PING_BULK | n/a | 7 | |\n\nThat is, as said, all.",
		"tabs":       "test\t6.0\t7.0\nSET\t140112\t128030.5\nLRANGE_600\t19924\nPING_BULK\t\t7",
		"CSV":        "test,6.0,7.0\nSET,140112,128030.5\nLRANGE_600,19924,\nPING_BULK,,7\n",
		"semicolons": "test;6.0;7.0\n\"SET\";\"140,112\";\"128,030.5\"\nLRANGE_600;19924;-\nPING_BULK;-;7\n",
	} {
		read, err := ReadTables("a", strings.NewReader(text), Tabular{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, cells(read)); diff != "" || len(read.Problems) > 0 {
			t.Errorf("%s: problems %v (-want +got):\n%s", name, read.Problems, diff)
		}
	}
}

func TestTableProblems(t *testing.T) {
	o := Tabular{Rows: "value_size", Test: "SET", Metrics: map[string]string{"speed": matrix.MetricRPS, "cpu": matrix.MetricServerBusy}, Scale: map[string]float64{"W": 1e4}}
	read, err := ReadTables("a.md", strings.NewReader("| size | speed |\n|---|---|\n| 10 | 1.5 W |\n| 20 | 2 Q |\n| 30 | fast |\n| 40 | 1,2 W |\n"), o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range read.Problems {
		got = append(got, p.Error())
	}
	want := []string{
		`a.md:1: "size | speed": no column is headed "cpu"; write it as it stands there`,
		`a.md:4: "2 Q": what "Q" stands for is not told; say it with --scale 'Q=N', 1 where it is a unit`,
		`a.md:5: "fast": it is no number; mend it, or leave the cell empty`,
		`a.md:6: "1,2 W": it can be read in more than one way; write 1234.5, or tell with --decimal-comma how commas are meant`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]float64{"value_size=10 SET rps": 15000}, cells(read)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNumbers(t *testing.T) {
	o := Tabular{Scale: map[string]float64{"W": 1e4, "m": 1}}
	comma := Tabular{DecimalComma: true}
	for _, c := range []struct {
		o    Tabular
		text string
		want float64
		ok   bool
	}{
		{o, "17 W", 170000, true}, {o, "24 m + 12 m", 36, true}, {o, "98% + 98%", 196, true}, {o, "7 W * 3", 210000, true}, {o, "7 W × 3", 210000, true},
		{o, "207,468", 207468, true}, {o, "1'234'567.5", 1234567.5, true}, {o, "39682.54", 39682.54, true}, {o, "0", 0, true},
		{o, "39682,54", 0, false}, {o, "1,23,456", 0, false}, {o, "1.2.3", 0, false}, {o, "-5", 0, false}, {o, "1e5", 0, false}, {o, "", 0, false},
		{o, "=1+1", 0, false}, {o, "5 +", 0, false}, {o, "12 x", 0, false}, {o, strings.Repeat("9", 400), 0, false},
		{comma, "39682,54", 39682.54, true}, {comma, "1.234,5", 1234.5, true}, {comma, "1234", 1234, true}, {comma, "1,234.5", 0, false},
	} {
		got, what, _ := c.o.number(c.text)
		if (what == "") != c.ok || c.ok && got != c.want {
			t.Errorf("%q: got %v, %q, want %v, %v", c.text, got, what, c.want, c.ok)
		}
	}
}

// A point before three digits may stand before thousands: of a rate nobody knows,
// of a latency it is usual.
func TestThousandsOfTables(t *testing.T) {
	const what = `a:2: "72.000": it can be read in more than one way; write 1234 or 1234.0, or tell with --decimal-comma how points are meant`
	for _, test := range []struct {
		o       Tabular
		cell    string
		want    float64
		problem string
	}{
		{Tabular{}, "72.000", 0, what},
		{Tabular{Metrics: map[string]string{"7.0": "rps"}}, "72.000", 0, what},
		{Tabular{DecimalComma: true}, "72.000", 72000, ""},
		{Tabular{Metric: "p99"}, "72.000", 72, ""},
		{Tabular{Metrics: map[string]string{"7.0": "p99"}}, "1.125", 1.125, ""},
		{Tabular{}, "0.125", 0.125, ""},
		{Tabular{}, "72.00", 72, ""},
		{Tabular{}, "72.0000", 72, ""},
		{Tabular{}, "1072.125", 1072.125, ""},
		{Tabular{}, "72,000", 72000, ""},
	} {
		read, err := ReadTables("a", strings.NewReader("test\t7.0\nSET\t"+test.cell+"\n"), test.o)
		var problem string
		if len(read.Problems) > 0 {
			problem = read.Problems[0].Error()
		}
		var got float64
		for _, v := range cells(read) {
			got = v
		}
		if got != test.want || problem != test.problem || (err != nil) != (test.problem != "") {
			t.Errorf("%q of %+v: %v, %q, %v", test.cell, test.o, got, problem, err)
		}
	}
}

// What is no table is none: prose has commas and tabs as well.
func TestGrids(t *testing.T) {
	for text, want := range map[string][]int{ // the lines on which tables begin
		"a\tb\nc\td":                      {1},
		"a\tb":                            nil,
		"a\tb\n\nc\td":                    nil,
		"words\na,b\nc,d\nwords":          {2},
		"first, second\nthird, fourth":    nil,
		"| a | b |\n|---|:-:|\n| c | d |": {1},
		"| a |\n| b |":                    nil,
		"a;b\nc;d\n\ne;f\ng;h":            {1, 4},
		"a\tb\nc\td\te":                   nil,
		"a\tb\nc\td\ne\tf\tg":             {1},
		"a\tb\tc\nd\te\nf\tg\th":          {1},
		"a,\"b\nc,d":                      nil,
		"| a | b |\r\n| c | d |":          {1},
		"SET: 5.00 requests per second\nGET: 6.00 requests per second": nil,
		"": nil,
	} {
		lines, err := settled(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		tables, _ := several(grids(lines))
		for _, g := range tables {
			got = append(got, g.lines[0])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Rows that belong to no table, or do not fit theirs, are told and never taken for the
// head of another.
func TestRowsApart(t *testing.T) {
	const wide = "and the head of its table 2; write the heads that lack, or an empty line above another table"
	const alone = "it is a row without the head of a table above it; take out the empty line above it, or the row"
	sizes := Tabular{Rows: "value_size", Test: "SET"}
	for _, test := range []struct {
		text string
		as   Tabular
		want []string
	}{
		{"test,4.0\nSET,1\nGET,1,2\nINCR,3\n", Tabular{}, []string{"SET 1", "INCR 3", `a:3: "GET | 1 | 2": it has 3 cells, ` + wide}},
		{"size,4.0\n10,1\n20,1,2\n30,3,4\n", sizes, []string{"SET 1", `a:3: "20 | 1 | 2": it has 3 cells, ` + wide, `a:4: "30 | 3 | 4": it has 3 cells, ` + wide}},
		{"size,4.0\n10,1\n\n20,2\n", sizes, []string{"SET 1", `a:4: "20 | 2": ` + alone}},
		{"test,4.0\nSET,1\n\nGET,2,3\n", Tabular{}, []string{"SET 1", `a:4: "GET | 2 | 3": ` + alone}},
		{"test,4.0\nSET,1\n\nos,mine\n", Tabular{}, []string{"SET 1"}},
	} {
		read, err := ReadTables("a", strings.NewReader(test.text), test.as)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, saidOf(read)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
	_, err := ReadTables("a", strings.NewReader("size,4.0\n10,1\n\n20,2\n30,3\n"), sizes)
	if err == nil || !strings.Contains(err.Error(), "line 4 has numbers alone where the head of a table is expected") {
		t.Errorf("rows without a head: %v", err)
	}
}

func FuzzReadTables(f *testing.F) {
	for _, seed := range []string{"| a | b |\n|---|---|\n| SET | 1 W |", "a\tb\nc\t1 + 2", "a,b\nc,\"1,234\"", "a;b\nc;1'0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []Tabular{{}, {Rows: "r", Test: "SET", Metrics: map[string]string{"b": "rps"}, Scale: map[string]float64{"W": 10}}} {
			read, _ := ReadTables("a", strings.NewReader(text), o)
			sound(t, read)
		}
	})
}

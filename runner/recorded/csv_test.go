package recorded

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCSVRows(t *testing.T) {
	const head = `"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"` + "\n"
	const row = `"SET","5.00","0.1","0.2","0.3","0.4","0.5","0.6"`
	const all = "SET 5 mean=0.1 p50=0.3 p95=0.4 p99=0.5 max=0.6"
	for text, want := range map[string][]string{
		`"SET","5.00"`:              {"SET 5"},
		`“SET”,“5.00”`:              {"SET 5"},
		`"SET","5.00" "GET","6.00"`: {"SET 5", "GET 6"},
		`"SET","5.00""GET","6.00"`:  {"SET 5", "GET 6"},
		`"SET","5.00" <- aof no`:    {"SET 5 <- aof no"},
		head + row:                  {all},
		row:                         {all},
		`"test","rps","p99_latency_ms"` + "\n" + `"SET","5.00","9.0"`: {"SET 5 p99=9"},
		`"lpush foo bar","5.00"`: {"lpush foo bar 5"},
		`"SET","inf"`:            {`a:1: "\"SET\",\"inf\"": the test took no time that could be told; measure more requests`},
		`"SET","5"`:              {`a:1: "\"SET\",\"5\"": its first number is no rate; write it as 39682.54`},
		`"SET","5,00"`:           {`a:1: "\"SET\",\"5,00\"": its first number is no rate; write it as 39682.54, or tell with --decimal-comma that commas are decimal`},
		`"SET","5.00","0.1"`:     {`a:1: "\"SET\",\"5.00\",\"0.1\"": a row has two fields, and from 6.2 on eight; copy it as a whole; runs of several versions go into several files`},
		head + `"SET","5.00"`:    {`a:2: "\"SET\",\"5.00\"": a row has two fields, and from 6.2 on eight; copy it as a whole; runs of several versions go into several files`},
		`"SET","5.00","-nan","0.2","0.3","0.4","0.5","0.6"`: {"SET 5 p50=0.3 p95=0.4 p99=0.5 max=0.6", `a:1: "-nan": it is no latency; copy the row as a whole`},
		`"Name","Age"` + "\n" + `"Joe","42"`:                nil,
		`say "SET","5.00`:                                   {`a:1: "\"SET\",…": the row is cut off; copy it as a whole`},
		`,"`:                                                nil,
		`"","",""`:                                          nil,
	} {
		if diff := cmp.Diff(want, said(t, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// Another command line begins with rows of its own.
func TestCSVOfTwoVersions(t *testing.T) {
	want := []string{"SET 5 p99=1", "SET 6"}
	got := said(t, "$ redis-benchmark --csv\n\"test\",\"rps\",\"p99_latency_ms\"\n\"SET\",\"5.00\",\"1.0\"\n$ redis-benchmark --csv\n\"SET\",\"6.00\"\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stats is memtier_benchmark's JSON with rows, each on a line of its own from the
// second on.
func stats(rows ...string) string {
	return "{\"ALL STATS\": {\n" + strings.Join(rows, ",\n") + "\n}}"
}

// totals is a row of one number.
const totals = `"Totals": {"Count": 5, "Ops/sec": 10.0}`

// What JSON does not have, and what is no number, is told or left out by itself.
func TestMemtierJSONRows(t *testing.T) {
	const mend = "; mend it, or take it out"
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"numbers":          {stats(`"Sets": {"Ops/sec": 4.0, "Latency": 1.5}`, totals), []string{"MIX/SET 4 mean=1.5", "MIX 10"}},
		"whole numbers":    {stats(`"Sets": {"Ops/sec": 4, "Latency": 1}`, totals), []string{"MIX/SET 4 mean=1", "MIX 10"}},
		"the totals first": {stats(totals, `"Sets": {"Ops/sec": 4.0}`), []string{"MIX/SET 4", "MIX 10"}},
		"times":            {stats(`"Runtime": {"Start time": 1, "Total duration": 22000, "Time unit": "MILLISECONDS"}`, totals), []string{"MIX 10"}},
		"nothing sent":     {stats(`"Waits": {"Count": 0, "Ops/sec": 0.0, "Latency": 0.0}`, totals), []string{"MIX 10"}},
		"nan":              {stats(`"Sets": {"Ops/sec": 4.0, "Latency": nan}`, totals), []string{"MIX/SET 4", "MIX 10"}},
		"-nan":             {stats(`"Sets": {"Ops/sec": 4.0, "Latency":-nan}`, totals), []string{"MIX/SET 4", "MIX 10"}},
		"NaN":              {stats(`"Sets": {"Ops/sec": 4.0, "Average Latency":	NaN}`, totals), []string{"MIX/SET 4", "MIX 10"}},
		"infinite":         {stats(`"Sets": {"Ops/sec": 4.0, "Max Latency": inf}`, totals), []string{"MIX/SET 4", "MIX 10"}},
		"null":             {stats(`"Sets": {"Ops/sec": 4.0, "Max Latency": null}`, totals), []string{"MIX/SET 4", "MIX 10"}},
		"nothing and nan":  {stats(`"Waits": {"Count": 0, "Ops/sec": nan}`, totals), []string{"MIX 10"}},
		"a rate that is nan": {stats(`"Sets": {"Count": 7, "Ops/sec": nan}`, totals),
			[]string{"MIX 10", `a:2: "Sets": its "Ops/sec" is no number` + mend}},
		"a rate in words": {stats(`"Sets": {"Ops/sec": "4.0"}`, totals),
			[]string{"MIX 10", `a:2: "Sets": its "Ops/sec" is no number that can be: "4.0"` + mend}},
		"a rate below 0": {stats(totals, `"Sets": {"Ops/sec": -4.0}`),
			[]string{"MIX 10", `a:3: "Sets": its "Ops/sec" is no number that can be: -4.0` + mend}},
		"a rate beyond all": {stats(`"Sets": {"Ops/sec": 1e300}`, totals),
			[]string{"MIX 10", `a:2: "Sets": its "Ops/sec" is no number that can be: 1e300` + mend}},
		"a latency below 0": {stats(`"Sets": {"Ops/sec": 4.0, "Latency": -1}`, totals),
			[]string{"MIX 10", `a:2: "Sets": its "Latency" is no number that can be: -1` + mend}},
		"a count in words": {stats(`"Sets": {"Count": "7", "Ops/sec": 4.0}`, totals),
			[]string{"MIX 10", `a:2: "Sets": its "Count" is no number: "7"` + mend}},
		"percentiles": {stats(`"Totals": {"Ops/sec": 10.0, "Percentile Latencies": {"p50.00": 2.5, "p99.00": 4.5, "p99.90": 8.5, "p12.00": 1.0}}`),
			[]string{"MIX 10 p50=2.5 p99=4.5"}},
		"a histogram beside": {stats(`"Totals": {"Ops/sec": 10.0, "Percentile Latencies": {"p50.00": 2.5, "Histogram log format": {"Compressed Histogram": "HISTFAAA"}}}`),
			[]string{"MIX 10 p50=2.5"}},
		"a percentile in words": {stats(`"Totals": {"Ops/sec": 10.0, "Percentile Latencies": {"p50.00": "fast"}}`),
			[]string{`a:2: "Totals": its "p50.00" is no number that can be: "fast"` + mend}},
		"percentiles in a list": {stats(`"Totals": {"Ops/sec": 10.0, "Percentile Latencies": [1, 2]}`),
			[]string{`a:2: "Totals": its "Percentile Latencies" are no numbers by name` + mend}},
		"below empty lines": {"\n\n" + stats(totals, `"Sets": {"Ops/sec": "x"}`),
			[]string{"MIX 10", `a:5: "Sets": its "Ops/sec" is no number that can be: "x"` + mend}},
		"Windows' line ends": {strings.ReplaceAll(stats(totals), "\n", "\r\n"), []string{"MIX 10"}},
		"a mark":             {"\ufeff" + stats(totals), []string{"MIX 10"}},
		"UTF-16":             {utf16Text(stats(totals), false), []string{"MIX 10"}},
	} {
		if diff := cmp.Diff(test.want, said(t, test.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Documents that cannot be read say where.
func TestMemtierJSONRefused(t *testing.T) {
	whole := stats(`"Sets": {"Ops/sec": 4.0}`, totals)
	for name, test := range map[string]struct{ text, want string }{
		"cut at once":       {"{", "a: read memtier_benchmark's JSON: line 1: unexpected end of JSON input; copy the file as a whole"},
		"cut later":         {whole[:len(whole)-3], "line 3: unexpected end of JSON input; copy the file as a whole"},
		"cut in a number":   {whole[:len(whole)-6], "line 3: unexpected end of JSON input"},
		"something behind":  {whole + "\n$ ls", "line 5: invalid character '$' after top-level value"},
		"a comma too many":  {stats(totals + ","), "line 3: invalid character '}'"},
		"another document":  {`{"a": 1}`, `a: read memtier_benchmark's JSON: it has no "ALL STATS" with "Ops/sec"`},
		"another kind":      {`{"ALL STATS": [1]}`, "line 1: json: cannot unmarshal array"},
		"no rows":           {`{"ALL STATS": {"Runtime": {"Total duration": 1}}}`, `it has no "ALL STATS" with "Ops/sec"`},
		"clients as words":  {`{"configuration": {"clients": "many"}, "ALL STATS": {}}`, "cannot unmarshal string"},
		"nothing was sent":  {stats(`"Totals": {"Ops/sec": 0.0}`), `it has no "ALL STATS" with "Ops/sec"`},
		"nothing but wrong": {stats(`"Totals": {"Ops/sec": "x"}`), `read a: nothing that was measured is in it`},
	} {
		_, err := Read("a", strings.NewReader(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

// However a document is cut off, it is read as a whole or not at all.
func TestMemtierJSONCut(t *testing.T) {
	document := stats(`"Sets": {"Count": 7, "Ops/sec": 4.0, "Latency": 1.5}`, totals)
	for i := 1; i < len(document); i++ {
		read, err := Read("a", strings.NewReader(document[:i]))
		if err == nil {
			t.Errorf("%q: %s", document[:i], dump(read))
		}
	}
}

// The configuration is the load: clients are those of all threads.
func TestMemtierJSONLoad(t *testing.T) {
	for config, want := range map[string]Told{
		`{}`:                            {},
		`{"threads": 4, "clients": 50}`: {Clients: 200, Threads: 4},
		`{"threads": 2, "clients": 5, "requests": 100, "test_time": 0}`:          {Clients: 10, Threads: 2, Requests: 1000},
		`{"threads": 1, "clients": 5, "requests": 0, "test_time": 60}`:           {Clients: 5, Threads: 1, Seconds: 60},
		`{"threads": 1, "clients": 1, "pipeline": 8, "data_size": 32, "run": 1}`: {Clients: 1, Threads: 1, Pipeline: 8, ValueSize: 32},
	} {
		read, err := Read("a", strings.NewReader(fmt.Sprintf(`{"configuration": %s, "ALL STATS": {%s}}`, config, totals)))
		if err != nil {
			t.Errorf("%s: %v", config, err)
			continue
		}
		if diff := cmp.Diff(want, read.Blocks[0].Load); diff != "" {
			t.Errorf("%s (-want +got):\n%s", config, diff)
		}
	}
}

package recorded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// memtierJSON reads what memtier_benchmark writes with --json-out-file.
func memtierJSON(text []byte) ([]Block, []Problem, error) {
	var document struct {
		Configuration struct {
			Threads  int   `json:"threads"`
			Clients  int   `json:"clients"`
			Pipeline int   `json:"pipeline"`
			Requests int64 `json:"requests"`
			Seconds  int   `json:"test_time"`
			Size     int   `json:"data_size"`
			// Others are of no certain form.
			Ratio json.RawMessage `json:"ratio"`
			First json.RawMessage `json:"key_minimum"`
			Last  json.RawMessage `json:"key_maximum"`
		} `json:"configuration"`
		Stats map[string]json.RawMessage `json:"ALL STATS"`
	}
	text = noNumber.ReplaceAll(text, []byte(": null"))
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, nil, fmt.Errorf("read memtier_benchmark's JSON: line %d: %w; copy the file as a whole", jsonLine(text, err), err)
	}
	c := document.Configuration
	block := Block{Tool: ToolMemtier, First: 1, Last: 1 + bytes.Count(bytes.TrimRight(text, " \n"), []byte("\n")), Load: Told{
		Clients: times(c.Threads, c.Clients), Threads: c.Threads, Pipeline: c.Pipeline, ValueSize: c.Size, Seconds: c.Seconds,
		Requests: int64(times(times(c.Threads, c.Clients), int(c.Requests))),
	}}
	block.Ratio = ratioOf(bareJSON(c.Ratio))
	if last, err := strconv.Atoi(bareJSON(c.Last)); err == nil && last <= 1<<40 {
		first, _ := strconv.Atoi(bareJSON(c.First))
		block.Load.Keyspace = keyRange(first, last)
	}
	var problems []Problem
	for _, name := range sortedRows(document.Stats) {
		line := memberLine(text, name)
		if what := block.addMemtierJSON(token{text: name, line: line}, document.Stats[name]); what != "" {
			problems = append(problems, Problem{Line: line, Text: name, What: what, Remedy: "mend it, or take it out"})
		}
	}
	if len(block.Measured)+len(problems) == 0 {
		return nil, nil, errors.New(`read memtier_benchmark's JSON: it has no "ALL STATS" with "Ops/sec"`)
	}
	if len(block.Measured) == 0 {
		return nil, problems, nil
	}
	return []Block{block}, problems, nil
}

// bareJSON is a member without the quotes that it may have.
func bareJSON(text json.RawMessage) string { return strings.Trim(string(text), `"`) }

// noNumber matches what memtier_benchmark writes for what it did not measure, which
// JSON does not have.
var noNumber = regexp.MustCompile(`(?i):[ \t]*[-+]?(?:nan|inf(?:inity)?)\b`)

// jsonLine is the line of an error, from 1.
func jsonLine(text []byte, err error) int {
	at := int64(len(text))
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = min(at, syntax.Offset)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		at = min(at, kind.Offset)
	}
	return 1 + bytes.Count(bytes.TrimSpace(text[:at]), []byte("\n"))
}

// memberLine is the line on which a member of the statistics begins.
func memberLine(text []byte, name string) int {
	stats := max(bytes.Index(text, []byte(`"ALL STATS"`)), 0)
	at := max(bytes.Index(text[stats:], []byte(`"`+name+`"`)), 0)
	return 1 + bytes.Count(text[:stats+at], []byte("\n"))
}

// sortedRows puts the totals last, as the table does, and the rest by name.
func sortedRows(stats map[string]json.RawMessage) []string {
	return slices.SortedFunc(maps.Keys(stats), func(a, b string) int {
		switch {
		case a == "Totals":
			return 1
		case b == "Totals":
			return -1
		}
		return strings.Compare(a, b)
	})
}

// addMemtierJSON adds a member of the statistics, where it is a row: others are
// the times of the run. What is wrong with it is told.
func (b *Block) addMemtierJSON(name token, text json.RawMessage) (what string) {
	var row map[string]json.RawMessage
	if json.Unmarshal(text, &row) != nil || row["Ops/sec"] == nil {
		return ""
	}
	columns := map[string]float64{}
	for _, head := range []string{"Ops/sec", "Hits/sec", "Misses/sec", "KB/sec", "Latency", "Average Latency", "Max Latency"} {
		if !addColumn(columns, head, row[head]) {
			return fmt.Sprintf("its %q is no number that can be: %s", head, row[head])
		}
	}
	var quantiles map[string]json.RawMessage
	if err := json.Unmarshal(orNull(row["Percentile Latencies"]), &quantiles); err != nil {
		return `its "Percentile Latencies" are no numbers by name`
	}
	for head, value := range quantiles {
		if percentileHead.MatchString(head) && !addColumn(columns, head, value) {
			return fmt.Sprintf("its %q is no number that can be: %s", head, value)
		}
	}
	var count int64
	if row["Count"] != nil && json.Unmarshal(row["Count"], &count) != nil {
		return fmt.Sprintf(`its "Count" is no number: %s`, row["Count"])
	}
	if _, told := columns["Ops/sec"]; !told && count > 0 {
		return `its "Ops/sec" is no number`
	}
	before := len(b.Measured)
	if b.addMemtier(name, columns); len(b.Measured) > before {
		b.Measured[before].Requests = count
	}
	return ""
}

// orNull is a member, or null where there is none.
func orNull(text json.RawMessage) json.RawMessage {
	if text == nil {
		return json.RawMessage("null")
	}
	return text
}

// addColumn adds a number that is there; not ok where it can be none.
func addColumn(columns map[string]float64, head string, text json.RawMessage) (ok bool) {
	var v *float64
	switch err := json.Unmarshal(orNull(text), &v); {
	case err != nil:
		return false
	case v == nil:
		return true
	case !(*v >= 0 && *v <= 1e15):
		return false
	}
	columns[head] = *v
	return true
}

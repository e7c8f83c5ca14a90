package recorded

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// memtierJSON reads what memtier_benchmark writes with --json-out-file.
func memtierJSON(text []byte) ([]Block, error) {
	var document struct {
		Configuration struct {
			Threads  int   `json:"threads"`
			Clients  int   `json:"clients"`
			Pipeline int   `json:"pipeline"`
			Requests int64 `json:"requests"`
			Seconds  int   `json:"test_time"`
			Size     int   `json:"data_size"`
		} `json:"configuration"`
		Stats map[string]json.RawMessage `json:"ALL STATS"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("read memtier_benchmark's JSON: %w", err)
	}
	c := document.Configuration
	block := Block{Tool: ToolMemtier, First: 1, Last: 1 + strings.Count(string(text), "\n"), Load: Told{
		Clients: c.Threads * c.Clients, Threads: c.Threads, Pipeline: c.Pipeline, ValueSize: c.Size, Seconds: c.Seconds,
		Requests: c.Requests * int64(c.Threads) * int64(c.Clients),
	}}
	for _, name := range sortedRows(document.Stats) {
		block.addMemtierJSON(name, document.Stats[name])
	}
	if len(block.Measured) == 0 {
		return nil, fmt.Errorf(`read memtier_benchmark's JSON: it has no "ALL STATS" with "Ops/sec"`)
	}
	return []Block{block}, nil
}

// sortedRows puts the totals last, as the table does, and the rest by name.
func sortedRows(stats map[string]json.RawMessage) []string {
	var names []string
	for name := range stats {
		if name != "Totals" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if _, there := stats["Totals"]; there {
		names = append(names, "Totals")
	}
	return names
}

// addMemtierJSON adds a member of the statistics, where it is a row: others are
// the times of the run.
func (b *Block) addMemtierJSON(name string, text json.RawMessage) {
	var row struct {
		Ops         float64            `json:"Ops/sec"`
		Hits        float64            `json:"Hits/sec"`
		Misses      float64            `json:"Misses/sec"`
		KB          float64            `json:"KB/sec"`
		Latency     *float64           `json:"Latency"`
		Average     *float64           `json:"Average Latency"`
		Max         *float64           `json:"Max Latency"`
		Percentiles map[string]float64 `json:"Percentile Latencies"`
		Count       int64              `json:"Count"`
	}
	if json.Unmarshal(text, &row) != nil || !(row.Ops > 0) {
		return
	}
	columns := map[string]float64{"Ops/sec": row.Ops, "Hits/sec": row.Hits, "Misses/sec": row.Misses, "KB/sec": row.KB}
	for head, v := range map[string]*float64{"Latency": row.Latency, "Average Latency": row.Average, "Max Latency": row.Max} {
		if v != nil {
			columns[head] = *v
		}
	}
	for head, v := range row.Percentiles {
		columns[head] = v
	}
	b.addMemtier(token{text: name, line: 1}, columns)
	b.Measured[len(b.Measured)-1].Requests = row.Count
}

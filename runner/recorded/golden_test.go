package recorded

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

var update = flag.Bool("update", false, "write the golden files anew")

// outputs are what others have recorded.
const outputs = "../../testdata/recorded"

// TestGolden holds what is read of recorded outputs against what they say.
func TestGolden(t *testing.T) {
	bandwidth := map[string]string{
		"Speed/sec": matrix.MetricRPS, "Bandwidth (MByte/s) Sending + receiving": matrix.MetricBandwidth, "CPU": matrix.MetricServerBusy,
	}
	for name, tables := range map[string]*Tabular{
		"benchmark-2.8.txt": nil, "benchmark-3.2.txt": nil, "benchmark-4.0.txt": nil, "benchmark-5.0.txt": nil, "benchmark-valkey-8.1.txt": nil, "benchmark-6.0.txt": nil, "benchmark-7.0.txt": nil, "benchmark-8.0.txt": nil,
		"versions.txt": nil, "replication.txt": nil, "value-sizes.txt": nil, "quiet-and-memtier.txt": nil, "one-line.txt": nil,
		"aof-cases.tsv": {Columns: "appendonly"},
		"sizes-and-bandwidth.tsv": {Rows: matrix.AxisValueSize, Test: "SET", Metrics: bandwidth,
			Scale: map[string]float64{"W": 10000, "million": 10000, "m": 1, "M": 1}},
	} {
		file, err := os.Open(filepath.Join(outputs, name))
		if err != nil {
			t.Fatal(err)
		}
		read := Read
		if tables != nil {
			read = func(name string, r io.Reader) (Text, error) { return ReadTables(name, r, *tables) }
		}
		text, err := read(name, file)
		if err := file.Close(); err != nil {
			t.Error(err)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(dump(text)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), dump(text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// dump is a text as people can check it against its source.
func dump(t Text) string {
	var b strings.Builder
	for _, block := range t.Blocks {
		fmt.Fprintf(&b, "part %d, lines %d to %d, %s %v\n", block.Part, block.First, block.Last, block.Tool, block.At)
		if block.Command != "" {
			fmt.Fprintf(&b, "  command %s\n", block.Command)
		}
		l := block.Load
		fmt.Fprintf(&b, "  load {Clients:%d Pipeline:%d Keyspace:%d Threads:%d Requests:%d ValueSize:%d Seconds:%d}\n",
			l.Clients, l.Pipeline, l.Keyspace, l.Threads, l.Requests, l.ValueSize, l.Seconds)
		for _, name := range slices.Sorted(maps.Keys(block.Config)) {
			fmt.Fprintf(&b, "  %s %q\n", name, block.Config[name])
		}
		if block.Server != nil {
			fmt.Fprintf(&b, "  server %s, build %s, %s\n", block.Server.Name(), block.Server.Build, block.Server.Allocator)
		}
		for _, m := range block.Measured {
			fmt.Fprintf(&b, "  %d: %q", m.Line, m.Test)
			for _, words := range []string{m.Remark, m.Label} {
				if words != "" {
					fmt.Fprintf(&b, " (%s)", words)
				}
			}
			for _, metric := range slices.Sorted(maps.Keys(m.Values)) {
				fmt.Fprintf(&b, " %s=%.9g", metric, m.Values[metric])
			}
			for _, note := range m.Notes {
				fmt.Fprintf(&b, " [%s]", note.Text)
			}
			b.WriteByte('\n')
		}
	}
	for _, p := range t.Problems {
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

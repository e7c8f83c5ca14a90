package render

import (
	"fmt"
	"math"
	"testing"
	"time"

	"redismatrix/matrix"
)

func TestGrouped(t *testing.T) {
	for _, test := range []struct {
		value  float64
		digits int
		want   string
	}{
		{0, 0, "0"}, {7, 0, "7"}, {999, 0, "999"}, {1000, 0, "1,000"}, {131204.4, 0, "131,204"},
		{1234567.891, 2, "1,234,567.89"}, {-1234.5, 1, "-1,234.5"}, {-123, 0, "-123"}, {0.0421, 4, "0.0421"}, {1e21, 0, "1,000,000,000,000,000,000,000"},
	} {
		if got := grouped(test.value, test.digits); got != test.want {
			t.Errorf("grouped(%v, %d) = %q, want %q", test.value, test.digits, got, test.want)
		}
	}
}

func TestDigits(t *testing.T) {
	for value, want := range map[float64]int{
		0: 0, 131204: 0, 100: 0, 99.9: 1, 10: 1, 9.99: 2, 1: 2, 0.357: 3, 0.1: 3, 0.0421: 4, 1e-9: 6, -12.5: 1, math.Inf(1): 0,
	} {
		if got := digitsFor(value); got != want {
			t.Errorf("digitsFor(%v) = %d, want %d", value, got, want)
		}
	}
}

// TestSpreads shows a spread in whole percent, and what says nothing any more
// as such.
func TestSpreads(t *testing.T) {
	value := 1.0
	for spread, want := range map[float64]string{
		0: "±0 %", 0.004: "±0 %", 0.005: "±1 %", 0.124: "±12 %", -0.124: "±12 %", 0.99: "±99 %", 0.9949: "±99 %",
		0.995: ">±99 %", 1: ">±99 %", 23.97: ">±99 %", math.MaxFloat64: ">±99 %", math.Inf(1): ">±99 %",
	} {
		if got := (Cell{Value: &value, Spread: spread, Rounds: 2}).spread(); got != want {
			t.Errorf("%v is shown as %q, want %q", spread, got, want)
		}
	}
	for _, cell := range []Cell{{Spread: 0.1, Rounds: 2}, {Value: &value, Spread: 0.1, Rounds: 1}, {Value: &value}} {
		if got := cell.spread(); got != "" {
			t.Errorf("%+v shows %q", cell, got)
		}
	}
}

func TestNoteMarks(t *testing.T) {
	if got, want := NoteMarks([]int{0, 2, 9, 122}), "¹ ³ ¹⁰ ¹²³"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLasting(t *testing.T) {
	for duration, want := range map[time.Duration]string{
		0: "0 ms", 500 * time.Millisecond: "500 ms", time.Second: "1 s", 1500 * time.Millisecond: "1.5 s", 59 * time.Second: "59 s",
		130 * time.Second: "2 min 10 s", 2*time.Hour + 5*time.Minute: "2 h 5 min",
	} {
		if got := lasting(duration); got != want {
			t.Errorf("lasting(%v) = %q, want %q", duration, got, want)
		}
	}
}

func TestAxisPhrase(t *testing.T) {
	for _, test := range [][3]string{
		{"version", "7.0", "7.0"}, {"test", "MSET", "MSET"}, {"clients", "1", "1 client"},
		{"clients", "50", "50 clients"}, {"value_size", "3", "3-byte values"}, {"value_size", "1KiB", "1 KiB values"}, {"value_size", "1024", "1 KiB values"},
		{"value_size", "10kB", "10,000-byte values"}, {"value_size", "2MiB", "2 MiB values"}, {"value_size", "1 B", "1-byte values"},
		{"value_size", "big", "big values"}, {"value_size", "10-1000", "10-1,000-byte values"}, {"value_size", "1KiB-4KiB", "1-4 KiB values"},
		{"value_size", "500B-4KiB", "500 B-4 KiB values"}, {"value_size", "64:70 1KiB:30", "values of 64 B (70 %), 1 KiB (30 %)"},
		{"value_size", "3:2,10-20:1", "values of 3 B (66.7 %), 10-20 B (33.3 %)"}, {"value_size", "1MiB:1 2MiB-4MiB:1", "values of 1 MiB (50 %), 2-4 MiB (50 %)"},
		{"value_pattern", "random", "random values"}, {"value_pattern", "fill", "values of one repeated byte"}, {"value_pattern", "ratio:2", "values that compress 2:1"},
		{"keyspace", "1000000", "1,000,000 keys"}, {"key_distribution", "zipf", "zipf keys"}, {"key_distribution", "zipf:1.2", "zipf 1.2 keys"},
		{"transport", "tcp", "TCP"}, {"transport", "tls", "TLS"}, {"transport", "unix", "unix socket"}, {"transport", "smoke", "transport smoke"},
		{"protocol", "3", "RESP3"}, {"rate", "50000", "offered 50,000/s"}, {"rate", "max", "closed loop"},
		{"arrival", "poisson", "Poisson arrivals"}, {"arrival", "constant", "constant arrivals"}, {"threads", "4", "4 client threads"},
		{"threads", "auto", "auto client threads"}, {"mix", "SET:1 GET:10", "mix SET 1 : GET 10"}, {"mix", "a:b:2,GET", "mix a:b 2 : GET"},
		{"config.io-threads", "4", "io-threads 4"}, {"appendonly", "no", "appendonly no"}, {"save", "off", "save off"},
	} {
		if got := axisPhrase(test[0], test[1]); got != test[2] {
			t.Errorf("axisPhrase(%q, %q) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

// TestPinning says where each server really ran, whatever was planned.
func TestPinning(t *testing.T) {
	both := matrix.Host{ServerCPUs: "0", ClientCPUs: "1-3"}
	ran := func(version, cpus string, launch matrix.Launch) matrix.ServerInfo {
		return matrix.ServerInfo{Product: matrix.Redis, Version: version, CPUs: cpus, Launch: launch}
	}
	const binary, attach = matrix.LaunchBinary, matrix.LaunchAttach
	for _, test := range []struct {
		name    string
		host    matrix.Host
		servers []matrix.ServerInfo
		want    string
	}{
		{"no host", matrix.Host{}, nil, ""},
		{"no plan", matrix.Host{CPUs: 1}, []matrix.ServerInfo{ran("7.0.15", "", attach)}, "none"},
		{"nothing ran", both, []matrix.ServerInfo{{}}, "server on CPU 0 · client on CPU 1-3"},
		{"as planned", both, []matrix.ServerInfo{ran("7.0.15", "0", binary), ran("8.0.2", "0", binary)}, "server on CPU 0 · client on CPU 1-3"},
		{"client alone", matrix.Host{ClientCPUs: "1"}, []matrix.ServerInfo{ran("7.0.15", "", binary)}, "server not pinned · client on CPU 1"},
		{"server alone", matrix.Host{ServerCPUs: "0"}, []matrix.ServerInfo{ran("7.0.15", "0", binary)}, "server on CPU 0 · client not pinned"},
		{"attached", both, []matrix.ServerInfo{ran("7.0.15", "", attach), ran("8.0.2", "", attach)},
			"server not pinned (attached) · client on CPU 1-3"},
		{"one attached", both, []matrix.ServerInfo{ran("7.0.15", "0", binary), ran("7.0.15", "0", binary), ran("7.0.15", "", attach), ran("8.0.2", "4", binary)},
			"redis 7.0.15 on CPU 0 · redis 7.0.15 not pinned (attached) · redis 8.0.2 on CPU 4 · client on CPU 1-3"},
	} {
		run := &matrix.Run{Host: test.host, Servers: map[string]matrix.ServerInfo{}}
		for i, info := range test.servers {
			id := fmt.Sprint(i)
			run.Plan.Setups = append(run.Plan.Setups, matrix.Setup{ID: id})
			run.Servers[id] = info
		}
		if got := (&source{run: run}).pinningPhrase(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestFacts(t *testing.T) {
	day := time.Date(2026, 12, 31, 23, 59, 0, 0, time.UTC)
	for _, test := range []struct{ got, want string }{
		{whenPhrase(&matrix.Run{}), ""},
		{whenPhrase(&matrix.Run{Started: day}), "2026-12-31 23:59:00 UTC"},
		{whenPhrase(&matrix.Run{Started: day, Finished: day.Add(time.Hour)}), "2026-12-31 23:59:00 to 2027-01-01 00:59:00 UTC"},
		{timingPhrase(matrix.Timing{}), ""},
		{timingPhrase(matrix.Timing{Wall: 156 * time.Second, Measured: 139 * time.Second, Warmup: 9 * time.Second}),
			"wall 2 min 36 s · measured 2 min 19 s · warm-up 9 s · overhead 8 s (5.1 %; 11 % with warm-up)"},
		{timingPhrase(matrix.Timing{Wall: time.Second}), "wall 1 s · measured 0 ms · warm-up 0 ms · overhead 1 s (100 %; 100 % with warm-up)"},
		{timingPhrase(matrix.Timing{Wall: time.Second, Measured: time.Second}),
			"wall 1 s · measured 1 s · warm-up 0 ms · overhead 0 ms (0.0 %; 0.0 % with warm-up)"},
		{hostPhrase(matrix.Host{CPUs: 1, Memory: 512 << 20}), "1 CPU · 512 MiB"},
		{serverPhrase(matrix.ServerInfo{Launch: "container", Path: "redis:7", Digest: "sha256:0123456789abcdef", Build: "b1"}),
			"container redis:7 · sha256 0123456789ab · build b1"},
		{toolPhrase(""), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

//go:build linux

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"golang.org/x/sys/unix"

	"redismatrix/runner/launch"
)

// speedCase is a load that both programs drive with the same flags. bench gets
// --keep beside them, so that it sends what redis-benchmark sends, byte for
// byte, rather than keys with a prefix of their own.
type speedCase struct {
	name  string
	flags string
	// requests make a run of one to two seconds.
	requests int
	// faster is the least that our requests a second may be as a multiple of
	// redis-benchmark's, leaner the most that our CPU time a request may be;
	// 0 for no target.
	faster, leaner float64
	// resident is the most memory that we may use, in MB; 0 for no target.
	resident float64
}

var speedCases = []speedCase{
	{name: "SET", flags: "-c 50 -t set", requests: 150_000, faster: 1.3, leaner: 0.75},
	{name: "GET", flags: "-c 50 -t get", requests: 150_000, faster: 1.3, leaner: 0.75},
	{name: "SET P=16", flags: "-c 50 -P 16 -t set", requests: 1_000_000, faster: 1},
	{name: "GET P=16", flags: "-c 50 -P 16 -t get", requests: 1_000_000, faster: 1},
	{name: "SET P=64", flags: "-c 50 -P 64 -t set", requests: 1_500_000, faster: 1},
	{name: "GET P=64", flags: "-c 50 -P 64 -t get", requests: 1_500_000, faster: 1},
	{name: "LRANGE_100", flags: "-c 50 LRANGE mylist 0 99", requests: 100_000, faster: 1.2},
	{name: "LRANGE_600", flags: "-c 50 LRANGE mylist 0 599", requests: 30_000, faster: 1.2},
	{name: "SET 100 KiB", flags: "-c 50 -d 102400 -t set", requests: 15_000, faster: 1},
	{name: "GET 100 KiB", flags: "-c 50 -d 102400 -t get", requests: 15_000, faster: 1},
	{name: "SET c=1000", flags: "-c 1000 -t set", requests: 150_000, faster: 1.2, resident: 64},
	{name: "GET c=1000", flags: "-c 1000 -t get", requests: 150_000, faster: 1.2, resident: 64},
}

// spent is what a run of one of the programs measured, and what it cost.
type spent struct {
	measurement
	cpu      time.Duration // of the whole process, a request
	resident float64       // MB at most
}

// pair is one run of each program, one right after the other.
type pair struct{ ours, theirs spent }

// BenchmarkAgainstRedisBenchmark measures an installed server with bench and
// with redis-benchmark in turn, the server on a CPU of its own and the client on
// another, and prints a table. Each iteration is a pair of runs, and the order
// within it changes from pair to pair: -benchtime 10x makes ten.
func BenchmarkAgainstRedisBenchmark(b *testing.B) {
	speed := newSpeed(b)
	var table strings.Builder
	fmt.Fprintf(&table, speedLine, "case", "ours/s", "theirs/s", "ratio", "range", "target", "CPU ratio", "target", "ours MB", "theirs MB", "")
	for _, c := range speedCases {
		b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
			speed.prepare(b, c)
			var pairs []pair
			for b.Loop() {
				pairs = append(pairs, speed.pair(b, c, len(pairs)%2 == 1))
			}
			table.WriteString(c.report(b, pairs))
		})
	}
	var line string
	b.Run("p50", func(b *testing.B) { line = speed.latency(b) })
	// What a benchmark with others in it logs is not shown.
	say(os.Stdout, "\nRedis %s on CPU %s, client on CPU %s, medians of pairs\n%s%s",
		rivalLine, speed.serverCPUs, speed.clientCPUs, table.String(), line)
}

const speedLine = "%-12s %10s %10s %7s %13s %8s %10s %8s %8s %10s  %s\n"

// report is a case's line of the table.
func (c speedCase) report(b *testing.B, pairs []pair) string {
	ratios := each(pairs, func(p pair) float64 { return p.ours.rps / p.theirs.rps })
	ratio := median(ratios)
	cpu := median(each(pairs, func(p pair) float64 { return p.ours.cpu.Seconds() / p.theirs.cpu.Seconds() }))
	ours, theirs := median(each(pairs, func(p pair) float64 { return p.ours.rps })), median(each(pairs, func(p pair) float64 { return p.theirs.rps }))
	resident := slices.Max(each(pairs, func(p pair) float64 { return p.ours.resident }))
	b.ReportMetric(0, "ns/op") // says nothing here
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(cpu, "CPU-ratio")
	b.ReportMetric(ours, "req/s")
	b.ReportMetric(resident, "MB")
	verdict := "met"
	if ratio < c.faster || c.leaner > 0 && cpu > c.leaner || c.resident > 0 && resident > c.resident {
		verdict = "MISSED"
	}
	return fmt.Sprintf(speedLine, c.name, fmt.Sprintf("%.0f", ours), fmt.Sprintf("%.0f", theirs),
		fmt.Sprintf("%.2f", ratio), fmt.Sprintf("%.2f to %.2f", slices.Min(ratios), slices.Max(ratios)), target("≥", c.faster),
		fmt.Sprintf("%.2f", cpu), target("≤", c.leaner),
		fmt.Sprintf("%.1f", resident), fmt.Sprintf("%.1f", slices.Max(each(pairs, func(p pair) float64 { return p.theirs.resident }))), verdict)
}

func target(sign string, value float64) string {
	if value == 0 {
		return ""
	}
	return fmt.Sprintf("%s %.2f", sign, value)
}

func each(pairs []pair, value func(pair) float64) []float64 {
	values := make([]float64, len(pairs))
	for i, p := range pairs {
		values[i] = value(p)
	}
	return values
}

// median is the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// speed is what the cases have in common.
type speed struct {
	ours, theirs           []string // how the programs are run
	serverCPUs, clientCPUs string
	host, port             string
	client                 *redis.Client
}

func newSpeed(b *testing.B) *speed {
	s := &speed{theirs: rival(b), ours: []string{filepath.Join(b.TempDir(), "redis-matrix"), "bench", "--keep"}}
	output(b, "go", "build", "-o", s.ours[0], ".")
	var err error
	if s.serverCPUs, s.clientCPUs, err = launch.SplitCPUs("auto"); err != nil {
		b.Fatal(err)
	}
	// One CPU each, as on the smallest host.
	s.serverCPUs, s.clientCPUs = firstCPU(s.serverCPUs), firstCPU(s.clientCPUs)
	s.host, s.port, s.client = startRival(b, s.serverCPUs)
	return s
}

func firstCPU(set string) string {
	return strings.FieldsFunc(set+"-", func(r rune) bool { return r == ',' || r == '-' })[0]
}

// prepare has the server hold what the case reads, under the names of both
// programs: without -r redis-benchmark leaves its placeholder as it is.
func (s *speed) prepare(b *testing.B, c speedCase) {
	size := 3
	if _, rest, sized := strings.Cut(c.flags, "-d "); sized {
		size, _ = strconv.Atoi(strings.Fields(rest)[0])
	}
	value := strings.Repeat("x", size)
	list := make([]any, 1000)
	for i := range list {
		list[i] = value
	}
	ctx := b.Context()
	err := cmp.Or(
		s.client.FlushAll(ctx).Err(),
		s.client.MSet(ctx, "key:__rand_int__", value, "key:000000000000", value).Err(),
		s.client.RPush(ctx, "mylist", list...).Err())
	if err != nil {
		b.Fatal(err)
	}
}

// pair runs both programs, ours second where they are swapped.
func (s *speed) pair(b *testing.B, c speedCase, swapped bool) (p pair) {
	args := append([]string{"-h", s.host, "-p", s.port, "--csv", "-n", strconv.Itoa(c.requests)}, strings.Fields(c.flags)...)
	if swapped {
		p.theirs = s.run(b, s.theirs, args, c.requests)
	}
	p.ours = s.run(b, s.ours, args, c.requests)
	if !swapped {
		p.theirs = s.run(b, s.theirs, args, c.requests)
	}
	return p
}

// run runs a program on the client's CPU and reads what it measured.
func (s *speed) run(b *testing.B, program, args []string, requests int) spent {
	var stdout, stderr bytes.Buffer
	argv := slices.Concat(program, args)
	cmd := exec.CommandContext(b.Context(), argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := startOn(cmd, s.clientCPUs); err != nil {
		b.Fatal(err)
	}
	resident := watchMemory(cmd.Process.Pid)
	err := cmd.Wait()
	memory := resident()
	// A number that bench does not trust on a busy machine is compared here
	// all the same.
	if code := cmd.ProcessState.ExitCode(); err != nil && code != int(exitBadCells) {
		b.Fatalf("%q: %v\n%s", argv, err, stderr.String())
	}
	rows := readMeasurements(b, stdout.String())
	if len(rows) != 1 {
		b.Fatalf("%q printed %d rows:\n%s%s", argv, len(rows), stdout.String(), stderr.String())
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return spent{rows[0], used / time.Duration(requests), memory}
}

// watchMemory looks at a process until the returned function is called, which
// gives the most memory that it has used, in MB. What the kernel tells of a
// process that has ended counts in what its parent used when it was forked.
func watchMemory(pid int) (stop func() float64) {
	over, most := make(chan struct{}), make(chan float64)
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		seen := 0.0
		for {
			seen = max(seen, residentPeak(pid))
			select {
			case <-tick.C:
			case <-over:
				most <- seen
				return
			}
		}
	}()
	return func() float64 {
		close(over)
		return <-most
	}
}

// residentPeak is VmHWM in MB, 0 for a process that is gone.
func residentPeak(pid int) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, found := strings.Cut(string(status), "VmHWM:")
	if !found {
		return 0
	}
	kib, _ := strconv.ParseFloat(strings.Fields(after)[0], 64)
	return kib * 1024 / 1e6
}

// startOn starts a program on one CPU: a process inherits where the thread that
// forks it may run.
func startOn(cmd *exec.Cmd, cpu string) error {
	number, err := strconv.Atoi(cpu)
	if err != nil {
		return cmd.Start() // nothing can be pinned
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlock: the thread ends with the goroutine
		var set unix.CPUSet
		set.Set(number)
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			done <- err
			return
		}
		done <- cmd.Start()
	}()
	return <-done
}

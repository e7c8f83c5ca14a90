package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ours runs bench and gives its stdout, which holds untrusted numbers too.
func ours(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	args = append([]string{"bench"}, args...)
	code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, os.Getenv)
	if code != int(exitOK) && code != int(exitBadCells) { // the machine may be busy
		t.Fatalf("%q: exit code %d: %s", args, code, stderr.String())
	}
	return stdout.String()
}

// TestBenchPrintsWhatRedisBenchmarkPrints has both measure a server with the
// same flags, and one reader read what they print.
func TestBenchPrintsWhatRedisBenchmarkPrints(t *testing.T) {
	theirs := rival(t)
	host, port, _ := startRival(t, "")
	args := []string{"-h", host, "-p", port, "-n", "500", "-c", "5", "-r", "100", "-t", "ping,set,get,lrange,mset"}
	both := func(flags ...string) (their, our string) {
		flags = slices.Concat(args, flags)
		return output(t, slices.Concat(theirs, flags)...), ours(t, flags...)
	}
	their, our := both("--csv")
	if diff := cmp.Diff(titles(readMeasurements(t, their)), titles(readMeasurements(t, our))); diff != "" {
		t.Errorf("csv (-theirs +ours):\n%s", diff)
	}
	their, our = both("-q")
	if diff := cmp.Diff(shape(their), shape(our)); diff != "" {
		t.Errorf("quiet (-theirs +ours):\n%s", diff)
	}
	their, our = both()
	if diff := cmp.Diff(shape(their), shape(our)); diff != "" {
		t.Errorf("at length (-theirs +ours):\n%s", diff)
	}
}

// filling is what redis-benchmark measures only to fill a list, which bench
// fills unmeasured.
const filling = "LPUSH (needed to benchmark LRANGE)"

func titles(all []measurement) (titles []string) {
	for _, m := range all {
		if m.test != filling {
			titles = append(titles, m.test)
		}
	}
	return titles
}

var numbers = regexp.MustCompile(`\b[0-9]+\.[0-9]+\b|\b[0-9]+\b`)

// shape is what was printed with # for every number, but for progress, lines
// that only differ in numbers from the one before, and the filling of a list.
func shape(text string) (lines []string) {
	filler := false
	for line := range strings.Lines(text) {
		line = line[strings.LastIndex(line, "\r")+1:]
		if strings.HasPrefix(line, "======") {
			filler = strings.Contains(line, filling)
		}
		line = strings.Join(strings.Fields(numbers.ReplaceAllString(line, "#")), " ")
		again := len(lines) > 0 && lines[len(lines)-1] == line
		if line != "" && !filler && !again && !strings.HasPrefix(line, filling) {
			lines = append(lines, line)
		}
	}
	return lines
}

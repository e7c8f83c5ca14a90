package matrix

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRunRoundTrip(t *testing.T) {
	want := testRun(t)
	started := time.Date(2026, 11, 30, 19, 4, 55, 123, time.UTC)
	want.State, want.Started, want.Finished = StateComplete, started, started.Add(time.Minute)
	want.Source, want.Overrides = "axes: {version: [\"4.0\"]} # <&>\n", []string{"rounds=3"}
	want.Host = Host{Hostname: "h", CPUs: 2, Memory: 1 << 34}
	want.Servers["version=4.0"] = ServerInfo{
		Product: Redis, Version: "4.0.14", Launch: LaunchBinary, PID: 7, Size: 123,
		Config: []Directive{{Name: "save", Args: []string{""}}}, Warnings: []Note{{Text: "t", Remedy: "r"}},
	}
	want.Timing = Timing{Wall: time.Minute, Measured: 50 * time.Second, Warmup: 5 * time.Second}
	want.Warnings = []Note{{Text: "one CPU"}}
	for round := 1; round <= 3; round++ {
		err := want.Record(Sample{
			Cell: "version=7.0", Test: "SET", Round: round, Status: StatusOK, Started: started,
			Elapsed: 2 * time.Second, Requests: 200, RPS: 100.5, Sent: 1, Received: 2,
			Latency:   Latency{Mean: 1.5, Min: 1, P50: 2, P95: 3, P99: 4, P999: 5, Max: 6, Histogram: "HISTF"},
			ServerCPU: time.Second, ClientCPU: time.Second, Notes: []Note{{Text: "n"}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var document bytes.Buffer
	if err := want.Write(&document); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(document.String(), "# <&>") || !strings.Contains(document.String(), "\n  \"schema\": 1,\n") {
		t.Errorf("the document is not plain indented JSON:\n%.300s", document.String())
	}
	got, err := ReadRun(&document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Run{})); diff != "" {
		t.Error(diff)
	}
	if got.Plan.Spec.Digest() != want.Digest || got.Plan.Spec.Digest() != got.Digest {
		t.Error("the digest changes on the way")
	}
	if want.Timing.Overhead() != 5*time.Second {
		t.Errorf("overhead is %v", want.Timing.Overhead())
	}
}

func TestReadRunRejects(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "unexpected end of JSON input",
		"{":                          "unexpected end of JSON input",
		"[]":                         "cannot unmarshal array",
		`{"id":"a"}`:                 "no schema version, so it is no run of redis-matrix",
		`{"schema":2}`:               "schema version is 2 and this program reads 1; use a newer redis-matrix",
		`{"schema":0}`:               "schema version is 0 and this program reads 1; use the redis-matrix that wrote it",
		`{"schema":1}`:               "it has no spec",
		`{"schema":1,"results":"x"}`: "cannot unmarshal string",
		`{"schema":1}{}`:             "invalid character",
	} {
		run, err := ReadRun(strings.NewReader(text))
		if err == nil {
			t.Errorf("%q is accepted as %+v", text, run)
		} else if !strings.HasPrefix(err.Error(), "read run: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %q lacks %q", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := ReadRun(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type brokenWriter struct{ error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.error }

func TestRunWriteReports(t *testing.T) {
	broken := errors.New("broken")
	if err := testRun(t).Write(brokenWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestDigest(t *testing.T) {
	first := testSpec("version=7.0")
	first.Server.Servers = map[string]string{"7.0": "/a", "8.0": "/b"}
	second := testSpec("version=7.0")
	second.Server.Servers = map[string]string{"8.0": "/b", "7.0": "/a"}
	if first.Digest() != second.Digest() || len(first.Digest()) != 64 {
		t.Errorf("digests %s and %s", first.Digest(), second.Digest())
	}
	second.Rounds++
	if first.Digest() == second.Digest() {
		t.Error("another number of rounds has the same digest")
	}
}

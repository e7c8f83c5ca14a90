package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

// rivalLine is the line of Redis whose redis-benchmark bench is held against.
const rivalLine = "7.0"

// rival is how the redis-benchmark of the installed server of rivalLine is run.
// The test is skipped where there is none.
func rival(t testing.TB) (argv []string) {
	t.Helper()
	server, err := launch.Resolve(rivals(t), rivalSetup(t))
	if err != nil {
		unavailable(t, "redis-benchmark: %v", err)
	}
	path := strings.Replace(server.Path, "redis-server", "redis-benchmark", 1)
	if exec.Command(path, "--version").Run() == nil {
		return []string{path}
	}
	// It lies in an unpacked system of its own: ROOT/usr/bin/redis-benchmark.
	root := filepath.Dir(filepath.Dir(filepath.Dir(path)))
	loaders, _ := filepath.Glob(filepath.Join(root, "lib", "*", "ld-linux-*.so.*"))
	if len(loaders) == 0 {
		unavailable(t, "redis-benchmark: %s does not run here", path)
	}
	libraries := filepath.Dir(loaders[0])
	argv = []string{loaders[0], "--library-path", libraries + ":" + filepath.Join(root, "usr", "lib", filepath.Base(libraries)), path}
	if out, err := exec.Command(argv[0], append(argv[1:], "--version")...).CombinedOutput(); err != nil {
		unavailable(t, "redis-benchmark: %v: %s", err, out)
	}
	return argv
}

func rivalSetup(t testing.TB) matrix.Setup {
	t.Helper()
	ref, err := matrix.ParseServerRef(rivalLine, "")
	if err != nil {
		t.Fatal(err)
	}
	return matrix.Setup{
		ID: "rival", Server: ref, Launch: matrix.LaunchBinary,
		Config: []matrix.Directive{{Name: "save", Args: []string{""}}, {Name: "maxclients", Args: []string{"10100"}}},
	}
}

func rivals(t testing.TB) []launch.Installed {
	t.Helper()
	found, err := launch.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// unavailable skips what needs something that is not here, or fails where that
// is required.
func unavailable(t testing.TB, format string, args ...any) {
	t.Helper()
	if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "servers") {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// startRival starts the server of rivalLine, pinned to cpus where they are not
// "", and gives its address.
func startRival(t testing.TB, cpus string) (host, port string, client *redis.Client) {
	t.Helper()
	at := startAs(t, rivalSetup(t), cpus)
	host, port, _ = strings.Cut(at.Address, ":")
	client = redis.NewClient(&redis.Options{Addr: at.Address, Protocol: 2})
	t.Cleanup(func() { _ = client.Close() })
	return host, port, client
}

// startAs starts a server as setup says. The test is skipped where there is
// none.
func startAs(t testing.TB, setup matrix.Setup, cpus string) matrix.Endpoint {
	t.Helper()
	starter, err := launch.New(t.Context(), launch.Options{Dir: t.TempDir(), Found: rivals(t), CPUs: cpus})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := starter.Close(); err != nil {
			t.Error(err)
		}
	})
	server, err := starter.Launch(t.Context(), setup, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		unavailable(t, "start a server: %v", err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return server.Endpoint()
}

// measurement is a line of CSV as redis-benchmark 7.0 writes it.
type measurement struct {
	test                          string
	rps                           float64
	avg, min, p50, p95, p99, most float64 // milliseconds
}

// benchmarkHead is the head of redis-benchmark's CSV, as its source has it.
const benchmarkHead = "test,rps,avg_latency_ms,min_latency_ms,p50_latency_ms,p95_latency_ms,p99_latency_ms,max_latency_ms"

// readMeasurements reads what `redis-benchmark --csv` printed. It knows nothing
// of bench.
func readMeasurements(t testing.TB, text string) []measurement {
	t.Helper()
	from := csv.NewReader(strings.NewReader(text))
	head, err := from.Read()
	if err != nil || strings.Join(head, ",") != benchmarkHead {
		t.Fatalf("head %q, error %v; of\n%s", head, err, text)
	}
	var all []measurement
	for {
		fields, err := from.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		m := measurement{test: fields[0]}
		for i, to := range []*float64{&m.rps, &m.avg, &m.min, &m.p50, &m.p95, &m.p99, &m.most} {
			if *to, err = strconv.ParseFloat(fields[i+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, m)
	}
}

// output runs a program and gives its stdout.
func output(t testing.TB, argv ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%q: %v\n%s", argv, err, stderr.String())
	}
	return stdout.String()
}

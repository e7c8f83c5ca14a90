package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestHostFacts says what is known of the machine, and no more.
func TestHostFacts(t *testing.T) {
	run := small(1)
	run.Host = matrix.Host{Hostname: "bench-1", OS: "Debian 12", Kernel: "6.1", Arch: "amd64", CPUModel: "Xeon", CPUs: 2, MHz: 2600.4, Memory: 8 << 30,
		Virtual: "kvm", Governor: "performance", THP: "never", Overcommit: "1", Somaxconn: "4096", DataFS: "ext4", ServerCPUs: "0", ClientCPUs: "1", SharedCore: true}
	anew(run, func(s *matrix.Sample) bool {
		s.Threads = 2
		return true
	})
	want := []Fact{
		{"host", "bench-1"}, {"operating system", "Debian 12"}, {"kernel", "6.1"}, {"architecture", "amd64"}, {"CPU model", "Xeon"},
		{"CPUs", "2"}, {"CPU clock", "2,600 MHz"}, {"CPU governor", "performance"}, {"memory", "8.0 GiB (8,589,934,592 bytes)"},
		{"hypervisor or container", "kvm"}, {"transparent huge pages", "never"}, {"vm.overcommit_memory", "1"}, {"net.core.somaxconn", "4096"},
		{"file system of the data", "ext4"}, {"CPUs of servers", "0"}, {"CPUs of the client", "1"}, {"pinning", "server on CPU 0 · client on CPU 1"},
		{"client", "2 threads"}, {"shared core", "CPUs of server and client are threads of one core"},
	}
	if diff := cmp.Diff(want, newSource(run).hostFacts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	run.Host = matrix.Host{CPUModel: "M1"}
	if diff := cmp.Diff([]Fact{{"CPU model", "M1"}, {"pinning", "none"}, {"client", "2 threads"}}, newSource(run).hostFacts()); diff != "" {
		t.Errorf("of a model alone (-want +got):\n%s", diff)
	}
	run.Host = matrix.Host{}
	if got := newSource(run).hostFacts(); got != nil {
		t.Errorf("of no host: %v", got)
	}
}

// TestServers puts what ran side by side.
func TestServers(t *testing.T) {
	run := small(1)
	was := run.Servers["version=7.0"]
	was.Build, was.Compiler, was.Launch, was.Path, was.Digest = "abc", "12.2.0", matrix.LaunchContainer, "redis:7.0", "sha256:1234"
	was.CPUs, was.Allocator, was.StartNanos, was.Size = "", "", 25_500_000, 0
	run.Servers["version=7.0"] = was
	table := newSource(run).servers()
	columns := []Column{{Head: "redis 6.0.16", Sub: "baseline", Text: true}, {Head: "redis 7.0.15", Text: true}}
	if diff := cmp.Diff(columns, table.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	want := [][]string{
		{"asked for", "6.0", "7.0"},
		{"version", "redis 6.0.16", "redis 7.0.15"},
		{"build", none, "abc"},
		{"SHA-256", "1515151515151515151515151515151515151515151515151515151515151515", "1234"},
		{"launch", "binary", "container"},
		{"path", "/srv/redis-6.0/redis-server", "redis:7.0"},
		{"CPUs", "0", none},
		{"allocator", "jemalloc-5.2.1", none},
		{"compiler", none, "12.2.0"},
		{"binary size, MB", "1.40", none},
		{"last start, ms", none, "25.5"},
	}
	if diff := cmp.Diff(want, texts(table)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	run.Servers = nil
	if diff := cmp.Diff(Table{}, newSource(run).servers()); diff != "" {
		t.Errorf("of none (-want +got):\n%s", diff)
	}
}

// TestSetupColumns names setups by what tells them apart.
func TestSetupColumns(t *testing.T) {
	versions, modes := matrix.Axis{Name: "version", Values: []string{"6.0", "7.0"}}, matrix.Axis{Name: "appendonly", Values: []string{"no", "always"}}
	sizes := matrix.Axis{Name: "value_size", Values: []string{"3", "1KiB"}}
	for name, test := range map[string]struct {
		axes     []matrix.Axis
		baseline matrix.Selector
		change   func(*matrix.Run)
		want     []string
	}{
		"by version":          {[]matrix.Axis{versions, sizes}, matrix.Selector{"version": {"6.0"}}, nil, []string{"redis 6.0.16 · baseline", "redis 7.0.15"}},
		"by mode":             {[]matrix.Axis{{Name: "version", Values: []string{"7.0"}}, modes}, nil, nil, []string{"appendonly no", "appendonly always"}},
		"of part of the load": {[]matrix.Axis{versions, sizes}, matrix.Selector{"value_size": {"3"}}, nil, []string{"redis 6.0.16", "redis 7.0.15"}},
		"one":                 {[]matrix.Axis{{Name: "version", Values: []string{"7.0"}}, sizes}, matrix.Selector{"version": {"7.0"}}, nil, []string{"redis 7.0.15"}},
		"by both, and those that ran": {[]matrix.Axis{versions, modes}, nil, func(r *matrix.Run) { delete(r.Servers, "version=7.0 appendonly=no") },
			[]string{"redis 6.0.16 · appendonly no", "redis 6.0.16 · appendonly always", "redis 7.0.15 · appendonly always"}},
		"the same": {[]matrix.Axis{{Name: "version", Values: []string{"7.0", "7.0.15"}}}, nil, func(r *matrix.Run) { r.Servers["version=7.0.15"] = r.Servers["version=7.0"] },
			[]string{"redis 7.0.15 · version=7.0", "redis 7.0.15 · version=7.0.15"}},
		"the control": {[]matrix.Axis{versions}, matrix.Selector{"version": {"6.0"}}, func(r *matrix.Run) {
			cell, setup := r.Plan.Cells[0], r.Plan.Setups[0]
			cell.Baseline, cell.Control, cell.Setup, setup.ID = false, true, "control", "control"
			r.Plan.Cells, r.Plan.Setups = append(r.Plan.Cells, cell), append(r.Plan.Setups, setup)
			r.Servers["control"] = r.Servers["version=6.0"]
		}, []string{"redis 6.0.16 · baseline", "redis 7.0.15", "redis 6.0.16 · control"}},
	} {
		run := fixture{axes: test.axes, tests: []string{"SET"}, rounds: 1, baseline: test.baseline}.run()
		if test.change != nil {
			test.change(run)
		}
		s := newSource(run)
		got := mapEach(s.setupColumns(s.started()), func(c Column) string { return saying(c.Head, c.Sub) })
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"redismatrix/matrix"
	"redismatrix/runner"
	"redismatrix/runner/launch"
	"redismatrix/runner/probe"
)

// confine puts a process into a new cgroup that may use a tenth of a CPU. The
// cgroup can be removed once the process has ended.
func confine(t *testing.T, pid int) (dir string) {
	t.Helper()
	for _, kind := range []struct {
		root  string
		quota map[string]string
	}{
		{"/sys/fs/cgroup/cpu", map[string]string{"cpu.cfs_period_us": "20000", "cpu.cfs_quota_us": "2000"}},
		{"/sys/fs/cgroup", map[string]string{"cpu.max": "2000 20000"}},
	} {
		dir := filepath.Join(kind.root, "redis-matrix-test-"+strconv.Itoa(pid))
		if err := os.Mkdir(dir, 0o755); err != nil {
			continue
		}
		var failed error
		for name, value := range kind.quota {
			failed = errors.Join(failed, setExisting(filepath.Join(dir, name), value))
		}
		if failed = errors.Join(failed, setExisting(filepath.Join(dir, "cgroup.procs"), strconv.Itoa(pid))); failed == nil {
			return dir
		}
		_ = os.Remove(dir)
	}
	t.Skip("no CPU quota can be set here: it takes root, and a cgroup file system")
	return ""
}

// setExisting writes a file that the kernel has made.
func setExisting(path, value string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(value), 0o600)
}

// TestAServerThatAQuotaHoldsBack is void, whoever set the quota.
func TestAServerThatAQuotaHoldsBack(t *testing.T) {
	if len(realVersions()) == 0 {
		t.Skip("no servers here: `redis-matrix servers install 7.0`")
	}
	var dir string
	t.Cleanup(func() { _ = os.Remove(dir) }) // after the server has ended
	server := startVersion(t, realVersions()[0], "")
	dir = confine(t, server.Info().PID)
	on := briefly("SET")
	on.Requests, on.Duration = 0, 300*time.Millisecond
	samples, err := measureOnce(t, server, on, runner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	voidFor(t, samples[0], "the CPU quota of its cgroup held the server back for ")
}

// voidFor wants a sample to be void for a reason that begins so. This machine
// may have done something meanwhile that is found before it.
func voidFor(t *testing.T, sample matrix.Sample, reason string) {
	t.Helper()
	for _, other := range []string{"the host swapped", "the CPU quota of its cgroup held redis-matrix back", "the hypervisor gave", "the CPUs slowed down"} {
		if strings.HasPrefix(sample.Reason, other) {
			t.Skip("this machine is not fit for it now: ", sample.Reason)
		}
	}
	if sample.Status != matrix.StatusInvalid || !strings.HasPrefix(sample.Reason, reason) {
		t.Errorf("%s: %q, want %q", sample.Status, sample.Reason, reason)
	}
}

// TestAServerBesideAnotherProgram is void: it had half of its CPU at most.
func TestAServerBesideAnotherProgram(t *testing.T) {
	server, client, err := launch.SplitCPUs("auto")
	if err != nil || server == "" || len(realVersions()) == 0 {
		t.Skip("it takes two CPUs and a server: `redis-matrix servers install 7.0`", err)
	}
	started := startVersion(t, realVersions()[0], server)
	var cpus unix.CPUSet
	if err := unix.SchedGetaffinity(started.Info().PID, &cpus); err != nil {
		t.Fatal(err)
	}
	for range cpus.Count() {
		spin(t, &cpus)
	}
	host := probe.Host(t.Context(), t.TempDir())
	host.ServerCPUs, host.ClientCPUs = server, client
	on := briefly("SET")
	on.Clients, on.Requests, on.Duration = 50, 0, 700*time.Millisecond
	samples, err := measureOn(t, host, started, on, runner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	voidFor(t, samples[0], "other programs used more than 10 % of the time of the server's CPUs, which had none left")
}

// spin uses up what it gets of CPUs until the test's end.
func spin(t *testing.T, cpus *unix.CPUSet) {
	t.Helper()
	spinner := exec.CommandContext(t.Context(), "sh", "-c", "while :; do :; done")
	if err := spinner.Start(); err != nil {
		t.Skip("no shell here: ", err)
	}
	t.Cleanup(func() { _ = spinner.Wait() }) // it is killed at the end of the context
	if err := unix.SchedSetaffinity(spinner.Process.Pid, cpus); err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// forbidForks puts a process into a new cgroup in which nothing can be forked. The
// cgroup can be removed once the process has ended.
func forbidForks(t *testing.T, pid int) (dir string) {
	t.Helper()
	for _, root := range []string{"/sys/fs/cgroup/pids", "/sys/fs/cgroup"} {
		dir := filepath.Join(root, "redis-matrix-forkless-"+strconv.Itoa(pid))
		if err := os.Mkdir(dir, 0o755); err != nil {
			continue
		}
		err := errors.Join(
			setExisting(filepath.Join(dir, "pids.max"), "0"),
			setExisting(filepath.Join(dir, "cgroup.procs"), strconv.Itoa(pid)))
		if err == nil {
			return dir
		}
		_ = os.Remove(dir)
	}
	t.Skip("no forks can be forbidden here: it takes root, and a cgroup file system")
	return ""
}

// TestEventsWhoseForkFails void the sample with what the server said, and are not
// told as if they had been.
func TestEventsWhoseForkFails(t *testing.T) {
	if len(realVersions()) == 0 {
		t.Skip("no servers here: `redis-matrix servers install 7.0`")
	}
	for _, version := range realVersions() {
		t.Run(version, func(t *testing.T) {
			var dir string
			t.Cleanup(func() { _ = os.Remove(dir) }) // after the server has ended
			server := startVersion(t, version, "")
			dir = forbidForks(t, server.Info().PID)
			for _, event := range []string{matrix.EventSave, matrix.EventRewrite} {
				on := briefly("SET")
				on.Event, on.Requests, on.Duration = event, 0, 400*time.Millisecond
				samples, err := measureOnce(t, server, on, runner.Options{Shared: true})
				if err != nil {
					t.Fatal(err)
				}
				sample := samples[0]
				if sample.Status != matrix.StatusInvalid || !strings.HasPrefix(sample.Reason, "the server refused "+strings.ToUpper(event)+": ERR") {
					t.Errorf("%s: %s %q, events %+v", event, sample.Status, sample.Reason, sample.Events)
				}
				for _, of := range sample.Events {
					if !of.Failed {
						t.Errorf("%s: told as if it had been: %+v", event, of)
					}
				}
			}
		})
	}
}

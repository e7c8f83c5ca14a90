package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// TestADirectoryThatBecomesReadOnly voids a sample in which the server was to save
// there, and the server is stopped and its directory removed as ever. (With an AOF
// open on it the kernel makes no file system read-only.)
func TestADirectoryThatBecomesReadOnly(t *testing.T) {
	if len(realVersions()) == 0 || os.Geteuid() != 0 {
		t.Skip("it takes root, who mounts, and a server: `redis-matrix servers install 7.0`")
	}
	for _, version := range realVersions() {
		t.Run(version, func(t *testing.T) {
			dir := t.TempDir()
			if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
				t.Skip("nothing can be mounted here: ", err)
			}
			t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
			b := newTrialBench(t, version, dir, nil, 1) // which looks for what is left
			server, err := b.starter.(sites).Launch(t.Context(), b.setup, filepath.Join(t.TempDir(), "log"))
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
				t.Fatal(err)
			}
			on := briefly("SET")
			on.Event, on.Requests, on.Duration = matrix.EventSave, 0, 400*time.Millisecond
			samples, err := measureOnce(t, server, on, runner.Options{Shared: true})
			if mounted := syscall.Mount("", dir, "", syscall.MS_REMOUNT, ""); mounted != nil {
				t.Fatal(mounted)
			}
			if stopped := server.Stop(context.Background()); err != nil || stopped != nil {
				t.Fatal(err, stopped)
			}
			if s := samples[0]; s.Status != matrix.StatusInvalid || !strings.HasPrefix(s.Reason, "the server's BGSAVE failed") || s.Remedy == "" {
				t.Errorf("%s %q, %q, events %+v", s.Status, s.Reason, s.Remedy, s.Events)
			}
		})
	}
}

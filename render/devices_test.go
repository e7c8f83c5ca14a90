package render

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestDevices(t *testing.T) {
	run := &matrix.Run{Devices: []matrix.Device{
		{
			Storage: matrix.Storage{Name: "nvme", Dir: "/mnt/a"}, FS: "ext4", Source: "/dev/nvme0n1p2", Options: "rw,relatime", Model: "SSD 990",
			Rotational: "no", Scheduler: "none", Syncs: 400, SyncP50: 210 * time.Microsecond, SyncP99: 1500 * time.Microsecond, Bandwidth: 1_234_567_890,
		},
		{Storage: matrix.Storage{Name: "/mnt/b", Dir: "/mnt/b"}, FS: "tmpfs", Source: "tmpfs", Rotational: "yes"},
		{Storage: matrix.Storage{Name: "c", Dir: "/c"}},
	}}
	want := []Fact{
		{"storage", "nvme: /mnt/a · ext4 on /dev/nvme0n1p2 (rw,relatime) · SSD 990 · not rotational · scheduler none · " +
			"512 bytes written and synced in 0.210 ms (p99 1.50 ms) · 1 MiB writes 1,235 MB/s"},
		{"storage", "/mnt/b · tmpfs · rotational"},
		{"storage", "c: /c"},
	}
	if diff := cmp.Diff(want, (&source{run: run}).deviceFacts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

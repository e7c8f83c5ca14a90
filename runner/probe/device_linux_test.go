package probe

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

const mountinfo = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
30 27 8:1 /sub /mnt/with\040blank ro,noatime shared:2 master:3 - xfs /dev/sda1 rw,logbsize=32k
31 27 0:40 / /mnt/over rw,relatime - overlay overlay rw,lowerdir=/a,upperdir=/b
32 31 0:41 / /mnt/over/btr\134fs rw - btrfs /dev/sdb2 rw,space_cache=v2
33 27 0:42 / /mnt/over rw - tmpfs tmpfs rw,size=1k
34 27 0:43 / /mnt/overture rw - tmpfs other
a line that is none
35 27 0:44 / /half rw - ext4
`

func TestMounts(t *testing.T) {
	mounts := parseMounts(mountinfo)
	for dir, want := range map[string]mount{
		"/":                       {"253:0", "/", "ext4", "/dev/vda", "rw,relatime,discard"},
		"/var/lib":                {"253:0", "/", "ext4", "/dev/vda", "rw,relatime,discard"},
		"/mnt/with blank/a":       {"8:1", "/mnt/with blank", "xfs", "/dev/sda1", "ro,noatime,logbsize=32k"},
		"/mnt/over":               {"0:42", "/mnt/over", "tmpfs", "tmpfs", "rw,size=1k"},
		`/mnt/over/btr\fs/deeper`: {"0:41", `/mnt/over/btr\fs`, "btrfs", "/dev/sdb2", "rw,space_cache=v2"},
		"/mnt/overture":           {"0:43", "/mnt/overture", "tmpfs", "other", "rw"},
		"/half":                   {"253:0", "/", "ext4", "/dev/vda", "rw,relatime,discard"},
	} {
		got, found := mountOf(mounts, dir)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(mount{})); diff != "" || !found {
			t.Errorf("%s (-want +got):\n%s", dir, diff)
		}
	}
	if _, found := mountOf(nil, "/"); found {
		t.Error("a mount among none")
	}
	for text, want := range map[string]string{`a\040b`: "a b", `a\`: `a\`, `\9`: `\9`, `\999x`: `\999x`, `\011\012`: "\t\n"} {
		if got := unescaped(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDescribe reads a made-up machine: a partition of a disk that turns, and a
// file system with a number of its own.
func TestDescribe(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("proc/self/mountinfo", mountinfo)
	write("sys/devices/sda/queue/rotational", "1\n")
	write("sys/devices/sda/queue/scheduler", "none [mq-deadline] kyber\n")
	write("sys/devices/sda/device/model", "WDC WD40EFRX-68N\n")
	write("sys/devices/sda/sda1/partition", "1\n")
	if err := os.MkdirAll(filepath.Join(root, "sys/dev/block"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../devices/sda/sda1", filepath.Join(root, "sys/dev/block/8:1")); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]matrix.Device{
		"/mnt/with blank": {FS: "xfs", Source: "/dev/sda1", Options: "ro,noatime,logbsize=32k", Model: "WDC WD40EFRX-68N", Rotational: "yes", Scheduler: "mq-deadline"},
		"/mnt/over":       {FS: "tmpfs", Source: "tmpfs", Options: "rw,size=1k"},
	} {
		got := matrix.Device{Storage: matrix.Storage{Dir: dir}}
		tree(root).describe(&got)
		want.Dir = dir
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", dir, diff)
		}
	}
}

// TestDevice measures real directories, and leaves nothing in them.
func TestDevice(t *testing.T) {
	memory, err := os.MkdirTemp("/dev/shm", "redis-matrix-test-")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(memory) })
	for _, dir := range []string{memory, t.TempDir()} {
		d, err := Device(t.Context(), matrix.Storage{Name: "s", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if d.FS == "" || d.Syncs == 0 || d.SyncP50 <= 0 || d.SyncP99 < d.SyncP50 || d.Bandwidth < 1e4 {
			t.Errorf("%+v", d)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left %v, %v", left, err)
		}
		if dir == memory && (d.FS != "tmpfs" || d.Rotational != "") {
			t.Errorf("%+v", d)
		}
	}
}

func TestDeviceThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		file:             "use storage s: " + file + " is no directory; name a directory that is there",
		file + "-absent": "no such file or directory; name a directory that is there",
		"/proc":          "probe storage s: open /proc/redis-matrix-probe-",
	} {
		if _, err := Device(t.Context(), matrix.Storage{Name: "s", Dir: dir}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", dir, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Device(ctx, matrix.Storage{Name: "s", Dir: t.TempDir()}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

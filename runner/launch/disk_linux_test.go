package launch

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// readOnly makes a directory one that this process cannot write to.
func readOnly(t testing.TB, dir string) {
	t.Helper()
	if os.Geteuid() == 0 { // whom permissions do not stop
		mountTmpfs(t, dir, unix.MS_RDONLY, "")
		return
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
}

// smallDisk gives a directory on a disk of its own.
func smallDisk(t testing.TB, size int) (dir string) {
	t.Helper()
	dir = shortDir(t)
	mountTmpfs(t, dir, 0, fmt.Sprintf("size=%d", size))
	return dir
}

func mountTmpfs(t testing.TB, dir string, flags uintptr, options string) {
	t.Helper()
	if err := unix.Mount("tmpfs", dir, "tmpfs", flags, options); err != nil {
		t.Skipf("mount a disk of its own at %s: %v; only root can", dir, err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

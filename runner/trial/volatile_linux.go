package trial

import "golang.org/x/sys/unix"

// volatile names the file system of a directory where it keeps nothing when the
// power is lost, or does not tell what it keeps; "" where it is another.
func volatile(dir string) string {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return "an unknown file system"
	}
	switch int64(stat.Type) {
	case unix.TMPFS_MAGIC:
		return "tmpfs"
	case unix.RAMFS_MAGIC:
		return "ramfs"
	case unix.OVERLAYFS_SUPER_MAGIC:
		return "overlayfs"
	}
	return ""
}

package probe

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"redismatrix/matrix"
)

// syncData is fdatasync(2), by which servers sync their AOF.
func syncData(file *os.File) error {
	for {
		if err := unix.Fdatasync(int(file.Fd())); err != unix.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}

// describe adds what the kernel tells of the mount that a directory is on, and of
// its device.
func (t tree) describe(d *matrix.Device) {
	dir, err := filepath.EvalSymlinks(d.Dir)
	if err != nil {
		dir = d.Dir
	}
	at, found := mountOf(parseMounts(t.read("proc/self/mountinfo")), dir)
	if !found {
		return
	}
	d.FS, d.Source, d.Options = at.fs, at.source, at.options
	t.block(at, d)
}

// block adds what the kernel tells of a block device; nothing where a file system
// has none.
func (t tree) block(at mount, d *matrix.Device) {
	device := at.device
	var of unix.Stat_t
	// btrfs and others have a number of their own: that of their device is another.
	if strings.HasPrefix(device, "0:") && strings.HasPrefix(at.source, "/dev/") && unix.Stat(filepath.Join(string(t), at.source), &of) == nil {
		device = fmt.Sprintf("%d:%d", unix.Major(of.Rdev), unix.Minor(of.Rdev))
	}
	dir, err := filepath.EvalSymlinks(filepath.Join(string(t), "sys/dev/block", device))
	if err != nil {
		return
	}
	if _, err := os.Stat(filepath.Join(dir, "partition")); err == nil {
		dir = filepath.Dir(dir)
	}
	d.Model = first(filepath.Join(dir, "device/model"))
	d.Scheduler = bracketed(first(filepath.Join(dir, "queue/scheduler")))
	d.Rotational = map[string]string{"0": "no", "1": "yes"}[first(filepath.Join(dir, "queue/rotational"))]
}

// mount is a line of mountinfo.
type mount struct{ device, point, fs, source, options string }

// parseMounts reads /proc/PID/mountinfo, see proc_pid_mountinfo(5). Lines that are
// otherwise are passed over.
func parseMounts(text string) []mount {
	var mounts []mount
	for line := range strings.Lines(text) {
		head, tail, whole := strings.Cut(line, " - ")
		of, what := strings.Fields(head), strings.Fields(tail)
		if !whole || len(of) < 6 || len(what) < 2 {
			continue
		}
		m := mount{device: of[2], point: unescaped(of[4]), options: of[5], fs: what[0], source: unescaped(what[1])}
		if len(what) > 2 {
			m.options = bothOptions(m.options, what[2])
		}
		mounts = append(mounts, m)
	}
	return mounts
}

// bothOptions are those of a mount and of its file system, each once.
func bothOptions(mount, fs string) string {
	all := strings.Split(mount, ",")
	for option := range strings.SplitSeq(fs, ",") {
		if !slices.Contains(all, option) && (option != "rw" || !slices.Contains(all, "ro")) {
			all = append(all, option)
		}
	}
	return strings.Join(all, ",")
}

// unescaped is a name as it is: the kernel writes blanks and backslashes in octal.
func unescaped(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, `\`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if len(rest) < 3 {
			b.WriteString(`\` + rest)
			return b.String()
		}
		if c, err := strconv.ParseUint(rest[:3], 8, 8); err == nil {
			b.WriteByte(byte(c))
		} else {
			b.WriteString(`\` + rest[:3])
		}
		text = rest[3:]
	}
}

// mountOf is the mount that a directory is on: the last of those with the longest
// path, which is mounted over the others.
func mountOf(mounts []mount, dir string) (at mount, found bool) {
	for _, m := range mounts {
		within := m.point == "/" || dir == m.point || strings.HasPrefix(dir, m.point+"/")
		if within && len(m.point) >= len(at.point) {
			at, found = m, true
		}
	}
	return at, found
}

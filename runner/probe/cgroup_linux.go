package probe

import (
	"path"
	"slices"
	"strings"
	"time"
)

// throttled is for how long CPU quotas held back the cgroups that a process is
// in, those above included, since a quota holds for all below it. process is a
// number or "self".
func (t tree) throttled(process string) time.Duration {
	var sum time.Duration
	for _, group := range parseCgroups(t.read("proc/" + process + "/cgroup")) {
		for dir := group.path; ; dir = path.Dir(dir) {
			sum += throttledIn(t.read("sys/fs/cgroup" + group.mount + dir + "/cpu.stat"))
			if dir == "/" {
				break
			}
		}
	}
	return sum
}

// cgroup is a cgroup that a process is in.
type cgroup struct {
	mount string // of its hierarchy, below /sys/fs/cgroup
	path  string // as this process sees it, absolute
}

// throttledIn reads a cpu.stat: cgroup v2 counts microseconds in
// throttled_usec, v1 nanoseconds in throttled_time.
func throttledIn(stat string) time.Duration {
	return time.Duration(field(stat, "throttled_usec"))*time.Microsecond + time.Duration(field(stat, "throttled_time"))
}

// parseCgroups reads /proc/PID/cgroup (cgroups(7)), lines of
// hierarchy:controllers:path. Hierarchy 0 is cgroup v2; of v1 the hierarchy
// that has the cpu controller counts. A cgroup outside of the part that this
// process sees is passed over.
func parseCgroups(text string) []cgroup {
	var groups []cgroup
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimRight(line, "\n"), ":", 3)
		if len(parts) < 3 || !strings.HasPrefix(parts[2], "/") || strings.HasPrefix(parts[2], "/..") {
			continue
		}
		switch {
		case parts[0] == "0":
			groups = append(groups, cgroup{"", path.Clean(parts[2])})
		case slices.Contains(strings.Split(parts[1], ","), "cpu"):
			groups = append(groups, cgroup{"/cpu", path.Clean(parts[2])})
		}
	}
	return groups
}

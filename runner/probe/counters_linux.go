package probe

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// ticks is USER_HZ, the unit of /proc/stat: 100 on every Linux architecture.
const ticks = 100

// hostCounters adds the counters of this host and process.
func hostCounters(c *matrix.Counters) {
	c.ClientCPU = processCPU()
	c.SwapOut = statField(read("/proc/vmstat"), "pswpout")
	stat := read("/proc/stat")
	c.HostCPUs = countCPUs(stat)
	c.HostBusy, c.Steal = cpuTimes(stat)
	c.Throttled = throttled()
}

// read is a file's text, "" where it cannot be read.
func read(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// statField finds "name number" among lines.
func statField(text, name string) int64 {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 2 && words[0] == name {
			n, _ := strconv.ParseInt(words[1], 10, 64) // 0 where it is no number
			return n
		}
	}
	return 0
}

// cpuTimes reads /proc/stat's first line (proc(5)): user, nice, system, idle,
// iowait, irq, softirq and steal, in ticks. Time of guests is part of user.
func cpuTimes(text string) (busy, steal time.Duration) {
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(line)
	if len(words) < 9 || words[0] != "cpu" {
		return 0, 0
	}
	for _, i := range []int{1, 2, 3, 6, 7} {
		busy += ticked(words[i])
	}
	return busy, ticked(words[8])
}

// countCPUs counts the lines "cpu0 …", "cpu1 …" of /proc/stat.
func countCPUs(text string) int {
	count := 0
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, "cpu"); found && !strings.HasPrefix(rest, " ") {
			count++
		}
	}
	return count
}

func ticked(word string) time.Duration {
	n, _ := strconv.ParseInt(word, 10, 64) // 0 where it is no number
	return time.Duration(n) * time.Second / ticks
}

// throttled is for how long the cgroup of this process was held back by its
// CPU quota: cgroup v2's throttled_usec, or v1's throttled_time in nanoseconds.
func throttled() time.Duration {
	var longest time.Duration
	for line := range strings.Lines(read("/proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) == 3 {
			longest = max(longest, throttledIn(parts[0], parts[1], parts[2]))
		}
	}
	return longest
}

// throttledIn reads one line of /proc/self/cgroup (cgroups(7)): hierarchy 0 is
// cgroup v2; of v1 the hierarchy that has the cpu controller counts.
func throttledIn(hierarchy, controllers, path string) time.Duration {
	if hierarchy == "0" {
		stat := read(filepath.Join("/sys/fs/cgroup", path, "cpu.stat"))
		return time.Duration(statField(stat, "throttled_usec")) * time.Microsecond
	}
	if !slices.Contains(strings.Split(controllers, ","), "cpu") {
		return 0
	}
	stat := read(filepath.Join("/sys/fs/cgroup/cpu", path, "cpu.stat"))
	return time.Duration(statField(stat, "throttled_time"))
}

package probe

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"redismatrix/matrix"
)

// machine reads the counters of this host, of this process, and of a server's
// process.
type machine struct {
	files tree
	// pid is the server's process, 0 where it is not on this host.
	pid int
	// cpus are the numbers of the CPUs that this process and the server may use.
	cpus []int
}

// newMachine is this host, with the server's process on it; pid 0 is none.
func newMachine(pid int) machine { return machine{"/", pid, usable(0, pid)} }

// usable are the CPUs that any of the processes may use; process 0 is this one.
func usable(pids ...int) []int {
	var all unix.CPUSet
	for _, pid := range pids {
		var set unix.CPUSet
		if err := unix.SchedGetaffinity(pid, &set); err != nil {
			continue // it has ended: what it did is no evidence any more
		}
		for i := range all {
			all[i] |= set[i]
		}
	}
	cpus := make([]int, 0, all.Count())
	for cpu := 0; len(cpus) < all.Count(); cpu++ {
		if all.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

// read adds what the machine tells. What it does not tell stays zero.
func (m machine) read(c *matrix.Counters) {
	c.ClientCPU = processCPU()
	stat := parseStat(m.files.read("proc/stat"))
	c.CPU, c.PerCPU, c.Switches = stat.all, stat.each, stat.switches
	c.SwapOut = field(m.files.read("proc/vmstat"), "pswpout")
	c.Throttled = m.files.throttled("self")
	if m.pid > 0 {
		c.ServerThrottled = m.files.throttled(strconv.Itoa(m.pid))
	}
	m.files.traffic(c)
	c.MHz = m.files.mhz(m.cpus)
	c.Overheated = m.files.overheated(m.cpus)
}

// field finds "name number" among lines, 0 where there is none.
func field(text, name string) int64 {
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, name+" "); found {
			return number(rest)
		}
	}
	return 0
}

// number is a text as a number, 0 where it is none.
func number(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// ofCPU is the path of a CPU's directory in sysfs.
func ofCPU(cpu int, name string) string {
	return fmt.Sprintf("sys/devices/system/cpu/cpu%d/%s", cpu, name)
}

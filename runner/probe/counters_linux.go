package probe

import (
	"fmt"
	"slices"
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
	// client and server are the CPUs that this process and the server may use.
	client, server []int
}

// newMachine is this host, with the server's process on it; pid 0 is none.
func newMachine(pid int) machine {
	m := machine{files: "/", pid: pid, client: usable(0)}
	if pid > 0 {
		m.server = usable(pid)
	}
	return m
}

// usable are the CPUs that a process may use, ascending; none of one that has
// ended. Process 0 is this one.
func usable(pid int) []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(pid, &set); err != nil {
		return nil
	}
	cpus := make([]int, 0, set.Count())
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

// cpus are those that this process or the server may use.
func (m machine) cpus() []int {
	both := slices.Concat(m.client, m.server)
	slices.Sort(both)
	return slices.Compact(both)
}

// read adds what the machine tells. What it does not tell stays zero.
func (m machine) read(c *matrix.Counters) {
	c.ClientCPU, c.ClientCPUs, c.ServerCPUs = processCPU(), m.client, m.server
	stat := parseStat(m.files.read("proc/stat"))
	c.CPU, c.PerCPU, c.Switches = stat.all, stat.each, stat.switches
	c.SwapOut = field(m.files.read("proc/vmstat"), "pswpout")
	c.Throttled = m.files.throttled("self")
	if m.pid > 0 {
		c.ServerThrottled = m.files.throttled(strconv.Itoa(m.pid))
	}
	m.files.traffic(c)
	c.MHz = m.files.mhz(m.cpus())
	c.Overheated = m.files.overheated(m.cpus())
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

package probe

import (
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// ticks is USER_HZ, the unit of /proc/stat: 100 on every Linux architecture.
const ticks = 100

// maxCPU is the highest number that a CPU can have (CONFIG_NR_CPUS).
const maxCPU = 8191

// stat is what /proc/stat says.
type stat struct {
	all      matrix.CPUTime
	each     []matrix.CPUTime // by the CPU's number; of one that is offline, zero
	switches int64
}

// parseStat reads /proc/stat (proc(5)): the lines "cpu" and "cpu0" on, and
// "ctxt".
func parseStat(text string) stat {
	var s stat
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(line, " ")
		digits, isCPU := strings.CutPrefix(name, "cpu")
		switch cpu, err := strconv.Atoi(digits); {
		case name == "ctxt":
			s.switches = number(rest)
		case name == "cpu":
			s.all = cpuTime(rest)
		case isCPU && err == nil && 0 <= cpu && cpu <= maxCPU:
			for len(s.each) <= cpu {
				s.each = append(s.each, matrix.CPUTime{})
			}
			s.each[cpu] = cpuTime(rest)
		}
	}
	return s
}

// cpuTime reads user, nice, system, idle, iowait, irq, softirq and steal, in
// ticks. Guests are part of user, and of nice.
func cpuTime(text string) matrix.CPUTime {
	words := strings.Fields(text)
	if len(words) < 8 {
		return matrix.CPUTime{}
	}
	at := func(i int) time.Duration { return time.Duration(number(words[i])) * time.Second / ticks }
	return matrix.CPUTime{
		User: at(0) + at(1), System: at(2), Idle: at(3), IOWait: at(4), SoftIRQ: at(5) + at(6), Steal: at(7),
	}
}

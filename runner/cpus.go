package runner

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix"
)

// clientCPUs are the CPUs that this process may use: those that it was pinned
// to, else what the kernel says, whoever decided that; none where unknown.
func (e evidence) clientCPUs() []int {
	return known(e.host.ClientCPUs, e.after.ClientCPUs)
}

// serverCPUs are the same of the server; none where it is elsewhere.
func (e evidence) serverCPUs() []int {
	if !e.local {
		return nil
	}
	return known(e.server.CPUs, e.after.ServerCPUs)
}

// known is the cpuset that a process was pinned to, else what was read.
func known(pinned string, read []int) []int {
	if cpus := cpusIn(pinned); len(cpus) > 0 {
		return cpus
	}
	return read
}

// spare are the CPUs of the client's that the server cannot use: none of them
// where it is on this host and its own are not known.
func (e evidence) spare() []int {
	server, client := e.serverCPUs(), e.clientCPUs()
	if e.local && len(server) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(client), func(cpu int) bool { return slices.Contains(server, cpu) })
}

// apart reports that server and client are known to have CPUs of their own.
func (e evidence) apart() bool {
	return len(e.serverCPUs()) > 0 && len(e.clientCPUs()) > 0 && len(e.spare()) == len(e.clientCPUs())
}

// within reports that the server is known to run on the client's CPUs alone.
func (e evidence) within() bool {
	server := e.serverCPUs()
	outside := func(cpu int) bool { return !slices.Contains(e.clientCPUs(), cpu) }
	return len(server) > 0 && !slices.ContainsFunc(server, outside)
}

// used are the CPUs that what is measured may use, of server and client or of
// the client alone where the server is elsewhere; none where not all are known.
func (e evidence) used() []int {
	server, client := e.serverCPUs(), e.clientCPUs()
	if len(client) == 0 || e.local && len(server) == 0 {
		return nil
	}
	both := slices.Concat(server, client)
	slices.Sort(both)
	return slices.Compact(both)
}

// filled is the part of CPUs' time that was not left; 0 where that is not known,
// or the interval is too short to tell.
func (e evidence) filled(cpus []int) float64 {
	if e.interval() < sampled {
		return 0
	}
	return occupied(e.spentOn(cpus))
}

// occupied is the part of CPU time that was not left.
func occupied(spent matrix.CPUTime) float64 {
	busy := spent.User + spent.System + spent.SoftIRQ + spent.Steal
	return share(busy, busy+spent.Idle+spent.IOWait)
}

// spentOn is how CPUs spent the time between the readings; zero where one of
// them is not known.
func (e evidence) spentOn(cpus []int) (spent matrix.CPUTime) {
	for _, cpu := range cpus {
		if cpu >= len(e.before.PerCPU) || cpu >= len(e.after.PerCPU) {
			return matrix.CPUTime{}
		}
		spent = spent.Add(e.after.PerCPU[cpu].Sub(e.before.PerCPU[cpu]))
	}
	return spent
}

// share is part of whole, 0 where there is no whole.
func share(part, whole time.Duration) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// cpusIn are the CPUs of a cpuset such as "0-2,5", ascending; none of "".
func cpusIn(set string) []int {
	var cpus []int
	for part := range strings.SplitSeq(set, ",") {
		var first, last int
		switch n, _ := fmt.Sscanf(part, "%d-%d", &first, &last); n {
		case 1:
			cpus = append(cpus, first)
		case 2:
			for cpu := first; cpu <= last; cpu++ {
				cpus = append(cpus, cpu)
			}
		}
	}
	slices.Sort(cpus)
	return slices.Compact(cpus)
}

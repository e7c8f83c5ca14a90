package runner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// Shares of CPU time that verdicts on who was the bottleneck stand on.
const (
	// From clientBusy of its CPU on the client is saturated, and below
	// serverBusy of one CPU the server's main thread is not. Between serverBusy
	// and serverFull the server is near what it can do, and that is said.
	clientBusy = 0.95
	serverBusy = 0.80
	serverFull = 0.95
)

const (
	// shortest is the least time between two readings that CPU time is judged
	// by: old servers and the kernel count it in hundredths of a second.
	shortest = 100 * time.Millisecond
	// sampled is the same for what the kernel may know by looking at each tick
	// only: what a CPU was doing.
	sampled = 500 * time.Millisecond
)

// interval is the time between the two readings. It is a little longer than
// what was measured, and is what CPU time of the readings is a share of.
func (e evidence) interval() time.Duration { return e.after.At.Sub(e.before.At) }

// clientBound finds a client that was saturated while the server was not: the
// number then says what redis-matrix can do. A rate that was achieved all the
// same is no less than was asked for.
func (e evidence) clientBound(sample *matrix.Sample) *matrix.Note {
	if !e.saturated(sample) || !e.tellsCPU() || e.serverShare() >= serverBusy || e.keptUp(sample) {
		return nil
	}
	return &matrix.Note{
		Text:   "client-bound: redis-matrix used up its CPUs while the server had more than 20 % of its time left",
		Remedy: e.moreCPU(sample),
	}
}

// clientNear qualifies what a saturated client measured where that voids
// nothing.
func (e evidence) clientNear(sample *matrix.Sample) *matrix.Note {
	if !e.saturated(sample) {
		return nil
	}
	note := &matrix.Note{Remedy: e.moreCPU(sample)}
	switch busy := e.serverShare(); {
	case !e.tellsCPU():
		note.Text = "redis-matrix used up its CPUs, and the server does not tell whether it had time left: it may do more"
	case e.keptUp(sample) && busy < serverFull:
		note.Text = "redis-matrix used up its CPUs while the server had time left: latencies hold delays of its own"
	case busy >= serverBusy && busy < serverFull:
		note.Text = "redis-matrix used up its CPUs while the server had 5 to 20 % of its time left: it may do up to a quarter more"
	default:
		return nil
	}
	return note
}

// saturated says whether the client had no CPU time left, as far as can be
// told: its busiest thread, this process, or the CPUs that it is pinned to,
// interrupts and others' use of them included.
func (e evidence) saturated(sample *matrix.Sample) bool {
	if e.interval() < shortest {
		return false
	}
	return max(sample.ThreadBusy, e.clientShare(sample), e.filled(e.host.ClientCPUs)) >= clientBusy
}

// clientShare is the part of its CPUs' time that this process used. Where
// nothing is pinned, a server on this host uses the same.
func (e evidence) clientShare(sample *matrix.Sample) float64 {
	used := sample.ClientCPU
	if e.host.ClientCPUs == "" && e.local {
		used += sample.ServerCPU
	}
	return share(used, e.interval()*time.Duration(e.clientCPUs()))
}

// clientCPUs is how many CPUs this process may use.
func (e evidence) clientCPUs() int {
	if pinned := cpusIn(e.host.ClientCPUs); len(pinned) > 0 {
		return len(pinned)
	}
	return max(e.host.CPUs, 1)
}

// moreCPU is what can be done about a client that was saturated.
func (e evidence) moreCPU(sample *matrix.Sample) string {
	most := min(e.clientCPUs(), e.load.Clients)
	switch unused := sample.Threads > 0 && sample.Threads < most && e.clientShare(sample) < clientBusy; {
	case unused && e.load.Threads > 0:
		return "give threads: auto, or up to " + strconv.Itoa(most)
	case unused:
		return fmt.Sprintf("give threads: %d, or a longer warmup, in which redis-matrix finds out how many it needs", most)
	}
	return "give the client more CPUs (server.cpus), or compare with a pipeline"
}

// tellsCPU reports that the server tells what CPU time it used.
func (e evidence) tellsCPU() bool { return e.after.ServerCPU > 0 }

// serverShare is the part of the time that the thread that executes commands
// was busy; of a server alone on one CPU, that this CPU was, since the kernel's
// work for its connections may not be counted to it.
func (e evidence) serverShare() float64 {
	busy := share(e.mainCPU(), e.interval())
	if len(cpusIn(e.server.CPUs)) == 1 {
		busy = max(busy, e.filled(e.server.CPUs))
	}
	return busy
}

// mainCPU is the CPU time of the thread that executes commands; of servers that
// do not tell, that of all threads.
func (e evidence) mainCPU() time.Duration {
	if e.after.MainCPU > 0 {
		return e.after.MainCPU - e.before.MainCPU
	}
	return e.after.ServerCPU - e.before.ServerCPU
}

// filled is the part of a cpuset's time that was not left; 0 where that is not
// known, or the interval is too short to tell.
func (e evidence) filled(cpuset string) float64 {
	if e.interval() < sampled {
		return 0
	}
	return occupied(e.spentOn(cpusIn(cpuset)))
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

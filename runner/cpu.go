package runner

import (
	"fmt"
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
	if e.shared || !e.saturated(sample) || !e.tellsCPU() || e.serverShare() >= serverBusy || keptUp(sample) {
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
	case keptUp(sample) && busy < serverFull:
		note.Text = "redis-matrix used up its CPUs while the server had time left: latencies hold delays of its own"
	case busy >= serverBusy && busy < serverFull:
		note.Text = "redis-matrix used up its CPUs while the server had 5 to 20 % of its time left: it may do up to a quarter more"
	default:
		return nil
	}
	return note
}

// saturated says whether the client had no CPU time left, as far as can be
// told: its busiest thread, this process, or the CPUs that it may use,
// interrupts and others' use of them included.
func (e evidence) saturated(sample *matrix.Sample) bool {
	if e.interval() < shortest {
		return false
	}
	return max(sample.ThreadBusy, e.clientShare(sample), e.filled(e.clientCPUs())) >= clientBusy
}

// clientShare is the part of its CPUs' time that is known to have been used up:
// by this process, and by a server that has no other CPUs. Of one that has others
// as well it is not known where it ran.
func (e evidence) clientShare(sample *matrix.Sample) float64 {
	used := sample.ClientCPU
	if e.within() {
		used += e.after.ServerCPU - e.before.ServerCPU
	}
	return share(used, e.interval()*time.Duration(e.clientWidth()))
}

// clientWidth is how many CPUs this process may use.
func (e evidence) clientWidth() int {
	if cpus := e.clientCPUs(); len(cpus) > 0 {
		return len(cpus)
	}
	return max(e.host.CPUs, 1)
}

// moreCPU is what can be done about a client that was saturated. Threads help
// where it has CPUs that they do not use yet.
func (e evidence) moreCPU(sample *matrix.Sample) string {
	most := min(e.clientWidth(), e.load.Clients)
	spare := min(len(e.spare()), most)
	unused := sample.Threads > 0 && sample.Threads < most && e.clientShare(sample) < clientBusy
	switch {
	case unused && spare <= sample.Threads:
		return fmt.Sprintf("give redis-matrix CPUs of its own, or use up to %d threads, which may take the server's", most)
	case unused && e.load.Threads > 0:
		return fmt.Sprintf("use up to %d threads, or auto", spare)
	case unused:
		return fmt.Sprintf("use %d threads, or a longer warmup, in which redis-matrix finds out how many it needs", spare)
	}
	return "give redis-matrix more CPUs, or compare with a pipeline"
}

// tellsCPU reports that the server tells what CPU time it used.
func (e evidence) tellsCPU() bool { return e.after.ServerCPU > 0 }

// serverShare is the part of the time that the thread that executes commands
// was busy; of a server alone on one CPU, that this CPU was, since the kernel's
// work for its connections may not be counted to it.
func (e evidence) serverShare() float64 {
	busy := share(e.mainCPU(), e.interval())
	if cpus := e.serverCPUs(); len(cpus) == 1 && e.apart() {
		busy = max(busy, e.filled(cpus))
	}
	return busy
}

// mainCPU is the CPU time of the thread that executes commands; of servers that
// do not tell, that of all their threads. Children are never part of it.
func (e evidence) mainCPU() time.Duration {
	if e.after.MainCPU > 0 {
		return e.after.MainCPU - e.before.MainCPU
	}
	return e.after.ServerCPU - e.before.ServerCPU
}

package runner

import (
	"fmt"
	"strings"
	"time"

	"redismatrix/matrix"
)

// interval is the time between the two readings. It is a little longer than
// what was measured, and is what CPU time of the readings is a share of.
func (e evidence) interval() time.Duration { return e.after.At.Sub(e.before.At) }

// clientBound finds a client that was saturated while the server was not: the
// number then says what redis-matrix can do.
func (e evidence) clientBound(sample *matrix.Sample) *matrix.Note {
	if !e.saturated(sample) || e.serverShare() >= serverBusy {
		return nil
	}
	return &matrix.Note{
		Text:   "client-bound: redis-matrix used up its CPUs while the server had more than 20 % of its time left",
		Remedy: "give the client more CPUs (server.cpus), or compare with a pipeline",
	}
}

// clientNear says that client and server were both near what they can do.
func (e evidence) clientNear(sample *matrix.Sample) *matrix.Note {
	if busy := e.serverShare(); !e.saturated(sample) || busy < serverBusy || busy >= serverFull {
		return nil
	}
	return &matrix.Note{
		Text:   "redis-matrix used up its CPUs while the server had 5 to 20 % of its time left: it may do up to a quarter more",
		Remedy: "give the client more CPUs (server.cpus)",
	}
}

// saturated says whether the client used up its CPUs, as far as can be told.
func (e evidence) saturated(sample *matrix.Sample) bool {
	if e.interval() < shortest || sample.ServerCPU == 0 {
		return false
	}
	used, cpus := sample.ClientCPU, cpusIn(e.host.ClientCPUs)
	if cpus == 0 { // nothing is pinned: both share all CPUs
		used, cpus = used+sample.ServerCPU, max(e.host.CPUs, 1)
	}
	return share(used, e.interval()*time.Duration(cpus)) > clientBusy
}

// serverShare is the part of the time that the server's main thread was busy.
func (e evidence) serverShare() float64 { return share(e.mainCPU(), e.interval()) }

// mainCPU is the CPU time of the thread that executes commands; of servers that
// do not tell, that of all threads.
func (e evidence) mainCPU() time.Duration {
	if e.after.MainCPU > 0 {
		return e.after.MainCPU - e.before.MainCPU
	}
	return e.after.ServerCPU - e.before.ServerCPU
}

// steal says that the hypervisor gave this host's CPU time to others.
func (e evidence) steal(*matrix.Sample) *matrix.Note {
	if e.ofHost(e.after.Steal-e.before.Steal) <= stealLimit {
		return nil
	}
	return &matrix.Note{
		Text:   "the hypervisor gave more than 2 % of the CPU time to others",
		Remedy: "measure on a quieter machine, or use more rounds",
	}
}

// foreign says that programs other than the server and this one used the host.
func (e evidence) foreign(*matrix.Sample) *matrix.Note {
	server := e.after.ServerCPU - e.before.ServerCPU
	client := e.after.ClientCPU - e.before.ClientCPU
	if server == 0 || e.ofHost(e.after.HostBusy-e.before.HostBusy-server-client) <= foreignLimit {
		return nil
	}
	return &matrix.Note{
		Text:   "other programs used more than 10 % of this host's CPU time",
		Remedy: "stop them, or use more rounds",
	}
}

// ofHost is a share of all the host's CPU time; 0 where that is not known, or
// the interval is too short to tell.
func (e evidence) ofHost(used time.Duration) float64 {
	if e.interval() < shortest {
		return 0
	}
	return share(used, e.interval()*time.Duration(e.after.HostCPUs))
}

// share is part of whole, 0 where there is no whole.
func share(part, whole time.Duration) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// cpusIn counts the CPUs of a cpuset such as "0-2,5".
func cpusIn(set string) int {
	count := 0
	for part := range strings.SplitSeq(set, ",") {
		var first, last int
		switch n, _ := fmt.Sscanf(part, "%d-%d", &first, &last); n {
		case 1:
			count++
		case 2:
			count += last - first + 1
		}
	}
	return count
}

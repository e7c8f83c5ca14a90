package runner

import (
	"fmt"
	"time"

	"redismatrix/matrix"
)

// foreignLimit is the share of the time of CPUs that other programs may use
// before that is said.
const foreignLimit = 0.10

// place is CPUs that server and client, or one of them, run on.
type place struct {
	whose string
	cpus  int
	spent matrix.CPUTime // by all
	ours  time.Duration  // by server and client
}

// others is the share of the place's time that other programs used. Interrupts
// are left out: on loopback they are the load's own.
func (p place) others(interval time.Duration) float64 {
	return share(p.spent.User+p.spent.System-p.ours, interval*time.Duration(p.cpus))
}

// places are where server and client run: the CPUs of each where they have their
// own, those of both where they share some, the client's alone where the server
// is elsewhere; the host where its server's are not known. None where the server
// does not tell what it used itself, or forked: the CPU time of a child is told
// when it has ended.
func (e evidence) places(sample *matrix.Sample) []place {
	server, client, used := e.serverCPUs(), e.clientCPUs(), e.used()
	clients := place{"redis-matrix's CPUs", len(client), e.spentOn(client), sample.ClientCPU}
	switch {
	case e.local && (!e.tellsCPU() || e.forks()):
		return nil
	case e.apart():
		return []place{{"the server's CPUs", len(server), e.spentOn(server), sample.ServerCPU}, clients}
	case !e.local && len(client) > 0:
		return []place{clients}
	case len(used) > 0:
		return []place{{"the CPUs of server and redis-matrix", len(used), e.spentOn(used), sample.ClientCPU + sample.ServerCPU}}
	}
	host := place{"this host's CPUs", e.hostCPUs(), e.after.CPU.Sub(e.before.CPU), sample.ClientCPU}
	if e.local {
		host.ours += sample.ServerCPU
	}
	return []place{host}
}

// crowded finds CPUs that other programs used while server or client would have
// needed them.
func (e evidence) crowded(sample *matrix.Sample) *matrix.Note {
	for _, place := range e.places(sample) {
		if e.interval() >= sampled && place.others(e.interval()) > foreignLimit && occupied(place.spent) >= clientBusy {
			return &matrix.Note{
				Text:   fmt.Sprintf("other programs used more than 10 %% of the time of %s, which had none left", place.whose),
				Remedy: "stop them, or measure on a machine that does nothing else",
			}
		}
	}
	return nil
}

// foreign says that other programs used CPUs, which had time left.
func (e evidence) foreign(sample *matrix.Sample) *matrix.Note {
	if e.interval() < sampled || e.crowded(sample) != nil {
		return nil
	}
	for _, place := range e.places(sample) {
		if place.others(e.interval()) > foreignLimit {
			return &matrix.Note{
				Text:   "other programs used more than 10 % of the time of " + place.whose,
				Remedy: "stop them, or measure more often",
			}
		}
	}
	return nil
}

package runner

import (
	"testing"
	"time"

	"redismatrix/matrix"
)

// crowd has other programs use that much of a CPU that server, client or nobody
// needs as well, and leaves idle of its second.
func (e *evidence) crowd(cpu int, used, idle time.Duration) {
	for len(e.after.PerCPU) <= cpu {
		e.after.PerCPU = append(e.after.PerCPU, matrix.CPUTime{})
		e.before.PerCPU = append(e.before.PerCPU, matrix.CPUTime{})
	}
	ours := map[int]*time.Duration{0: &e.after.ServerCPU, 1: &e.after.ClientCPU}[cpu]
	if ours != nil {
		*ours = time.Second - used - idle
	}
	e.after.PerCPU[cpu] = matrix.CPUTime{User: time.Second - idle, Idle: idle}
	e.after.CPU = matrix.CPUTime{}
	for _, cpu := range e.after.PerCPU {
		e.after.CPU = e.after.CPU.Add(cpu)
	}
}

// among confines server and client to CPUs 0 and 1 of many, which are idle where
// nothing was said of them.
func (e *evidence) among(cpus int) {
	e.unpinned()
	e.after.ServerCPUs, e.after.ClientCPUs = []int{0, 1}, []int{0, 1}
	for len(e.after.PerCPU) < cpus {
		e.after.PerCPU = append(e.after.PerCPU, matrix.CPUTime{Idle: time.Second})
		e.before.PerCPU = append(e.before.PerCPU, matrix.CPUTime{})
	}
}

// unpinned lets server and client run on all CPUs.
func (e *evidence) unpinned() { e.server.CPUs, e.host.ClientCPUs = "", "" }

func TestJudgeOtherPrograms(t *testing.T) {
	text := func(whose string) string {
		return "other programs used more than 10 % of the time of " + whose + ", which had none left"
	}
	alone := "stop them, or measure on a machine that does nothing else"
	voids(t, map[string]judgement{
		"beside the server": {change: func(e *evidence) { e.crowd(0, 200*ms, 0) }, text: text("the server's CPUs"), remedy: alone},
		"beside the client": {
			sample: with(func(s *matrix.Sample) { s.ThreadBusy = 0.8 }),
			change: func(e *evidence) { e.crowd(1, 200*ms, 0) }, text: text("redis-matrix's CPUs"), remedy: alone,
		},
		"on the whole host": {change: func(e *evidence) {
			e.unpinned()
			e.crowd(0, 300*ms, 0)
			e.crowd(1, 100*ms, 50*ms)
		}, text: text("this host's CPUs"), remedy: alone},
		"on CPUs that server and client share, of many": {change: func(e *evidence) {
			e.crowd(0, 300*ms, 0)
			e.crowd(1, 100*ms, 50*ms)
			e.among(64)
		}, text: text("the CPUs of server and redis-matrix"), remedy: alone},
		"on others than those that they share": {change: func(e *evidence) {
			e.crowd(2, time.Second, 0)
			e.crowd(3, time.Second, 0)
			e.among(64)
		}},
		"beside the client of a server elsewhere": {change: func(e *evidence) {
			e.local, e.server.CPUs, e.after.ServerCPU = false, "", 0
			e.crowd(1, 200*ms, 0)
		}, text: text("redis-matrix's CPUs"), remedy: alone},
		"a little":       {change: func(e *evidence) { e.crowd(0, 90*ms, 0) }},
		"on another CPU": {change: func(e *evidence) { e.crowd(2, time.Second, 0) }},
		"that are the server's own child": {change: func(e *evidence) {
			e.crowd(0, 200*ms, 0)
			e.after.Forks = "1"
		}},
		"too short to tell": {change: func(e *evidence) {
			e.crowd(0, 200*ms, 0)
			e.after.At = e.before.At.Add(400 * ms)
		}},
	})
}

func TestNotesOfOtherPrograms(t *testing.T) {
	stop := "stop them, or measure more often"
	calm := with(func(s *matrix.Sample) { s.ThreadBusy = 0.5 })
	notes(t, map[string]judgement{
		"beside the server": {
			sample: calm, change: func(e *evidence) { e.crowd(0, 200*ms, 100*ms); e.crowd(1, 0, 500*ms) },
			text: "other programs used more than 10 % of the time of the server's CPUs", remedy: stop,
		},
		"on the whole host": {
			sample: calm, change: func(e *evidence) { e.unpinned(); e.crowd(0, 300*ms, 100*ms); e.crowd(1, 100*ms, 500*ms) },
			text: "other programs used more than 10 % of the time of this host's CPUs", remedy: stop,
		},
		// The kernel looks at each tick only at what a CPU does.
		"too short to tell": {sample: calm, change: func(e *evidence) {
			e.crowd(0, 200*ms, 100*ms)
			e.crowd(1, 0, 500*ms)
			e.after.At = e.before.At.Add(400 * ms)
		}},
		"on one of many CPUs": {sample: calm, change: func(e *evidence) {
			e.unpinned()
			e.crowd(0, 300*ms, 100*ms)
			for range 62 {
				e.after.PerCPU = append(e.after.PerCPU, matrix.CPUTime{Idle: time.Second})
			}
		}},
	})
}

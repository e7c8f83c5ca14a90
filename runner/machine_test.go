package runner

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// starve leaves the server so much to do that it is busy for that much of the
// second.
func starve(busy time.Duration) func(*evidence) { return func(e *evidence) { e.serve(busy) } }

func TestJudgeTheClient(t *testing.T) {
	const all = "use up to 2 threads, or auto"
	idle := with(func(s *matrix.Sample) { s.ThreadBusy = 0.5 })
	interrupted := matrix.CPUTime{User: 700 * ms, SoftIRQ: 300 * ms}
	twoCPUs := func(e *evidence) {
		e.serve(700 * ms)
		e.host.ClientCPUs = "1-2"
		e.after.PerCPU = append(e.after.PerCPU, matrix.CPUTime{Idle: time.Second})
		e.before.PerCPU = make([]matrix.CPUTime, 3)
	}
	voids(t, map[string]judgement{
		"a busy server":  {change: starve(800 * ms)},
		"by its thread":  {change: func(e *evidence) { twoCPUs(e); e.load.Clients = 1 }, text: bound, remedy: moreCPUs},
		"by its threads": {change: func(e *evidence) { twoCPUs(e); e.load.Threads = 1 }, text: bound, remedy: all},
		"by its threads, which it may choose": {
			change: twoCPUs, text: bound, remedy: "use 2 threads, or a longer warmup, in which redis-matrix finds out how many it needs",
		},
		"by its process":                        {sample: idle, change: starve(700 * ms), text: bound, remedy: moreCPUs},
		"where nothing asks for a fast machine": {change: func(e *evidence) { twoCPUs(e); e.shared = true }},
		"by what is left of its CPU": {
			sample: idle, change: func(e *evidence) { e.serve(700 * ms); e.after.ClientCPU, e.after.PerCPU[1] = 800*ms, interrupted }, text: bound, remedy: moreCPUs,
		},
		"not by a CPU that has time left": {sample: idle, change: func(e *evidence) {
			e.serve(700 * ms)
			e.after.ClientCPU, e.after.PerCPU[1] = 800*ms, matrix.CPUTime{User: 800 * ms, IOWait: 100 * ms, Idle: 100 * ms}
		}},
		"beside a child that ended": {
			change: func(e *evidence) { e.serve(700 * ms); e.after.ChildCPU = 900 * ms }, text: bound, remedy: moreCPUs,
		},
		"beside background threads": {
			change: func(e *evidence) { e.after.MainCPU, e.server.CPUs = 700*ms, "" }, text: bound, remedy: moreCPUs,
		},
		"not where the kernel's work fills the server's CPU": {change: func(e *evidence) {
			e.after.ServerCPU, e.after.PerCPU[0] = 700*ms, interrupted
		}},
		"too short to tell": {change: func(e *evidence) {
			e.serve(30 * ms)
			e.after.At, e.after.ClientCPU = e.before.At.Add(50*ms), 50*ms
		}},
		"a rate that it did not achieve": {
			sample: with(func(s *matrix.Sample) { s.Offered, s.RPS = 100, 90 }), change: starve(700 * ms), text: bound, remedy: moreCPUs,
		},
	})
}

func TestNotesOfASaturatedClient(t *testing.T) {
	notes(t, map[string]judgement{
		"both near their limits": {
			change: starve(850 * ms), remedy: moreCPUs,
			text: "redis-matrix used up its CPUs while the server had 5 to 20 % of its time left: it may do up to a quarter more",
		},
		"a server that does not tell": {
			change: func(e *evidence) { e.after.ServerCPU = 0 }, remedy: moreCPUs,
			text: "redis-matrix used up its CPUs, and the server does not tell whether it had time left: it may do more",
		},
		"a rate that was achieved": {
			sample: with(func(s *matrix.Sample) { s.Offered, s.RPS = 100, 100 }), change: starve(500 * ms), remedy: moreCPUs,
			text: "redis-matrix used up its CPUs while the server had time left: latencies hold delays of its own",
		},
	})
}

func TestJudgeTheMachine(t *testing.T) {
	quiet := "measure on a quieter or dedicated machine"
	quota := "raise or lift the quota (cpu.max)"
	voids(t, map[string]judgement{
		"swap": {
			change: func(e *evidence) { e.after.SwapOut = 1 }, text: "the host swapped while this was measured",
			remedy: "free memory, or use fewer keys or smaller values",
		},
		"steal":           {change: func(e *evidence) { e.after.CPU.Steal = 60 * ms }, text: "the hypervisor gave 3 % of the CPU time to others", remedy: quiet},
		"a little steal":  {change: func(e *evidence) { e.after.CPU.Steal = 40 * ms }},
		"a tick of steal": {change: func(e *evidence) { e.after.At = e.before.At.Add(200 * ms); e.after.CPU.Steal = 20 * ms }},
		"steal of our CPUs": {
			change: func(e *evidence) {
				e.after.CPU.Steal, e.after.PerCPU[0].Steal = 60*ms, 60*ms
				for range 62 {
					e.after.PerCPU = append(e.after.PerCPU, matrix.CPUTime{Idle: time.Second})
				}
			},
			text: "the hypervisor gave 3 % of the CPU time to others", remedy: quiet,
		},
		"throttled": {
			change: func(e *evidence) { e.after.Throttled = 20 * ms }, text: "the CPU quota of its cgroup held redis-matrix back for 20ms", remedy: quota,
		},
		"hardly throttled": {change: func(e *evidence) { e.after.Throttled = 9 * ms }},
		"throttled server": {
			change: func(e *evidence) { e.after.ServerThrottled = 30 * ms }, text: "the CPU quota of its cgroup held the server back for 30ms", remedy: quota,
		},
		"heat": {
			change: func(e *evidence) { e.before.Overheated, e.after.Overheated = 3, 4 }, text: "the CPUs slowed down since they were too hot",
			remedy: "cool the machine better, or lower its clock to what it can keep (cpupower frequency-set -u)",
		},
	})
}

func TestNotesOfTheMachine(t *testing.T) {
	const text = "the CPUs' clock was another, by more than 10 %, after this was measured than before"
	const remedy = "fix the clock (cpupower frequency-set -g performance, turbo off), or use a longer warmup"
	notes(t, map[string]judgement{
		"a clock that rose":               {change: func(e *evidence) { e.before.MHz = 2000 }, text: text, remedy: remedy},
		"a clock that is known at last":   {change: func(e *evidence) { e.before.MHz = 0 }},
		"a clock that fell":               {change: func(e *evidence) { e.after.MHz = 2690 }, text: text, remedy: remedy},
		"a clock that fell little":        {change: func(e *evidence) { e.after.MHz = 2710 }},
		"a clock that is no longer known": {change: func(e *evidence) { e.after.MHz = 0 }},
	})
}

// TestCPUTimeOfChildren counts a save's with the sample, and not as the server's
// being busy.
func TestCPUTimeOfChildren(t *testing.T) {
	e := aSecond()
	e.before.ServerCPU, e.before.ChildCPU = 100*ms, 50*ms
	e.after.ServerCPU, e.after.ChildCPU = 800*ms, 350*ms
	sample := good()
	judge(&sample, e)
	if sample.ServerCPU != time.Second {
		t.Errorf("CPU time %v, want 1s", sample.ServerCPU)
	}
	if got := e.mainCPU(); got != 700*ms {
		t.Errorf("the main thread used %v, want 700ms", got)
	}
}

func TestHostUse(t *testing.T) {
	e := aSecond()
	e.before.CPU = matrix.CPUTime{User: 100 * ms, System: 50 * ms, Steal: 10 * ms, IOWait: 5 * ms}
	e.before.Switches, e.after.Switches = 7, 10
	e.before.Loopback, e.after.Loopback = 100, 150
	e.before.Received, e.after.Received = 1, 3
	e.before.Transmitted, e.after.Transmitted = 1, 2
	e.after.CPU.Steal, e.after.CPU.IOWait = 20*ms, 5*ms
	e.after.MHz = 2900
	want := &matrix.HostUse{
		Interval: time.Second, CPUs: 2, User: 500 * ms, System: 1250 * ms, SoftIRQ: 60 * ms, Steal: 10 * ms,
		Switches: 3, Loopback: 50, Received: 2, Transmitted: 1, MHzBefore: 3000, MHzAfter: 2900,
	}
	if diff := cmp.Diff(want, e.hostUse()); diff != "" {
		t.Error(diff)
	}
	e.after.PerCPU = nil
	if got := e.hostUse(); got != nil {
		t.Errorf("%+v of a host that does not tell", got)
	}
}

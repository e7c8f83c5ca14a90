package matrix

import "time"

// Counters is a reading of a server's and this process' counters at one
// moment; differences of two readings are evidence for a sample. What a server
// or a platform does not tell is zero.
type Counters struct {
	At time.Time // when it was read, on the monotonic clock
	// NoInfo is what the server said where it refused INFO; what INFO tells is
	// then zero.
	NoInfo string
	RunID  string
	// ServerCPU is the user and system time of the server's process, MainCPU that
	// of its main thread (from Redis 6.2 on). ChildCPU is that of its children,
	// which saved or rewrote: it is told in one lump when a child has ended.
	ServerCPU, MainCPU, ChildCPU time.Duration
	ClientCPU                    time.Duration // this process' user and system time
	// ClientCPUs and ServerCPUs are the numbers of the CPUs that this process and
	// the server may use, whoever decided that, ascending; empty where unknown.
	ClientCPUs, ServerCPUs []int
	Commands               int64 // total_commands_processed
	Evicted                int64 // evicted_keys
	Keys                   int64 // keys in all databases
	// Config is what CONFIG GET * says; nil where that is not allowed.
	Config map[string]string
	// Forks changes with each BGSAVE and AOF rewrite; Saving is true while one
	// is under way.
	Forks  string
	Saving bool
	// AOFError and RDBError are true while the last AOF write or BGSAVE failed,
	// RewriteError while the last rewrite of the AOF did.
	AOFError, RDBError, RewriteError bool
	// Persistence is what the server has done to its storage so far.
	Persistence Persistence
	// AOFDelayed counts aof_delayed_fsync.
	AOFDelayed int64
	// SwapOut counts pages that this host swapped out.
	SwapOut int64
	// Throttled is for how long CPU quotas of cgroups held this process back,
	// ServerThrottled the server where its process is on this host.
	Throttled, ServerThrottled time.Duration
	// CPU is how all CPUs of the host together spent their time, PerCPU each of
	// them, by its number; empty where unknown.
	CPU    CPUTime
	PerCPU []CPUTime
	// Switches counts context switches; Loopback is bytes over the loopback
	// interface, Received and Transmitted over all others.
	Switches                        int64
	Loopback, Received, Transmitted int64
	// MHz is the mean clock of the CPUs that this process and the server may
	// use; Overheated counts how often these slowed down since they were too hot.
	MHz        float64
	Overheated int64
}

// Online is how many CPUs the host has that are online.
func (c Counters) Online() int {
	count := 0
	for _, cpu := range c.PerCPU {
		if cpu != (CPUTime{}) {
			count++
		}
	}
	return count
}

// Since is what the host did since an earlier reading; nil where it does not tell.
func (c Counters) Since(before Counters) *HostUse {
	if len(c.PerCPU) == 0 {
		return nil
	}
	spent := c.CPU.Sub(before.CPU)
	return &HostUse{
		Interval: c.At.Sub(before.At), CPUs: c.Online(),
		User: spent.User, System: spent.System, SoftIRQ: spent.SoftIRQ, IOWait: spent.IOWait, Steal: spent.Steal,
		Switches:    c.Switches - before.Switches,
		Loopback:    c.Loopback - before.Loopback,
		Received:    c.Received - before.Received,
		Transmitted: c.Transmitted - before.Transmitted,
		MHzBefore:   before.MHz, MHzAfter: c.MHz,
	}
}

// CPUTime is how a CPU, or several together, spent its time since the start of
// the host. The parts do not overlap.
type CPUTime struct {
	User    time.Duration // with nice and guests
	System  time.Duration
	SoftIRQ time.Duration // with hardware interrupts
	IOWait  time.Duration
	Idle    time.Duration
	Steal   time.Duration // given to others by the hypervisor
}

// Sub is what was spent between two readings, of which before is the earlier.
func (c CPUTime) Sub(before CPUTime) CPUTime {
	return CPUTime{
		User: c.User - before.User, System: c.System - before.System, SoftIRQ: c.SoftIRQ - before.SoftIRQ,
		IOWait: c.IOWait - before.IOWait, Idle: c.Idle - before.Idle, Steal: c.Steal - before.Steal,
	}
}

// Add is the sum of both.
func (c CPUTime) Add(other CPUTime) CPUTime {
	return CPUTime{
		User: c.User + other.User, System: c.System + other.System, SoftIRQ: c.SoftIRQ + other.SoftIRQ,
		IOWait: c.IOWait + other.IOWait, Idle: c.Idle + other.Idle, Steal: c.Steal + other.Steal,
	}
}

package runner

import (
	"fmt"
	"math"
	"time"

	"redismatrix/matrix"
)

// Limits of what a sample stands of its machine, as shares of CPU time where
// nothing else is said.
const (
	throttledLimit = 0.01 // a CPU quota held client or server back
	stealLimit     = 0.02 // given to others by the hypervisor
	clockLimit     = 0.10 // of the clock, by which it changed
	// stealLeast is what is too little to tell: the kernel says hundredths of a
	// second.
	stealLeast = 30 * time.Millisecond
)

// hostUse is what the machine did between the readings; nil where it does not
// tell.
func (e evidence) hostUse() *matrix.HostUse { return e.after.Since(e.before) }

// hostCPUs is how many CPUs the host has that are online.
func (e evidence) hostCPUs() int { return e.after.Online() }

// steal finds a hypervisor that gave CPU time to others: of the host's, or of
// that of the CPUs that client and server may use.
func (e evidence) steal(*matrix.Sample) *matrix.Note {
	if e.shared {
		return nil
	}
	return stealNote(max(
		stolen(e.after.CPU.Sub(e.before.CPU).Steal, e.interval(), e.hostCPUs()),
		stolen(e.spentOn(e.used()).Steal, e.interval(), len(e.used())),
	))
}

// stolen is the share of some CPUs' time that went to others; 0 where it is too
// little to tell.
func stolen(steal, interval time.Duration, cpus int) float64 {
	if interval < shortest || steal < stealLeast {
		return 0
	}
	return share(steal, interval*time.Duration(cpus))
}

// stealNote is the fault of a share of the CPU time that went to others, nil where
// that is little.
func stealNote(stolen float64) *matrix.Note {
	if stolen <= stealLimit {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the hypervisor gave %.0f %% of the CPU time to others", 100*stolen),
		Remedy: "measure on a quieter or dedicated machine",
	}
}

// quota finds a CPU quota that held redis-matrix or the server back.
func (e evidence) quota(*matrix.Sample) *matrix.Note {
	for _, held := range []struct {
		who  string
		time time.Duration
	}{
		{"redis-matrix", e.after.Throttled - e.before.Throttled},
		{"the server", e.after.ServerThrottled - e.before.ServerThrottled},
	} {
		if share(held.time, e.interval()) > throttledLimit {
			return &matrix.Note{
				Text:   fmt.Sprintf("the CPU quota of its cgroup held %s back for %v", held.who, held.time.Round(time.Millisecond)),
				Remedy: "raise or lift the quota (cpu.max)",
			}
		}
	}
	return nil
}

// heat finds CPUs that the kernel slowed down while they were measured.
func (e evidence) heat(*matrix.Sample) *matrix.Note {
	if e.after.Overheated <= e.before.Overheated {
		return nil
	}
	return &matrix.Note{
		Text:   "the CPUs slowed down since they were too hot",
		Remedy: "cool the machine better, or lower its clock to what it can keep (cpupower frequency-set -u)",
	}
}

// otherClock says that the CPUs' clock was another after the measurement than
// before it. Two moments do not tell what it was in between, and CPUs with
// nothing to do slow down: that voids nothing. The sample has the numbers.
func (e evidence) otherClock(*matrix.Sample) *matrix.Note {
	was, is := e.before.MHz, e.after.MHz
	if was <= 0 || is <= 0 || math.Abs(is-was) <= clockLimit*was {
		return nil
	}
	return &matrix.Note{
		Text:   "the CPUs' clock was another, by more than 10 %, after this was measured than before",
		Remedy: "fix the clock (cpupower frequency-set -g performance, turbo off), or use a longer warmup",
	}
}

func (e evidence) memory(*matrix.Sample) *matrix.Note {
	if e.after.SwapOut == e.before.SwapOut {
		return nil
	}
	return &matrix.Note{
		Text:   "the host swapped while this was measured",
		Remedy: "free memory, or use fewer keys or smaller values",
	}
}

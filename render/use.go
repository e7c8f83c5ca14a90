package render

import (
	"cmp"
	"fmt"
	"time"

	"redismatrix/matrix"
)

// extent is the least and the greatest of what was added; none while empty.
type extent struct {
	low, high float64
	filled    bool
}

func (e *extent) add(v float64) {
	if !e.filled {
		e.low, e.high, e.filled = v, v, true
	}
	e.low, e.high = min(e.low, v), max(e.high, v)
}

// addKnown adds what is not 0.
func (e *extent) addKnown(values ...float64) {
	for _, v := range values {
		if v > 0 {
			e.add(v)
		}
	}
}

// says is the extent as a format shows its ends: "1" or "1 to 4".
func (e extent) says(show func(float64) string) string {
	low, high := show(e.low), show(e.high)
	if low == high {
		return high
	}
	return low + " to " + high
}

// each calls f with every sample of the run.
func (s *source) each(f func(matrix.Sample)) {
	for _, result := range s.run.Results {
		for _, sample := range result.Samples {
			f(sample)
		}
	}
}

// clientPhrase says how many threads drove the connections, and how busy the
// busiest was: "1 to 2 threads · the busiest used 60 to 97 % of a CPU".
func (s *source) clientPhrase() string {
	var threads, busy extent
	s.each(func(sample matrix.Sample) {
		threads.addKnown(float64(sample.Threads))
		busy.addKnown(sample.ThreadBusy)
	})
	count, use := "", ""
	if threads.filled {
		count = threads.says(func(n float64) string { return fmt.Sprintf("%.0f", n) }) + " threads"
		if threads.high == 1 {
			count = "1 thread"
		}
	}
	if busy.filled {
		use = "the busiest used " + busy.says(func(share float64) string { return fmt.Sprintf("%.0f", share*100) }) + " % of a CPU"
	}
	return saying(count, use)
}

// hostUsePhrase says what the host did on average while samples were taken:
// shares of the time of all its CPUs, traffic and context switches a second, and
// between what the clock of its CPUs changed, if it did. Samples that do not tell
// are left out.
func (s *source) hostUsePhrase() string {
	var sum matrix.HostUse
	var available time.Duration
	var clock extent
	s.each(func(sample matrix.Sample) {
		if use := sample.Host; use != nil && use.Interval > 0 && use.CPUs > 0 {
			available += use.Interval * time.Duration(use.CPUs)
			sum = plus(sum, *use)
			clock.addKnown(use.MHzBefore, use.MHzAfter)
		}
	})
	if available == 0 {
		return ""
	}
	seconds := sum.Interval.Seconds()
	rate := func(n int64) string { return fmt.Sprintf("%.1f MB/s", float64(n)/1e6/seconds) }
	return saying(
		"user "+share(sum.User, available), "system "+share(sum.System, available), "softirq "+share(sum.SoftIRQ, available),
		"iowait "+share(sum.IOWait, available), "steal "+share(sum.Steal, available),
		"loopback "+rate(sum.Loopback), "other interfaces "+rate(sum.Received+sum.Transmitted),
		grouped(float64(sum.Switches)/seconds, 0)+" context switches/s", clockPhrase(clock))
}

// againPhrase says how many samples took the place of ones that others' work had
// voided: "3 of 60 samples, void before: the hypervisor gave 6 % of the CPU time to
// others, and 3 more". "" where there are none.
func (s *source) againPhrase() string {
	samples, again, voided := 0, 0, 0
	first := ""
	s.each(func(sample matrix.Sample) {
		samples++
		if n := len(sample.Voided); n > 0 {
			again, voided = again+1, voided+n
			first = cmp.Or(first, sample.Voided[0].Text)
		}
	})
	if again == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %s, void before: %s", again, plural(samples, "sample"), first)
	if voided > 1 {
		text += fmt.Sprintf(", and %d more", voided-1)
	}
	return text
}

// steadyClock is by how much a clock may change that counts as the same: readings
// of an idle machine differ by less.
const steadyClock = 1.01

// clockPhrase is "CPU clock 2,100 to 2,900 MHz", "" where the clock was the same
// or is not known.
func clockPhrase(clock extent) string {
	if clock.high <= clock.low*steadyClock {
		return ""
	}
	return "CPU clock " + clock.says(func(mhz float64) string { return grouped(mhz, 0) }) + " MHz"
}

func plus(a, b matrix.HostUse) matrix.HostUse {
	a.Interval += b.Interval
	a.User, a.System, a.SoftIRQ = a.User+b.User, a.System+b.System, a.SoftIRQ+b.SoftIRQ
	a.IOWait, a.Steal = a.IOWait+b.IOWait, a.Steal+b.Steal
	a.Switches, a.Loopback = a.Switches+b.Switches, a.Loopback+b.Loopback
	a.Received, a.Transmitted = a.Received+b.Received, a.Transmitted+b.Transmitted
	return a
}

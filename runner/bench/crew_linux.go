package bench

import "golang.org/x/sys/unix"

const (
	// perLoop is the least number of connections that a further loop is worth.
	perLoop = 16
	// saturated is the share of its time on the CPU from which on a loop is
	// taken for what holds the server up.
	saturated = 0.9
	// telling is how long a job must take to say how busy its loops are.
	telling = sliceTime * 4 / 5
)

// crew knows how many loops drive. Where jobs leave that open it begins with one,
// and adds one after a job that asks for it and that one loop more could have
// done faster. A loop has a thread of its own, and is never taken away.
type crew struct {
	learned int
	// cpus is how many CPUs this process may use other than some.
	cpus func(but []int) int
}

// size is how many loops drive a job over a number of connections.
func (c *crew) size(threads, connections int) int {
	if threads > 0 {
		return min(threads, connections)
	}
	return max(1, min(c.learned, connections/perLoop))
}

// learn adds a loop for the jobs to come, where that helps, and says whether it
// did. None is added for the CPUs of the server.
func (c *crew) learn(done tally, connections int, server []int) bool {
	if done.busy < saturated || done.elapsed < telling || done.threads < c.learned {
		return false
	}
	if c.learned >= min(c.cpus(server), connections/perLoop) {
		return false
	}
	c.learned++
	return true
}

// usableCPUs is how many CPUs this process may use other than some.
func usableCPUs(but []int) int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return 1
	}
	for _, cpu := range but {
		set.Clear(cpu)
	}
	return set.Count()
}

package bench

import "time"

const (
	// perLoop is the least number of connections that a further loop is worth.
	perLoop = 16
	// saturated is the share of its time on the CPU from which on a loop is
	// taken for what holds the server up.
	saturated = 0.9
	// telling is how long a job must take to say how busy its loops are.
	telling = 50 * time.Millisecond
)

// crew knows how many loops drive. Where the job leaves that open it begins with
// one, and adds one after a job that one loop more could have done faster: the
// warm-up finds out how many the measurement needs. A loop has a thread of its
// own, and is never taken away, so that samples stay comparable.
type crew struct {
	learned int
	// cpus is how many CPUs this process may use: none of the server's, where
	// client and server are pinned.
	cpus func() int
}

// size is how many loops drive a job over a number of connections.
func (c *crew) size(threads, connections int) int {
	if threads > 0 {
		return min(threads, connections)
	}
	return max(1, min(c.learned, connections/perLoop))
}

// learn adds a loop for the jobs to come, where that helps.
func (c *crew) learn(done tally, connections int) {
	if done.busy < saturated || done.elapsed < telling || done.threads < c.learned {
		return
	}
	c.learned = max(c.learned, min(c.learned+1, c.cpus(), connections/perLoop))
}

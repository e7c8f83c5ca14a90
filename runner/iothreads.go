package runner

import (
	"fmt"
	"strconv"

	"redismatrix/matrix"
)

// crampedThreads finds a server with more I/O threads than CPUs to run them on.
// They wait for each other in loops that use up the CPU which the other needs: with
// two of them on one CPU a server does a twentieth of what it does with one, which
// says nothing of the server.
func (e evidence) crampedThreads(*matrix.Sample) *matrix.Note {
	threads, err := strconv.Atoi(e.config["io-threads"])
	cpus := len(e.serverCPUs())
	if err != nil || threads < 2 || cpus == 0 || cpus >= threads {
		return nil
	}
	text := fmt.Sprintf("the server has %d I/O threads and %d CPUs for them, so that they wait for each other", threads, cpus)
	if cpus == 1 {
		text = fmt.Sprintf("the server has %d I/O threads and one CPU for them, so that they wait for each other", threads)
	}
	return &matrix.Note{
		Text:   text,
		Remedy: "measure on a host with a CPU for each of them beside redis-matrix's own, or set server.cpus",
	}
}

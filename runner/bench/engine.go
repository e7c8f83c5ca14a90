package bench

import (
	"context"
	"sync/atomic"
	"time"
)

// engine drives requests over the connections that it was made with. After an
// error from drive it is only good for close.
type engine interface {
	// drive sends the job's requests in a closed loop until the job's duration
	// or number of requests is reached, awaits what is outstanding, and returns
	// what came back. When ctx ends, its error is returned at once.
	drive(ctx context.Context, job job) (tally, error)
	// close closes the connections.
	close() error
}

// job is what an engine drives.
type job struct {
	request  template
	expect   expectation
	pipeline int
	// connections is how many of the engine's connections are used, 0 for all.
	connections int
	keyspace    int
	values      *values
	seq         *atomic.Uint64
	// duration and requests end the job, whichever is reached first; 0 is no
	// bound. Never more than requests are sent.
	duration time.Duration
	requests int64
	// patience is how long a connection may wait for the next byte of a reply.
	patience time.Duration
	// maxErrors ends the job early: a server that refuses is not asked a
	// million times.
	maxErrors int64
}

// tally is what a job brought.
type tally struct {
	// requests counts replies; errors and misses are part of them.
	requests, errors, misses int64
	sent, received           int64
	// firstError is the text of the first error, "" without any.
	firstError string
	// elapsed runs from the first request sent to the last reply received.
	elapsed time.Duration
	// latency holds, for every reply, the time from just before its batch was
	// written until the reply had arrived completely.
	latency *shard
}

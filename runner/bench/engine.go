package bench

import (
	"context"
	"sync/atomic"
	"time"
)

// engine drives requests over the connections that it was made with. After an
// error from drive it is only good for close.
type engine interface {
	// drive sends the job's requests until the job's duration or number of
	// requests is reached, awaits what is outstanding, and returns what came
	// back. When ctx ends, its error is returned at once.
	drive(ctx context.Context, job job) (tally, error)
	// close closes the connections, and discards what was not sent or read yet.
	close() error
}

// job is what an engine drives.
type job struct {
	// commands is the command to send, or the parts of a mix; weights says how
	// often each part is sent.
	commands []command
	weights  []int
	pipeline int
	// connections is how many of the engine's connections are used, 0 for all.
	connections int
	keys        *keys
	values      *values
	seq         *atomic.Uint64
	// rate is how many requests a second are due, over all connections: an open
	// loop. 0 is a closed loop, in which a connection sends the next batch when
	// the last one is answered. With poisson the intervals are exponentially
	// distributed rather than equal.
	rate    int64
	poisson bool
	// threads is how many threads drive; 0 leaves it to the engine, which begins
	// with one. With adapt it adds one for the jobs to come where the busiest was
	// saturated, but none for the CPUs of a server on this host.
	threads    int
	adapt      bool
	serverCPUs []int
	// duration and requests end the job, whichever is reached first; 0 is no
	// bound. Never more than requests are sent. With a rate, what was due by
	// then is still sent, for as long again at most.
	duration time.Duration
	requests int64
	// slices is how long the slices of time are that latencies are kept of, too; 0
	// for none. since is then sent how long ago the first request was sent.
	slices time.Duration
	since  chan<- func() time.Duration
	// patience is how long a connection may wait for the next byte of a reply.
	patience time.Duration
	// maxErrors ends the job early: a server that refuses is not asked a
	// million times.
	maxErrors int64
}

// command is a request and the replies that it must have: one for each of its
// steps, the last of which completes it.
type command struct {
	request template
	expect  []expectation
}

// count is what came back.
type count struct {
	// requests counts those that are answered; errors, hits and misses are part
	// of them.
	requests, errors, hits, misses int64
	sent, received                 int64
}

// tally is what a job brought.
type tally struct {
	count
	// firstError is the text of the first error, "" without any.
	firstError string
	// elapsed runs from the first request sent, or due, to the last reply
	// received.
	elapsed time.Duration
	// latency holds, for every reply, the time from just before its batch was
	// written until the reply had arrived completely; with a rate, from when the
	// request was due. service, nil without a rate, is always the former.
	latency, service *shard
	// history is the same over time, nil where the job asks for no slices.
	history *history
	// parts are the commands of a mix, nil where there is one command.
	parts []part
	// due counts requests that were due, unsent those of them that were never
	// sent. They were due over schedule, up to when a further one would have been;
	// it is 0 where sending ended early. All are 0 without a rate.
	due, unsent int64
	schedule    time.Duration
	// threads drove the job; busy is the share of the time that the busiest of
	// them used its CPU, 0 where that is not known.
	threads int
	busy    float64
	// widened says that one more will drive the jobs to come.
	widened bool
}

// part is what one command of a mix brought.
type part struct {
	count
	latency, service *shard
}

// Package runner is the round loop: it starts each setup's server afresh in
// every round, has the load drive it, checks whether what was measured can be
// trusted, and puts each sample on disk before the next begins. It prints
// nothing; what happens is told in events.
package runner

import (
	"context"
	"time"

	"redismatrix/matrix"
)

// Launcher starts a setup's server afresh. log is the file that the server's
// output is appended to.
type Launcher interface {
	Launch(ctx context.Context, setup matrix.Setup, log string) (Server, error)
}

// Server is a started server. Stop says how it ended where it had ended by
// itself.
type Server interface {
	Endpoint() matrix.Endpoint
	Info() matrix.ServerInfo
	Stop(ctx context.Context) error
}

// Load opens a session that drives one cell's load.
type Load interface {
	Open(ctx context.Context, at matrix.Endpoint, load matrix.Load) (Session, error)
}

// Session drives the tests of one cell, see runner/bench.
type Session interface {
	Prepare(ctx context.Context, test matrix.Test) (warmup time.Duration, err error)
	Measure(ctx context.Context, test matrix.Test) (matrix.Sample, error)
	Close() error
}

// Probe opens a reader of the counters of a server, of which info tells the
// process where it is on this host.
type Probe interface {
	Open(ctx context.Context, at matrix.Endpoint, info matrix.ServerInfo) (Reader, error)
}

// Reader reads counters before and after a measurement. Memory reads what the
// server holds; it is not called between the two.
type Reader interface {
	Read(ctx context.Context) (matrix.Counters, error)
	Memory(ctx context.Context) (matrix.Memory, error)
	Close() error
}

// Trials carries out the tests that end their servers, each on servers of its
// own. Where the error is nil the sample has its status; what ran is told in any
// case, as far as it is known.
type Trials interface {
	Try(ctx context.Context, trial matrix.Attempt) (matrix.Sample, matrix.ServerInfo, error)
}

// Options are what a run needs beside the run document.
type Options struct {
	// Dir is the run's directory; run.json, journal.jsonl and servers/ are
	// written in it.
	Dir      string
	Launcher Launcher
	Load     Load
	Probe    Probe
	// Trials may be nil where no test of the run ends its server.
	Trials Trials
	// Events is told what happens, in order, from one goroutine; may be nil.
	Events func(Event)
	// Lenient measures a server that refuses INFO too. What cannot be checked
	// then is a note on every sample; otherwise such a server is an error.
	Lenient bool
	// Shared voids nothing for a lack of CPU time, which the hypervisor gave to
	// others or the client needed more of than the server: for what is not about
	// numbers, such as tests, slowed by a race detector, on machines that are shared.
	Shared bool
}

// tell hands out an event where somebody listens.
func (o Options) tell(event Event) {
	if o.Events != nil {
		o.Events(event)
	}
}

// Event is something that happened.
type Event struct {
	Kind  EventKind
	Round int
	Setup string // the setup's ID
	Cell  string // the cell's ID, with Kind SampleStarted and SampleDone
	Test  string
	// Sample is set with SampleDone and SampleAgain, Err with SetupFailed.
	Sample *matrix.Sample
	Err    error
	Text   string // what there is to say, with Undecidable
	// Done and Total count samples, of which there are Least where the run ends
	// as early as it may; Remaining estimates the time until it has all.
	Done, Least, Total int
	Remaining          time.Duration
}

// EventKind is a kind of event.
type EventKind int

// The kinds of events.
const (
	RunStarted EventKind = iota
	RoundStarted
	SetupStarting
	SetupReady
	SetupFailed
	SampleStarted
	SampleAgain // others' work voided it; it is measured again
	SampleDone
	Undecidable // some of the gate needs more rounds than there can be
	RunDone
)

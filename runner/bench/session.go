// Package bench is the benchmark core: it drives one server with the requests
// of one test over many connections and measures every reply.
package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"redismatrix/matrix"
)

const (
	// patience is how long a connection waits for the next byte of a reply.
	patience = 5 * time.Second
	// maxErrors is how many error replies end a test early.
	maxErrors = 1000
)

// Session holds the connections to one server for one cell. It is for one
// goroutine. After an error it is only good for Close.
type Session struct {
	at       matrix.Endpoint
	load     matrix.Load
	engine   engine
	control  *control
	values   *values
	keys     *keys
	seq      atomic.Uint64 // numbers that __seq__ has used
	patience time.Duration
	data     dataset
	// own holds the commands of the spec's own that were tried, by ownID, and
	// which of their words are keys that need the prefix.
	own map[string][]int
	// allTried is true once none of the load's commands was found to be wrong.
	allTried bool
	broken   error
}

// Open connects and empties the data set: an owned server is flushed, of an
// attached one only keys with the endpoint's prefix are removed. The error of
// a server that refuses holds the server's own words, never the password.
func Open(ctx context.Context, at matrix.Endpoint, load matrix.Load) (*Session, error) {
	at, err := route(at, load)
	if err != nil {
		return nil, err
	}
	keys, err := newKeys(load.KeyDistribution, load.Keyspace)
	if err != nil {
		return nil, err
	}
	pattern, err := matrix.ParsePattern(load.ValuePattern)
	if err != nil {
		return nil, err
	}
	control := newControl(at) // does not connect yet
	conns, err := connect(ctx, at, load, control.name)
	if err != nil {
		return nil, err
	}
	engine, err := newEngine(conns)
	if err != nil {
		return nil, err
	}
	s := &Session{
		at: at, load: load, engine: engine, control: control,
		values: newValues(pattern, load.ValueSize), patience: patience,
		keys: keys, data: newDataset(), own: map[string][]int{},
	}
	// Elements numbered by __seq__ never meet those numbered by __key__.
	s.seq.Store(uint64(max(load.Keyspace, listLength, hllElements)))
	if err := s.control.empty(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("empty the data set: %w", s.explain(err)), s.close())
	}
	return s, nil
}

// route picks the address that the load's transport uses, and refuses what
// would harm an attached server.
func route(at matrix.Endpoint, load matrix.Load) (matrix.Endpoint, error) {
	if load.Transport == matrix.TransportUnix {
		if at.Socket == "" {
			return at, errors.New("transport unix: the server has no unix socket; use transport tcp, or a shorter TMPDIR where redis-matrix starts the server")
		}
		at.Network, at.Address = "unix", at.Socket
	}
	if !at.Owned && at.Prefix == "" && !at.Keep {
		return at, errors.New("an attached server needs a key prefix: without one every key on it would be ours to delete")
	}
	if load.Clients < 1 || load.Pipeline < 1 || load.Keyspace < 1 || len(load.ValueSize) == 0 {
		return at, fmt.Errorf("load with %d clients, pipeline %d, keyspace %d, value size %v: each must be at least 1",
			load.Clients, load.Pipeline, load.Keyspace, load.ValueSize)
	}
	if load.Duration <= 0 && load.Requests <= 0 {
		return at, errors.New("load without an end: set duration or requests")
	}
	if load.Threads > 0 && (load.Transport == matrix.TransportTLS || runtime.GOOS != "linux") {
		return at, fmt.Errorf("load with %d threads: their number is only to be had on Linux and without TLS; use threads auto", load.Threads)
	}
	return at, nil
}

// Prepare tries the commands that are the spec's own, builds what the test
// needs to find and drives the warm-up. It returns how long the warm-up took.
// A test that consumes is warmed up even where the load asks for none, to learn
// how much it will consume.
func (s *Session) Prepare(ctx context.Context, test matrix.Test) (warmup time.Duration, err error) {
	if s.broken != nil {
		return 0, s.broken
	}
	if err := s.tryAll(ctx); err != nil {
		return 0, s.explain(err)
	}
	if err := s.try(ctx, test); err != nil {
		return 0, fmt.Errorf("prepare %s: %w", test.Name, s.explain(err))
	}
	if err := s.build(ctx, test); err != nil {
		return 0, fmt.Errorf("prepare %s: %w", test.Name, s.explain(err))
	}
	done, err := s.warmUp(ctx, test)
	if err != nil {
		return 0, fmt.Errorf("warm up %s: %w", test.Name, err)
	}
	if test.Consumes {
		if err := s.stockUp(ctx, test, done.rate); err != nil {
			return done.elapsed, fmt.Errorf("prepare %s: %w", test.Name, s.explain(err))
		}
	}
	return done.elapsed, nil
}

// Measure drives the test until the load's duration or number of requests is
// reached; what is outstanding then is awaited and counted. Cell, Test, Round
// and Status are left to the caller. A test that consumes ends early, with a
// note, when all that Prepare built is used up, and any test after a thousand
// error replies. An error means that there is no sample: a lost connection, no
// reply in time, ctx ended.
//
// The latency of a request runs from just before its batch (Pipeline requests)
// is written until its own reply, the last one of a request of several steps, has
// arrived completely. With a rate that is its service time, and the latency runs
// from when it was due.
func (s *Session) Measure(ctx context.Context, test matrix.Test) (matrix.Sample, error) {
	if s.broken != nil {
		return matrix.Sample{}, s.broken
	}
	if !s.tried(test) {
		return matrix.Sample{}, fmt.Errorf("%s was not tried: call Prepare first", test.Name)
	}
	job := s.paced(test)
	job.duration, job.requests = s.load.Duration, s.load.Requests
	limit := s.limit(test)
	if limit == 0 {
		return matrix.Sample{}, fmt.Errorf("%s finds nothing to consume: call Prepare first", test.Name)
	}
	limited := limit > 0 && (job.requests == 0 || limit < job.requests)
	if limited {
		job.requests = limit
	}
	started := time.Now()
	done, watched, err := s.observe(ctx, test, job)
	if err != nil {
		return matrix.Sample{}, fmt.Errorf("measure %s: %w", test.Name, err)
	}
	sample, err := newSample(test, done)
	if watched != nil {
		err = errors.Join(err, watched.tell(&sample, done.history))
	}
	sample.Started, sample.Offered = started, float64(s.load.Rate)
	if limited && done.requests == limit {
		sample.Notes = append(sample.Notes, s.early(test, done)...)
	}
	return sample, err
}

// Close closes the connections. On an attached server it then removes what is
// ours, however long that takes; a *LeftError says that it could not.
func (s *Session) Close() error {
	err := s.engine.close()
	if !s.at.Owned && !s.at.Keep {
		if left := s.control.leave(context.Background()); left != nil {
			err = errors.Join(err, &LeftError{s.at.Prefix, s.explain(left)})
		}
	}
	return errors.Join(err, s.control.close())
}

func (s *Session) close() error {
	return errors.Join(s.engine.close(), s.control.close())
}

// job is the test as the engine drives it, as fast as it can and without an
// end.
func (s *Session) job(test matrix.Test) job {
	job := job{
		pipeline:   s.load.Pipeline,
		keys:       s.keys,
		values:     s.values,
		seq:        &s.seq,
		threads:    s.load.Threads,
		serverCPUs: s.at.CPUs,
		patience:   s.patience,
		maxErrors:  maxErrors,
	}
	for _, part := range test.Parts {
		job.commands = append(job.commands, s.command(part.Test))
		job.weights = append(job.weights, part.Weight)
	}
	if len(test.Parts) == 0 {
		job.commands = []command{s.command(test)}
	}
	return job
}

// paced is the test as the load offers it.
func (s *Session) paced(test matrix.Test) job {
	job := s.job(test)
	job.rate, job.poisson = s.load.Rate, s.load.Arrival == matrix.ArrivalPoisson
	return job
}

// command compiles a test that is no mix.
func (s *Session) command(test matrix.Test) command {
	var c command
	steps := append(slices.Clone(test.Lead), matrix.Step{Command: test.Command, Reply: test.Reply})
	for _, step := range steps {
		keys := keyWords(step.Command)
		if test.Own {
			keys = s.own[ownID(test)]
		}
		c.request.append(assemble(step.Command, test.Inline, keys, s.at.Prefix, s.valueSize()))
		c.expect = append(c.expect, expect(step.Command, step.Reply, test.Needs, s.load))
	}
	return c
}

// valueSize is the one that all values have, or sizeDrawn.
func (s *Session) valueSize() int {
	if size, fixed := s.load.ValueSize.Fixed(); fixed {
		return size
	}
	return sizeDrawn
}

// drive has the engine drive a job and remembers what that did to the data.
func (s *Session) drive(ctx context.Context, test matrix.Test, job job) (tally, error) {
	done, err := s.engine.drive(ctx, job)
	if err != nil {
		err = explainLost(err)
		s.broken = fmt.Errorf("the session ended with an earlier error: %w", err)
		return tally{}, err
	}
	s.touch(test, done.requests)
	done.firstError = hide(done.firstError, s.at.User, s.at.Password)
	return done, nil
}

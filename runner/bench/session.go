// Package bench is the benchmark core: it drives one server with the requests
// of one test over many connections and measures every reply.
package bench

import (
	"context"
	"errors"
	"time"

	"redismatrix/matrix"
)

// Session holds the connections to one server for one cell.
type Session struct{}

// Open connects and empties the data set: an owned server is flushed, of an
// attached one only keys with the endpoint's prefix are removed.
func Open(ctx context.Context, at matrix.Endpoint, load matrix.Load) (*Session, error) {
	return nil, errors.New("to be written")
}

// Prepare builds what the test needs to find and drives the warm-up. It returns
// how long the warm-up took.
func (s *Session) Prepare(ctx context.Context, test matrix.Test) (warmup time.Duration, err error) {
	return 0, nil
}

// Measure drives the test until the load's duration or number of requests is
// reached. Cell, Test, Round and Status are left to the caller. An error means
// that there is no sample: a lost connection, no reply in time, ctx ended.
func (s *Session) Measure(ctx context.Context, test matrix.Test) (matrix.Sample, error) {
	return matrix.Sample{}, nil
}

// Close closes the connections; keys on an attached server are removed.
func (s *Session) Close() error { return nil }

package bench

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"redismatrix/matrix"
)

const (
	// fillBytes and fillWidth bound a filling command in bytes and elements.
	fillBytes = 32 << 10
	fillWidth = 200
	// fillConnections keep a server busy without filling the client's memory,
	// each with at least fillPipeline commands.
	fillConnections = 8
	fillPipeline    = 2
)

// fill adds elements, numbered from what seq says.
func (s *Session) fill(ctx context.Context, r recipe, elements int64, seq *atomic.Uint64) error {
	weight := s.weigh(r.element)
	if err := s.control.room(ctx, elements*weight); err != nil {
		return err
	}
	fit := min(max(1, fillBytes/weight), fillWidth)
	width, pipeline := fit, int64(fillPipeline)
	if r.single {
		width, pipeline = 1, max(fit, fillPipeline)
	}
	for _, part := range []struct{ width, requests int64 }{{width, elements / width}, {elements % width, 1}} {
		if part.width == 0 || part.requests == 0 {
			continue
		}
		test := matrix.Test{
			Command: slices.Concat(r.head, slices.Repeat(r.element, int(part.width))),
			Reply:   matrix.Reply{Kind: r.reply},
		}
		if err := s.send(ctx, test, part.requests, int(pipeline), seq); err != nil {
			return err
		}
	}
	return nil
}

// send drives one filling command as fast as the server takes it; any error
// reply is an error.
func (s *Session) send(ctx context.Context, test matrix.Test, requests int64, pipeline int, seq *atomic.Uint64) error {
	job := s.job(test)
	job.seq, job.requests = seq, requests
	job.connections, job.pipeline, job.maxErrors = fillConnections, pipeline, 1
	done, err := s.engine.drive(ctx, job)
	if err != nil {
		s.broken = fmt.Errorf("the session ended with an earlier error: %w", err)
		return err
	}
	if done.errors > 0 {
		return fmt.Errorf("the server refused: %s", done.firstError)
	}
	return nil
}

// stockUp makes enough elements for the measurement at the warm-up's rate.
func (s *Session) stockUp(ctx context.Context, test matrix.Test, rate float64) error {
	have, err := s.replenish(ctx, test.Needs, min(s.demand(rate), s.capacity(test.Needs, maxStock)))
	s.data.stock = have
	return err
}

// demand is how many elements a consuming test will need at rate a second.
func (s *Session) demand(rate float64) int64 {
	if s.load.Duration == 0 || rate == 0 && s.load.Requests > 0 {
		return s.load.Requests
	}
	spare := int64(1000 + s.load.Clients*s.load.Pipeline)
	want := int64(1.5*rate*s.load.Duration.Seconds()) + spare
	if s.load.Requests > 0 {
		want = min(want, s.load.Requests)
	}
	return want
}

package bench

import (
	"context"
	"errors"
	"time"

	"redismatrix/matrix"
)

// sliceTime is the least time that tells whether one thread more is needed, and
// mostSlices how many of them a warm-up is cut into.
const (
	sliceTime  = 50 * time.Millisecond
	mostSlices = 10
)

// warmth is what a warm-up brought.
type warmth struct {
	elapsed time.Duration
	rate    float64 // the highest of its slices, in requests a second
}

// warmUpTime is how long a test is warmed up. One that consumes is, even where
// the load asks for no warm-up, to learn its rate.
func (s *Session) warmUpTime(test matrix.Test) time.Duration {
	if s.load.Warmup == 0 && test.Consumes && s.load.Requests == 0 {
		return trial
	}
	return s.load.Warmup
}

// warmUp drives the test unmeasured, as the load offers it.
func (s *Session) warmUp(ctx context.Context, test matrix.Test) (warmth, error) {
	job := s.paced(test)
	job.adapt = true
	if job.duration = s.warmUpTime(test); job.duration == 0 {
		return warmth{}, nil
	}
	if !test.Consumes {
		job.requests = max(0, s.limit(test))
		return s.warm(ctx, test, job)
	}
	stock, err := s.control.count(ctx, recipes[test.Needs][0])
	if err != nil {
		return warmth{}, err
	}
	if job.requests = stock; stock == 0 {
		return warmth{}, errors.New("what was built is gone: does anything else use this server, or does it evict?")
	}
	return s.warm(ctx, test, job)
}

// warm drives a job in slices for as long as each has the engine add a thread,
// and then the rest of it at once. The measurement, which adds none, begins with
// as many as it needs, whichever test is the first.
func (s *Session) warm(ctx context.Context, test matrix.Test, job job) (warmth, error) {
	var all warmth
	slice, limited := max(job.duration/mostSlices, sliceTime), job.requests > 0
	for left := job.duration; left > 0; {
		if job.duration = left; job.threads == 0 && left >= 2*slice {
			job.duration = slice
		}
		done, err := s.drive(ctx, test, job)
		if err != nil {
			return all, err
		}
		all.elapsed += done.elapsed
		all.rate = max(all.rate, done.rate())
		left -= max(job.duration, done.elapsed)
		job.requests -= done.requests
		if limited && job.requests == 0 || done.errors >= job.maxErrors {
			break
		}
		if !done.widened {
			slice = left
		}
	}
	return all, nil
}

package bench

import (
	"fmt"
	"time"

	"redismatrix/matrix"
)

// newSample turns a tally into a sample.
func newSample(done tally) (matrix.Sample, error) {
	sample := matrix.Sample{
		Elapsed:  done.elapsed,
		Requests: done.requests, Errors: done.errors, Misses: done.misses,
		Sent: done.sent, Received: done.received,
		RPS:        done.rate(),
		FirstError: done.firstError,
	}
	var err error
	sample.Latency, err = done.latency.latency()
	return sample, err
}

// rate is the replies that are no errors, a second; 0 where nothing came back.
func (t tally) rate() float64 {
	if t.elapsed <= 0 {
		return 0
	}
	return float64(t.requests-t.errors) / t.elapsed.Seconds()
}

// early notes that a test's limit ended it long before the load's bounds did.
func (s *Session) early(test matrix.Test, done tally) []matrix.Note {
	enough := s.load.Duration / 2
	if s.load.Duration > 0 && done.elapsed >= enough {
		return nil
	}
	text := fmt.Sprintf("%s ended after %v and %d requests: ", test.Name, done.elapsed.Round(time.Millisecond), done.requests)
	if test.Consumes {
		text += "the elements prepared for it were used up"
	} else {
		text += fmt.Sprintf("it had added %d MiB to the data set", maxGrowth>>20)
	}
	return []matrix.Note{{Text: text, Remedy: "a shorter duration, fewer requests or a smaller value_size runs in full"}}
}

package bench

import (
	"fmt"
	"time"

	"redismatrix/matrix"
)

// newSample turns a tally of a test into a sample.
func newSample(test matrix.Test, done tally) (matrix.Sample, error) {
	sample := matrix.Sample{
		Elapsed:  done.elapsed,
		Requests: done.requests, Errors: done.errors, Hits: done.hits, Misses: done.misses,
		Sent: done.sent, Received: done.received,
		Due: done.due, Unsent: done.unsent, Schedule: done.schedule,
		RPS:        done.rate(),
		FirstError: done.firstError,
		Threads:    done.threads, ThreadBusy: done.busy,
	}
	var err error
	if sample.Latency, sample.Service, err = latencies(done.latency, done.service); err != nil {
		return sample, err
	}
	sample.Notes = append(beyond(sample.Latency.Overflow), flooded(done.errors)...)
	if len(test.Parts) == 1 {
		done.parts = []part{{done.count, done.latency, done.service}}
	}
	for i, part := range done.parts {
		command, err := newCommandSample(part, done.elapsed)
		if err != nil {
			return sample, err
		}
		command.Test = test.Parts[i].Test.Name
		sample.Commands = append(sample.Commands, command)
	}
	return sample, nil
}

// flooded notes that error replies ended a test before its time.
func flooded(errors int64) []matrix.Note {
	if errors < maxErrors {
		return nil
	}
	return []matrix.Note{{Text: fmt.Sprintf("the test ended early, after %d error replies", errors)}}
}

// newCommandSample turns what a part of a mix brought into its sample.
func newCommandSample(done part, elapsed time.Duration) (matrix.CommandSample, error) {
	sample := matrix.CommandSample{
		Requests: done.requests, Errors: done.errors, Hits: done.hits, Misses: done.misses,
		Sent: done.sent, Received: done.received,
		RPS: done.rate(elapsed),
	}
	var err error
	sample.Latency, sample.Service, err = latencies(done.latency, done.service)
	return sample, err
}

// latencies sums distributions up, of which there may be no second one.
func latencies(latency, service *shard) (matrix.Latency, *matrix.Latency, error) {
	first, err := latency.latency()
	if err != nil || service == nil {
		return first, nil, err
	}
	second, err := service.latency()
	return first, &second, err
}

// rate is the replies that are no errors, a second; 0 where nothing came back.
func (t tally) rate() float64 { return t.count.rate(t.elapsed) }

func (c count) rate(elapsed time.Duration) float64 {
	if elapsed <= 0 {
		return 0
	}
	return float64(c.requests-c.errors) / elapsed.Seconds()
}

// beyond notes latencies that the histogram cannot tell apart.
func beyond(overflow int64) []matrix.Note {
	if overflow == 0 {
		return nil
	}
	return []matrix.Note{{
		Text:   fmt.Sprintf("%d replies took longer than %v, the most that a percentile shows; mean and maximum are exact", overflow, time.Duration(highest)),
		Remedy: "ask for a lower rate",
	}}
}

// early notes that a test's limit ended it before the load's bounds did.
func (s *Session) early(test matrix.Test, done tally) []matrix.Note {
	if s.load.Duration > 0 && done.elapsed >= s.load.Duration {
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

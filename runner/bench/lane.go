package bench

import (
	"errors"
	"fmt"
	"io"
)

// errUnasked is a server that sends replies to nothing.
var errUnasked = errors.New("the server sent more replies than requests")

// lane is what an engine knows of the replies on one connection.
type lane struct {
	scanner scanner
	// What follows belongs to the job that is driven.
	expect  expectation
	latency *shard
	tally   count
	// first and last are monotonic: before the first request was sent, and
	// when the last reply had arrived; 0 for never.
	first, last int64
}

// ready prepares for a job.
func (l *lane) ready(job job, to *shard) {
	l.expect, l.latency = job.commands[0].expect[0], to
	l.tally, l.first, l.last = count{}, 0, 0
}

// intend tells the lane when the next request that it is given was due, in a
// job with a rate. It is called once for each request, before its batch is laid
// out.
func (l *lane) intend(due int64) {}

// receive takes bytes that had arrived at now, of replies to requests that were
// sent at start. It returns how many replies they complete.
func (l *lane) receive(r *race, buf []byte, start, now int64) (complete int, err error) {
	l.tally.received += int64(len(buf))
	for len(buf) > 0 {
		n, done, err := l.scanner.scan(buf)
		if err != nil {
			return complete, err
		}
		buf = buf[n:]
		if done {
			complete++
			l.count(r)
		}
	}
	if complete > 0 {
		l.latency.record(now-start, int64(complete))
	}
	return complete, nil
}

// count judges the reply that was just read.
func (l *lane) count(r *race) {
	l.tally.requests++
	switch l.expect.judge(&l.scanner.reply) {
	case miss:
		l.tally.misses++
	case wrong:
		l.tally.errors++
		r.complain(func() string { return l.expect.complaint(&l.scanner) })
	}
}

// closed says what the end of the connection means.
func (l *lane) closed() error {
	if l.scanner.partial() {
		return fmt.Errorf("the server closed the connection in the middle of a reply: %w", io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("the server closed the connection: %w", io.EOF)
}

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
	commands []command
	to       *records
	tally    count
	// first and last are monotonic: before the first request was sent, and
	// when the last reply had arrived; 0 for never.
	first, last int64
	// only is what every reply must be, where the job has one command of one
	// step and no rate; what follows is for other jobs.
	only *expectation
	// step is the one of a request that is answered next, worst the verdict of
	// those before it, read the bytes of their replies.
	step  int
	worst verdict
	read  int64
	// due says when requests that are not answered yet were due, in a job with
	// a rate.
	due queue[int64]
	// laid says which commands they are, and portions what each command
	// has brought, in a mix.
	laid     queue[int32]
	portions []portion
}

// portion is what one command of a mix has brought on one connection.
type portion struct {
	count
	// fresh counts those requests whose latency is not recorded yet.
	fresh int64
}

// ready prepares for a job.
func (l *lane) ready(job job, to *records) {
	l.commands, l.to = job.commands, to
	l.tally, l.first, l.last = count{}, 0, 0
	l.step, l.worst, l.read = 0, good, 0
	l.due.clear()
	l.laid.clear()
	l.only, l.portions = nil, nil
	if len(job.commands) > 1 {
		l.portions = make([]portion, len(job.commands))
	} else if expect := job.commands[0].expect; len(expect) == 1 && job.rate == 0 {
		l.only = &expect[0]
	}
}

// intend tells the lane when the next request that it is given was due, in a
// job with a rate. It is called once for each request, before its batch is laid
// out.
func (l *lane) intend(due int64) { l.due.push(due) }

// lay notes which command of a mix was laid out next, and its size in bytes.
func (l *lane) lay(command, size int) {
	l.laid.push(int32(command))
	l.portions[command].sent += int64(size)
}

// receive takes bytes that had arrived at now, of replies to requests that were
// sent at start. It returns how many requests they complete.
func (l *lane) receive(r *race, buf []byte, start, now int64) (complete int, err error) {
	l.tally.received += int64(len(buf))
	for len(buf) > 0 {
		n, done, err := l.scanner.scan(buf)
		if err != nil {
			return complete, err
		}
		buf, l.read = buf[n:], l.read+int64(n)
		if !done {
			continue
		}
		ended, err := l.answer(r, now)
		if err != nil {
			return complete, err
		}
		complete += ended
	}
	if complete > 0 {
		l.record(now-start, int64(complete))
		if l.to.line != nil && len(l.to.response) == 0 {
			l.to.line.record(now-r.began.Load(), now-start, int64(complete))
		}
	}
	return complete, nil
}

// answer judges the reply that was just read. It returns how many requests that
// completes, 0 or 1.
func (l *lane) answer(r *race, now int64) (complete int, err error) {
	if l.only != nil {
		l.tally.note(l.judge(r, l.only))
		return 1, nil
	}
	which := 0
	if l.portions != nil {
		if l.laid.empty() {
			return 0, errUnasked
		}
		which = int(l.laid.first())
	}
	steps := l.commands[which].expect
	l.worst = max(l.worst, l.judge(r, &steps[l.step]))
	if l.step++; l.step < len(steps) {
		return 0, nil
	}
	if len(l.to.response) > 0 {
		if l.due.empty() {
			return 0, errUnasked
		}
		took := now - l.due.pop()
		l.to.response[which].record(took, 1)
		if l.to.line != nil {
			l.to.line.record(now-r.began.Load(), took, 1)
		}
	}
	l.settle(which)
	return 1, nil
}

// judge compares the reply that was just read with what it must be. The first
// error of a request is counted as the job's.
func (l *lane) judge(r *race, expect *expectation) verdict {
	v := expect.judge(&l.scanner.reply)
	if v == wrong && l.worst != wrong {
		r.complain(func() string { return expect.complaint(&l.scanner) })
	}
	return v
}

// settle counts a request that is answered.
func (l *lane) settle(which int) {
	l.tally.note(l.worst)
	if l.portions != nil {
		l.laid.pop()
		part := &l.portions[which]
		part.note(l.worst)
		part.received += l.read
		part.fresh++
	}
	l.step, l.worst, l.read = 0, good, 0
}

// record keeps how long the requests that were just answered took since their
// batch was sent.
func (l *lane) record(took, complete int64) {
	if l.portions == nil {
		l.to.service[0].record(took, complete)
		return
	}
	for i := range l.portions {
		if part := &l.portions[i]; part.fresh > 0 {
			l.to.service[i].record(took, part.fresh)
			part.fresh = 0
		}
	}
}

// closed says what the end of the connection means.
func (l *lane) closed() error {
	if l.scanner.partial() {
		return fmt.Errorf("the server closed the connection in the middle of a reply: %w", io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("the server closed the connection: %w", io.EOF)
}

// note counts a request with this verdict.
func (c *count) note(v verdict) {
	c.requests++
	switch v {
	case hit:
		c.hits++
	case miss:
		c.misses++
	case wrong:
		c.errors++
	}
}

// add adds what another count has.
func (c *count) add(from count) {
	c.requests += from.requests
	c.errors += from.errors
	c.hits += from.hits
	c.misses += from.misses
	c.sent += from.sent
	c.received += from.received
}

// queue gives back first what was put in first. Its zero value is empty. It
// keeps its memory, so that it allocates nothing once it has been as long as it
// gets.
type queue[T any] struct {
	items []T
	taken int // of the items
}

func (q *queue[T]) empty() bool { return len(q.items) == 0 }

func (q *queue[T]) push(item T) { q.items = append(q.items, item) }

// first is the item that pop takes next. There must be one, for both.
func (q *queue[T]) first() T { return q.items[q.taken] }

func (q *queue[T]) pop() T {
	item := q.items[q.taken]
	if q.taken++; q.taken == len(q.items) {
		q.clear()
	}
	return item
}

func (q *queue[T]) clear() { q.items, q.taken = q.items[:0], 0 }

package bench

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// brisk is how many bytes of replies and requests take no longer to scan and to
// lay out than latencies are told apart by, about a microsecond: within it, the
// clock that was read when replies arrived is good for the requests that follow.
const brisk = 2 << 10

// sock is one connection.
type sock struct {
	lane
	fd          int
	number, of  int    // which connection it is, from 0
	unsent      int    // requests of the batch that are not written yet
	outstanding int    // requests of the batch that are not answered yet
	rest        []byte // what the kernel did not take yet, a part of spill
	spill       []byte
	start       int64 // when the batch began to be written
	waiting     int64 // since when the connection waits for the next byte
}

// serve does what an event allows: to go on writing, and to read.
func (l *loop) serve(r *race, s *sock, events uint32) error {
	if events&unix.EPOLLOUT != 0 && (len(s.rest) > 0 || s.unsent > 0) {
		if err := l.write(s); err != nil {
			return err
		}
	}
	if events&^uint32(unix.EPOLLOUT) == 0 {
		return nil
	}
	// The end of the connection comes with the last bytes, in one event.
	ending := events&(unix.EPOLLRDHUP|unix.EPOLLHUP|unix.EPOLLERR) != 0
	for {
		n, err := read(s.fd, l.in)
		switch {
		case errors.Is(err, unix.EAGAIN):
			return nil
		case err != nil:
			return os.NewSyscallError("read", err)
		case n == 0:
			return s.closed()
		}
		if err := l.take(r, s, l.in[:n]); err != nil || n < len(l.in) && !ending {
			return err
		}
	}
}

// take counts what was read, and goes on to the next batch when the last one is
// answered.
func (l *loop) take(r *race, s *sock, buf []byte) error {
	l.tick(r)
	l.handled = len(buf)
	complete, err := s.receive(r, buf, s.start, l.now)
	if err != nil {
		return err
	}
	if s.outstanding == 0 && complete == 0 && s.step == 0 {
		return nil // not a reply: a push of RESP3
	}
	s.waiting = l.now
	if s.outstanding -= complete; s.outstanding < 0 || s.outstanding == 0 && s.step > 0 {
		return errUnasked
	}
	if s.outstanding > 0 {
		return nil
	}
	s.last, s.waiting = l.now, 0
	l.active--
	return l.next(r, s)
}

// next has an idle connection send its next batch: in an open loop when one is
// due, in a closed loop at once, unless none is left to be sent.
func (l *loop) next(r *race, s *sock) error {
	if r.rate > 0 {
		l.open.rest(s)
		return nil
	}
	n := r.take(l.now)
	if n == 0 {
		return nil
	}
	return l.begin(r, s, n)
}

// begin lays out and writes a batch of n requests.
func (l *loop) begin(r *race, s *sock, n int) error {
	if s.first == 0 {
		s.first = l.now
	}
	s.unsent, s.outstanding = n, n
	l.active++
	buf, laid := l.batch.next(n, &s.lane)
	if l.handled+len(buf) > brisk {
		l.tick(r)
	}
	s.start, s.waiting = l.now, l.now
	if err := s.push(buf, laid); err != nil || len(s.rest) > 0 {
		return err
	}
	return l.write(s)
}

// write goes on writing the batch until the kernel takes no more.
func (l *loop) write(s *sock) error {
	for len(s.rest) > 0 {
		n, err := write(s.fd, s.rest)
		if errors.Is(err, unix.EAGAIN) {
			return nil
		}
		if err != nil {
			return os.NewSyscallError("write", err)
		}
		s.tally.sent += int64(n)
		s.rest = s.rest[n:]
	}
	for s.unsent > 0 && len(s.rest) == 0 {
		buf, laid := l.batch.next(s.unsent, &s.lane)
		if err := s.push(buf, laid); err != nil {
			return err
		}
	}
	return nil
}

// push writes the bytes of the batch's next requests, and keeps what the kernel
// does not take.
func (s *sock) push(buf []byte, laid int) error {
	n, err := write(s.fd, buf)
	if err != nil && !errors.Is(err, unix.EAGAIN) {
		return os.NewSyscallError("write", err)
	}
	n = max(n, 0)
	s.tally.sent += int64(n)
	s.unsent -= laid
	if n < len(buf) {
		// The buffer is shared; the rest waits in one of the connection's own.
		s.spill = append(s.spill[:0], buf[n:]...)
		s.rest = s.spill
	}
	return nil
}

// blame names the connection in an error.
func (s *sock) blame(err error) error {
	return fmt.Errorf("connection %d of %d: %w", s.number+1, s.of, err)
}

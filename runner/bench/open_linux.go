package bench

import "time"

// dispatcher hands the requests of an open loop, as they become due, to
// connections that are idle, each in its turn.
type dispatcher struct {
	pacer pacer
	base  int64 // when the pacer's time began, on the race's clock
	left  bool  // nothing more is sent
	idle  []*sock
	first int // where in idle, a ring, the idle connections begin
	count int // how many there are
}

// ready prepares for a job over connections that are all idle.
func (d *dispatcher) ready(p pacer, socks []*sock) {
	d.pacer, d.base, d.left = p, 0, false
	d.idle = append(d.idle[:0], socks...)
	d.first, d.count = 0, len(socks)
}

// rest takes back a connection that has become idle.
func (d *dispatcher) rest(s *sock) {
	d.idle[(d.first+d.count)%len(d.idle)] = s
	d.count++
}

// turn is the connection that has been idle for longest.
func (d *dispatcher) turn() *sock {
	s := d.idle[d.first]
	d.first = (d.first + 1) % len(d.idle)
	d.count--
	return s
}

// due says whether a request is due and can be sent.
func (d *dispatcher) due(now int64) bool {
	return d.count > 0 && d.base+d.pacer.due <= now && !d.pacer.done()
}

// intend takes n requests for a connection.
func (d *dispatcher) intend(s *sock, n int) {
	for range n {
		s.intend(d.base + d.pacer.due)
		d.pacer.take()
	}
}

// dispatch sends what is due, and returns how long it is until more is and
// whether anything more is to be sent at all.
func (l *loop) dispatch(r *race) (timeout time.Duration, more bool, err error) {
	d := &l.open
	l.tick(r)
	if err := l.hand(r); err != nil {
		return 0, false, err
	}
	switch {
	case d.left:
		return loopTick, false, nil
	case d.pacer.done() || r.late(l.now):
		d.left = true
		r.leave(&d.pacer, l.now)
		return loopTick, false, nil
	case d.count == 0:
		return loopTick, true, nil
	}
	return min(max(0, time.Duration(d.base+d.pacer.due-l.now)), loopTick), true, nil
}

// hand sends what is due, spread over the idle connections.
func (l *loop) hand(r *race) error {
	d := &l.open
	if !d.due(l.now) || r.late(l.now) {
		return nil
	}
	owed := d.pacer.owed(l.now-d.base, d.count*r.pipeline)
	for i := 0; i < loopGlance && owed > 0; i++ {
		n := (owed + d.count - 1) / d.count
		owed -= n
		s := d.turn()
		d.intend(s, n)
		l.tick(r)
		if err := l.begin(r, s, n); err != nil {
			return s.blame(err)
		}
	}
	l.tick(r)
	return nil
}

package bench

import (
	"errors"
	"math/rand/v2"
	"time"
)

const (
	// loopRead is how much a loop reads at once. All its connections share the
	// buffer, since the scanner keeps no input.
	loopRead = 256 << 10
	// loopTick is how long a loop waits for events before it looks whether it
	// is to stop. It holds a scheduler's processor meanwhile.
	loopTick = 10 * time.Millisecond
	// loopGlance is how many connections a loop starts, or looks at, before it
	// attends to events: thousands at once would make replies wait.
	loopGlance = 64
)

// loop drives its connections on one thread.
type loop struct {
	poller *poller
	wait   func(timeout time.Duration) (int, error) // the poller's, but in tests
	socks  []*sock
	in     []byte
	rng    *rand.PCG

	// What follows belongs to the job that is driven.
	batch   batch // its buffer is kept
	used    []*sock
	started int        // how many of used were started, in a closed loop
	open    dispatcher // of an open loop
	active  int        // connections with requests outstanding
	now     int64      // when the clock was last read
	handled int        // bytes that were read, and scanned, since then
	looked  int64      // when silent connections were last looked for
	glance  int        // how many of used were looked at since all were
	busy    float64    // the share of its time that the thread used its CPU
}

func newLoop(i int) (*loop, error) {
	poller, err := newPoller()
	if err != nil {
		return nil, err
	}
	return &loop{
		poller: poller, wait: poller.wait,
		in: make([]byte, loopRead), rng: rand.NewPCG(keySeed, uint64(i)),
	}, nil
}

// adopt takes a connection that no other loop has.
func (l *loop) adopt(s *sock) error {
	l.socks = append(l.socks, s)
	return l.poller.add(s.fd, len(l.socks)-1)
}

// release gives all connections away.
func (l *loop) release() error {
	var errs []error
	for _, s := range l.socks {
		errs = append(errs, l.poller.remove(s.fd))
	}
	l.socks, l.used = l.socks[:0], nil
	return errors.Join(errs...)
}

// ready prepares for a job, so that driving it allocates nothing.
func (l *loop) ready(r *race, to *records, of share) {
	l.batch = newBatch(r.job, l.rng, l.batch.buf)
	l.active, l.started, l.glance, l.busy = 0, 0, 0, 0
	l.used = l.socks[:of.below(int64(of.connections))]
	for _, s := range l.socks {
		s.ready(r.job, to)
	}
	if r.rate > 0 {
		l.open.ready(newPacer(r.job, of), l.used)
	}
}

// clock runs the loop and takes the time that its thread used.
func (l *loop) clock(r *race, threadTime func() int64) error {
	if r.rate > 0 {
		defer sharpen()()
	}
	began, used := r.now(), threadTime()
	err := l.run(r)
	if took := r.now() - began; took > 0 {
		l.busy = min(1, float64(threadTime()-used)/float64(took))
	}
	return err
}

// tick reads the clock.
func (l *loop) tick(r *race) { l.now, l.handled = r.now(), 0 }

// run sends batches and awaits their replies until the job is over.
func (l *loop) run(r *race) error {
	l.tick(r)
	l.looked = l.now
	if r.rate > 0 {
		r.begin(l.now)
		l.open.base = r.began.Load()
	}
	for {
		timeout, more, err := l.feed(r)
		if err != nil || l.active == 0 && !more {
			return err
		}
		n, err := l.wait(timeout)
		if err != nil {
			return err
		}
		if r.aborted.Load() {
			return nil // the error, or the context's, is told elsewhere
		}
		if err := l.handle(r, n); err != nil {
			return err
		}
		if err := l.look(r); err != nil {
			return err
		}
	}
}

// feed sends what is to be sent now, other than on replies. It returns for how
// long there is nothing to do without events, and whether more is to come even
// without any.
func (l *loop) feed(r *race) (timeout time.Duration, more bool, err error) {
	if r.rate > 0 {
		return l.dispatch(r)
	}
	return l.start(r)
}

// start sends the first batches of some connections.
func (l *loop) start(r *race) (timeout time.Duration, more bool, err error) {
	for range loopGlance {
		if l.started == len(l.used) {
			return loopTick, false, nil
		}
		s := l.used[l.started]
		l.started++
		l.tick(r)
		r.begin(l.now) // with the first request, so that elapsed is no less than the duration
		if err := l.next(r, s); err != nil {
			return 0, false, s.blame(err)
		}
	}
	return 0, true, nil
}

// handle serves the connections of n events.
func (l *loop) handle(r *race, n int) error {
	if n == 0 {
		l.tick(r)
	}
	for i := range n {
		event := &l.poller.events[i]
		s := l.socks[event.Fd]
		if err := l.serve(r, s, event.Events); err != nil {
			return s.blame(err)
		}
		if r.rate > 0 {
			if err := l.hand(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle takes what comes while no request is outstanding, until nothing more
// has come for a while.
func (l *loop) settle(r *race, linger time.Duration) error {
	for {
		n, err := l.wait(linger)
		if err != nil || n == 0 {
			return err
		}
		for _, event := range l.poller.events[:n] {
			s := l.socks[event.Fd]
			if err := l.serve(r, s, event.Events); err != nil {
				return s.blame(err)
			}
		}
		linger = 0
	}
}

// look finds a connection that has waited for longer than the job's patience.
// It looks at a few at a time, and at all in a tenth of the patience.
func (l *loop) look(r *race) error {
	glances := int64(len(l.used)/loopGlance + 1)
	if l.now-l.looked < int64(r.patience)/10/glances {
		return nil
	}
	l.looked = l.now
	from := l.glance
	to := min(from+loopGlance, len(l.used))
	for _, s := range l.used[from:to] {
		if s.waiting > 0 && l.now-s.waiting > int64(r.patience) {
			return s.blame(r.silent())
		}
	}
	if l.glance = to; to == len(l.used) {
		l.glance = 0
	}
	return nil
}

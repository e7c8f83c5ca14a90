package bench

import (
	"cmp"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// Sizes of a connection's read buffer: small, so that ten thousand connections
// fit into memory, and larger where replies are.
const (
	readSmall = 4 << 10
	readLarge = 64 << 10
)

// keySeed makes the keys drawn the same in every run.
const keySeed = 0x7265646973

// worker drives one connection.
type worker struct {
	lane
	conn  net.Conn
	rng   *rand.PCG
	in    []byte // a buffer, kept from job to job, as is the batch's
	due   []int64
	alarm *time.Timer // nil before the first open loop
	batch batch       // belongs to the job that is driven
	// waiting is when the connection began to wait for the next byte, 0 while
	// nothing is outstanding.
	waiting atomic.Int64
}

// newWorker draws keys determined by the connection's number.
func newWorker(i int, conn net.Conn) *worker {
	return &worker{conn: conn, rng: rand.NewPCG(keySeed, uint64(i))}
}

// ready prepares for a job, so that driving it allocates nothing.
func (w *worker) ready(job job, to *records) {
	w.batch = newBatch(job, w.rng, w.batch.buf)
	if size := readSize(job); len(w.in) != size {
		w.in = make([]byte, size)
	}
	w.lane.ready(job, to)
}

// readSize guesses how much a batch is answered with at most.
func readSize(job job) int {
	elements := 1
	for _, command := range job.commands {
		for _, expect := range command.expect {
			elements = max(elements, expect.Len)
		}
	}
	reply := 64 + (job.values.size+16)*elements
	return min(max(reply*job.pipeline, readSmall), readLarge)
}

// run sends one batch after the other and awaits their replies until the job is
// over.
func (w *worker) run(r *race) error {
	now := r.now()
	w.first = now
	r.begin(now)
	for n := r.take(now); n > 0; n = r.take(now) {
		var err error
		if now, err = w.exchange(r, n); err != nil {
			return w.explain(err)
		}
	}
	return nil
}

// exchange sends n requests and reads n replies. It returns when the last one
// arrived.
func (w *worker) exchange(r *race, n int) (now int64, err error) {
	requests, laid := w.batch.next(n, &w.lane)
	start := r.now()
	w.waiting.Store(start)
	if err := w.send(r, requests, n-laid); err != nil {
		return 0, err
	}
	for n > 0 {
		got, err := w.conn.Read(w.in)
		if err != nil {
			return 0, err
		}
		now = r.now()
		w.waiting.Store(now)
		replies, err := w.receive(r, w.in[:got], start, now)
		if err != nil {
			return 0, err
		}
		if n -= replies; n < 0 || n == 0 && w.step > 0 {
			return 0, errUnasked
		}
	}
	w.waiting.Store(0)
	w.last = now
	return now, nil
}

// send writes requests that are laid out, and then those of the batch that are
// left, in pieces where they are large.
func (w *worker) send(r *race, requests []byte, left int) error {
	for {
		sent, err := w.conn.Write(requests)
		w.tally.sent += int64(sent)
		if err != nil || left == 0 {
			return err
		}
		w.waiting.Store(r.now())
		var laid int
		requests, laid = w.batch.next(left, &w.lane)
		left -= laid
	}
}

// settle listens until a time; a reply then is to nothing, and an error.
func (w *worker) settle(r *race, until time.Time) error {
	if err := w.conn.SetReadDeadline(until); err != nil {
		return err
	}
	for {
		n, err := w.conn.Read(w.in)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
		if err != nil {
			return w.explain(err)
		}
		if complete, err := w.receive(r, w.in[:n], 0, 0); err != nil || complete > 0 || w.step > 0 {
			return cmp.Or(err, errUnasked)
		}
	}
	return w.conn.SetReadDeadline(time.Time{})
}

// explain says what the loss of the connection means.
func (w *worker) explain(err error) error {
	if errors.Is(err, io.EOF) {
		return w.closed()
	}
	return err
}

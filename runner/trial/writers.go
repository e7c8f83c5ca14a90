package trial

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"redismatrix/matrix"
)

// writers write keys never written before, each over a connection of its own, and
// know which writes the server has confirmed.
type writers struct {
	values
	links []link
	// synced has a write confirmed by WAITAOF, and not by its reply.
	synced bool
	// confirmed are the times at which the writes of each writer were confirmed,
	// in their order, in microseconds since 1970.
	confirmed [][]int64
	// limit bounds the bytes of all values; 0 is no bound.
	limit int64
	bytes atomic.Int64
	first chan struct{} // closed when a write is confirmed
	once  sync.Once
	full  chan struct{} // closed when the limit is reached
	ended atomic.Bool   // the server's end is wanted: errors are none
	fault chan error
	group sync.WaitGroup
	stop  context.CancelFunc
}

// startWriters has as many as the load has clients begin to write. End them with
// finish.
func startWriters(ctx context.Context, at matrix.Endpoint, load matrix.Load, values values, limit int64) (*writers, error) {
	ctx, stop := context.WithCancel(ctx)
	count := load.Clients
	w := &writers{
		values: values, synced: load.Confirm == matrix.ConfirmWaitAOF, confirmed: make([][]int64, count), limit: limit,
		first: make(chan struct{}), full: make(chan struct{}), fault: make(chan error, count), stop: stop,
	}
	for range count {
		l, err := dial(ctx, at.Address)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("connect the writers: %w", said(err)), w.finish())
		}
		w.links = append(w.links, l)
	}
	for i := range count {
		w.group.Go(func() {
			if err := w.write(i); err != nil && !w.ended.Load() && ctx.Err() == nil {
				w.fault <- err
			}
		})
	}
	return w, nil
}

// write is what one writer does until an error or the limit ends it.
func (w *writers) write(writer int) error {
	for n := 0; ; n++ {
		value := w.of(number(writer, n))
		if err := w.set(w.links[writer], writtenKey(writer, n), value); err != nil {
			return fmt.Errorf("write: %w", said(err))
		}
		w.confirmed[writer] = append(w.confirmed[writer], time.Now().UnixMicro())
		w.once.Do(func() { close(w.first) })
		size := int64(len(value))
		if total := w.bytes.Add(size); w.limit > 0 && total >= w.limit {
			if total-size < w.limit {
				close(w.full)
			}
			return nil
		}
	}
}

// set writes a key, and returns when that is confirmed.
func (w *writers) set(l link, key, value string) error {
	if err := l.set(key, value); err != nil || !w.synced {
		return err
	}
	return l.waitAOF()
}

// until waits for the first write that is confirmed, and then for a time or until
// nothing more is written.
func (w *writers) until(ctx context.Context, wait time.Duration) error {
	for _, next := range []func() <-chan time.Time{
		func() <-chan time.Time { return nil },
		func() <-chan time.Time { return time.After(wait) },
	} {
		timer, stage := next(), w.first
		if timer != nil {
			stage = w.full
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.fault:
			return err
		case <-stage:
		case <-timer:
		}
	}
	return nil
}

// finish ends the writers, and waits for them.
func (w *writers) finish() error {
	w.stop()
	var errs []error
	for _, l := range w.links {
		errs = append(errs, l.Close()) // which ends what is waited for
	}
	w.group.Wait()
	return errors.Join(errs...)
}

// begun is when the first write was confirmed, in microseconds since 1970.
func (w *writers) begun() int64 {
	var first int64
	for _, times := range w.confirmed {
		if len(times) > 0 && (first == 0 || times[0] < first) {
			first = times[0]
		}
	}
	return first
}

// number is the key of the nth value of a writer.
func number(writer, n int) uint64 { return uint64(writer)<<40 | uint64(n) }

// writtenKey is its name.
func writtenKey(writer, n int) string { return fmt.Sprintf("write:%d:%d", writer, n) }

package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// watchEvery is how often a server is asked for what it does: often enough to see
// a fork of a small data set, and seldom enough to cost it nothing that shows (an
// INFO of one section takes it some 20 µs).
const watchEvery = 10 * time.Millisecond

// askedAt is after which part of a test's duration the event is asked for.
const askedAt = 4

// watcher asks a server for an event in the middle of a test, and follows what it
// does. It belongs to one goroutine at a time.
type watcher struct {
	control *control
	ask     string        // EventSave or EventRewrite, "" to watch only
	at      time.Duration // when to ask
	// since is how long ago the first request was sent; 0 before. It is sent once,
	// by the race.
	since chan func() time.Duration

	clock  func() time.Duration
	sent   int64                    // commands
	looked time.Duration            // when the server was last looked at
	now    map[string]*matrix.Event // under way, by kind
	events []matrix.Event           // that are over
}

// followed are the kinds of event, and the fields of INFO that tell of them.
var followed = []struct {
	kind, running, scheduled, status, copied string
}{
	{matrix.EventSave, "rdb_bgsave_in_progress", "", "rdb_last_bgsave_status", "rdb_last_cow_size"},
	{matrix.EventRewrite, "aof_rewrite_in_progress", "aof_rewrite_scheduled", "aof_last_bgrewrite_status", "aof_last_cow_size"},
}

func newWatcher(control *control, load matrix.Load) *watcher {
	w := &watcher{
		control: control, at: load.Duration / askedAt,
		since: make(chan func() time.Duration, 1), now: map[string]*matrix.Event{},
	}
	if load.AsksFor() {
		w.ask = load.Event
	}
	return w
}

// follow asks and watches until it is told to stop. A command is never given up for
// that: the connection would be lost with it, and whether the server counts it is
// not known.
func (w *watcher) follow(ctx context.Context, stop <-chan struct{}) error {
	select {
	case w.clock = <-w.since:
	case <-stop:
		return nil
	}
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return nil
		case <-ticker.C:
		}
		if err := w.step(ctx); err != nil {
			return err
		}
	}
}

// step asks where it is time to, and looks. A server does one thing at a time, so
// that what it began by itself is awaited first.
func (w *watcher) step(ctx context.Context) error {
	if w.ask != "" && w.clock() >= w.at && len(w.now) == 0 {
		if err := w.begin(ctx); err != nil {
			return err
		}
	}
	return w.look(ctx)
}

// begin asks for the event, which is under way from then on.
func (w *watcher) begin(ctx context.Context) error {
	kind := w.ask
	w.ask = ""
	asked := matrix.Event{Kind: kind, Start: w.clock(), Every: watchEvery}
	w.sent++
	err := w.control.client.Do(ctx, kind).Err()
	var refusal redis.Error
	switch {
	case errors.As(err, &refusal):
		asked.End, asked.Failed, asked.Reason = w.clock(), true, refusal.Error()
		w.events = append(w.events, asked)
	case err != nil:
		return fmt.Errorf("ask the server for %s: %w", strings.ToUpper(kind), err)
	default:
		w.now[kind] = &asked
	}
	return nil
}

// look asks the server what it is doing, and notes what has begun or ended.
func (w *watcher) look(ctx context.Context) error {
	info, err := w.info(ctx, "persistence")
	if err != nil {
		return err
	}
	at := w.clock()
	for _, f := range followed {
		running := info.Integer(f.running)+info.Integer(f.scheduled) > 0
		event := w.now[f.kind]
		switch {
		case running && event == nil:
			w.now[f.kind] = &matrix.Event{Kind: f.kind, Automatic: true, Start: w.looked, Every: watchEvery}
		case !running && event != nil:
			event.End = at
			event.CopyOnWrite, event.Failed = info.Integer(f.copied), info[f.status] == "err"
			if err := w.end(ctx, event); err != nil {
				return err
			}
		}
	}
	w.looked = at
	return nil
}

// end notes that an event is over. Its fork was the latest.
func (w *watcher) end(ctx context.Context, event *matrix.Event) error {
	info, err := w.info(ctx, "stats")
	event.Fork = time.Duration(info.Integer("latest_fork_usec")) * time.Microsecond
	w.events = append(w.events, *event)
	delete(w.now, event.Kind)
	return err
}

func (w *watcher) info(ctx context.Context, section string) (matrix.Info, error) {
	w.sent++
	text, err := w.control.client.Info(ctx, section).Result()
	if err != nil {
		return nil, fmt.Errorf("watch the server: %w", err)
	}
	return matrix.ParseInfo(text), nil
}

// finish follows what is still under way when the test is over to its end.
func (w *watcher) finish(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, controlPatience)
	defer cancel()
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for len(w.now) > 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the end of what the server does in the background: %w", context.Cause(ctx))
		case <-ticker.C:
		}
		if err := w.look(ctx); err != nil {
			return err
		}
	}
	return nil
}

// tell writes what was seen into a sample.
func (w *watcher) tell(sample *matrix.Sample, of *history) error {
	sample.Events, sample.Asked = w.events, w.sent
	return of.tell(sample)
}

// observe drives a test that is measured, and watches the server meanwhile where
// the load asks for that. The watcher is nil where it does not.
func (s *Session) observe(ctx context.Context, test matrix.Test, job job) (tally, *watcher, error) {
	if !s.load.Watched() {
		done, err := s.drive(ctx, test, job)
		return done, nil, err
	}
	w := newWatcher(s.control, s.load)
	job.slices, job.since = sliceWidth(s.load.Duration), w.since
	stop, watched := make(chan struct{}), make(chan error, 1)
	go func() { watched <- w.follow(ctx, stop) }()
	done, err := s.drive(ctx, test, job)
	close(stop)
	lost := <-watched
	if err == nil && lost == nil {
		lost = w.finish(ctx)
	}
	if err == nil && lost != nil {
		err = s.explain(lost)
	}
	return done, w, err
}

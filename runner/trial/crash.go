package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"redismatrix/matrix"
)

// crash kills servers that are written to, and looks what is left.
func (a *attempt) crash(ctx context.Context) error {
	for range a.Cell.Load.CrashCount() {
		crash, err := a.kill(ctx)
		if err = errors.Join(err, a.close()); err != nil {
			return err
		}
		a.sample.Trial.Crashes = append(a.sample.Trial.Crashes, crash)
	}
	a.judge()
	return nil
}

// kill kills one server at a random moment.
func (a *attempt) kill(ctx context.Context) (matrix.Crash, error) {
	crash := matrix.Crash{Kind: matrix.CrashKilled}
	site, err := a.site()
	if err != nil {
		return crash, err
	}
	server, err := a.start(ctx, site, Start{})
	if err != nil {
		return crash, err
	}
	facts := server.Facts()
	wait := time.Duration(a.random.Int64N(int64(a.Cell.Load.WriteTime())))
	w, err := startWriters(ctx, facts.Endpoint, a.Cell.Load, a.values(), 0)
	if err != nil {
		return crash, err
	}
	if err := w.until(ctx, wait); err != nil {
		return crash, errors.Join(err, w.finish())
	}
	w.ended.Store(true)
	killed := time.Now().UnixMicro()
	if err := errors.Join(server.Kill(), w.finish()); err != nil {
		return crash, err
	}
	crash.Written = time.Duration(killed-w.begun()) * time.Microsecond
	// What was confirmed just before the end may have been read just after it.
	err = a.after(ctx, site, w, max(killed, w.last()), &crash)
	return crash, err
}

// last is when the last write was confirmed, in microseconds since 1970.
func (w *writers) last() int64 {
	var last int64
	for _, times := range w.confirmed {
		if len(times) > 0 {
			last = max(last, times[len(times)-1])
		}
	}
	return last
}

// values are those of the attempt.
func (a *attempt) values() values { return values{a.Seed, a.Cell.Load.ValueSize} }

// after starts a server on what a crash has left, and counts what is there.
func (a *attempt) after(ctx context.Context, site place, w *writers, moment int64, crash *matrix.Crash) error {
	back, err := a.recover(ctx, site, crash)
	if err != nil {
		return err
	}
	if back == nil {
		w.loseAll(moment, crash)
		return nil
	}
	facts := back.Facts()
	if err := w.verify(ctx, facts.Endpoint, moment, crash); err != nil {
		return logged(err, facts.Log)
	}
	return back.Kill()
}

// judge voids the sample where values are torn, and tells of servers that needed
// help.
func (a *attempt) judge() {
	trial := a.sample.Trial
	if torn := trial.Torn(); torn > 0 {
		a.sample.Status = matrix.StatusInvalid
		a.sample.Reason = fmt.Sprintf("%d values that the server gave back are not what was written to it", torn)
		a.sample.Remedy = "see the crashes of the sample in run.json: no setup may do that"
		return
	}
	of := len(trial.Crashes)
	for _, what := range []struct {
		recovery     matrix.Recovery
		text, remedy string
	}{
		{matrix.RecoveryCut, "the server cut the end of its AOF off to start", ""},
		{matrix.RecoveryRepaired, "the server refused its files until they were repaired (redis-check-aof --fix)", "be ready to repair, or set aof-load-truncated yes"},
		{matrix.RecoveryRefused, "the server refused its files, and they could not be repaired", "have a copy elsewhere"},
	} {
		if n := trial.Count(what.recovery); n > 0 {
			a.note(what.remedy, "after %d of %d crashes %s", n, of, what.text)
		}
	}
	if !slices.ContainsFunc(trial.Crashes, func(c matrix.Crash) bool { return c.Acknowledged > 0 }) {
		a.invalid("write for longer", "no write was confirmed before any of the %d crashes", of)
	}
}

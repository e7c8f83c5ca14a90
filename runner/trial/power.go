package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"redismatrix/matrix"
)

// traceLimit bounds the bytes of all values that are written while a server is
// traced: the trace holds them too, and is read into memory.
const traceLimit = 64 << 20

// clockDrift is how far the clock of the day, by which a trace and the writers tell
// the time, may go from one that nobody can set.
const clockDrift = time.Millisecond

// powerLoss writes to a server that is traced, and starts others on what would
// have survived at several moments.
func (a *attempt) powerLoss(ctx context.Context) error {
	s, err := a.record(ctx)
	if err != nil || a.sample.Status != matrix.StatusOK {
		return err
	}
	a.sample.Trial.LongestSync = s.longest()
	replay := newReplay(s.dir)
	at := 0
	for _, moment := range s.moments(a.random, a.Cell.Load.CrashCount()) {
		for ; at < len(s.steps) && s.steps[at].at <= moment.at; at++ {
			if err := replay.follow(s.steps[at]); err != nil {
				return err
			}
		}
		crash := matrix.Crash{Kind: moment.kind, Written: micros64(moment.at - s.begun())}
		if err := a.revive(ctx, replay, s.writers, moment.at, &crash); err != nil {
			return err
		}
		a.sample.Trial.Crashes = append(a.sample.Trial.Crashes, crash)
	}
	a.judge()
	return nil
}

// revive starts a server on what survives at a moment, and counts what is there.
func (a *attempt) revive(ctx context.Context, replay *replay, w *writers, moment int64, crash *matrix.Crash) error {
	site, err := a.site()
	if err != nil {
		return err
	}
	if err := replay.restore(site.dir); err != nil {
		return err
	}
	return errors.Join(a.after(ctx, site, w, moment, crash), a.close())
}

// session is one server that was traced, and what was written to it.
type session struct {
	*writers
	dir   string
	steps []step
	end   int64 // in microseconds since 1970
}

// record writes to a server that is traced, and checks that the trace tells all.
func (a *attempt) record(ctx context.Context) (s session, err error) {
	site, err := a.site()
	if err != nil {
		return s, err
	}
	if what := volatile(site.dir); what != "" {
		a.invalid("name a directory on a disk with --results", "the data are on %s, which is not known to keep anything when the power is lost", what)
		return s, nil
	}
	server, err := a.start(ctx, site, Start{Traced: true})
	if err != nil {
		return s, err
	}
	facts := server.Facts()
	began := time.Now()
	if s.writers, err = startWriters(ctx, facts.Endpoint, a.Cell.Load, a.values(), traceLimit); err != nil {
		return s, err
	}
	if err := s.until(ctx, a.Cell.Load.WriteTime()); err != nil {
		return s, errors.Join(err, s.finish())
	}
	s.ended.Store(true)
	end := time.Now()
	s.end = end.UnixMicro()
	if err := errors.Join(server.Kill(), s.finish()); err != nil {
		return s, err
	}
	if s.bytes.Load() >= traceLimit {
		a.note("use smaller values, to trace for longer", "written for less than the duration: no more than %d MiB of values are traced", traceLimit>>20)
	}
	if drift := end.Round(0).Sub(began.Round(0)) - end.Sub(began); drift.Abs() > clockDrift {
		a.invalid("keep others from setting the clock", "the clock was set by %v meanwhile, so that nothing can be put in order", drift)
		return s, nil
	}
	if s.dir, err = filepath.EvalSymlinks(site.dir); err == nil {
		err = s.read(facts.Trace)
	}
	return s, errors.Join(err, a.close())
}

// read reads the trace and holds it against the files that the server left.
func (s *session) read(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read the trace: %w", err)
	}
	s.steps, err = readTrace(file, filepath.Base(filepath.Dir(s.dir)), s.end)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	whole, underWay := newReplay(s.dir), map[*call]bool{}
	for _, step := range s.steps {
		if underWay[step.call] = true; step.leave {
			delete(underWay, step.call)
		}
		if err := whole.follow(step); err != nil {
			return err
		}
	}
	return whole.agree(underWay)
}

// moment is one at which the power is lost.
type moment struct {
	at   int64 // in microseconds since 1970
	kind matrix.CrashKind
}

// moments draws moments from the first confirmed write until the end, in order:
// half of them just before different syncs are over, as far as there are any.
func (s *session) moments(random *rand.Rand, count int) []moment {
	var syncs []int64
	for _, step := range s.steps {
		if step.leave && step.call.syncs() && step.at > s.begun() && step.at <= s.end {
			syncs = append(syncs, step.at)
		}
	}
	random.Shuffle(len(syncs), func(i, j int) { syncs[i], syncs[j] = syncs[j], syncs[i] })
	moments := make([]moment, count)
	for i := range moments {
		moments[i] = moment{s.begun() + random.Int64N(max(1, s.end-s.begun())), matrix.CrashPower}
		if i < min(count/2, len(syncs)) {
			moments[i] = moment{syncs[i] - 1, matrix.CrashBeforeSync}
		}
	}
	slices.SortFunc(moments, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
	return moments
}

// longest is how long the longest sync took.
func (s *session) longest() time.Duration {
	begun, longest := map[*call]int64{}, int64(0)
	for _, step := range s.steps {
		switch {
		case !step.call.syncs():
		case step.leave:
			longest = max(longest, step.at-begun[step.call])
		default:
			begun[step.call] = step.at
		}
	}
	return micros64(longest)
}

func (c *call) syncs() bool { return c.name == "fsync" || c.name == "fdatasync" }

func micros64(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

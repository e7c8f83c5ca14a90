package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"redismatrix/matrix"
)

// stopRun wraps an error that ends the run and not only a sample.
type stopRun struct{ err error }

func (e *stopRun) Error() string { return e.err.Error() }
func (e *stopRun) Unwrap() error { return e.err }

// driven is a server that is measured.
type driven struct {
	Server
	reader Reader
	host   matrix.Host
	// local is true where the server is on this host.
	local bool
	// first is the reading when the server had just been started.
	first matrix.Counters
	// lenient measures a server that tells nothing of itself too.
	lenient bool
	shared  bool // see Options
}

// meet opens the reader of a server and takes the first reading. Close the
// reader.
func (o Options) meet(ctx context.Context, server Server, host matrix.Host) (driven, error) {
	reader, err := o.Probe.Open(ctx, server.Endpoint(), server.Info())
	if err != nil {
		return driven{}, err
	}
	at := driven{Server: server, reader: reader, host: host, local: isLocal(ctx, server.Endpoint()), lenient: o.Lenient, shared: o.Shared}
	if at.first, err = at.read(ctx); err != nil {
		return driven{}, errors.Join(err, reader.Close())
	}
	return at, nil
}

// read takes a reading, and refuses one of a server that tells nothing.
func (d driven) read(ctx context.Context) (matrix.Counters, error) {
	counters, err := d.reader.Read(ctx)
	if err == nil && counters.NoInfo != "" && !d.lenient {
		err = fmt.Errorf("the server refuses INFO (%s), without which nothing can be checked: allow it to the user", counters.NoInfo)
	}
	return counters, err
}

// taking is how a sample was taken: where its time went beside measuring, and
// whether others' work voided it.
type taking struct {
	warmup, preparing time.Duration
	disturbed         bool
}

// take prepares a test, measures it between two readings, and judges it.
func (d driven) take(ctx context.Context, session Session, load matrix.Load, test matrix.Test) (sample matrix.Sample, how taking, err error) {
	began := time.Now()
	how.warmup, err = session.Prepare(ctx, test)
	how.preparing = time.Since(began) - how.warmup
	if err != nil {
		return sample, how, err
	}
	seen := evidence{
		server: d.info(), host: d.host, test: test, load: load,
		owned: d.Endpoint().Owned, local: d.local, config: d.first.Config, shared: d.shared,
	}
	if seen.before, err = d.read(ctx); err != nil {
		return sample, how, err
	}
	if sample, err = session.Measure(ctx, test); err != nil {
		return sample, how, err
	}
	if seen.after, err = d.read(ctx); err != nil {
		return sample, how, err
	}
	how.disturbed = judge(&sample, seen)
	return sample, how, nil
}

// info is what runs: as its launcher told, or else as the first reading did.
func (d driven) info() matrix.ServerInfo {
	info := d.Info()
	info.RunID = cmp.Or(info.RunID, d.first.RunID)
	return info
}

// drive takes the samples of jobs on one server. After an error the first of
// the returned jobs is the one that failed.
func (l *loop) drive(ctx context.Context, server Server, jobs []job) ([]job, error) {
	at, err := l.options.meet(ctx, server, l.run.Host)
	if err != nil {
		return jobs, err
	}
	defer at.reader.Close() //nolint:errcheck // nothing was written
	for len(jobs) > 0 {
		left, err := l.driveCell(ctx, at, jobs)
		if err != nil {
			return left, err
		}
		jobs = left
	}
	return nil, nil
}

// driveCell takes the samples at the head of jobs that belong to one cell, in
// one session, and returns the jobs of other cells.
func (l *loop) driveCell(ctx context.Context, server driven, jobs []job) (left []job, err error) {
	cell := jobs[0].cell
	session, err := l.options.Load.Open(ctx, server.endpoint(), cell.Load)
	if err != nil {
		return jobs, err
	}
	defer func() {
		// A run that was stopped ends anyway, and says what was left behind.
		if closing := session.Close(); closing != nil && (err == nil || ctx.Err() != nil) {
			err = &stopRun{closing}
		}
	}()
	scale := &scale{driven: server, load: cell.Load}
	for len(jobs) > 0 && jobs[0].cell == cell {
		if err := l.takeSample(ctx, scale, session, jobs[0]); err != nil {
			return jobs, err
		}
		jobs = jobs[1:]
	}
	return jobs, nil
}

// takeSample takes, weighs, accounts and records one sample.
func (l *loop) takeSample(ctx context.Context, on *scale, session Session, job job) error {
	test, err := lookup(job.cell.Load, job.test)
	if err != nil {
		return &stopRun{err}
	}
	l.emit(Event{
		Kind: SampleStarted, Round: job.round, Setup: job.cell.Setup, Cell: job.cell.ID, Test: job.test,
	})
	if err := on.tare(ctx, test); err != nil {
		return err
	}
	sample, how, err := on.take(ctx, session, job.cell.Load, test)
	l.run.Timing.Warmup += how.warmup
	l.run.Timing.Preparing += how.preparing
	if err != nil {
		return err
	}
	if sample.Memory, err = on.weigh(ctx, test); err != nil {
		return err
	}
	if how.disturbed && l.again(job, sample) {
		return nil
	}
	sample.Voided = l.voided[job.due()]
	if err := l.record(job, sample); err != nil {
		return &stopRun{err}
	}
	return nil
}

// lookup finds a test that a load names.
func lookup(load matrix.Load, name string) (matrix.Test, error) {
	test, known := load.Test(name)
	if !known {
		return test, fmt.Errorf("test %q is neither in the catalogue nor in the spec", name)
	}
	return test, nil
}

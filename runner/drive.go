package runner

import (
	"context"
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
	config map[string]string // when it had just been started
}

// drive takes the samples of jobs on one server. After an error the first of
// the returned jobs is the one that failed.
func (l *loop) drive(ctx context.Context, server Server, jobs []job) ([]job, error) {
	reader, err := l.options.Probe.Open(ctx, server.Endpoint())
	if err != nil {
		return jobs, err
	}
	defer reader.Close() //nolint:errcheck // nothing was written
	first, err := reader.Read(ctx)
	if err != nil {
		return jobs, err
	}
	at := driven{server, reader, first.Config}
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
	session, err := l.options.Load.Open(ctx, server.Endpoint(), cell.Load)
	if err != nil {
		return jobs, err
	}
	defer func() {
		if closing := session.Close(); err == nil && closing != nil {
			err = &stopRun{closing}
		}
	}()
	for len(jobs) > 0 && jobs[0].cell == cell {
		if err := l.takeSample(ctx, server, session, jobs[0]); err != nil {
			return jobs, err
		}
		jobs = jobs[1:]
	}
	return jobs, nil
}

// takeSample prepares, measures, judges and records one sample.
func (l *loop) takeSample(ctx context.Context, server driven, session Session, job job) error {
	test, known := job.cell.Load.Test(job.test)
	if !known {
		return &stopRun{fmt.Errorf("test %q is neither in the catalogue nor in the spec", job.test)}
	}
	l.emit(Event{
		Kind: SampleStarted, Round: job.round, Setup: job.cell.Setup, Cell: job.cell.ID, Test: job.test,
	})
	seen := evidence{
		server: server.Info(), host: l.run.Host, test: test, load: job.cell.Load,
		owned: server.Endpoint().Owned, config: server.config,
	}
	sample, err := l.measure(ctx, session, server.reader, seen)
	if err != nil {
		return err
	}
	if err := l.record(job, sample); err != nil {
		return &stopRun{err}
	}
	return nil
}

// measure brackets the measurement with readings of the counters.
func (l *loop) measure(ctx context.Context, session Session, reader Reader, seen evidence) (sample matrix.Sample, err error) {
	if err := l.prepare(ctx, session, seen.test); err != nil {
		return sample, err
	}
	if seen.before, err = reader.Read(ctx); err != nil {
		return sample, err
	}
	if sample, err = session.Measure(ctx, seen.test); err != nil {
		return sample, err
	}
	if seen.after, err = reader.Read(ctx); err != nil {
		return sample, err
	}
	judge(&sample, seen)
	return sample, nil
}

// prepare has the session build what the test needs, and accounts the time.
func (l *loop) prepare(ctx context.Context, session Session, test matrix.Test) error {
	began := time.Now()
	warmup, err := session.Prepare(ctx, test)
	l.run.Timing.Warmup += warmup
	l.run.Timing.Preparing += time.Since(began) - warmup
	return err
}

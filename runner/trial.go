package runner

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"redismatrix/matrix"
)

var errNoTrials = errors.New("nothing here carries out tests that end their server")

// apart parts jobs from those that end their servers. The latter come last, so
// that a visit needs one server for all others.
func apart(jobs []job) (measured, trials []job) {
	for _, job := range jobs {
		if test, _ := job.cell.Load.Test(job.test); test.Trial != "" {
			trials = append(trials, job)
		} else {
			measured = append(measured, job)
		}
	}
	return measured, trials
}

// try carries out one trial and records it.
func (l *loop) try(ctx context.Context, setup matrix.Setup, due job) error {
	test, err := lookup(due.cell.Load, due.test)
	if err != nil {
		return err
	}
	if l.options.Trials == nil {
		return l.fail([]job{due}, errNoTrials)
	}
	l.emit(Event{
		Kind: SampleStarted, Round: due.round, Setup: due.cell.Setup, Cell: due.cell.ID, Test: due.test,
	})
	began := time.Now()
	sample, info, err := l.options.Trials.Try(ctx, matrix.Attempt{
		Setup: setup, Cell: *due.cell, Test: test, Round: due.round, Seed: l.run.Plan.Spec.Seed,
		Log: filepath.Join(l.options.Dir, "servers", logName(setup.ID)),
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if info.Version != "" {
		if err := l.recordServer(setup.ID, due.round, info); err != nil {
			return err
		}
	}
	if err != nil {
		return l.fail([]job{due}, err)
	}
	sample.Started, sample.Elapsed = began, time.Since(began)
	if l.disturbed(&sample) && l.again(due, sample) {
		return l.try(ctx, setup, due)
	}
	sample.Voided = l.voided[due.due()]
	return l.record(due, sample)
}

// disturbed voids what a trial timed while the hypervisor gave time to others.
func (l *loop) disturbed(sample *matrix.Sample) bool {
	use := sample.Host
	if l.options.Shared || use == nil || sample.Status != matrix.StatusOK {
		return false
	}
	fault := stealNote(stolen(use.Steal, use.Interval, use.CPUs))
	if fault == nil {
		return false
	}
	sample.Status, sample.Reason, sample.Remedy = matrix.StatusInvalid, fault.Text, fault.Remedy
	return true
}

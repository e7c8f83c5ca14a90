package runner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"redismatrix/matrix"
)

// attempts is how many servers a visit may use up: after a test that ended its
// server the remaining tests go on on a fresh one.
const attempts = 3

// stopGrace bounds how long the end of a server may take.
const stopGrace = 15 * time.Second

// job is one sample to take.
type job struct {
	cell  *matrix.Cell
	test  string
	round int
}

func (j job) due() matrix.Due { return matrix.Due{Round: j.round, Cell: j.cell.ID, Test: j.test} }

// loop is the state of Run.
type loop struct {
	options Options
	run     *matrix.Run
	journal *journal
	due     map[matrix.Due]bool // samples still to be taken
	voided  map[matrix.Due][]matrix.Note
	trouble error // why the last server failed
	// done and total count the samples of the whole run, perRound those of each
	// round, fresh those since it was started or resumed.
	done, total, perRound, fresh int
	repeated                     int // how often a sample was taken again
	began                        time.Time
	before                       matrix.Timing // of earlier sessions
}

// Run measures what is still missing in run, until done or ctx ends. The run
// document is complete and on disk in every case; the error tells what stopped
// it early.
func Run(ctx context.Context, run *matrix.Run, options Options) error {
	journal, err := openJournal(options.Dir)
	if err != nil {
		return err
	}
	l := newLoop(run, options, journal)
	l.emit(Event{Kind: RunStarted})
	err = l.rounds(ctx)
	return l.finish(ctx, err)
}

func newLoop(run *matrix.Run, options Options, journal *journal) *loop {
	l := &loop{
		options: options, run: run, journal: journal,
		due: map[matrix.Due]bool{}, voided: map[matrix.Due][]matrix.Note{}, began: time.Now(), before: run.Timing,
	}
	if run.Servers == nil {
		run.Servers = map[string]matrix.ServerInfo{}
	}
	for _, due := range run.Missing() {
		l.due[due] = true
	}
	l.perRound = l.countSamples()
	l.total = l.perRound * run.Rounds()
	l.done = l.total - len(l.due)
	return l
}

// countSamples is how many samples a round has.
func (l *loop) countSamples() int {
	tests := 0
	for _, cell := range l.run.Plan.Cells {
		tests += len(cell.Load.Tests) - len(cell.NA)
	}
	return tests
}

func (l *loop) rounds(ctx context.Context) error {
	for round := 1; round <= l.run.Rounds(); round++ {
		if err := l.round(ctx, round); err != nil {
			return err
		}
		if err := l.endAfter(round); err != nil {
			return err
		}
	}
	return nil
}

func (l *loop) round(ctx context.Context, round int) error {
	l.emit(Event{Kind: RoundStarted, Round: round})
	for _, visit := range l.run.Plan.Round(round) {
		if err := l.visit(ctx, round, visit); err != nil {
			return err
		}
		if err := l.journal.write(entry{Timing: l.timing()}); err != nil {
			return err
		}
	}
	return nil
}

// visit takes the missing samples of one setup in one round, and again, on
// another server, those that others' work voided.
func (l *loop) visit(ctx context.Context, round int, visit matrix.Visit) error {
	setup := l.run.Plan.Setups[visit.Setup]
	jobs, trials := apart(l.missing(round, visit))
	for len(jobs) > 0 {
		if err := l.measure(ctx, setup, jobs); err != nil {
			return err
		}
		jobs, _ = apart(l.missing(round, visit))
	}
	for _, job := range trials {
		if err := l.try(ctx, setup, job); err != nil {
			return err
		}
	}
	return nil
}

// measure takes samples on one server, or more where one fails.
func (l *loop) measure(ctx context.Context, setup matrix.Setup, jobs []job) error {
	for attempt := 1; len(jobs) > 0 && attempt <= attempts; attempt++ {
		left, err := l.serve(ctx, setup, jobs)
		if err != nil {
			return err
		}
		jobs = left
	}
	return l.fail(jobs, fmt.Errorf("gave up after %d servers of this setup had failed in the round; the last: %w", attempts, l.trouble))
}

// missing are the samples of a visit that are not taken yet, in their order.
func (l *loop) missing(round int, visit matrix.Visit) []job {
	var jobs []job
	for _, index := range visit.Cells {
		cell := &l.run.Plan.Cells[index]
		for _, test := range cell.Load.Tests {
			if l.due[matrix.Due{Round: round, Cell: cell.ID, Test: test}] {
				jobs = append(jobs, job{cell, test, round})
			}
		}
	}
	return jobs
}

// serve starts a server and takes samples on it until they are done or one
// fails; it returns the jobs that are left after a failed one.
func (l *loop) serve(ctx context.Context, setup matrix.Setup, jobs []job) ([]job, error) {
	round := jobs[0].round
	l.emit(Event{Kind: SetupStarting, Setup: setup.ID, Round: round})
	log := openLog(filepath.Join(l.options.Dir, "servers", logName(setup.ID)))
	server, err := l.launch(ctx, setup, log.path)
	if err != nil {
		return nil, l.failSetup(ctx, setup, jobs, err)
	}
	if err := l.recordServer(setup.ID, round, server.Info()); err != nil {
		return nil, errors.Join(err, l.stop(ctx, server))
	}
	left, err := l.drive(ctx, server, jobs)
	ended := l.stop(ctx, server)
	return l.settle(ctx, left, err, ended, log)
}

func (l *loop) launch(ctx context.Context, setup matrix.Setup, log string) (Server, error) {
	began := time.Now()
	server, err := l.options.Launcher.Launch(ctx, setup, log)
	l.run.Timing.Starting += time.Since(began)
	return server, err
}

// failSetup records that none of the jobs could be measured since their server
// could not be had.
func (l *loop) failSetup(ctx context.Context, setup matrix.Setup, jobs []job, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	l.emit(Event{Kind: SetupFailed, Setup: setup.ID, Round: jobs[0].round, Err: err})
	return l.fail(jobs, err)
}

// recordServer notes what runs for a setup; the same must run in every round.
func (l *loop) recordServer(setup string, round int, info matrix.ServerInfo) error {
	was, known := l.run.Servers[setup]
	if known && (was.Digest != info.Digest || was.Version != info.Version) {
		return &MismatchError{
			What: "the server of " + setup,
			Was:  was.Name() + " " + was.Digest, Is: info.Name() + " " + info.Digest,
		}
	}
	if len(was.Effective) > 0 {
		info.Effective = nil // once is enough
	}
	noteServer(l.run, setup, info)
	l.emit(Event{Kind: SetupReady, Setup: setup, Round: round})
	return l.journal.write(entry{Server: &serverEntry{Setup: setup, Round: round, Info: info}})
}

// stop ends a server, whatever has become of ctx.
func (l *loop) stop(ctx context.Context, server Server) error {
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
	defer cancel()
	return server.Stop(grace)
}

// settle decides what the end of a server means. err is what ended the drive,
// its job the first of left; ended is how the server had ended by itself.
func (l *loop) settle(ctx context.Context, left []job, err, ended error, log logFile) ([]job, error) {
	var stop *stopRun
	switch {
	case errors.As(err, &stop):
		return nil, errors.Join(stop.err, ended)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && ended != nil:
		return nil, l.warn(matrix.Note{Text: fmt.Sprintf("after the last test of a server: %v", ended)})
	case err == nil:
		return nil, nil
	}
	l.trouble = log.diagnose(err, ended)
	return left[1:], l.fail(left[:1], l.trouble)
}

// warn adds a warning to the run, once, and puts it on disk.
func (l *loop) warn(note matrix.Note) error {
	if !warn(l.run, note) {
		return nil
	}
	return l.journal.write(entry{Warning: &note})
}

// fail records a failed sample for each of the jobs.
func (l *loop) fail(jobs []job, reason error) error {
	for _, job := range jobs {
		sample := matrix.Sample{Started: time.Now(), Status: matrix.StatusFailed, Reason: reason.Error()}
		if err := l.record(job, sample); err != nil {
			return err
		}
	}
	return nil
}

// record puts a sample on disk and into the run.
func (l *loop) record(job job, sample matrix.Sample) error {
	sample.Cell, sample.Test, sample.Round = job.cell.ID, job.test, job.round
	delete(l.voided, job.due())
	if err := l.journal.write(entry{Sample: &sample}); err != nil {
		return err
	}
	if err := l.run.Record(sample); err != nil {
		return err
	}
	delete(l.due, job.due())
	l.done, l.fresh = l.done+1, l.fresh+1
	l.run.Timing.Measured += sample.Elapsed
	l.emit(Event{
		Kind: SampleDone, Round: job.round, Setup: job.cell.Setup,
		Cell: job.cell.ID, Test: job.test, Sample: &sample,
	})
	return nil
}

// finish writes the run as it stands at its end.
func (l *loop) finish(ctx context.Context, err error) error {
	run := l.run
	run.Finished = time.Now()
	err = errors.Join(err, l.journal.write(entry{Timing: l.timing()}))
	switch {
	case err == nil:
		run.State = matrix.StateComplete
	case ctx.Err() != nil:
		run.State = matrix.StateInterrupted
	default:
		run.State = matrix.StateFailed
	}
	if saved := errors.Join(save(l.options.Dir, run), l.journal.Close()); saved != nil {
		run.State = matrix.StateFailed
		err = errors.Join(err, saved)
	}
	l.emit(Event{Kind: RunDone, Err: err})
	return err
}

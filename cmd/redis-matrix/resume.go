package main

import (
	"context"
	"errors"
	"fmt"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// resume goes on with the run in f.resume. A spec beside it must be the run's
// own.
func resume(ctx context.Context, m measuring, f runFlags, args []string) error {
	doc, dir, err := openRun(f.resume)
	if err != nil {
		return err
	}
	if err := errors.Join(sameSpec(m.console, doc, f, args), m.checkGate(doc.Plan.Spec)); err != nil {
		return err
	}
	if m.beside, err = openBeside(dir, doc.Plan.Spec); err != nil {
		return err
	}
	if doc.State == matrix.StateComplete && len(doc.Missing()) == 0 {
		return m.conclude(ctx, doc, dir, nil)
	}
	host, err := survey(ctx, doc.Plan.Spec.Server.CPUs, dir)
	if err != nil {
		return err
	}
	if err := runner.SameHost(doc.Host, host); err != nil {
		return err
	}
	if err := sameDevices(doc); err != nil {
		return err
	}
	plan, err := here(ctx, m.console, m.quiet, doc.Plan.Spec)
	if err != nil {
		return err
	}
	if err := plan.check(); err != nil {
		return err
	}
	starter, err := newStarter(ctx, doc, dir, plan.found)
	if err != nil {
		return err
	}
	return m.measure(ctx, doc, dir, starter)
}

// sameSpec refuses flags and specs that would change the run.
func sameSpec(c console, doc *matrix.Run, f runFlags, args []string) error {
	overrides, err := f.spec.overrides()
	if err != nil {
		return err
	}
	if len(overrides) > 0 && len(args) == 0 {
		return usagef("a run that is resumed keeps its spec: leave out %s, or start a new run", f.spec.given())
	}
	if len(args) == 0 {
		return nil
	}
	f.spec.large = true
	spec, err := f.spec.load(c, args[0])
	if err != nil {
		return err
	}
	if spec.Digest() != doc.Digest {
		return exitWith(exitMismatch, fmt.Errorf("resume %s: the spec %s with these flags is not what it was started with; leave the spec out to go on with its own, or start a new run", f.resume, args[0]))
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/runner"
	"redismatrix/runner/bench"
	"redismatrix/runner/launch"
	"redismatrix/runner/probe"
	"redismatrix/runner/trial"
)

// shared is runner.Options.Shared of all that is measured. Tests set it: they run on
// machines that others use too.
var shared bool

// measuring is what a command that measures stands on.
type measuring struct {
	console
	quiet bool
	// to are where the tables go, and beside the reports in the run's directory.
	to, beside sinks
	// gate decides by the run's verdicts how the command ends; nil for no gate.
	gate *gateFlags
}

// checkGate refuses a gate where there is nothing to judge by.
func (m measuring) checkGate(spec *matrix.Spec) error {
	switch {
	case m.gate == nil:
	case len(spec.Baseline) == 0:
		return usagef("--gate needs a baseline in the spec of %s, such as baseline: {version: \"7.0\"}", spec.Name)
	case !spec.Decides():
		return usagef("--gate decides nothing by fewer than %d rounds, and %s has %s; give --rounds %d, or more",
			matrix.FewestRounds, spec.Name, spec.RoundsText(), matrix.FewestRounds)
	}
	return nil
}

// fresh measures spec in a new directory below results.
func (m measuring) fresh(ctx context.Context, spec *parsedSpec, results string) error {
	if err := m.checkGate(spec.Spec); err != nil {
		return err
	}
	plan, err := here(ctx, m.console, m.quiet, spec.Spec)
	if err != nil {
		return err
	}
	if err := plan.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(results, 0o777); err != nil {
		return usagef("make results directory: %w; name another with --results", err)
	}
	host, err := survey(ctx, spec.Server.CPUs, results)
	if err != nil {
		return err
	}
	if need := plan.Estimate().Memory; need > host.Memory/2 {
		return usagef("the largest keyspace takes about %s with its values, more than half of this host's %s of memory; lower keyspace or value_size",
			bytesText(need), bytesText(host.Memory))
	}
	chatter := m.err
	if m.quiet {
		chatter = io.Discard
	}
	devices, err := probeDevices(ctx, chatter, plan.Plan)
	if err != nil {
		return err
	}
	doc := newDocument(spec, plan.Plan, host, time.Now())
	doc.Devices = devices
	for _, device := range devices {
		doc.Warnings = append(doc.Warnings, device.Warnings()...)
	}
	dir, err := create(results, doc)
	if err != nil {
		return err
	}
	m.beside, err = openBeside(dir, doc.Plan.Spec)
	var starter *launch.Launcher
	if err == nil {
		starter, err = newStarter(ctx, doc, dir, plan.found)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir)) // nothing was measured
	}
	return m.measure(ctx, doc, dir, starter)
}

// newStarter pins this process and makes ready to start servers below dir.
func newStarter(ctx context.Context, doc *matrix.Run, dir string, found []launch.Installed) (*launch.Launcher, error) {
	if err := launch.PinClient(doc.Host.ClientCPUs); err != nil {
		return nil, err
	}
	return launch.New(ctx, launch.Options{Dir: dir, Run: doc.ID, CPUs: doc.Host.ServerCPUs, Found: found})
}

// create makes the run's directory. A run of the same name that began in the
// same second has taken the ID; then a number is added to it.
func create(results string, doc *matrix.Run) (dir string, err error) {
	id := doc.ID
	for n := 2; ; n++ {
		dir, err = runner.Create(results, doc)
		if !errors.Is(err, fs.ErrExist) || n > 99 {
			return dir, err
		}
		doc.ID = fmt.Sprintf("%s-%d", id, n)
	}
}

// survey describes the host, the division of its CPUs included.
func survey(ctx context.Context, cpus, dir string) (matrix.Host, error) {
	server, client, err := launch.SplitCPUs(cpus)
	if err != nil {
		return matrix.Host{}, exitWith(exitUsage, err)
	}
	host := probe.Host(ctx, dir)
	host.ServerCPUs, host.ClientCPUs = server, client
	host.SharedCore = launch.ShareCore(server, client)
	return host, nil
}

// newDocument is the run's document before anything is measured.
func newDocument(spec *parsedSpec, plan *matrix.Plan, host matrix.Host, now time.Time) *matrix.Run {
	now = now.UTC()
	doc := matrix.NewRun(thisBuild().Version, spec.Name+"-"+now.Format("20060102T150405Z"), plan)
	doc.Started = now
	doc.Source, doc.Overrides = spec.source, spec.overrides
	doc.Host, doc.Warnings = host, host.Warnings()
	return doc
}

// measure runs doc in dir, prints its tables however it ended, and says by its
// error how that was. It closes the starter.
func (m measuring) measure(ctx context.Context, doc *matrix.Run, dir string, starter *launch.Launcher) error {
	lacked := len(doc.Missing())
	shown := newProgress(m.console, m.quiet, doc.Plan.Estimate().Time)
	stopped := runner.Run(ctx, doc, runner.Options{
		Shared:   shared,
		Dir:      dir,
		Launcher: launcher{starter},
		Load:     load{},
		Probe:    prober{},
		Trials:   trial.Trials{Starter: sites{starter}, Host: probe.Now},
		Events:   shown.show,
	})
	shown.display.close()
	stopped = errors.Join(stopped, starter.Close())
	if codeOf(stopped) == exitMismatch && len(doc.Missing()) == lacked {
		return stopped // nothing was measured: there are no tables that were not there before
	}
	return m.conclude(ctx, doc, dir, stopped)
}

// conclude prints the tables of what was measured and where it is, and gives
// the error that the command ends with.
func (m measuring) conclude(ctx context.Context, doc *matrix.Run, dir string, stopped error) error {
	err := slices.Concat(m.to, m.beside).run(doc, nil)
	compared, unjudged := judge(doc)
	if !m.quiet {
		summarize(m.err, doc, dir)
		if unjudged == nil && doc.Judged() {
			say(m.err, "%s", printable(render.FromCompared(compared, false).Headline))
		}
	}
	switch {
	case ctx.Err() != nil:
		return exitWith(exitInterrupted, errors.Join(
			fmt.Errorf("interrupted; go on with: redis-matrix run --resume %s", dir), leftBehind(stopped), err))
	case stopped != nil:
		return errors.Join(stopped, err)
	case err != nil:
		return err
	}
	if err := faults(doc); err != nil || m.gate == nil {
		return err
	}
	if unjudged != nil {
		return exitWith(exitBadCells, unjudged)
	}
	return m.decide(compared)
}

// decide ends a gate, and says what fails it: tables need not show every metric.
func (m measuring) decide(compared matrix.Compared) error {
	err := m.gate.gateError(compared)
	if err == nil {
		if !m.quiet {
			m.gate.undecided(m.err, compared)
		}
		return nil
	}
	v := render.FromCompared(compared, m.gate.failOn != "")
	why := v.Failing()
	if m.quiet || len(why) == 0 { // nothing else has said the headline, or there is nothing else to say
		why = append([]string{v.Headline}, why...)
	}
	return exitWith(codeOf(err), errors.New(strings.Join(why, "\n")))
}

// judge compares a run's cells with its baseline. The error says that it has
// none.
func judge(doc *matrix.Run) (matrix.Compared, error) {
	return doc.CompareCells(nil, nil, doc.Gate(), doc.Judging(), false)
}

// leftBehind is the part of an error that tells of keys left on a server.
func leftBehind(err error) error {
	if left, ok := errors.AsType[*bench.LeftError](err); ok {
		return left
	}
	return nil
}

// summarize says why the run ended, where the results are and where the time
// went.
func summarize(w io.Writer, doc *matrix.Run, dir string) {
	if why := doc.Ending(); why != "" {
		say(w, "%s", why)
	}
	say(w, "results: %s", filepath.Join(dir, "run.json"))
	for _, name := range doc.Plan.Spec.Report.Files {
		say(w, "report: %s", filepath.Join(dir, name))
	}
	t := doc.Timing
	say(w, "wall %s · measured %s · warm-up %s · overhead %s (%s; %s with warm-up)",
		brief(t.Wall), brief(t.Measured), brief(t.Warmup), brief(t.Overhead()),
		percent(t.Overhead(), t.Wall), percent(t.Wall-t.Measured, t.Wall))
}

// percent is part of whole, such as "8.3 %"; "0 %" of nothing.
func percent(part, whole time.Duration) string {
	if whole <= 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// faults is an error where a cell has no result to be trusted. The tables have
// said which.
func faults(doc *matrix.Run) error {
	if !doc.Faulty() {
		return nil
	}
	count := map[matrix.Status]int{}
	for _, result := range doc.Results {
		count[result.Status]++
	}
	failed, invalid, missing := count[matrix.StatusFailed], count[matrix.StatusInvalid], count[matrix.StatusMissing]
	return exitWith(exitBadCells, fmt.Errorf("%d of %s cannot be used: %d failed, %d invalid, %d missing; the notes of the tables say why",
		failed+invalid+missing, plural(len(doc.Results)-count[matrix.StatusNA], "result"), failed, invalid, missing))
}

package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"redismatrix/matrix"
	"redismatrix/runner"
	"redismatrix/runner/bench"
	"redismatrix/runner/launch"
	"redismatrix/runner/probe"
)

// benchmark is what bench does, once its flags are read.
type benchmark struct {
	console
	server attached
	load   matrix.Load
	cpus   string
	loop   bool
	// chosen is true where the tests were named, so that one which the server
	// cannot run is a fault.
	chosen bool
	layout layout
	// display shows how far it is; faults counts samples that cannot be
	// trusted and tests that could not be run.
	display display
	faults  int
}

// benchmark reads the flags. An error is that of the one who gave them.
func (f *benchFlags) benchmark(c console, given func(string) bool, words []string) (*benchmark, error) {
	flags, errURI := f.withURI()
	at, errAt := flags.endpoint(c.env)
	load, errLoad := flags.load(c.in, given, words)
	if err := errors.Join(errURI, errAt, errLoad); err != nil {
		return nil, err
	}
	flags.remark(c, given, len(words) > 0)
	b := &benchmark{
		console: c, server: attached{at: at}, load: load, cpus: f.cpus, loop: f.loop,
		chosen: f.tests != "" || f.mix != "" || len(words) > 0, display: silence{},
	}
	if c.live() {
		b.display = &bar{w: c.err}
	}
	b.layout = flags.layout(load)
	return b, nil
}

// remark says of flags that were given what is to be known of them.
func (f *benchFlags) remark(c console, given func(string) bool, command bool) {
	if f.pass != "" {
		say(c.err, "redis-matrix: a password on the command line can be seen by others; REDIS_MATRIX_PASSWORD is the better place")
	}
	for _, r := range []struct {
		holds bool
		text  string
	}{
		{f.errors, "-e has no effect: errors are always shown"},
		{given("seed"), "--seed has no effect: keys and values are the same in every run"},
		{zeroSize(f.sizes), "-d 0 is taken as 1, as redis-benchmark takes it"},
		{f.precision > latencyDigits, fmt.Sprintf("latencies are recorded to %d significant digits", latencyDigits)},
		{command && f.tests != "", "-t is ignored, since there is a command"},
	} {
		if r.holds {
			say(c.err, "redis-matrix: %s", r.text)
		}
	}
}

// run measures and prints. Its error says how that ended.
func (b *benchmark) run(ctx context.Context) error {
	if err := launch.PinClient(b.cpus); err != nil {
		return exitWith(exitUsage, err)
	}
	host := probe.Host(ctx, ".")
	host.ClientCPUs = b.cpus
	if err := b.meet(ctx); err != nil {
		return err
	}
	err := b.layout.head(b.out)
	for again := true; again && err == nil; again = b.loop {
		err = runner.Once(ctx, b.server, b.load, host, b.options(), b.show)
		b.display.close()
	}
	return b.ended(ctx, err)
}

// ended is the error that bench ends with where measuring ended with err. A
// reader that has gone away from stdout is none.
func (b *benchmark) ended(ctx context.Context, err error) error {
	var written *writeError
	switch {
	case ctx.Err() != nil:
		return exitWith(exitInterrupted, interrupted(err))
	case errors.Is(err, syscall.EPIPE):
		return nil
	case errors.As(err, &written):
		return err
	case err != nil:
		return exitWith(exitBadCells, err)
	case b.faults > 0:
		return exitWith(exitBadCells, fmt.Errorf("%s cannot be had or trusted: see above", plural(b.faults, "result")))
	}
	return nil
}

// interrupted is the error of what a signal ended, and of keys that may be left.
func interrupted(err error) error {
	if left, ok := errors.AsType[*bench.LeftError](err); ok {
		return fmt.Errorf("interrupted; %w", left)
	}
	return errors.New("interrupted")
}

// clean removes what earlier runs left, and measures nothing.
func (b *benchmark) clean(ctx context.Context) error {
	removed, err := bench.Clean(ctx, b.server.at)
	say(b.err, "redis-matrix: removed %s %s*", plural(int(removed), "key"), bench.KeyPrefix)
	if err != nil {
		return exitWith(exitInternal, err)
	}
	return nil
}

func (b *benchmark) options() runner.Options {
	return runner.Options{Load: load{}, Probe: prober{}, Lenient: true, Shared: shared, Events: b.progress}
}

func (b *benchmark) progress(e runner.Event) {
	b.display.advance(e.Done, e.Total, "now "+printable(e.Test))
}

// meet asks the server what it is and how it is configured, and leaves out
// tests that it cannot run. One that does not tell is measured all the same.
func (b *benchmark) meet(ctx context.Context) error {
	counters, err := b.read(ctx)
	if err != nil {
		return b.ended(ctx, err)
	}
	if counters.Config == nil {
		say(b.err, "redis-matrix: the server refuses CONFIG GET; its configuration is not shown")
	}
	b.layout.config = counters.Config
	info, err := launch.Meet(ctx, b.server.at)
	if err != nil {
		say(b.err, "redis-matrix: which server this is cannot be told: %s", printable(err.Error()))
		return nil
	}
	b.server.info = info
	b.omit(info)
	return nil
}

func (b *benchmark) read(ctx context.Context) (counters matrix.Counters, err error) {
	reader, err := probe.Open(ctx, b.server.at)
	if err != nil {
		return counters, err
	}
	counters, err = reader.Read(ctx)
	return counters, errors.Join(err, reader.Close())
}

// omit leaves out tests that a server of this version cannot run.
func (b *benchmark) omit(info matrix.ServerInfo) {
	version, err := matrix.ParseVersion(string(info.Product) + "-" + info.Version)
	if err != nil {
		return // one that is not known may know everything
	}
	var can []string
	for _, name := range b.load.Tests {
		test, _ := b.load.Test(name)
		reason := test.Unsupported(version)
		if reason == "" {
			can = append(can, name)
			continue
		}
		say(b.err, "redis-matrix: %s %s; this is %s", name, reason, info.Name())
		if b.chosen {
			b.faults++
		}
	}
	b.load.Tests = can
}

// show prints a sample on stdout, and on stderr what is to be known of it.
func (b *benchmark) show(sample matrix.Sample) error {
	b.display.close()
	if err := b.layout.show(b.out, sample); err != nil {
		return err
	}
	if sample.Status != matrix.StatusOK {
		b.faults++
		b.note(sample.Test, string(sample.Status)+": ", matrix.Note{Text: sample.Reason, Remedy: sample.Remedy})
	}
	for _, note := range append(sample.Notes, b.missed(sample)...) {
		b.note(sample.Test, "", note)
	}
	return nil
}

// missed says of a test whose reads found less than half of what they looked
// for why that may be: such a number is one of a server that does little.
func (b *benchmark) missed(sample matrix.Sample) []matrix.Note {
	if sample.Misses <= sample.Hits {
		return nil
	}
	note := matrix.Note{Text: hitRate(sample.Hits, sample.Misses) + " of the reads found something"}
	if prefix := b.server.at.Prefix; prefix != "" {
		note.Text += ": keys have the prefix " + prefix + ", below which only what was written here is"
		note.Remedy = "--keep reads and writes the server's own keys"
	}
	return []matrix.Note{note}
}

func (b *benchmark) note(test, status string, note matrix.Note) {
	text := note.Text
	if note.Remedy != "" {
		text += "; " + note.Remedy
	}
	say(b.err, "redis-matrix: %s: %s%s", printable(test), status, printable(text))
}

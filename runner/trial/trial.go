// Package trial carries out tests that end their server: they start it on data of
// known content, take it away, start it again and look at what is left.
package trial

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"redismatrix/matrix"
)

// loadTime is how long a server may take to load its data.
const loadTime = 10 * time.Minute

// Starter makes places in which servers of a setup are started one after the
// other, with their data in dir. Their output goes to the file log.
type Starter interface {
	Site(setup matrix.Setup, log string) (site Site, dir string, err error)
}

// Site is such a place, empty at first. Check has the server's own program check
// the AOF while no server runs, and repair it where that is wanted.
type Site interface {
	Start(ctx context.Context, how Start) (Server, error)
	Check(ctx context.Context, repair bool) (said string, whole bool, err error)
	Close() error
}

// Server is a server that runs in a site. Kill ends it as kill -9 does; Leave
// waits for the end of one that was told to end.
type Server interface {
	Facts() Facts
	Kill() error
	Leave(ctx context.Context) error
}

// Facts are what is known of a server that runs.
type Facts struct {
	Endpoint matrix.Endpoint
	Info     matrix.ServerInfo
	Log      string // what it wrote until it was ready
	Trace    string // the file of its trace, where it is traced
}

// Start says how a server is started.
type Start struct {
	// Ready waits until the server at an address is ready; nil waits until it
	// has loaded its data.
	Ready func(ctx context.Context, address string) error
	// Timeout is how long that may take.
	Timeout time.Duration
	// Traced has all that the server does with files written to Facts.Trace.
	Traced bool
}

// EndedError says that a server came to its end by itself before it was ready.
type EndedError struct {
	Err    error
	Exited bool   // it chose to end, and was not killed by a signal
	Log    string // what it wrote
}

func (e *EndedError) Error() string { return e.Err.Error() }
func (e *EndedError) Unwrap() error { return e.Err }

// Trials carries out trials on servers of a starter. Host reads the counters of the
// host around what is timed; nil where nobody does.
type Trials struct {
	Starter Starter
	Host    func() matrix.Counters
}

// Try carries out one trial. The sample has its status; an error says that there
// is nothing to be said of the trial but that it failed. The info is that of the
// first server, empty where none came up.
func (t Trials) Try(ctx context.Context, of matrix.Attempt) (sample matrix.Sample, info matrix.ServerInfo, err error) {
	a := &attempt{Attempt: of, starter: t.Starter, host: t.Host, random: randomOf(of), sample: matrix.Sample{Status: matrix.StatusOK}}
	defer func() { err = errors.Join(err, a.close()) }()
	a.sample.Trial = &matrix.Trial{}
	switch of.Test.Trial {
	case matrix.TrialRestart:
		err = a.restart(ctx)
	case matrix.TrialCrash:
		err = a.crash(ctx)
	case matrix.TrialPowerLoss:
		err = a.powerLoss(ctx)
	default:
		err = fmt.Errorf("carry out %s: there is no such trial", of.Test.Name)
	}
	return a.sample, a.info, err
}

// attempt is one trial under way.
type attempt struct {
	matrix.Attempt
	starter Starter
	host    func() matrix.Counters
	random  *rand.Rand
	sample  matrix.Sample
	info    matrix.ServerInfo
	sites   []place // open ones
}

// randomOf draws the same in every run of the same seed, round and test.
func randomOf(of matrix.Attempt) *rand.Rand {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%s\x00%s\x00%d", of.Cell.ID, of.Test.Name, of.Round) // it never fails
	return rand.New(rand.NewPCG(of.Seed, hash.Sum64()))
}

// place is a site, and where servers have their data in it.
type place struct {
	Site
	dir string
}

// site makes a site, which close closes.
func (a *attempt) site() (place, error) {
	site, dir, err := a.starter.Site(a.Setup, a.Log)
	if err == nil {
		a.sites = append(a.sites, place{site, dir})
	}
	return place{site, dir}, err
}

// start starts a server and remembers what the first one is.
func (a *attempt) start(ctx context.Context, site Site, how Start) (Server, error) {
	if how.Timeout == 0 {
		how.Timeout = loadTime
	}
	server, err := site.Start(ctx, how)
	if err == nil && a.info.Version == "" {
		a.info = server.Facts().Info
	}
	return server, err
}

// close closes the sites that are open.
func (a *attempt) close() error {
	var errs []error
	for _, site := range a.sites {
		errs = append(errs, site.Close())
	}
	a.sites = nil
	return errors.Join(errs...)
}

// invalid voids the sample.
func (a *attempt) invalid(remedy, format string, args ...any) {
	a.sample.Status, a.sample.Trial = matrix.StatusInvalid, nil
	a.sample.Reason, a.sample.Remedy = fmt.Sprintf(format, args...), remedy
}

// note qualifies the sample.
func (a *attempt) note(remedy, format string, args ...any) {
	a.sample.Notes = append(a.sample.Notes, matrix.Note{Text: fmt.Sprintf(format, args...), Remedy: remedy})
}

// logged adds the end of a server's log to an error.
func logged(err error, log string) error {
	if end := matrix.LogEnd(log); end != "" {
		return fmt.Errorf("%w; the end of the server's log: %s", err, end)
	}
	return err
}

package runner

import (
	"context"
	"errors"

	"redismatrix/matrix"
)

// Once measures the load's tests once each, in order, on a server that runs
// already, with the checks of a round, but keeps no run. host is what the
// samples are judged by, and each is told every sample that is taken. It ends
// with the first error: that of the session, of each, or of ctx. The server is
// not stopped. Of the options Load and Probe are needed; Events is told only
// when each sample begins.
func Once(ctx context.Context, server Server, load matrix.Load, host matrix.Host, options Options, each func(matrix.Sample) error) (err error) {
	tests := make([]matrix.Test, len(load.Tests))
	for i, name := range load.Tests {
		if tests[i], err = lookup(load, name); err != nil {
			return err
		}
	}
	at, err := options.meet(ctx, server, host)
	if err != nil {
		return err
	}
	defer at.reader.Close() //nolint:errcheck // nothing was written
	session, err := options.Load.Open(ctx, at.endpoint(), load)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for i, test := range tests {
		options.tell(Event{Kind: SampleStarted, Round: 1, Test: test.Name, Done: i, Total: len(tests)})
		sample, _, err := at.take(ctx, session, load, test)
		if err != nil {
			return err
		}
		sample.Test, sample.Round = test.Name, 1
		if err := each(sample); err != nil {
			return err
		}
	}
	return nil
}

package runner

import (
	"context"

	"redismatrix/matrix"
)

// Once measures the load's tests once each, in order, on a server that runs
// already, with the checks of a round, but keeps no run. host is what the
// samples are judged by, and each is told every sample that is taken. It ends
// with the first error: that of the session, of each, or of ctx.
func Once(ctx context.Context, server Server, load matrix.Load, host matrix.Host, options Options, each func(matrix.Sample) error) error {
	panic("not written yet")
}

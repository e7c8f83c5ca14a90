package launch

import (
	"context"

	"redismatrix/matrix"
)

// Identify asks the binary at path for its version. The error says why it
// cannot tell: it does not run, or is no server.
func Identify(ctx context.Context, path string) (matrix.Version, error) {
	return identify(ctx, path)
}

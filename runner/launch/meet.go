package launch

import (
	"context"

	"redismatrix/matrix"
)

// Meet asks a server that runs already what it is, and does nothing else to it.
// An error says that it tells nothing, or is neither Redis nor Valkey.
func Meet(ctx context.Context, at matrix.Endpoint) (matrix.ServerInfo, error) {
	info, err := prove(ctx, at, matrix.Setup{}, expected{})
	info.Launch, info.Path = matrix.LaunchAttach, at.Address
	return info, err
}

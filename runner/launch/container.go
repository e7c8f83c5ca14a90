package launch

import (
	"context"
	"errors"

	"redismatrix/matrix"
)

func (l *Launcher) launchContainer(ctx context.Context, setup matrix.Setup, found Installed, log string) (*Server, error) {
	return nil, errors.New("to be written")
}

package launch

import (
	"context"
	"errors"
)

// Install fetches versions ("7.0", "valkey-8.1") from the packages of the
// mirror that this machine's apt sources name, and returns what it installed.
// report, which may be nil, is told each step.
func Install(ctx context.Context, versions []string, report func(string)) ([]Installed, error) {
	return nil, errors.New("to be written")
}

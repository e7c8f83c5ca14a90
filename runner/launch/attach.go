package launch

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"strings"

	"redismatrix/matrix"
)

// Where user and password of attached servers come from.
const (
	userEnv     = "REDIS_MATRIX_USER"
	passwordEnv = "REDIS_MATRIX_PASSWORD"
)

// attach checks a server that runs already at HOST:PORT. It is asked, and
// nothing else is done to it, at its Stop neither.
func (l *Launcher) attach(ctx context.Context, setup matrix.Setup, address string) (*Server, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("attach to %q: %w; accepted: attach:HOST:PORT", address, err)
	}
	at := matrix.Endpoint{
		Network: "tcp", Address: address,
		Prefix: "redis-matrix:" + cmp.Or(l.options.Run, strings.ToLower(rand.Text()[:10])) + ":",
		User:   os.Getenv(userEnv), Password: os.Getenv(passwordEnv),
	}
	ctx, cancel := context.WithTimeout(ctx, l.options.StartTimeout)
	defer cancel()
	if err := reach(ctx, address); err != nil {
		return nil, fmt.Errorf("attach to %s: %w; is the server running there?", address, err)
	}
	info, err := prove(ctx, at, setup, expected{})
	if err != nil {
		return nil, err
	}
	info.Launch, info.Path = matrix.LaunchAttach, address
	info.Warnings = []matrix.Note{{
		Text:   "the attached server is not restarted between rounds, and others may use it",
		Remedy: "have redis-matrix start a server of this version to compare it",
	}}
	return &Server{endpoint: at, info: info, stop: func(context.Context) error { return nil }}, nil
}

// reach connects, and no more: go-redis would tell of a failure on stderr.
func reach(ctx context.Context, address string) error {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return conn.Close()
}

package main

import (
	"context"

	"redismatrix/matrix"
	"redismatrix/runner"
	"redismatrix/runner/bench"
	"redismatrix/runner/launch"
	"redismatrix/runner/probe"
)

// launcher, load and prober hand the runner what it knows only as interfaces.
type (
	launcher struct{ *launch.Launcher }
	load     struct{}
	prober   struct{}
)

func (l launcher) Launch(ctx context.Context, setup matrix.Setup, log string) (runner.Server, error) {
	server, err := l.Launcher.Launch(ctx, setup, log)
	if err != nil {
		return nil, err // not a Server that holds a nil pointer
	}
	return server, nil
}

func (load) Open(ctx context.Context, at matrix.Endpoint, load matrix.Load) (runner.Session, error) {
	session, err := bench.Open(ctx, at, load)
	if err != nil {
		return nil, err
	}
	return session, nil
}

func (prober) Open(ctx context.Context, at matrix.Endpoint, info matrix.ServerInfo) (runner.Reader, error) {
	reader, err := probe.Open(ctx, at)
	if err != nil {
		return nil, err
	}
	reader.Watch(info.PID)
	return reader, nil
}

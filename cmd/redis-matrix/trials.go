package main

import (
	"context"
	"errors"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
	"redismatrix/runner/trial"
)

// Sites, their servers and their errors as trials know them.
type (
	sites      struct{ *launch.Launcher }
	site       struct{ *launch.Site }
	siteServer struct {
		*launch.Site
		facts trial.Facts
	}
)

func (s sites) Site(setup matrix.Setup, log string) (trial.Site, string, error) {
	made, err := s.Launcher.Site(setup, log)
	if err != nil {
		return nil, "", err
	}
	return site{made}, made.Dir(), nil
}

func (s site) Start(ctx context.Context, how trial.Start) (trial.Server, error) {
	server, err := s.Site.Start(ctx, launch.Again{Ready: how.Ready, Timeout: how.Timeout, Traced: how.Traced})
	if died, ended := errors.AsType[*launch.DiedError](err); ended {
		return nil, &trial.EndedError{Err: died.Err, Exited: died.Exited, Log: died.Log}
	}
	if err != nil {
		return nil, err
	}
	return siteServer{s.Site, trial.Facts{
		Endpoint: server.Endpoint(), Info: server.Info(), Log: s.Log(), Trace: s.Trace(),
	}}, nil
}

func (s siteServer) Facts() trial.Facts { return s.facts }

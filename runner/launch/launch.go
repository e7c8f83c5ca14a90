// Package launch gets servers: it finds what can run on this host, installs
// what can be had, starts a setup's server in a private directory, and proves
// that what answers is the server that was asked for.
package launch

import (
	"context"
	"errors"

	"redismatrix/matrix"
)

// Options say where and how servers are started.
type Options struct {
	// Dir is the directory below which each server gets its private directory;
	// its file system is what AOF and RDB are measured on.
	Dir string
	// CPUs is the cpuset for servers, "" for no pinning.
	CPUs string
	// Found is what Find found.
	Found []Installed
}

// Launcher starts servers.
type Launcher struct{ options Options }

// New prepares to start servers. Close it.
func New(ctx context.Context, options Options) (*Launcher, error) {
	return &Launcher{options: options}, nil
}

// Launch starts setup's server afresh and returns when it is ready and proved
// to be the one asked for. The server's stdout and stderr go to the file log,
// which is appended to.
func (l *Launcher) Launch(ctx context.Context, setup matrix.Setup, log string) (*Server, error) {
	return nil, errors.New("to be written")
}

// Close ends what the launcher keeps for all servers.
func (l *Launcher) Close() error { return nil }

// Server is a running server.
type Server struct{}

// Endpoint is where the server is reached.
func (s *Server) Endpoint() matrix.Endpoint { return matrix.Endpoint{} }

// Info is what runs.
func (s *Server) Info() matrix.ServerInfo { return matrix.ServerInfo{} }

// Stop ends the server and removes its directory. Where the server had ended
// by itself before, the error says how ("killed by signal 9"). A second Stop
// does nothing.
func (s *Server) Stop(ctx context.Context) error { return nil }

// SplitCPUs divides a spec's cpus ("auto", "off", "0-3") into the cpuset of
// servers and that of the client. Both are "" where nothing can be pinned.
func SplitCPUs(cpus string) (server, client string, err error) { return "", "", nil }

// PinClient confines this process to a cpuset; "" does nothing.
func PinClient(cpus string) error { return nil }

package launch

import (
	"context"
	"sync"

	"redismatrix/matrix"
)

// Server is a running server.
type Server struct {
	endpoint matrix.Endpoint
	info     matrix.ServerInfo
	once     sync.Once
	stop     func(context.Context) error
}

// Endpoint is where the server is reached.
func (s *Server) Endpoint() matrix.Endpoint { return s.endpoint }

// Info is what runs.
func (s *Server) Info() matrix.ServerInfo { return s.info }

// Stop ends the server and removes its directory. Where the server had ended
// by itself before, the error says how ("killed by signal 9") and ends with
// the last lines of its log. A second Stop does nothing.
func (s *Server) Stop(ctx context.Context) (err error) {
	s.once.Do(func() { err = s.stop(ctx) })
	return err
}

package bench

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"redismatrix/matrix"
)

const (
	// openPatience bounds the time until a connection is ready. Ten thousand over
	// TLS may take longer together.
	openPatience = 15 * time.Second
	// dialing is how many connections are opened at the same time: fewer than
	// a server's backlog (tcp-backlog 511, often cut to 128 by the kernel).
	dialing = 64
)

// connect opens the load's connections and proves that each is served.
// The server is to call them by a name, unless that is "".
func connect(ctx context.Context, at matrix.Endpoint, load matrix.Load, name string) ([]net.Conn, error) {
	d, err := newDialer(at, load)
	if err != nil {
		return nil, err
	}
	d.greeting.name = name
	return d.all(ctx, load.Clients)
}

// dialer opens connections that are ready for requests.
type dialer struct {
	network, address string
	tls              *tls.Config // nil without TLS
	greeting         greeting
	patience         time.Duration
}

// newDialer finds out how the load's transport reaches the server.
func newDialer(at matrix.Endpoint, load matrix.Load) (dialer, error) {
	d := dialer{
		network: at.Network, address: at.Address, patience: openPatience,
		greeting: greeting{user: at.User, password: at.Password, protocol: load.Protocol, db: at.DB},
	}
	switch {
	case load.Transport == matrix.TransportTLS && at.TLS == nil:
		return d, errors.New("transport tls: the server speaks no TLS; for an attached one that does set REDIS_MATRIX_TLS=1")
	case load.Transport == matrix.TransportTLS:
		var err error
		d.network, d.address = "tcp", at.TLS.Address
		if d.tls, err = at.TLS.Config(os.ReadFile, os.ReadDir); err != nil {
			return d, fmt.Errorf("transport tls: %w", err)
		}
	case at.Secure():
		return d, fmt.Errorf("transport %s: the server at %s speaks TLS; set load.transport to tls", load.Transport, at.Address)
	}
	return d, checkSocket(d.network, d.address)
}

// checkSocket refuses a path of a unix socket that the system would only call
// an invalid argument.
func checkSocket(network, path string) error {
	limit := 103
	if runtime.GOOS == "linux" {
		limit = 107
	}
	if network == "unix" && len(path) > limit {
		return fmt.Errorf("transport unix: the socket's path has %d bytes, and %d are possible: %s; give the server a shorter unixsocket", len(path), limit, path)
	}
	return nil
}

// all opens that many connections.
func (d dialer) all(ctx context.Context, clients int) ([]net.Conn, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(dialing)
	conns := make([]net.Conn, clients)
	for i := range conns {
		group.Go(func() error {
			var err error
			conns[i], err = d.dial(ctx)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s to %s: %w", howMany(conns), d.address, err), closeAll(conns))
	}
	return conns, nil
}

// howMany says how many connections were wanted and, where some could be had,
// how many: a server that takes none differs from one that takes no more.
func howMany(conns []net.Conn) string {
	opened := 0
	for _, conn := range conns {
		if conn != nil {
			opened++
		}
	}
	switch {
	case len(conns) == 1:
		return "a connection"
	case opened == 0:
		return fmt.Sprintf("%d connections", len(conns))
	}
	return fmt.Sprintf("%d connections (%d could be had)", len(conns), opened)
}

func closeAll(conns []net.Conn) error {
	var errs []error
	for _, conn := range conns {
		if conn != nil {
			errs = append(errs, conn.Close())
		}
	}
	return errors.Join(errs...)
}

// dial opens one connection and greets the server.
func (d dialer) dial(ctx context.Context) (net.Conn, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, d.patience,
		fmt.Errorf("no answer for %v: is the server stopped, or are there too many clients for it?", d.patience))
	defer cancel()
	conn, err := d.open(ctx)
	if err != nil {
		return nil, explainDial(ctx, err)
	}
	release := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = d.greeting.greet(ctx, conn)
	if !release() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, errors.Join(explainDial(ctx, d.explainLoss(err)), conn.Close())
	}
	return conn, nil
}

// open connects, up to the TLS handshake.
func (d dialer) open(ctx context.Context) (net.Conn, error) {
	// Go sets TCP_NODELAY on every TCP connection.
	var plain net.Dialer
	conn, err := plain.DialContext(ctx, d.network, d.address)
	if err != nil || d.tls == nil {
		return conn, err
	}
	secure := tls.Client(conn, d.tls)
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = conn.Close() // the handshake has closed it where ctx ended
		return nil, explainHandshake(ctx, err)
	}
	return abrupt{secure}, nil
}

// explainHandshake says of a handshake without an answer what that may mean: a
// server that speaks no TLS takes it for the beginning of a command, and waits
// for more.
func explainHandshake(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("TLS handshake: %w Does it speak TLS there?", context.Cause(ctx))
	}
	return fmt.Errorf("TLS handshake: %w", err)
}

// abrupt is a TLS connection that is closed without saying so first, which may
// take long where the server is stopped and fails where it has gone.
type abrupt struct{ *tls.Conn }

func (c abrupt) Close() error { return c.NetConn().Close() }

// explainLoss says of a connection that ends after the handshake what that may
// mean: with TLS 1.3 a client has done its part before the server looks at its
// certificate, and may be gone before it is told.
func (d dialer) explainLoss(err error) error {
	lost := errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
	if d.tls == nil || len(d.tls.Certificates) > 0 || !lost {
		return err
	}
	return errors.New(err.Error() + "; where the server wants a certificate of its clients (tls-auth-clients), " +
		"give one that it trusts in REDIS_MATRIX_TLS_CERT and REDIS_MATRIX_TLS_KEY (bench: --cert, --key)")
}

// explainDial tells of an error what it means and what can be done.
func explainDial(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, ctx.Err())) {
		return context.Cause(ctx)
	}
	if remedy := matrix.ConnectRemedy(err); remedy != "" {
		return fmt.Errorf("%w; %s", err, remedy)
	}
	return err
}

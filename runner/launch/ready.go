package launch

import (
	"bufio"
	"context"
	"errors"
	"net"
	"strings"
	"syscall"
	"time"
)

// reachTime is how long a host of the same machine may take to answer.
const reachTime = time.Second

// reachable reports whether there is a way to an address, even if nothing
// listens there yet.
func reachable(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	err := reach(ctx, address)
	return err == nil || errors.Is(err, syscall.ECONNREFUSED)
}

// How long awaitReady waits between two tries, at first and at most.
const (
	firstPause = time.Millisecond
	lastPause  = 10 * time.Millisecond
)

// patience is a context for the time of a start: it ends when the start takes
// longer than timeout, and when the server is over.
func patience(ctx context.Context, timeout time.Duration, over <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, stopTimer := context.WithTimeoutCause(ctx, timeout, errTooSlow)
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-over:
			cancel(errExited)
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(nil); stopTimer() }
}

// endsToo reports whether a server that could not be proved has ended. Where
// another one answered, ours may not have found out yet that its port is held,
// and is given a little time.
func endsToo(ctx context.Context, err error, over <-chan struct{}) bool {
	wait := time.Duration(0)
	if errors.Is(err, errStranger) || errors.Is(err, errNoInfo) {
		wait = grace
	}
	select {
	case <-over:
		return true
	case <-time.After(wait):
	case <-ctx.Done():
	}
	return errors.Is(context.Cause(ctx), errExited)
}

// awaitReady asks a server until it answers and has its data loaded. It ends
// with ctx, with ctx' cause.
func awaitReady(ctx context.Context, address string) error {
	for pause := firstPause; ; pause = min(pause+pause/8, lastPause) {
		if answers(ctx, address) {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// answers reports whether a server replies to PING with anything but that it
// is still loading.
func answers(ctx context.Context, address string) bool {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	reply, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && !strings.HasPrefix(reply, "-LOADING")
}

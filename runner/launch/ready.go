package launch

import (
	"bufio"
	"context"
	"net"
	"strings"
	"time"
)

// How long awaitReady waits between two tries, at first and at most.
const (
	firstPause = time.Millisecond
	lastPause  = 10 * time.Millisecond
)

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

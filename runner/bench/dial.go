package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"redismatrix/matrix"
)

const (
	// openPatience bounds the time until all connections are ready.
	openPatience = 15 * time.Second
	// dialing is how many connections are opened at the same time: fewer than
	// a server's backlog (tcp-backlog 511, often cut to 128 by the kernel).
	dialing = 64
)

// connect opens clients connections and proves that each is served.
func connect(ctx context.Context, at matrix.Endpoint, load matrix.Load) ([]net.Conn, error) {
	clients := load.Clients
	ctx, cancel := context.WithTimeoutCause(ctx, openPatience,
		fmt.Errorf("no answer for %v: is the server stopped, or are there too many clients for it?", openPatience))
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(dialing)
	conns := make([]net.Conn, clients)
	for i := range conns {
		group.Go(func() error {
			var err error
			if conns[i], err = dial(ctx, at); err != nil {
				return fmt.Errorf("open connection %d of %d to %s: %w", i+1, clients, at.Address, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, errors.Join(err, closeAll(conns))
	}
	return conns, nil
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

// dial opens one connection, authenticates, and has it answer a PING.
func dial(ctx context.Context, at matrix.Endpoint) (net.Conn, error) {
	// Go sets TCP_NODELAY on every TCP connection.
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, at.Network, at.Address)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	release := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = greet(conn, at)
	if !release() {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// greet sends AUTH, where there is a password, and PING.
func greet(conn net.Conn, at matrix.Endpoint) error {
	commands := [][]string{{"PING"}}
	if at.Password != "" {
		auth := []string{"AUTH", at.Password}
		if at.User != "" {
			auth = []string{"AUTH", at.User, at.Password}
		}
		commands = [][]string{auth, {"PING"}}
	}
	if at.DB != 0 {
		commands = append(commands, []string{"SELECT", strconv.Itoa(at.DB)})
	}
	for _, command := range commands {
		if err := call(conn, command); err != nil {
			return fmt.Errorf("%s: %w", command[0], redact(err, at.Password))
		}
	}
	return nil
}

// call sends a command that must be answered with a status.
func call(conn net.Conn, words []string) error {
	if _, err := conn.Write(compile(words, false, "", 0).bytes); err != nil {
		return err
	}
	var s scanner
	buf := make([]byte, 512)
	for {
		n, err := conn.Read(buf)
		if err != nil {
			return err
		}
		_, done, err := s.scan(buf[:n])
		if err != nil {
			return err
		}
		if done {
			return refusal(&s)
		}
	}
}

// refusal is the error for a reply that is no status.
func refusal(s *scanner) error {
	want := expectation{Reply: matrix.Reply{Kind: matrix.ReplyStatus}}
	if want.judge(&s.reply) != hit {
		return errors.New(want.complaint(s))
	}
	return nil
}

// redact takes the password out of an error: servers may echo what they do not
// understand.
func redact(err error, password string) error {
	if password == "" || !strings.Contains(err.Error(), password) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), password, "***"))
}

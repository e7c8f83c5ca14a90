package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

const (
	// loadingPause is how long a server that loads its data is left alone
	// before it is asked again.
	loadingPause = 20 * time.Millisecond
	// heardBytes is how much of an answer is kept.
	heardBytes = 64
)

// pong is what PING is answered with, in RESP2 and RESP3. Nothing else will do:
// where a server speaks before it is asked, all replies would be taken for
// those to later requests.
const pong = "+PONG\r\n"

// greeting is what a connection begins with.
type greeting struct {
	user, password string
	protocol       int // 0 is 2
	db             int
	// name is what the server is to call the connection, "" for nothing.
	name string
}

// greet authenticates, agrees on the protocol, has the server answer PING, and
// selects the database.
func (g greeting) greet(ctx context.Context, conn net.Conn) error {
	switch {
	case g.protocol == 3:
		if err := g.hello(conn); err != nil {
			return err
		}
	case g.password != "":
		if err := g.auth(conn); err != nil {
			return err
		}
	}
	if err := g.ping(ctx, conn); err != nil {
		return err
	}
	if g.name != "" {
		// Where it is refused, leaving goes without.
		if _, err := call(conn, []string{"CLIENT", "SETNAME", g.name}); err != nil {
			return fmt.Errorf("CLIENT SETNAME: %w", g.redact(err))
		}
	}
	if g.db == 0 {
		return nil
	}
	number := strconv.Itoa(g.db)
	got, err := call(conn, []string{"SELECT", number})
	if err == nil {
		err = got.want('+')
	}
	if err != nil {
		return fmt.Errorf("SELECT %s: %w", number, g.redact(err))
	}
	return nil
}

// hello switches to RESP3, and authenticates where there is a password.
func (g greeting) hello(conn net.Conn) error {
	words := []string{"HELLO", "3"}
	if g.password != "" {
		words = append(words, "AUTH", cmp.Or(g.user, "default"), g.password)
	}
	got, err := call(conn, words)
	switch {
	case err != nil:
		return fmt.Errorf("HELLO 3: %w", g.redact(err))
	case strings.HasPrefix(got.text, "ERR unknown command"), strings.HasPrefix(got.text, "NOPROTO"):
		// Not in the server's words: 4.0 and 5.0 repeat what they were sent.
		return errors.New("HELLO 3: the server does not speak RESP3, which came with Redis 6.0; use protocol 2")
	case got.failed:
		return fmt.Errorf("HELLO 3: %w", g.refused(got))
	}
	if err := got.want('%'); err != nil {
		return fmt.Errorf("HELLO 3: %w", err)
	}
	return nil
}

func (g greeting) auth(conn net.Conn) error {
	words := []string{"AUTH", g.password}
	if g.user != "" {
		words = []string{"AUTH", g.user, g.password}
	}
	got, err := call(conn, words)
	switch {
	case err != nil:
		return fmt.Errorf("AUTH: %w", g.redact(err))
	case got.failed:
		return fmt.Errorf("AUTH: %w", g.refused(got))
	}
	if err := got.want('+'); err != nil {
		return fmt.Errorf("AUTH: %w", err)
	}
	return nil
}

// ping has the server show that it serves this connection, once it has loaded
// its data.
func (g greeting) ping(ctx context.Context, conn net.Conn) error {
	loading := ""
	for {
		got, err := call(conn, []string{"PING"})
		switch {
		case err != nil && loading != "" && ctx.Err() != nil:
			return fmt.Errorf("PING: %s: %w", loading, context.Cause(ctx))
		case err != nil:
			return fmt.Errorf("PING: %w", g.redact(err))
		case strings.HasPrefix(got.text, "LOADING"):
			loading = got.text
			if err := pause(ctx, loadingPause); err != nil {
				return fmt.Errorf("PING: %s: %w", loading, err)
			}
		case got.failed:
			return fmt.Errorf("PING: %w", g.redact(got.refusal()))
		case string(got.heard) != pong:
			return fmt.Errorf("PING: got %s, want %q; is this a Redis server?", excerpt(got.heard), pong)
		default:
			return nil
		}
	}
}

// pause waits, unless ctx ends, whose cause it returns then.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// refused is the refusal of a command that held the password. Only words that
// servers are known to use are shown, since others may repeat it.
func (g greeting) refused(got answer) error {
	if matrix.ReplyRemedy(got.text) == "" {
		return errors.New("the server refused it, in words that may repeat the password and are not shown; correct REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD")
	}
	return g.redact(got.refusal())
}

// redact takes the password and the user out of an error.
func (g greeting) redact(err error) error {
	return redact(err, g.user, g.password)
}

// answer is what a command was answered with.
type answer struct {
	reply
	text  string // of an error
	heard []byte // how the answer begins
}

// want refuses an answer of another type.
func (a answer) want(kind byte) error {
	switch {
	case a.failed:
		return a.refusal()
	case a.kind != kind:
		return fmt.Errorf("got a reply of type %q, want %q; is this a Redis server?", a.kind, kind)
	}
	return nil
}

// refusal is an error reply as an error, with what can be done.
func (a answer) refusal() error {
	if remedy := matrix.ReplyRemedy(a.text); remedy != "" {
		return fmt.Errorf("%s; %s", a.text, remedy)
	}
	return errors.New(a.text)
}

// call sends a command and reads its answer.
func call(conn net.Conn, words []string) (answer, error) {
	_, failed := conn.Write(compile(words, false, "", 0).bytes)
	got, err := hear(conn)
	// A server that wants no more clients says so and closes the connection; to
	// write there may fail, and what it said can be read all the same.
	if err != nil && failed != nil {
		return got, failed
	}
	return got, err
}

// hear reads an answer, after which nothing may follow.
func hear(conn net.Conn) (got answer, err error) {
	var s scanner
	buf := make([]byte, 512)
	for {
		n, err := conn.Read(buf)
		if errors.Is(err, io.EOF) {
			err = fmt.Errorf("the server closed the connection: %w", err)
		}
		if err != nil {
			return got, err
		}
		got.heard = append(got.heard, buf[:min(n, heardBytes-len(got.heard))]...)
		taken, done, err := s.scan(buf[:n])
		switch {
		case err != nil:
			return got, foreign(got.heard, err)
		case taken < n:
			return got, errUnasked
		case done:
			got.reply, got.text = s.reply, printable(s.errorText())
			return got, nil
		}
	}
}

// foreign says what speaks where heard is no RESP.
func foreign(heard []byte, err error) error {
	switch {
	case bytes.HasPrefix(heard, []byte("HTTP/")):
		return fmt.Errorf("%w; that is a web server: correct host and port", err)
	case len(heard) > 1 && heard[0] == 0x15 && heard[1] == 3: // a TLS alert, RFC 8446 5.1
		return fmt.Errorf("%w; the server speaks TLS there: use transport tls, for an attached server with REDIS_MATRIX_TLS=1", err)
	}
	return fmt.Errorf("%w; is this a Redis server?", err)
}

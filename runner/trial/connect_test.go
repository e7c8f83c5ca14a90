package trial

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
)

// scripted is a server that answers each command with the next of its replies;
// "" ends the connection, and so does the last.
func scripted(t *testing.T, replies ...string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { _ = listener.Close(); <-done })
	go func() {
		defer close(done)
		for len(replies) > 0 {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			replies = converse(conn, replies)
			_ = conn.Close()
		}
	}()
	return listener.Addr().String()
}

// converse answers over one connection, and gives the replies that are left.
func converse(conn net.Conn, replies []string) []string {
	reader := bufio.NewReader(conn)
	for len(replies) > 0 {
		if !skipCommand(reader) {
			return replies
		}
		reply := replies[0]
		replies = replies[1:]
		if _, err := io.WriteString(conn, reply); err != nil || reply == "" {
			return replies
		}
	}
	return nil
}

// skipCommand reads one command of RESP; false where there is none.
func skipCommand(reader *bufio.Reader) bool {
	head, err := reader.ReadString('\n')
	if err != nil {
		return false
	}
	for range 2 * (int(head[1]) - '0') {
		if _, err := reader.ReadString('\n'); err != nil {
			return false
		}
	}
	return true
}

const loading = "-LOADING Redis is loading the dataset in memory\r\n"

func TestUntilRead(t *testing.T) {
	for name, c := range map[string]struct {
		replies []string
		want    string
	}{
		"at once":            {[]string{"$5\r\nvalue\r\n"}, ""},
		"after loading":      {[]string{loading, loading, "$5\r\nvalue\r\n"}, ""},
		"after a connection": {[]string{"", loading, "", "$5\r\nvalue\r\n"}, ""},
		"no key":             {[]string{loading, "$-1\r\n"}, "has not the key any more"},
		"another value":      {[]string{"$5\r\nother\r\n"}, "not the one that was written"},
		"refused":            {[]string{"-NOAUTH Authentication required.\r\n"}, "read key after the start: NOAUTH"},
	} {
		t.Run(name, func(t *testing.T) {
			err := untilRead("key", "value")(t.Context(), scripted(t, c.replies...))
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestUntilReadEnds ends with its context, whose cause it tells, where nobody
// listens and where the server never answers.
func TestUntilReadEnds(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	silent := listener.Addr().String()
	nobody := "127.0.0.1:1"
	defer listener.Close()
	late := errors.New("too late")
	for _, address := range []string{silent, nobody} {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, late)
		if err := untilRead("key", "value")(ctx, address); !errors.Is(err, late) {
			t.Errorf("%s: %v", address, err)
		}
		cancel()
	}
}

func TestSet(t *testing.T) {
	for reply, want := range map[string]string{
		"+OK\r\n":                        "",
		"+QUEUED\r\n":                    `SET is answered with "+QUEUED"`,
		"-MISCONF Errors writing\r\n":    "MISCONF Errors writing; the server cannot persist: see its log",
		"-OOM command not allowed\r\n":   "raise the server's maxmemory",
		"-ERR unknown command 'SET'\r\n": "ERR unknown command",
	} {
		l, err := dial(t.Context(), scripted(t, reply))
		if err != nil {
			t.Fatal(err)
		}
		err = l.set("key", "value")
		if err != nil {
			err = said(err)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", reply, err, want)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWriters write until the server answers with an error, which is told, or until
// their limit is reached.
func TestWriters(t *testing.T) {
	at := matrix.Endpoint{Network: "tcp", Address: scripted(t, "+OK\r\n", "+OK\r\n", "-MISCONF no\r\n")}
	w, err := startWriters(t.Context(), at, matrix.Load{Clients: 1}, values{1, matrix.FixedSize(5)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.until(t.Context(), time.Hour); err == nil || !strings.Contains(err.Error(), "write: MISCONF no") {
		t.Errorf("got %v", err)
	}
	if err := w.finish(); err != nil || len(w.confirmed[0]) != 2 {
		t.Errorf("%d writes are confirmed, %v", len(w.confirmed[0]), err)
	}

	at.Address = scripted(t, "+OK\r\n", "+OK\r\n")
	w, err = startWriters(t.Context(), at, matrix.Load{Clients: 1}, values{1, matrix.FixedSize(5)}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.until(t.Context(), time.Hour), w.finish()); err != nil || len(w.confirmed[0]) != 2 {
		t.Errorf("%d writes are confirmed, %v", len(w.confirmed[0]), err)
	}

	for replies, want := range map[string]string{
		"*2\r\n:1\r\n:0\r\n":      "",
		"*2\r\n:0\r\n:0\r\n":      `WAITAOF is answered with ":0"`,
		"-ERR WAITAOF cannot\r\n": "ERR WAITAOF cannot",
	} {
		at.Address = scripted(t, "+OK\r\n", replies, "-ERR no more\r\n")
		w, err = startWriters(t.Context(), at, matrix.Load{Clients: 1, Confirm: matrix.ConfirmWaitAOF}, values{1, matrix.FixedSize(5)}, 0)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(w.until(t.Context(), time.Hour), w.finish())
		confirmed := len(w.confirmed[0]) == 1
		if confirmed != (want == "") || err == nil || !strings.Contains(err.Error(), cmp.Or(want, "ERR no more")) {
			t.Errorf("%q: confirmed %v, %v; want %q", replies, confirmed, err, want)
		}
	}

	at.Address = "127.0.0.1:1"
	if _, err := startWriters(t.Context(), at, matrix.Load{Clients: 1}, values{}, 0); err == nil || !strings.Contains(err.Error(), "connect the writers") {
		t.Errorf("got %v", err)
	}
}

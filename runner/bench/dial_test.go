package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// someLoad is a load that ends by itself.
func someLoad() matrix.Load {
	return matrix.Load{
		Clients: 5, Pipeline: 1, Keyspace: 500, ValueSize: matrix.FixedSize(3),
		ValuePattern: matrix.PatternRandom, Transport: matrix.TransportTCP, Requests: 1000,
	}
}

func TestOpenFails(t *testing.T) {
	const secret = "s3cret"
	tests := map[string]struct {
		answer script
		want   string
	}{
		"NOAUTH":      {always("-NOAUTH Authentication required.\r\n"), "PING: NOAUTH Authentication required."},
		"LOADING":     {always("-LOADING Redis is loading the dataset in memory\r\n"), "PING: LOADING"},
		"maxclients":  {always("-ERR max number of clients reached\r\n"), "max number of clients reached"},
		"HTTP":        {always("HTTP/1.1 400 Bad Request\r\n\r\n"), `not a RESP reply: "HTTP/1.1 400 Bad Request`},
		"TLS":         {always("\x15\x03\x03\x00\x02\x02\x46"), `not a RESP reply: "\x15\x03`},
		"other reply": {always(":1\r\n"), "got a reply of type ':', want status"},
		"closes":      {func(*peer, []string) bool { return false }, "of 5 to 127.0.0.1"},
		"echoes the password": {
			func(p *peer, words []string) bool { return p.say("-ERR unknown " + strings.Join(words, " ") + "\r\n") },
			"AUTH: ERR unknown AUTH me ***",
		},
		"refuses the password": {
			always("-WRONGPASS invalid\r\n"), "AUTH: WRONGPASS invalid",
		},
		"empties nothing": {
			func(p *peer, words []string) bool {
				if words[0] == "PING" {
					return p.say("+PONG\r\n")
				}
				return p.say("-ERR no " + strings.ToUpper(words[0]) + " here\r\n")
			},
			"empty the data set: ERR no DBSIZE here",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at := listen(t, tt.answer)
			if strings.Contains(tt.want, "AUTH: ") {
				at.User, at.Password = "me", secret
			}
			_, err := Open(t.Context(), at, someLoad())
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), secret) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	owned := matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1", Owned: true}
	tests := map[string]struct {
		at     matrix.Endpoint
		change func(*matrix.Load)
		want   string
	}{
		"nobody listens":       {owned, func(*matrix.Load) {}, "connection refused"},
		"no unix socket":       {owned, func(l *matrix.Load) { l.Transport = matrix.TransportUnix }, "no unix socket"},
		"no prefix":            {matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1"}, func(*matrix.Load) {}, "needs a key prefix"},
		"no clients":           {owned, func(l *matrix.Load) { l.Clients = 0 }, "0 clients"},
		"no end":               {owned, func(l *matrix.Load) { l.Requests = 0 }, "without an end"},
		"socket that is not":   {matrix.Endpoint{Socket: filepath.Join(t.TempDir(), "no"), Owned: true}, func(l *matrix.Load) { l.Transport = matrix.TransportUnix }, "no such file"},
		"no name for the host": {matrix.Endpoint{Network: "tcp", Address: "127.0.0.1", Owned: true}, func(*matrix.Load) {}, "missing port"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			load := someLoad()
			tt.change(&load)
			if _, err := Open(t.Context(), tt.at, load); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestOpenStopsWithItsContext(t *testing.T) {
	asked := make(chan struct{}, 100)
	at := listen(t, func(*peer, []string) bool {
		asked <- struct{}{}
		return true // and no answer
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	go func() {
		<-asked
		cancel(why)
	}()
	if _, err := Open(ctx, at, someLoad()); !errors.Is(err, why) {
		t.Errorf("error %v, want the context's cause", err)
	}
}

func TestOpenFailsWithoutLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	load := someLoad()
	load.Clients = 200
	if _, err := Open(t.Context(), matrix.Endpoint{Network: "tcp", Address: address, Owned: true}, load); err == nil {
		t.Error("opened a closed port")
	}
	settled(t, before)
}

// settled fails the test when there are more goroutines than before, after
// those that are about to end have had their chance.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 1_000_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before: %s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

func TestRedact(t *testing.T) {
	err := fmt.Errorf("AUTH: unknown command %q", "AUTH me s3cret")
	if got := redact(err, "s3cret").Error(); strings.Contains(got, "s3cret") || !strings.Contains(got, "***") {
		t.Errorf("redacted to %q", got)
	}
	if got := redact(err, ""); !errors.Is(got, err) {
		t.Errorf("changed to %v without a password", got)
	}
}

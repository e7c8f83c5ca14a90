package bench

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
)

// someLoad is a load that ends by itself.
func someLoad() matrix.Load {
	return matrix.Load{
		Clients: 5, Pipeline: 1, Keyspace: 500, ValueSize: matrix.FixedSize(3),
		ValuePattern: matrix.PatternRandom, Transport: matrix.TransportTCP, Requests: 1000,
	}
}

func TestOpenEmptiesNothing(t *testing.T) {
	at := listen(t, greets(func(p *peer, words []string) bool {
		return p.say("-ERR no " + strings.ToUpper(words[0]) + " here\r\n")
	}))
	_, err := Open(t.Context(), at, someLoad())
	if err == nil || err.Error() != "empty the data set: ERR no DBSIZE here" {
		t.Errorf("error %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	owned := matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1", Owned: true}
	secure := matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1", Owned: true, TLS: &matrix.TLS{Address: "127.0.0.1:1"}}
	missing := matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1", Owned: true, TLS: &matrix.TLS{Address: "127.0.0.1:2", CAFile: "no-such.pem"}}
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	at := func(transport string) func(*matrix.Load) {
		return func(l *matrix.Load) { l.Transport = transport }
	}
	tests := map[string]struct {
		at     matrix.Endpoint
		change func(*matrix.Load)
		want   string
	}{
		"nobody listens":       {owned, at("tcp"), "connection refused; is the server running there?"},
		"no unix socket":       {owned, at("unix"), "no unix socket"},
		"no prefix":            {matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1"}, at("tcp"), "needs a key prefix"},
		"no clients":           {owned, func(l *matrix.Load) { l.Clients = 0 }, "0 clients"},
		"no end":               {owned, func(l *matrix.Load) { l.Requests = 0 }, "without an end"},
		"threads over TLS":     {secure, func(l *matrix.Load) { l.Transport, l.Threads = "tls", 2 }, "2 threads: their number is only to be had on Linux and without TLS; use threads auto"},
		"socket that is not":   {matrix.Endpoint{Socket: filepath.Join(t.TempDir(), "no"), Owned: true}, at("unix"), "no such file or directory; is the server running, with this unixsocket?"},
		"socket's path":        {matrix.Endpoint{Socket: long, Owned: true}, at("unix"), long + "; give the server a shorter unixsocket"},
		"no name for the host": {matrix.Endpoint{Network: "tcp", Address: "127.0.0.1", Owned: true}, at("tcp"), "missing port"},
		"no such host":         {matrix.Endpoint{Network: "tcp", Address: "no-such.invalid:1", Owned: true}, at("tcp"), "; correct the name of the host"},
		"no TLS":               {owned, at("tls"), "transport tls: the server speaks no TLS; for an attached one that does set REDIS_MATRIX_TLS=1"},
		"only TLS":             {secure, at("tcp"), "transport tcp: the server at 127.0.0.1:1 speaks TLS; set load.transport to tls"},
		"no CA":                {missing, at("tls"), "transport tls: read the CA's certificate: open no-such.pem: no such file"},
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

func TestDialWaitsForLoading(t *testing.T) {
	at := listen(t, func(p *peer, _ []string) bool {
		if p.n < 3 {
			return p.say("-LOADING Redis is loading the dataset in memory\r\n")
		}
		return p.say(pong)
	})
	conns, err := connect(t.Context(), at, someLoad(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := closeAll(conns); err != nil {
		t.Error(err)
	}
}

// impatient dials one connection and returns why it failed.
func impatient(t *testing.T, at matrix.Endpoint, load matrix.Load) string {
	t.Helper()
	d, err := newDialer(at, load)
	if err != nil {
		t.Fatal(err)
	}
	d.patience = 200 * time.Millisecond
	conns, err := d.all(t.Context(), 1)
	if err == nil {
		t.Fatal(errors.Join(errors.New("connected"), closeAll(conns)))
	}
	return err.Error()
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

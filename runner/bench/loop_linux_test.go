package bench

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"redismatrix/matrix"
)

// sockets is the engine for Linux on connections to scripted peers.
func sockets(t *testing.T, clients int, answer script) engine {
	t.Helper()
	at := listen(t, answer)
	conns := make([]net.Conn, clients)
	for i := range conns {
		var err error
		if conns[i], err = net.Dial(at.Network, at.Address); err != nil {
			t.Fatal(err)
		}
	}
	engine, err := newEngine(conns)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := engine.(*loops); !ok {
		t.Fatalf("the engine for sockets is %T", engine)
	}
	t.Cleanup(func() {
		if err := engine.close(); err != nil {
			t.Error(err)
		}
	})
	return engine
}

func TestLoopsCount(t *testing.T) {
	for name, c := range countCases() {
		t.Run(name, func(t *testing.T) { c.count(t, sockets(t, c.clients, c.answer)) })
	}
}

func TestLoopsFail(t *testing.T) {
	hang := func(p *peer, _ []string) bool { _, err := p.in.ReadByte(); return err != nil }
	tests := map[string]struct {
		answer script
		is     error
		want   string
	}{
		"no reply":            {afterFive(hang), nil, "no reply for 200ms"},
		"closed":              {afterFive(func(*peer, []string) bool { return false }), io.EOF, "the server closed the connection"},
		"closed in mid-reply": {afterFive(func(p *peer, _ []string) bool { return p.say("$5\r\nab") && false }), io.ErrUnexpectedEOF, "in the middle of a reply"},
		"garbage":             {afterFive(always("HTTP/1.1 400 Bad Request\r\n")), nil, `not a RESP reply: "HTTP/1.1 400`},
		"too many replies":    {always("+OK\r\n+OK\r\n"), nil, "more replies than requests"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			job := setJob()
			if name == "no reply" {
				job.patience = 200 * time.Millisecond
			}
			_, err := sockets(t, 3, tt.answer).drive(t.Context(), job)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "of 3") {
				t.Errorf("error %v, want %q of a connection", err, tt.want)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("error %v is no %v", err, tt.is)
			}
		})
	}
}

// TestLoopsSeeAnEndThatComesWithBytes has the kernel send a part of the replies
// and the end of the connection at once.
func TestLoopsSeeAnEndThatComesWithBytes(t *testing.T) {
	answer := func(p *peer, _ []string) bool {
		if p.n < 9 {
			return true // the batch has ten requests
		}
		raw, err := p.conn.(*net.TCPConn).SyscallConn()
		if err != nil {
			return false
		}
		_ = raw.Control(func(fd uintptr) { _ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_CORK, 1) })
		return p.say("+OK\r\n+OK\r\n") && false
	}
	job := setJob()
	job.pipeline = 10
	_, err := sockets(t, 1, answer).drive(t.Context(), job)
	if err == nil || !strings.Contains(err.Error(), "closed the connection") {
		t.Errorf("error %v, want that the server closed the connection", err)
	}
}

func TestLoopsStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stop := func(p *peer, _ []string) bool {
		if p.n == 100 {
			cancel()
		}
		return p.say("+OK\r\n")
	}
	_, err := sockets(t, 2, stop).drive(ctx, setJob())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// TestLoopsWriteWhatTheKernelDoesNotTake sends values that no socket buffer
// holds to peers that read late, so that every batch is written in pieces.
func TestLoopsWriteWhatTheKernelDoesNotTake(t *testing.T) {
	const size, clients, requests = 3 << 20, 3, 12
	var reading sync.Mutex // one peer reads at a time, the others' buffers fill
	late := func(p *peer, words []string) bool {
		reading.Lock()
		defer reading.Unlock()
		if len(words) != 3 || len(words[2]) != size {
			return p.say("-ERR not what was sent\r\n")
		}
		return p.say("+OK\r\n")
	}
	load := matrix.Load{Clients: clients, Pipeline: 2, Keyspace: 10, ValueSize: size, ValuePattern: matrix.PatternRandom}
	s := Session{load: load, values: newValues(load.ValuePattern, size), patience: patience}
	job := s.job(matrix.Test{Command: []string{"SET", "key:__key__", "__data__"}, Reply: matrix.Reply{Kind: matrix.ReplyStatus}})
	job.requests = requests
	done, err := sockets(t, clients, late).drive(t.Context(), job)
	if err != nil || done.requests != requests || done.errors > 0 {
		t.Errorf("%d requests, %d errors (%s), error %v", done.requests, done.errors, done.firstError, err)
	}
	if least := int64(requests * size); done.sent < least {
		t.Errorf("%d bytes sent, less than %d", done.sent, least)
	}
}

func TestLoopsUseAsManyConnectionsAsAsked(t *testing.T) {
	var mu sync.Mutex
	used := map[*peer]bool{}
	note := func(p *peer, _ []string) bool {
		mu.Lock()
		defer mu.Unlock()
		used[p] = true
		return p.say("+OK\r\n")
	}
	job := setJob()
	job.connections, job.requests = 3, 1000
	if _, err := sockets(t, 40, note).drive(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(used) != 3 {
		t.Errorf("%d connections used, want 3", len(used))
	}
}

func TestLoopsDriveOneJobAfterTheOther(t *testing.T) {
	engine := sockets(t, 5, always("+OK\r\n"))
	for range 3 {
		job := setJob()
		job.requests = 500
		if done, err := engine.drive(t.Context(), job); err != nil || done.requests != 500 {
			t.Fatalf("%d requests, error %v", done.requests, err)
		}
	}
}

func TestWhatIsNoSocketHasThePortableEngine(t *testing.T) {
	client, server := net.Pipe()
	defer server.Close()
	engine, err := newEngine([]net.Conn{client})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := engine.(*portable); !ok {
		t.Errorf("the engine is %T", engine)
	}
	if err := engine.close(); err != nil {
		t.Error(err)
	}
}

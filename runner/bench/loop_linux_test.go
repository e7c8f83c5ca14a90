package bench

import (
	"context"
	"errors"
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
	for name, c := range failCases() {
		t.Run(name, func(t *testing.T) {
			patience := patience
			if name == "no reply" {
				patience = 200 * time.Millisecond
			}
			c.fail(t, sockets(t, 3, c.answer), patience)
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
	load := matrix.Load{Clients: clients, Pipeline: 2, Keyspace: 10, ValueSize: matrix.FixedSize(size), ValuePattern: matrix.PatternRandom}
	s := Session{load: load, values: testValues(load.ValuePattern, size), keys: &keys{keyspace: 10}, patience: patience}
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

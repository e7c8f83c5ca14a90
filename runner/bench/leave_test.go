package bench

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"redismatrix/matrix"
)

// hasty keeps many requests on their way that a server has not executed yet.
func hasty() matrix.Load {
	load := forever()
	load.Clients, load.Pipeline, load.Keyspace, load.ValueSize = 100, 200, 100_000, matrix.FixedSize(1000)
	return load
}

// Whatever the server has not executed when a session is stopped is not found
// there after it was closed: not over any transport, nor when the server stood
// still meanwhile.
func TestStopLeavesNoKeys(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		socket := shortDir(t) + "/s"
		server := start(t, binary, "--unixsocket", socket)
		server.at.Socket = socket
		for _, transport := range []string{matrix.TransportTCP, matrix.TransportUnix} {
			for _, stands := range []bool{false, true} {
				load := hasty()
				load.Transport = transport
				server.leaves(t, load, stands)
			}
		}
	})
}

func TestStopLeavesNoKeysOverTLS(t *testing.T) {
	eachModern(t, func(t *testing.T, binary string) {
		server := startTLS(t, binary)
		load := hasty()
		load.Transport = matrix.TransportTLS
		server.leaves(t, load, false)
	})
}

// leaves stops a session while it writes, closes it, and looks for its keys.
func (s *instance) leaves(t *testing.T, load matrix.Load, stands bool) {
	t.Helper()
	at := s.at
	at.Owned, at.Prefix = false, "rm:x:"
	ctx, cancel := context.WithCancel(t.Context())
	session := s.open(at, load)
	wait := s.whenBusy("SET", func() {
		if stands {
			s.signal(syscall.SIGSTOP)
		}
		cancel()
	})
	if _, err := session.Measure(ctx, lookup(t, "SET")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	wait()
	closed := make(chan error)
	go func() { closed <- session.Close() }()
	if stands {
		s.signal(syscall.SIGCONT)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if n := s.number("DBSIZE"); n != 0 {
		t.Errorf("%s, stands %t: %d keys are left", load.Transport, stands, n)
	}
}

// Where the control connection was lost, the keys are removed over another one;
// where that fails too, the error says which may be left.
func TestCloseTriesAgain(t *testing.T) {
	server := start(t, anyServer(t))
	at := server.at
	at.Owned, at.Prefix = false, "rm:x:"
	session := server.open(at, someLoad())
	server.do("SET", "rm:x:1", "ours")
	server.do("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if n := server.number("DBSIZE"); n != 0 {
		t.Errorf("%d keys are left", n)
	}
	session = server.open(at, someLoad())
	server.do("ACL", "SETUSER", "default", "-scan")
	var left *LeftError
	if err := session.Close(); !errors.As(err, &left) || left.Prefix != at.Prefix || !strings.Contains(err.Error(), "bench --clean") {
		t.Errorf("error %v", err)
	}
}

// Where the server does not tell who is connected, keys are removed all the same.
func TestLeaveBlindly(t *testing.T) {
	server := start(t, anyServer(t))
	server.do("ACL", "SETUSER", "default", "-client")
	server.leaves(t, hasty(), false)
}

func TestClean(t *testing.T) {
	server := start(t, anyServer(t))
	for _, key := range []string{"redis-matrix:a:key:1", "redis-matrix:b:mylist", "redis-matrixed", "mine"} {
		server.do("SET", key, "1")
	}
	removed, err := Clean(t.Context(), server.at)
	if err != nil || removed != 2 || server.number("DBSIZE") != 2 {
		t.Errorf("%d removed, %d left, error %v", removed, server.number("DBSIZE"), err)
	}
}

// A script can reach keys without the prefix, and so is not tried, unless the
// server's own keys are meant.
func TestScriptsOnAttachedServers(t *testing.T) {
	server := start(t, anyServer(t))
	server.do("SET", "mine", "1")
	test := ownTest("eval", "return redis.call('flushall')", "0")
	at := server.at
	at.Owned, at.Prefix = false, "rm:x:"
	_, err := server.open(at, someLoad()).Prepare(t.Context(), test)
	if err == nil || !strings.Contains(err.Error(), "eval can reach keys that it does not name") || server.number("DBSIZE") != 1 {
		t.Errorf("error %v, %d keys", err, server.number("DBSIZE"))
	}
	at.Prefix, at.Keep = "", true
	if _, err := server.open(at, someLoad()).Prepare(t.Context(), ownTest("EVAL", "return 1", "0")); err != nil {
		t.Error(err)
	}
}

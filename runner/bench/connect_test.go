package bench

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"redismatrix/matrix"
)

// BenchmarkConnect shows how long it takes to open connections, up to the
// answer to PING, as each transport does.
func BenchmarkConnect(b *testing.B) {
	socket := filepath.Join(shortDir(b), "s")
	s := startTLS(b, anyServer(b), "--maxclients", "10100", "--unixsocket", socket, "--tcp-backlog", "511")
	s.at.Socket = socket
	for _, transport := range []string{matrix.TransportTCP, matrix.TransportUnix, matrix.TransportTLS} {
		for _, clients := range []int{50, 1000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", transport, clients), func(b *testing.B) {
				load := someLoad()
				load.Transport, load.Clients = transport, clients
				at, err := route(s.at, load)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					conns, err := connect(b.Context(), at, load, "")
					if err != nil {
						b.Fatal(err)
					}
					b.StopTimer()
					if err := closeAll(conns); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
			})
		}
	}
}

// A process that may not open as many files as there are clients is told so.
func TestDialTooManyFiles(t *testing.T) {
	at := start(t, anyServer(t)).at
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	low := syscall.Rlimit{Cur: 200, Max: limit.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Error(err)
		}
	}()
	load := someLoad()
	load.Clients = 500
	conns, err := connect(t.Context(), at, load, "")
	if err == nil {
		t.Fatal("connected", closeAll(conns))
	}
	const want = "too many open files; this process may not open so many files: raise `ulimit -n`, or lower clients"
	if !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// A socket that a server has left behind.
func TestDialDeadSocket(t *testing.T) {
	path := filepath.Join(shortDir(t), "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	load := someLoad()
	load.Transport = matrix.TransportUnix
	_, err = Open(t.Context(), matrix.Endpoint{Socket: path, Owned: true}, load)
	if err == nil || !strings.HasSuffix(err.Error(), "connection refused; is the server running there?") {
		t.Errorf("error %v", err)
	}
}

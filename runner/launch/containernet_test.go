package launch

import (
	"context"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/moby/moby/client"
)

// testContainerPublished treats the engine as one on another machine.
func testContainerPublished(t *testing.T, docker *client.Client, images []Installed) {
	server := startApart(t, docker, images[0], func(e *engine) { e.shared = false })
	if at := server.Endpoint(); !strings.HasPrefix(at.Address, "127.0.0.1:") {
		t.Errorf("it is reached at %s", at.Address)
	}
	mustContain(t, server.Info().Warnings[0].Text, "behind a published port and unpinned")
}

// testContainerBridged treats this process as one in a container.
func testContainerBridged(t *testing.T, docker *client.Client, images []Installed) {
	server := startApart(t, docker, images[0], func(e *engine) { e.shared, e.bridged = false, true })
	host, port, err := net.SplitHostPort(server.Endpoint().Address)
	if err != nil || port != "6379" || net.ParseIP(host).IsLoopback() {
		t.Errorf("it is reached at %s", server.Endpoint().Address)
	}
	mustContain(t, server.Info().Warnings[0].Text, "behind the engine's bridge and unpinned")
}

// startApart starts and stops a server on an engine that does not share this
// network.
func startApart(t *testing.T, docker *client.Client, image Installed, part func(*engine)) *Server {
	t.Helper()
	l := newLauncher(t, Options{CPUs: "0"})
	e, err := l.containers.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	part(e)
	log := logPath(t)
	server, err := l.Launch(t.Context(), inImage(image, `save ""`), log)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Stop(context.Background()) }()
	at, info := server.Endpoint(), server.Info()
	if at.Password == "" || at.Socket != "" || info.CPUs != "" || info.PID != 0 || len(info.Warnings) != 1 {
		t.Fatalf("endpoint %+v, info %+v", at, info)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), at.Password) {
		t.Error("the password is in the log")
	}
	if err := server.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if left := ours(t, docker, l); len(left) > 0 {
		t.Errorf("containers %v are left", left)
	}
	return server
}

func TestReachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if !reachable(t.Context(), address) {
		t.Error("one that listens is not reachable")
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if !reachable(t.Context(), address) {
		t.Error("one that refuses is not reachable")
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	for _, address := range []string{"", "invalid IP:6379"} {
		if reachable(t.Context(), address) {
			t.Errorf("%q is reachable", address)
		}
	}
	if reachable(impatient, address) {
		t.Error("one that was not tried is reachable")
	}
}

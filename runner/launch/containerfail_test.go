package launch

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/moby/moby/client"

	"redismatrix/matrix"
)

func testContainerRefuses(t *testing.T, docker *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	for _, image := range images {
		mustContain(t, refuse(t, l, inImage(image, "databases 0")), image.Path, "exited with status 1 before it was ready", "databases")
	}
	if left := ours(t, docker, l); len(left) > 0 {
		t.Errorf("containers %v are left", left)
	}
}

func testContainerOfAnotherVersion(t *testing.T, docker *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	s := inImage(images[0])
	s.Server.Version = matrix.Version{Product: matrix.Redis, Numbers: []int{3, 2}}
	mustContain(t, refuse(t, l, s), "asked for 3.2", "but it is "+images[0].Name, "the end of its log: ", "eady to accept connections")
	if left := ours(t, docker, l); len(left) > 0 {
		t.Errorf("containers %v are left", left)
	}
}

func testContainerWithoutServer(t *testing.T, docker *client.Client, _ []Installed) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "hello"), []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	const name = "redis-matrix-test-empty:1"
	importImage(t, docker, root, name)
	l := newLauncher(t, Options{})
	mustContain(t, refuse(t, l, inImage(Installed{Path: name})), name, "neither redis-server nor valkey-server", "name an image of Redis or Valkey")
	if left := ours(t, docker, l); len(left) > 0 {
		t.Errorf("containers %v are left", left)
	}
}

func testContainerWithoutItsCPUs(t *testing.T, _ *client.Client, images []Installed) {
	l := newLauncher(t, Options{CPUs: "1000"})
	mustContain(t, refuse(t, l, inImage(images[0])), "start image "+images[0].Path, "server.cpus")
}

func testContainerPortTaken(t *testing.T, _ *client.Client, images []Installed) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	l := newLauncher(t, Options{})
	l.port = portsFirst(t, silent.Addr().String())
	if err := start(t, l, inImage(images[0])).Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func testContainerKilled(t *testing.T, docker *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	server := start(t, l, inImage(images[0]))
	id := ours(t, docker, l)[0]
	if _, err := docker.ContainerKill(t.Context(), id, client.ContainerKillOptions{Signal: "KILL"}); err != nil {
		t.Fatal(err)
	}
	err := server.Stop(t.Context())
	if err == nil {
		t.Fatal("the stop does not say that the server had ended")
	}
	mustContain(t, err.Error(), "killed by signal 9 (SIGKILL)", "eady to accept connections")
	if left := ours(t, docker, l); len(left) > 0 {
		t.Errorf("containers %v are left", left)
	}
}

// testContainerServerKilled stops before the engine can have seen the end.
func testContainerServerKilled(t *testing.T, _ *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	server := start(t, l, inImage(images[0]))
	if err := syscall.Kill(server.Info().PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	err := server.Stop(t.Context())
	if err == nil {
		t.Fatal("the stop does not say that the server had ended")
	}
	mustContain(t, err.Error(), "killed by signal 9 (SIGKILL)", "eady to accept connections")
}

func testContainerRemoved(t *testing.T, docker *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	server := start(t, l, inImage(images[0]))
	id := ours(t, docker, l)[0]
	if _, err := docker.ContainerRemove(t.Context(), id, client.ContainerRemoveOptions{Force: true}); err != nil {
		t.Fatal(err)
	}
	err := server.Stop(t.Context())
	if err == nil {
		t.Fatal("the stop does not say that the container was gone")
	}
	mustContain(t, err.Error(), "the container")
}

func testContainerHangs(t *testing.T, docker *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	server := start(t, l, inImage(images[0]))
	id := ours(t, docker, l)[0]
	if _, err := docker.ContainerKill(t.Context(), id, client.ContainerKillOptions{Signal: "STOP"}); err != nil {
		t.Fatal(err)
	}
	if err := server.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	mustBeGone(t, server)
}

func testImageMissing(t *testing.T, _ *client.Client, _ []Installed) {
	const name = "127.0.0.1:1/no/redis:7.0"
	l := newLauncher(t, Options{})
	mustContain(t, refuse(t, l, inImage(Installed{Path: name})), "pull image "+name, "the registry cannot be reached", "server.servers")
}

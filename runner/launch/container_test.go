package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/containerd/errdefs"
	"github.com/google/go-cmp/cmp"
	"github.com/moby/moby/client"

	"redismatrix/matrix"
)

// inImage is a setup that runs an image.
func inImage(image Installed, config ...string) matrix.Setup {
	s := setup(image, config...)
	s.Server.Kind = matrix.RefImage
	return s
}

// ours lists the containers of this test process' launcher.
func ours(t testing.TB, docker *client.Client, l *Launcher) []string {
	t.Helper()
	e, err := l.containers.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := docker.ContainerList(context.Background(), client.ContainerListOptions{
		All: true, Filters: make(client.Filters).Add("label", labelSession+"="+e.session),
	})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range list.Items {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestContainers(t *testing.T) {
	docker := engineHere(t)
	images := importImages(t, docker)
	for _, image := range images {
		t.Run(image.Name, func(t *testing.T) { testContainerRuns(t, docker, image) })
	}
	for _, test := range []struct {
		name string
		test func(*testing.T, *client.Client, []Installed)
	}{
		{"found", testImagesAreFound},
		{"two at once", testTwoContainers},
		{"refused directive", testContainerRefuses},
		{"another version", testContainerOfAnotherVersion},
		{"no server in it", testContainerWithoutServer},
		{"no such CPU", testContainerWithoutItsCPUs},
		{"port taken", testContainerPortTaken},
		{"killed", testContainerKilled},
		{"its server killed", testContainerServerKilled},
		{"removed", testContainerRemoved},
		{"stopped", testContainerHangs},
		{"TLS", testContainerSpeaksTLS},
		{"TLS apart", testContainerApartSpeaksTLS},
		{"published", testContainerPublished},
		{"bridged", testContainerBridged},
		{"swept", testContainersAreSwept},
		{"its parent killed", testContainerOfKilledParent},
		{"no such image", testImageMissing},
	} {
		t.Run(test.name, func(t *testing.T) { test.test(t, docker, images) })
	}
}

func testContainerRuns(t *testing.T, docker *client.Client, image Installed) {
	l := newLauncher(t, Options{CPUs: "0"})
	server := start(t, l, inImage(image, `save ""`, "appendonly yes", "appendfsync everysec"))
	got := server.Info()
	if !strings.HasPrefix(got.Digest, "sha256:") || got.PID < 2 || got.Size < 1e6 || got.RunID == "" || got.StartNanos <= 0 || len(got.Effective) == 0 {
		t.Errorf("something is missing in %+v", got)
	}
	want := matrix.ServerInfo{
		Product: image.Version.Product, Version: strings.TrimPrefix(image.Name, "valkey-"),
		Launch: matrix.LaunchContainer, Path: image.Path, CPUs: "0",
		Config: []matrix.Directive{
			{Name: "save", Args: []string{""}},
			{Name: "appendonly", Args: []string{"yes"}},
			{Name: "appendfsync", Args: []string{"everysec"}},
		},
	}
	want.Digest, want.RunID, want.PID, want.StartNanos = got.Digest, got.RunID, got.PID, got.StartNanos
	want.Size, want.Build, want.Allocator, want.Compiler = got.Size, got.Build, got.Allocator, got.Compiler
	want.Effective = got.Effective
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	conn, err := net.Dial("unix", server.Endpoint().Socket)
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
	for range 2 {
		if err := server.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	mustBeGone(t, server)
	if left := ours(t, docker, l); len(left) > 0 {
		t.Errorf("containers %v are left", left)
	}
}

// testImagesAreFound gives an image the tag of a release that never was, which
// nothing else asks for.
func testImagesAreFound(t *testing.T, docker *client.Client, images []Installed) {
	space, _, _ := strings.Cut(images[0].Path, "/")
	tag := space + "/redis:2.8.99"
	tagImage(t, docker, images[0].Path, tag)
	found, err := Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []Installed
	for _, f := range found {
		if strings.HasPrefix(f.Path, space) {
			got = append(got, f)
		}
	}
	want := []Installed{{Version: version(t, "2.8.99"), Name: "2.8.99", Kind: matrix.LaunchContainer, Path: tag, Origin: originDocker}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func tagImage(t testing.TB, docker *client.Client, image, tag string) {
	t.Helper()
	if _, err := docker.ImageTag(t.Context(), client.ImageTagOptions{Source: image, Target: tag}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = docker.ImageRemove(context.Background(), tag, client.ImageRemoveOptions{}) })
}

func testTwoContainers(t *testing.T, _ *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	servers := make([]*Server, 2)
	errs := make([]error, 2)
	logs := []string{logPath(t), logPath(t)}
	var group sync.WaitGroup
	for i := range servers {
		group.Go(func() {
			servers[i], errs[i] = l.Launch(t.Context(), inImage(images[0], `save ""`), logs[i])
		})
	}
	group.Wait()
	for i, server := range servers {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		defer func() { _ = server.Stop(context.Background()) }()
	}
	if servers[0].Info().RunID == servers[1].Info().RunID {
		t.Error("both are one server")
	}
	for _, server := range servers {
		if err := server.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func testContainersAreSwept(t *testing.T, docker *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	living := start(t, l, inImage(images[0]))
	// A container whose process is not that which now has its number.
	e, err := l.containers.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	owner := e.owner
	e.owner.Start = "1"
	orphan := start(t, l, inImage(images[0]))
	e.owner = owner
	if err := e.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := ours(t, docker, l); len(left) != 1 {
		t.Errorf("%d containers are left of one that lives and one that does not", len(left))
	}
	if err := orphan.Stop(t.Context()); err == nil {
		t.Error("the orphan is not gone")
	}
	if err := living.Stop(t.Context()); err != nil {
		t.Errorf("the living one: %v", err)
	}
}

func testContainerOfKilledParent(t *testing.T, docker *client.Client, images []Installed) {
	dir := filepath.Join(t.TempDir(), "data")
	cmd := act(t, "container", "ACT_DIR="+dir, "ACT_IMAGE="+images[0].Path, "ACT_LOGS="+t.TempDir(), "TMPDIR="+shortDir(t))
	stdin, errIn := cmd.StdinPipe()
	stdout, errOut := cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var id string
	var guard int
	if _, err := fmt.Fscanln(stdout, &id, &guard); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	eventually(t, "the guard ended", func() bool { return ended(guard) })
	if _, err := docker.ContainerInspect(t.Context(), id, client.ContainerInspectOptions{}); !errdefs.IsNotFound(err) {
		t.Errorf("container %s is left (%v)", id, err)
	}
	mustBeEmpty(t, dir)
}

func actContainer() {
	ctx := context.Background()
	l, err := New(ctx, Options{Dir: os.Getenv("ACT_DIR")})
	if err != nil {
		panic(err)
	}
	_, err = l.Launch(ctx, inImage(Installed{Path: os.Getenv("ACT_IMAGE")}), filepath.Join(os.Getenv("ACT_LOGS"), "log"))
	if err != nil {
		panic(err)
	}
	list, err := l.containers.engine.docker.ContainerList(ctx, client.ContainerListOptions{
		Filters: make(client.Filters).Add("label", labelSession+"="+l.containers.engine.session),
	})
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintln(os.NewFile(1, "output"), list.Items[0].ID, l.guard.cmd.Process.Pid)
	_, _ = io.Copy(io.Discard, os.NewFile(0, "input"))
}

// TestContainerStartCost tells what a container's start costs beyond a
// binary's; go test -v shows it.
func TestContainerStartCost(t *testing.T) {
	images := importImages(t, engineHere(t))
	l := newLauncher(t, Options{})
	for range 3 {
		began := time.Now()
		server := start(t, l, inImage(images[0], `save ""`))
		up := time.Since(began)
		began = time.Now()
		if err := server.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: up in %v, down in %v", images[0].Name, up, time.Since(began))
	}
}

package launch

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/moby/moby/client"

	"redismatrix/matrix"
)

// engineHere is a client of a container engine on this host.
func engineHere(t testing.TB) *client.Client {
	t.Helper()
	docker, err := quickClient()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = docker.Close() })
	if _, err := docker.Ping(t.Context(), client.PingOptions{}); err != nil {
		missing(t, "docker", "start a Docker engine: "+err.Error())
	}
	return docker
}

// importImages makes an image of each installed server's folder, for the time
// of a test. Find does not take them for servers' images, since other tests on
// this host would launch them, and lose them when this one ends.
func importImages(t testing.TB, docker *client.Client) []Installed {
	t.Helper()
	space := "redis-matrix-test-" + strings.ToLower(rand.Text()[:8])
	var images []Installed
	for _, f := range binaries(t) {
		root, ok := unpackedRoot(f.Path)
		if !ok || f.Origin != originInstalled {
			continue
		}
		name := fmt.Sprintf("%s/%s-server:%s", space, f.Version.Product, strings.TrimPrefix(f.Name, "valkey-"))
		importImage(t, docker, root, name)
		images = append(images, Installed{
			Version: f.Version, Name: f.Name, Kind: matrix.LaunchContainer, Path: name, Origin: originDocker,
		})
	}
	if len(images) == 0 {
		missing(t, "docker", "images are made of installed servers: `redis-matrix servers install 7.0`")
	}
	return images
}

func importImage(t testing.TB, docker *client.Client, root, name string) {
	t.Helper()
	tar := exec.Command("tar", "-C", root, "-c", ".")
	files, err := tar.StdoutPipe()
	if err == nil {
		err = tar.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	answer, err := docker.ImageImport(t.Context(), client.ImageImportSource{Source: files, SourceName: "-"}, name, client.ImageImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = docker.ImageRemove(context.Background(), name, client.ImageRemoveOptions{Force: true})
	})
	if _, err := io.Copy(io.Discard, answer); err != nil {
		t.Fatal(err)
	}
	if err := answer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := tar.Wait(); err != nil {
		t.Fatal(err)
	}
}

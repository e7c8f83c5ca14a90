package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

// haveDocker reports whether a Docker engine answers, with a client to import
// images by. Where REDIS_MATRIX_REQUIRE asks for Docker, none is an error.
func haveDocker() (bool, error) {
	said, err := exec.Command("docker", "version").CombinedOutput()
	if err == nil || !strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "docker") {
		return err == nil, nil
	}
	return false, fmt.Errorf("a Docker engine and its client are required: %w: %s", err, said)
}

// scriptImage makes an image of a server that `servers install` unpacked, for
// the time of the script, under a name of its own: image. It sets IMAGE to the
// name, and VERSION to the release in it.
func scriptImage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: image")
	}
	root, version, err := installedRoot()
	ts.Check(err)
	name := "redis-matrix-test-" + strings.ToLower(rand.Text()[:8]) + "/redis:" + version
	ts.Defer(func() { _ = exec.Command("docker", "rmi", "-f", name).Run() })
	tar := exec.Command("tar", "-C", root, "-c", ".")
	load := exec.Command("docker", "import", "-", name)
	load.Stdin, err = tar.StdoutPipe()
	ts.Check(err)
	ts.Check(tar.Start())
	said, err := load.CombinedOutput()
	if err := errors.Join(err, tar.Wait()); err != nil {
		ts.Fatalf("import an image: %v: %s", err, said)
	}
	ts.Setenv("IMAGE", name)
	ts.Setenv("VERSION", version)
}

// installedRoot is the folder that the newest installed Redis was unpacked
// into, and its version.
func installedRoot() (root, version string, err error) {
	cache, err := installCache()
	if err != nil {
		return "", "", err
	}
	found, err := launch.Find(context.Background())
	if err != nil {
		return "", "", err
	}
	for _, server := range found {
		root, unpacked := strings.CutSuffix(server.Path, filepath.FromSlash("/usr/bin/redis-server"))
		if unpacked && server.Kind == matrix.LaunchBinary && strings.HasPrefix(root, cache) {
			return root, server.Name, nil
		}
	}
	return "", "", errors.New("images are made of installed servers: redis-matrix servers install 7.0")
}

package launch

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/api/pkg/authconfig"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"redismatrix/matrix"
)

// pullTime is how long an image may take to be pulled.
const pullTime = 5 * time.Minute

// image is a container image that the engine has.
type image struct {
	name string
	id   string // "sha256:…"
	// programs are the names that its server may go by, the likeliest first.
	programs []string
}

// imageName is the official image of a version.
func imageName(v matrix.Version) string {
	number := matrix.Version{Numbers: v.Numbers}.String()
	if v.Product == matrix.Valkey {
		return "valkey/valkey:" + number
	}
	return "redis:" + number
}

// ensureImage looks an image up and pulls it where the engine has it not.
func ensureImage(ctx context.Context, docker client.APIClient, name string) (image, error) {
	found, err := docker.ImageInspect(ctx, name)
	if errdefs.IsNotFound(err) {
		if err := pullImage(ctx, docker, name, credentials(ctx, name)); err != nil {
			return image{}, explainPull(name, err)
		}
		found, err = docker.ImageInspect(ctx, name)
	}
	if err != nil {
		return image{}, fmt.Errorf("look up image %s: %w", name, err)
	}
	var hints []string
	if c := found.Config; c != nil {
		hints = append(append(append(hints, c.Entrypoint...), c.Cmd...), c.Env...)
	}
	return image{name: name, id: found.ID, programs: serverPrograms(append(hints, name))}, nil
}

// serverPrograms orders the names of servers' binaries by what an image says
// of itself.
func serverPrograms(hints []string) []string {
	text := strings.ToLower(strings.Join(hints, "\n"))
	if strings.Contains(text, "valkey") {
		return []string{"valkey-server", "redis-server"}
	}
	return []string{"redis-server", "valkey-server"}
}

// credentials are what Docker's configuration has for the registry of an image.
// Most images need none, and a registry says so if one does.
func credentials(ctx context.Context, name string) string {
	_, found, err := testcontainers.DockerImageAuth(ctx, name)
	if err != nil {
		return ""
	}
	encoded, _ := authconfig.Encode(found)
	return encoded
}

// pullImage has the engine fetch an image, and waits for it.
func pullImage(ctx context.Context, docker client.APIClient, name, credentials string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, pullTime, fmt.Errorf("it took longer than %v", pullTime))
	defer cancel()
	pull, err := docker.ImagePull(ctx, name, client.ImagePullOptions{RegistryAuth: credentials})
	if err == nil {
		err = pull.Wait(ctx)
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// pullProblems are what stands in errors of a pull, and what it means.
var pullProblems = []struct {
	marks []string
	means string
}{
	{
		[]string{"schema 1", "schema1", "manifest.v1+"},
		"the image has the old format (schema 1), which the engine no longer reads",
	},
	{
		[]string{"no such host", "dial tcp", "i/o timeout", "connection refused", "Client.Timeout", "proxyconnect", "network is unreachable", "took longer than"},
		"the registry cannot be reached",
	},
	{
		[]string{"access denied", "not found", "manifest unknown", "unauthorized", "does not exist", "invalid reference format"},
		"there is no such image, or it needs `docker login`",
	},
}

// explainPull says why an image cannot be had, and what can be done instead.
func explainPull(name string, err error) error {
	means := "the engine could not fetch it"
search:
	for _, problem := range pullProblems {
		for _, mark := range problem.marks {
			if strings.Contains(err.Error(), mark) {
				means = problem.means
				break search
			}
		}
	}
	return fmt.Errorf("pull image %s: %s: %w; name a binary (a path) or another image (image:NAME) for it in server.servers, or have binaries found through REDIS_MATRIX_SERVERS", name, means, err)
}

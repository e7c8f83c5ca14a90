package launch

import (
	"cmp"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	dockerimage "github.com/moby/moby/api/types/image"
	"github.com/moby/moby/client"
	"golang.org/x/sync/errgroup"

	"redismatrix/matrix"
)

// findImagesTime is how long an engine may take to tell its images.
const findImagesTime = time.Second

// findImages lists the images of Redis and Valkey that the container engine
// has, without starting any. Without an engine there are none.
func findImages(ctx context.Context) []Installed {
	ctx, cancel := context.WithTimeout(ctx, findImagesTime)
	defer cancel()
	docker, err := quickClient()
	if err != nil {
		return nil
	}
	defer docker.Close()
	return listImages(ctx, docker)
}

func listImages(ctx context.Context, docker client.APIClient) []Installed {
	list, err := docker.ImageList(ctx, client.ImageListOptions{})
	if err != nil {
		return nil
	}
	found := make([]Installed, len(list.Items))
	var group errgroup.Group
	group.SetLimit(8)
	for i, summary := range list.Items {
		name := serverTag(summary.RepoTags)
		if name == "" {
			continue
		}
		group.Go(func() error {
			found[i] = describeImage(ctx, docker, summary, name)
			return nil
		})
	}
	_ = group.Wait()
	return slices.DeleteFunc(found, func(f Installed) bool { return f.Path == "" })
}

// serverTag is the name of an image of a server, the longest where it has
// several since that tells most, and "" where no name says that it is one.
func serverTag(names []string) string {
	var fitting []string
	for _, name := range names {
		if _, ok := imageProduct(name); ok {
			fitting = append(fitting, name)
		}
	}
	if len(fitting) == 0 {
		return ""
	}
	return slices.MaxFunc(fitting, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(b, a))
	})
}

// imageProduct reads the product off an image's name: "valkey/valkey:8.1",
// "localhost:5000/redis:7.0".
func imageProduct(name string) (matrix.Product, bool) {
	last, _, _ := strings.Cut(path.Base(name), ":")
	for _, p := range []matrix.Product{matrix.Redis, matrix.Valkey} {
		if last == string(p) {
			return p, true
		}
	}
	return "", false
}

var imageVersion = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(?:-.*)?$`)

// describeImage finds out which release an image holds, from its environment,
// its labels or its tag. The zero Installed stands for an image that tells of
// none.
func describeImage(ctx context.Context, docker client.APIClient, summary dockerimage.Summary, name string) Installed {
	product, _ := imageProduct(name)
	_, tag, _ := strings.Cut(path.Base(name), ":")
	told := []string{summary.Labels["org.opencontainers.image.version"], tag}
	if seen, err := docker.ImageInspect(ctx, summary.ID); err == nil && seen.Config != nil {
		told = append(versionsInEnv(seen.Config.Env), told...)
	}
	for _, text := range told {
		m := imageVersion.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if v, err := matrix.ParseVersion(string(product) + "-" + m[1]); err == nil {
			return Installed{Version: v, Name: v.String(), Kind: matrix.LaunchContainer, Path: name, Origin: originDocker}
		}
	}
	return Installed{}
}

// versionsInEnv are the values by which official images tell their version.
func versionsInEnv(env []string) []string {
	var versions []string
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if name == "REDIS_VERSION" || name == "VALKEY_VERSION" {
			versions = append(versions, value)
		}
	}
	return versions
}

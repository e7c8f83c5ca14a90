package launch

import (
	"context"

	"redismatrix/matrix"
)

// Installed is a server that can run here.
type Installed struct {
	// Version is exact.
	Version matrix.Version `json:"-"`
	// Name is the version as a spec would write it: "7.0.15", "valkey-8.1.1".
	Name string        `json:"version"`
	Kind matrix.Launch `json:"kind"` // LaunchBinary or LaunchContainer
	// Path is the binary, or the image's name.
	Path string `json:"path"`
	// Origin says where it was found: "PATH", "REDIS_MATRIX_SERVERS",
	// "installed", "docker".
	Origin string `json:"origin"`
}

// Find lists what can run here: installed servers, REDIS_MATRIX_SERVERS, PATH
// and local container images, newest first within a product.
func Find(ctx context.Context) ([]Installed, error) { return nil, nil }

package launch

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"redismatrix/matrix"
)

// The origins of servers.
const (
	originInstalled = "installed"
	originServers   = "REDIS_MATRIX_SERVERS"
	originPath      = "PATH"
	originDocker    = "docker"
)

// identifyTime is how long a binary may take to tell its version.
const identifyTime = 3 * time.Second

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
// and local container images, newest first within a product and a binary
// before an image.
//
// REDIS_MATRIX_SERVERS is a list of paths as PATH is; each is a binary or a
// directory that holds binaries, by themselves or in folders of one server
// each (FOLDER/redis-server, FOLDER/src/…, FOLDER/bin/…, FOLDER/usr/bin/…).
//
// What is found in these ways but does not run is left out; Search says why.
// The error is that of ctx.
func Find(ctx context.Context) ([]Installed, error) {
	found, _, err := Search(ctx)
	return found, err
}

// Search is Find that also says what was skipped: files that are named as a
// server is but do not tell a server's version.
func Search(ctx context.Context) (found []Installed, skipped []error, err error) {
	var images []Installed
	var group errgroup.Group
	group.Go(func() error {
		images = findImages(ctx)
		return nil
	})
	var candidates []candidate
	if dir, err := serversDir(); err == nil {
		candidates = inDirectory(dir, originInstalled)
	}
	candidates = append(candidates, inServers(os.Getenv("REDIS_MATRIX_SERVERS"))...)
	candidates = append(candidates, inPath(os.Getenv("PATH"))...)
	binaries, skipped := identifyAll(ctx, candidates)
	_ = group.Wait()
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	return sortInstalled(append(binaries, images...)), skipped, nil
}

// findInstalled lists what was installed into dir and runs.
func findInstalled(ctx context.Context, dir string) []Installed {
	found, _ := identifyAll(ctx, inDirectory(dir, originInstalled))
	return sortInstalled(found)
}

// candidate is a file that may be a server's binary.
type candidate struct{ path, origin string }

// binaryNames are the names that servers' binaries go by.
var binaryNames = []string{"redis-server", "valkey-server"}

// binaryPlaces are where a server's folder has its binary; bin is often a link to
// usr/bin, and comes after it.
var binaryPlaces = []string{"", "src", "usr/bin", "bin"}

// inServers gives the candidates of a list of binaries and directories.
func inServers(list string) []candidate {
	var found []candidate
	for _, path := range filepath.SplitList(list) {
		if isFile(path) {
			found = append(found, candidate{path, originServers})
			continue
		}
		found = append(found, inDirectory(path, originServers)...)
	}
	return found
}

// inDirectory gives the candidates in dir and in the folders of dir.
func inDirectory(dir, origin string) []candidate {
	if dir == "" {
		return nil
	}
	var found []candidate
	for _, pattern := range []string{"", "*"} {
		for _, place := range binaryPlaces {
			found = append(found, match(filepath.Join(escapeGlob(dir), pattern, place), origin)...)
		}
	}
	return found
}

func match(folder, origin string) []candidate {
	var found []candidate
	for _, name := range binaryNames {
		// The pattern is well-formed, and glob errors are about nothing else.
		paths, _ := filepath.Glob(filepath.Join(folder, name))
		for _, path := range paths {
			if isFile(path) {
				found = append(found, candidate{path, origin})
			}
		}
	}
	return found
}

func escapeGlob(path string) string {
	return regexp.MustCompile(`[*?\[\\]`).ReplaceAllString(path, `\$0`)
}

// inPath gives the candidates on a search path.
func inPath(list string) []candidate {
	var found []candidate
	for _, dir := range filepath.SplitList(list) {
		if dir != "" {
			found = append(found, match(escapeGlob(dir), originPath)...)
		}
	}
	return found
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// identifyAll asks all candidates side by side for their versions. One file
// that is reached in several ways is listed once, in the first way.
func identifyAll(ctx context.Context, candidates []candidate) (found []Installed, skipped []error) {
	candidates = distinct(candidates)
	found = make([]Installed, len(candidates))
	skipped = make([]error, len(candidates))
	var group errgroup.Group
	group.SetLimit(2 * runtime.NumCPU())
	for i, c := range candidates {
		group.Go(func() error {
			var v matrix.Version
			if v, skipped[i] = identify(ctx, c.path); skipped[i] == nil {
				found[i] = Installed{Version: v, Name: v.String(), Kind: matrix.LaunchBinary, Path: c.path, Origin: c.origin}
			}
			return nil
		})
	}
	_ = group.Wait()
	found = slices.DeleteFunc(found, func(f Installed) bool { return f.Path == "" })
	skipped = slices.DeleteFunc(skipped, func(err error) bool { return err == nil })
	return found, skipped
}

// distinct makes paths absolute and drops those that lead to a file that an
// earlier one leads to.
func distinct(candidates []candidate) []candidate {
	seen := map[string]bool{}
	var kept []candidate
	for _, c := range candidates {
		path, err := filepath.Abs(c.path)
		if err != nil {
			continue
		}
		file, err := filepath.EvalSymlinks(path)
		if err != nil || seen[file] {
			continue
		}
		seen[file] = true
		kept = append(kept, candidate{path, c.origin})
	}
	return kept
}

var versionForm = regexp.MustCompile(`(Redis|Valkey) server v=(\d+\.\d+\.\d+)`)

// identify asks a binary for its version.
func identify(ctx context.Context, path string) (matrix.Version, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, identifyTime,
		fmt.Errorf("it did not answer in %v", identifyTime))
	defer cancel()
	argv := append(command(path), "--version")
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return matrix.Version{}, fmt.Errorf("ask %s for its version: %w", path, err)
	}
	return parseBanner(path, string(out))
}

// parseBanner reads "Redis server v=7.0.15 sha=…".
func parseBanner(path, banner string) (matrix.Version, error) {
	m := versionForm.FindStringSubmatch(banner)
	if m == nil {
		return matrix.Version{}, fmt.Errorf("ask %s for its version: %.60q is no version of Redis or Valkey", path, banner)
	}
	v, err := matrix.ParseVersion(strings.ToLower(m[1]) + "-" + m[2])
	if err != nil {
		return matrix.Version{}, fmt.Errorf("ask %s for its version: %w", path, err)
	}
	return v, nil
}

// installedAt describes a server that Install put at path.
func installedAt(path string, v matrix.Version) Installed {
	return Installed{Version: v, Name: v.String(), Kind: matrix.LaunchBinary, Path: path, Origin: originInstalled}
}

// sortInstalled orders by product, newest first, a binary before an image, and
// otherwise as they were found.
func sortInstalled(found []Installed) []Installed {
	slices.SortStableFunc(found, func(a, b Installed) int {
		return cmp.Or(
			cmp.Compare(a.Version.Product, b.Version.Product),
			b.Version.Compare(a.Version),
			cmp.Compare(a.Kind, b.Kind),
		)
	})
	return found
}

package launch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// fakeServer writes a program that answers --version with banner.
func fakeServer(t testing.TB, path, banner string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho '"+banner+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func binary(t testing.TB, name, path, origin string) Installed {
	t.Helper()
	v := version(t, name)
	return Installed{Version: v, Name: v.String(), Kind: matrix.LaunchBinary, Path: path, Origin: origin}
}

// lonely hides this machine's servers.
func lonely(t *testing.T) (cache string) {
	t.Helper()
	cache = t.TempDir()
	t.Setenv("REDIS_MATRIX_CACHE", cache)
	t.Setenv("REDIS_MATRIX_SERVERS", "")
	t.Setenv("PATH", "")
	t.Setenv("DOCKER_HOST", "unix://"+filepath.Join(cache, "no-docker.sock"))
	return cache
}

func TestFind(t *testing.T) {
	const redis, valkey = "Redis server v=", "Valkey server v="
	cache := lonely(t)
	dirs, path := t.TempDir(), t.TempDir()
	installed := fakeServer(t, filepath.Join(cache, "servers", "redis-7.0.15", "usr", "bin", "redis-server"), redis+"7.0.15 sha=0 bits=64")
	newer := fakeServer(t, filepath.Join(dirs, "seven", "src", "redis-server"), redis+"7.0.16")
	direct := fakeServer(t, filepath.Join(dirs, "old-redis"), redis+"3.2.13 sha=00000000:0 malloc=jemalloc-4.0.3")
	flat := fakeServer(t, filepath.Join(dirs, "flat", "valkey-server"), valkey+"8.1.1 sha=0")
	bin := fakeServer(t, filepath.Join(dirs, "six", "bin", "redis-server"), redis+"6.2.1")
	onPath := fakeServer(t, filepath.Join(path, "redis-server"), redis+"8.0.2")
	// One that is reached in two ways is listed in the first.
	if err := os.Symlink(installed, filepath.Join(dirs, "redis-server")); err != nil {
		t.Fatal(err)
	}
	// What is no server is skipped.
	fakeServer(t, filepath.Join(dirs, "broken", "redis-server"), "hello")
	fakeServer(t, filepath.Join(dirs, "ancient", "redis-server"), redis+"2.4.18")
	if err := os.Mkdir(filepath.Join(dirs, "valkey-server"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("REDIS_MATRIX_SERVERS", strings.Join([]string{dirs, direct, "", filepath.Join(dirs, "flat"), "/no/such"}, ":"))
	t.Setenv("PATH", path+":/no/such")

	found, skipped, err := Search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Installed{
		binary(t, "8.0.2", onPath, "PATH"),
		binary(t, "7.0.16", newer, "REDIS_MATRIX_SERVERS"),
		binary(t, "7.0.15", installed, "installed"),
		binary(t, "6.2.1", bin, "REDIS_MATRIX_SERVERS"),
		binary(t, "3.2.13", direct, "REDIS_MATRIX_SERVERS"),
		binary(t, "valkey-8.1.1", flat, "REDIS_MATRIX_SERVERS"),
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
	mustContain(t, errors.Join(skipped...).Error(), "broken", `"hello`, "ancient", "2.4.18")
	if len(skipped) != 2 {
		t.Errorf("skipped %v", skipped)
	}
}

func TestFindWhereNothingIs(t *testing.T) {
	lonely(t)
	for _, name := range []string{"REDIS_MATRIX_CACHE", "XDG_CACHE_HOME", "HOME"} {
		t.Setenv(name, "")
	}
	found, err := Find(t.Context())
	if len(found) > 0 || err != nil {
		t.Error(found, err)
	}
}

func TestFindIsCancelled(t *testing.T) {
	lonely(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if found, err := Find(ctx); found != nil || !errors.Is(err, enough) {
		t.Error(found, err)
	}
}

func TestIdentifyRealServers(t *testing.T) {
	eachBinary(t, func(t *testing.T, server Installed) {
		got, err := identify(t.Context(), server.Path)
		if diff := cmp.Diff(server.Version, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}

func TestIdentifyFails(t *testing.T) {
	dir := t.TempDir()
	fails := filepath.Join(dir, "fails")
	if err := os.WriteFile(fails, []byte("#!/bin/sh\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{
		fails:                      "exit status 3",
		filepath.Join(dir, "none"): "no such file",
		fakeServer(t, filepath.Join(dir, "other"), "Dragonfly v1"): "no version of Redis or Valkey",
	} {
		_, err := identify(t.Context(), path)
		if err == nil {
			t.Fatalf("%s was identified", path)
		}
		mustContain(t, err.Error(), path, why)
	}
}

func TestSortInstalled(t *testing.T) {
	image := Installed{Version: version(t, "7.0.15"), Kind: matrix.LaunchContainer, Path: "redis:7.0.15"}
	found := []Installed{
		binary(t, "valkey-8.1.1", "/v", "PATH"), image, binary(t, "6.2.1", "/6", "PATH"),
		binary(t, "7.0.15", "/7", "PATH"), binary(t, "7.0.15", "/another-7", "PATH"), binary(t, "7.0.9", "/9", "PATH"),
	}
	var got []string
	for _, f := range sortInstalled(found) {
		got = append(got, f.Path)
	}
	if diff := cmp.Diff([]string{"/7", "/another-7", "redis:7.0.15", "/9", "/6", "/v"}, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzBanner reads a release or says that there is none.
func FuzzBanner(f *testing.F) {
	f.Add("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=0")
	f.Add("Valkey server v=8.1.1")
	f.Add("Redis server v=7.0")
	f.Add("Redis server v=99999999999.0.0")
	f.Fuzz(func(t *testing.T, banner string) {
		if v, err := parseBanner("/p", banner); err == nil && !v.Exact() {
			t.Errorf("%q is no release", v)
		}
	})
}

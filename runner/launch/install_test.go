package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func versions(t testing.TB, texts ...string) []matrix.Version {
	t.Helper()
	all, err := parseVersions(texts)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (in *installer) installed(name string, v matrix.Version) Installed {
	return installedAt(filepath.Join(in.folder(v), "usr", "bin", name), v)
}

// mustHold compares what the servers' folder holds.
func mustHold(t testing.TB, in *installer, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(in.dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if e.Name() != lockName {
			got = append(got, e.Name())
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestInstall(t *testing.T) {
	m := newMirror(t)
	m.suite(t, "bookworm",
		m.server(t, "redis-server", "5:7.0.15-1~deb12u7", "Redis server v=7.0.15 sha=0"),
		m.server(t, "valkey-server", "8.1.1+dfsg1-3", "Valkey server v=8.1.1 sha=0"))
	m.suite(t, "trixie", m.server(t, "redis-server", "5:7.0.16-2", "Redis server v=7.0.16 sha=0"))
	in := m.installer(t)
	got, err := in.install(t.Context(), versions(t, "7.0", "valkey-8.1", "7.0.15", "7.0.16"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Installed{
		in.installed("redis-server", version(t, "7.0.16")),
		in.installed("redis-server", version(t, "7.0.15")),
		in.installed("valkey-server", version(t, "valkey-8.1.1")),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	mustHold(t, in, "redis-7.0.15", "redis-7.0.16", "valkey-8.1.1")

	// What is there is not fetched again: there is no mirror any more.
	in.etc = t.TempDir()
	var said []string
	in.say = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	got, err = in.install(t.Context(), versions(t, "7.0", "valkey-8"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Installed{want[0], want[2]}, got); diff != "" {
		t.Error(diff)
	}
	mustContain(t, strings.Join(said, "\n"), "7.0.16 is installed already", "valkey-8.1.1 is installed already")
}

func TestInstallWhatCannotBeHad(t *testing.T) {
	m := newMirror(t)
	m.suite(t, "bookworm", m.server(t, "redis-server", "5:7.0.15-1", "Redis server v=7.0.15"))
	m.suite(t, "sid", m.server(t, "redis-server", "5:7.0.15-2", "Redis server v=7.0.15"))
	in := m.installer(t)
	_, err := in.install(t.Context(), versions(t, "7.0", "6.2", "valkey-8.1"))
	if err == nil {
		t.Fatal("it was installed")
	}
	mustContain(t, err.Error(), "install 6.2, valkey-8.1", m.dir, "it has 7.0.15 (bookworm, sid)", "REDIS_MATRIX_SERVERS")
	mustHold(t, in)
}

func TestInstallOfAnotherVersion(t *testing.T) {
	m := newMirror(t)
	m.suite(t, "bookworm",
		m.server(t, "redis-server", "5:7.0.15-1", "Redis server v=7.0.14"),
		m.server(t, "valkey-server", "8.1.1-1", "Valkey server v=8.1.1"))
	in := m.installer(t)
	got, err := in.install(t.Context(), versions(t, "7.0", "valkey-8.1"))
	if err == nil {
		t.Fatal("it was installed")
	}
	mustContain(t, err.Error(), "install 7.0.15", "says it is 7.0.14")
	if diff := cmp.Diff([]Installed{in.installed("valkey-server", version(t, "valkey-8.1.1"))}, got); diff != "" {
		t.Error(diff)
	}
	mustHold(t, in, "valkey-8.1.1")
}

func TestInstallWithoutTrust(t *testing.T) {
	m := newMirror(t)
	m.suite(t, "bookworm", m.server(t, "redis-server", "5:7.0.15-1", "Redis server v=7.0.15"))
	in := m.installer(t)
	in.etc = aptDirWith(t, map[string]string{"sources.list": "deb file:" + m.dir + " bookworm main\n"})
	_, err := in.install(t.Context(), versions(t, "7.0"))
	if err == nil {
		t.Fatal("an unsigned archive was used")
	}
	mustContain(t, err.Error(), "is not signed")
	mustHold(t, in)
}

func TestInstallWithoutNetwork(t *testing.T) {
	in := newMirror(t).installer(t)
	in.etc = aptDirWith(t, map[string]string{"sources.list": "deb http://127.0.0.1:1/debian bookworm main\n"})
	_, err := in.install(t.Context(), versions(t, "7.0"))
	if err == nil {
		t.Fatal("it was installed")
	}
	mustContain(t, err.Error(), "read package lists from http://127.0.0.1:1/debian", "check the network", "REDIS_MATRIX_SERVERS")
	mustHold(t, in)
}

func TestInstallReplacesWhatDoesNotRun(t *testing.T) {
	m := newMirror(t)
	m.suite(t, "bookworm", m.server(t, "redis-server", "5:7.0.15-1", "Redis server v=7.0.15"))
	in := m.installer(t)
	m.write(t, filepath.Join(in.dir, "redis-7.0.15", "usr", "bin", "redis-server"), "#!/bin/sh\nexit 1\n")
	m.write(t, filepath.Join(in.dir, shopPrefix+"left", "by", "a", "killed", "one"), "")
	if _, err := in.install(t.Context(), versions(t, "7.0")); err != nil {
		t.Fatal(err)
	}
	mustHold(t, in, "redis-7.0.15")
}

func TestInstallTwiceAtOnce(t *testing.T) {
	m := newMirror(t)
	m.suite(t, "bookworm", m.server(t, "redis-server", "5:7.0.15-1", "Redis server v=7.0.15"))
	one := m.installer(t)
	var mu sync.Mutex
	fetched := 0
	one.say = func(format string, _ ...any) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(format, "fetching") {
			fetched++
		}
	}
	other := *one
	errs := make([]error, 2)
	var group sync.WaitGroup
	for i, in := range []*installer{one, &other} {
		group.Go(func() { _, errs[i] = in.install(t.Context(), versions(t, "7.0")) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if fetched != 1 {
		t.Errorf("fetched %d times", fetched)
	}
	mustHold(t, one, "redis-7.0.15")
}

func TestInstallWaitsUntilItIsCancelled(t *testing.T) {
	in := newMirror(t).installer(t)
	unlock, err := in.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	in.say = func(format string, _ ...any) {
		if strings.HasPrefix(format, "waiting") {
			cancel()
		}
	}
	if _, err := in.install(ctx, versions(t, "7.0")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestInstallReportsAllMistakes(t *testing.T) {
	_, err := Install(t.Context(), []string{"seven", "7.0", "1.2"}, nil)
	if err == nil {
		t.Fatal("it was installed")
	}
	mustContain(t, err.Error(), `"seven"`, `"1.2"`)
}

func TestServersDir(t *testing.T) {
	t.Setenv("REDIS_MATRIX_CACHE", "/cache")
	if dir, err := serversDir(); dir != "/cache/servers" || err != nil {
		t.Error(dir, err)
	}
	for _, name := range []string{"REDIS_MATRIX_CACHE", "XDG_CACHE_HOME", "HOME"} {
		t.Setenv(name, "")
	}
	_, err := serversDir()
	if err == nil {
		t.Fatal("there is a cache without a home")
	}
	mustContain(t, err.Error(), "REDIS_MATRIX_CACHE")
}

func TestInstallWhereNothingMayBeWritten(t *testing.T) {
	in := newMirror(t).installer(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	in.dir = filepath.Join(file, "servers")
	_, err := in.install(t.Context(), versions(t, "7.0"))
	if err == nil {
		t.Fatal("it was installed")
	}
	mustContain(t, err.Error(), "REDIS_MATRIX_CACHE")
}

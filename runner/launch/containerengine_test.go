package launch

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/moby/moby/api/types/system"
	"github.com/moby/moby/client"

	"redismatrix/matrix"
)

// fakeEngine answers as a Docker engine on a socket, by path without version,
// whose last part may be "*".
func fakeEngine(t testing.TB, answers map[string]http.HandlerFunc) *client.Client {
	t.Helper()
	socket := filepath.Join(shortDir(t), "docker.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, at, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if r.URL.Path == "/_ping" {
			w.Header().Set("Api-Version", "1.45")
			return
		}
		for _, known := range []string{at, path.Join(path.Dir(at), "*")} {
			if answer, ok := answers[known]; ok {
				answer(w, r)
				return
			}
		}
		answerError(http.StatusNotFound, "No such image: "+at)(w, r)
	}))
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	docker, err := client.New(client.WithHost("unix://" + socket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = docker.Close() })
	return docker
}

func answerJSON(value any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(value)
	}
}

func answerError(code int, message string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(map[string]string{"message": message})
	}
}

// answerStream is a pull that fails on the way, whose HTTP status is 200.
func answerStream(message string) http.HandlerFunc {
	return answerJSON(map[string]any{"error": message, "errorDetail": map[string]string{"message": message}})
}

func TestImageThatCannotBePulled(t *testing.T) {
	const (
		unreached = "the registry cannot be reached"
		none      = "there is no such image"
		schema    = "the old format (schema 1), which the engine no longer reads"
	)
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   string
	}{
		{"no network", answerError(500, `Get "https://registry.example/v2/": dial tcp: lookup registry.example: no such host`), unreached},
		{"timeout", answerError(500, `Get "https://r/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)`), unreached},
		{"no repository", answerError(404, "pull access denied for redos, repository does not exist or may require 'docker login'"), none},
		{"no tag", answerError(404, "manifest for redis:2.9 not found: manifest unknown: manifest unknown"), none},
		{"schema 1, off by default", answerError(400, "[DEPRECATION NOTICE] Docker Image Format v1 and Docker Image manifest version 2, schema 1 support is disabled by default and will be removed in an upcoming release. Suggest the author of registry.example/library/redis:2.8 to upgrade the image"), schema},
		{"schema 1, removed", answerStream("Docker Image Format v1 and Docker Image manifest version 2, schema 1 support has been removed. Suggest the author of registry.example/library/redis:2.8 to upgrade the image to the OCI Format or Docker Image manifest v2, schema 2"), schema},
		{"schema 1, containerd", answerStream(`media type "application/vnd.docker.distribution.manifest.v1+prettyjws" is no longer supported since containerd v2.1, please rebuild the image as "application/vnd.docker.distribution.manifest.v2+json"`), schema},
		{"in the middle", answerStream("write /var/lib/docker/tmp: no space left on device"), "the engine could not fetch it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			docker := fakeEngine(t, map[string]http.HandlerFunc{"images/create": test.answer})
			_, err := ensureImage(t.Context(), docker, "redis:2.8")
			if err == nil {
				t.Fatal("the image is there")
			}
			mustContain(t, err.Error(), "pull image redis:2.8", test.want, "server.servers", "REDIS_MATRIX_SERVERS", "image:NAME")
		})
	}
}

func TestPullEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	docker := fakeEngine(t, map[string]http.HandlerFunc{"images/create": func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}})
	if err := pullImage(ctx, docker, "redis:7.0", ""); err == nil || err.Error() != context.Canceled.Error() {
		t.Errorf("got %v", err)
	}
}

func TestImageIsPulled(t *testing.T) {
	pulled := false
	docker := fakeEngine(t, map[string]http.HandlerFunc{
		"images/create": func(w http.ResponseWriter, r *http.Request) {
			pulled = strings.HasSuffix(r.URL.Query().Get("fromImage"), "valkey/valkey") && r.URL.Query().Get("tag") == "8.1"
			answerJSON(map[string]string{"status": "Pull complete"})(w, r)
		},
		"images/valkey/valkey:8.1/json": func(w http.ResponseWriter, r *http.Request) {
			if !pulled {
				answerError(404, "No such image")(w, r)
				return
			}
			answerJSON(map[string]any{"Id": "sha256:1", "Config": map[string]any{"Cmd": []string{"valkey-server"}}})(w, r)
		},
	})
	got, err := ensureImage(t.Context(), docker, "valkey/valkey:8.1")
	want := image{name: "valkey/valkey:8.1", id: "sha256:1", programs: []string{"valkey-server", "redis-server"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(image{})); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestListImages(t *testing.T) {
	env := func(entries ...string) http.HandlerFunc {
		return answerJSON(map[string]any{"Config": map[string]any{"Env": entries}})
	}
	docker := fakeEngine(t, map[string]http.HandlerFunc{
		"images/json": answerJSON([]map[string]any{
			{"Id": "1", "RepoTags": []string{"redis:7", "redis:7.0.15-alpine", "redis:7.0"}},
			{"Id": "2", "RepoTags": []string{"localhost:5000/team/valkey:latest"}},
			{"Id": "3", "RepoTags": []string{"bitnami/redis:latest"}, "Labels": map[string]string{"org.opencontainers.image.version": "6.2.14"}},
			{"Id": "4", "RepoTags": []string{"redis:mine"}},
			{"Id": "5", "RepoTags": []string{"redis/redis-stack-server:7.2.0", "postgres:16.1.2"}},
			{"Id": "6", "RepoTags": nil},
			{"Id": "7", "RepoTags": []string{"redis:2.4.18"}},
		}),
		"images/1/json": env("PATH=/bin", "REDIS_VERSION=7.0.15"),
		"images/2/json": env("VALKEY_VERSION=8.1.1"),
	})
	want := []Installed{
		{Version: version(t, "7.0.15"), Name: "7.0.15", Kind: matrix.LaunchContainer, Path: "redis:7.0.15-alpine", Origin: "docker"},
		{Version: version(t, "valkey-8.1.1"), Name: "valkey-8.1.1", Kind: matrix.LaunchContainer, Path: "localhost:5000/team/valkey:latest", Origin: "docker"},
		{Version: version(t, "6.2.14"), Name: "6.2.14", Kind: matrix.LaunchContainer, Path: "bitnami/redis:latest", Origin: "docker"},
	}
	if diff := cmp.Diff(want, listImages(t.Context(), docker)); diff != "" {
		t.Error(diff)
	}
}

func TestImageName(t *testing.T) {
	for text, want := range map[string]string{"7.0": "redis:7.0", "3.2.12": "redis:3.2.12", "valkey-8.1": "valkey/valkey:8.1"} {
		if got := imageName(version(t, text)); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// The library remembers the engine for a whole process, so this takes a process
// of its own.
func TestEngineThatDoesNotAnswer(t *testing.T) {
	out, err := act(t, "no-engine", "DOCKER_HOST=unix:///no/such/docker.sock").Output()
	if err != nil {
		t.Fatal(err)
	}
	mustContain(t, string(out), "reach the Docker engine", "/no/such/docker.sock", "DOCKER_HOST", "launch: binary")
}

func actNoEngine() {
	_, err := connectEngine(context.Background())
	_, _ = fmt.Fprintln(os.NewFile(1, "output"), err)
}

func TestSharesKernel(t *testing.T) {
	const socket = "unix:///var/run/docker.sock"
	linux := system.Info{OSType: "linux", OperatingSystem: "Debian GNU/Linux 12 (bookworm)", SecurityOptions: []string{"name=apparmor"}}
	desktop, rootless, windows := linux, linux, linux
	desktop.OperatingSystem = "Docker Desktop"
	rootless.SecurityOptions = []string{"name=seccomp,profile=builtin", "name=rootless"}
	windows.OSType = "windows"
	tests := []struct {
		name string
		host string
		info system.Info
		want bool
	}{
		{"here", socket, linux, runtime.GOOS == "linux"},
		{"remote", "tcp://build:2376", linux, false},
		{"ssh", "ssh://me@build", linux, false},
		{"desktop", socket, desktop, false},
		{"rootless", socket, rootless, false},
		{"windows", socket, windows, false},
	}
	for _, test := range tests {
		if got := sharesKernel(test.host, test.info); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestPlace(t *testing.T) {
	const socket = "unix:///var/run/docker.sock"
	here := runtime.GOOS == "linux"
	tests := []struct {
		name, host, at  string
		shared, bridged bool
	}{
		{"on its host", socket, "build", here, false},
		{"in one of its containers", socket, "72d1892387f3", false, here},
		{"on another machine", "tcp://build:2376", "build", false, false},
	}
	for _, test := range tests {
		e := &engine{host: test.host, owner: owner{Host: test.at}}
		e.place(system.Info{OSType: "linux", Name: "build"})
		if e.shared != test.shared || e.bridged != test.bridged {
			t.Errorf("%s: shared %v, bridged %v", test.name, e.shared, e.bridged)
		}
	}
}

func TestPublishedAt(t *testing.T) {
	for host, want := range map[string][2]string{
		"unix:///run/user/1000/docker.sock": {"127.0.0.1", "127.0.0.1"},
		"tcp://localhost:2375":              {"127.0.0.1", "127.0.0.1"},
		"tcp://127.0.0.1:2375":              {"127.0.0.1", "127.0.0.1"},
		"tcp://build.example:2376":          {"build.example", "0.0.0.0"},
		"ssh://me@build.example":            {"build.example", "0.0.0.0"},
	} {
		hostname, bind := (&engine{host: host}).publishedAt()
		if got := [2]string{hostname, bind}; got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}

package launch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/api/types/system"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	tclog "github.com/testcontainers/testcontainers-go/log"
)

const (
	// engineTime is how long the engine may take to answer.
	engineTime = 10 * time.Second
	// ryukTime is how long Ryuk's image may take to be had.
	ryukTime = 5 * time.Second
	// ryukOff is what testcontainers looks at, once.
	ryukOff = "TESTCONTAINERS_RYUK_DISABLED"
)

// containers is what a launcher keeps of the container engine, which is looked
// for when the first container is wanted.
type containers struct {
	mu     sync.Mutex
	engine *engine
}

// engine is a container engine.
type engine struct {
	docker client.APIClient
	host   string // "unix:///var/run/docker.sock"
	// shared is true where the engine runs on this kernel and in this network,
	// so that its containers can have this host's network and directories;
	// bridged where it runs on this kernel, but this process in a container.
	shared  bool
	bridged bool
	session string
	owner   owner
}

// library has testcontainers prepared once. That is state of the process, as a
// launcher's cannot be: the library has one logger for all, which may not be
// set while a container runs, and reads its settings from the environment at
// its first use and never again. See prepareLibrary.
var library sync.Once

// open connects to the engine and sweeps what earlier runs left in it.
func (c *containers) open(ctx context.Context) (*engine, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.engine != nil {
		return c.engine, nil
	}
	e, err := connectEngine(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.sweep(ctx); err != nil {
		return nil, errors.Join(err, e.docker.Close())
	}
	c.engine = e
	return e, nil
}

func (c *containers) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.engine == nil {
		return nil
	}
	return c.engine.docker.Close()
}

func connectEngine(ctx context.Context) (*engine, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, engineTime, fmt.Errorf("it did not answer in %v", engineTime))
	defer cancel()
	library.Do(func() { prepareLibrary(ctx) })
	docker, err := testcontainers.NewDockerClientWithOpts(ctx)
	if err != nil {
		return nil, unreachable("", err)
	}
	info, err := docker.Info(ctx, client.InfoOptions{})
	if err == nil {
		// Info is remembered; Ping is not.
		_, err = docker.Ping(ctx, client.PingOptions{})
	}
	if err != nil {
		return nil, errors.Join(unreachable(docker.DaemonHost(), err), docker.Close())
	}
	host := docker.DaemonHost()
	if err := isAsked(ctx, host); err != nil {
		return nil, errors.Join(err, docker.Close())
	}
	e := &engine{docker: docker, host: host, session: rand.Text()[:10], owner: self()}
	e.place(info.Info)
	return e, nil
}

// isAsked reports that DOCKER_HOST names an engine that does not answer: the
// library then turns to another one.
func isAsked(ctx context.Context, host string) error {
	asked := os.Getenv("DOCKER_HOST")
	if asked == "" || asked == host {
		return nil
	}
	docker, err := quickClient()
	if err == nil {
		_, err = docker.Ping(ctx, client.PingOptions{})
		err = errors.Join(err, docker.Close())
	}
	if err != nil {
		return unreachable(asked, err)
	}
	return nil
}

func unreachable(host string, err error) error {
	if host != "" {
		host = " at " + host
	}
	return fmt.Errorf("reach the Docker engine%s: %w; start it, name it in DOCKER_HOST, or launch binaries (launch: binary)", host, err)
}

// prepareLibrary silences testcontainers, which would write to stderr, and
// turns off Ryuk, its container that cleans up after a process that was
// killed, where its image cannot be had. The guard and the sweep do the same.
// Only the environment turns Ryuk off; that children inherit it does no harm.
func prepareLibrary(ctx context.Context) {
	tclog.SetDefault(tclog.NewNoopLogger())
	if _, set := os.LookupEnv(ryukOff); set {
		return
	}
	docker, err := quickClient()
	if err == nil {
		err = errors.Join(haveRyuk(ctx, docker), docker.Close())
	}
	if err != nil {
		_ = os.Setenv(ryukOff, "true")
	}
}

func haveRyuk(ctx context.Context, docker client.APIClient) error {
	ryukImage := testcontainers.ReaperDefaultImage //nolint:staticcheck // deprecated, but nothing else names it
	ctx, cancel := context.WithTimeout(ctx, ryukTime)
	defer cancel()
	_, err := docker.ImageInspect(ctx, ryukImage)
	if errdefs.IsNotFound(err) {
		// Without credentials: to look for them would have the library read its
		// settings.
		err = pullImage(ctx, docker, ryukImage, "")
	}
	return err
}

// quickClient is a client for the engine that DOCKER_HOST names, or that a
// user's or the system's socket leads to, without a look whether it answers.
func quickClient() (*client.Client, error) {
	options := []client.Opt{client.FromEnv}
	if os.Getenv("DOCKER_HOST") == "" {
		for _, socket := range []string{"/var/run/docker.sock", os.Getenv("XDG_RUNTIME_DIR") + "/docker.sock"} {
			if _, err := os.Stat(socket); err == nil {
				options = append(options, client.WithHost("unix://"+socket))
				break
			}
		}
	}
	return client.New(options...)
}

// place finds out what of this host the engine shares.
func (e *engine) place(info system.Info) {
	if sharesKernel(e.host, info) {
		// A container has a name of its own, unless it has its host's network.
		e.shared = info.Name == e.owner.Host
		e.bridged = !e.shared
	}
}

// sharesKernel reports whether an engine runs on this kernel and as root.
// Docker Desktop is a virtual machine, and the host network of a rootless
// engine is not this host's.
func sharesKernel(host string, info system.Info) bool {
	return runtime.GOOS == "linux" && strings.HasPrefix(host, "unix://") && info.OSType == "linux" &&
		info.OperatingSystem != "Docker Desktop" && !slices.Contains(info.SecurityOptions, "name=rootless")
}

// publishedAt says where ports that the engine publishes are reached, and the
// address that it has to bind them to for that: loopback wherever that does.
func (e *engine) publishedAt() (hostname, bind string) {
	at, err := url.Parse(e.host)
	if err != nil || at.Hostname() == "" || at.Scheme == "unix" || at.Scheme == "npipe" {
		return "127.0.0.1", "127.0.0.1"
	}
	if name := at.Hostname(); name != "localhost" && !strings.HasPrefix(name, "127.") {
		return name, "0.0.0.0"
	}
	return "127.0.0.1", "127.0.0.1"
}

package launch

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"redismatrix/matrix"
)

const (
	// publishedPort is where a server in a network of its own listens.
	publishedPort = 6379
	// volumeDir is where a server has its data that cannot have a directory of
	// this host.
	volumeDir = "/redis-matrix"
	// removeTime is how long a container may take to be gone.
	removeTime = 30 * time.Second
)

// errNoProgram tells that an image has not the program that it was started
// with; it is the last word when all names have been tried.
var errNoProgram = errors.New("it has neither redis-server nor valkey-server")

// launchContainer starts an image's server. On an engine on this host it has
// the host's network and listens on loopback, as a binary does.
func (l *Launcher) launchContainer(ctx context.Context, setup matrix.Setup, found Installed, log string) (*Server, error) {
	directives, err := arguments(setup.Config)
	if err != nil {
		return nil, err
	}
	e, err := l.containers.open(ctx)
	if err != nil {
		return nil, err
	}
	img, err := ensureImage(ctx, e.docker, found.Path)
	if err != nil {
		return nil, err
	}
	for range portTries {
		start := &containerStart{
			starting: starting{launcher: l, setup: setup, path: img.name, directives: directives},
			engine:   e, image: img,
		}
		server, launchErr := start.launch(ctx, log)
		switch {
		case errors.Is(launchErr, errNoProgram) && len(img.programs) > 1:
			img.programs = img.programs[1:]
		case !errors.Is(launchErr, errPortTaken):
			return server, launchErr
		}
		err = launchErr
	}
	return nil, fmt.Errorf("start image %s in %d tries: %w", img.name, portTries, err)
}

// containerStart is one attempt to start a container.
type containerStart struct {
	starting
	engine   *engine
	image    image
	dirs     []string // of this host that it is given
	copied   []testcontainers.ContainerFile
	password string // of a server that others could reach
	behind   string // what lies between it and this process, "" where nothing does
	box      *box
}

// launch makes the attempt; what it made is gone where it fails.
func (s *containerStart) launch(ctx context.Context, logPath string) (*Server, error) {
	server, err := s.try(ctx, logPath)
	if err != nil {
		return nil, errors.Join(err, s.clean())
	}
	return server, nil
}

func (s *containerStart) try(ctx context.Context, logPath string) (*Server, error) {
	began := time.Now()
	if err := s.run(ctx, logPath); err != nil {
		return nil, err
	}
	patient, cancel := patience(ctx, s.launcher.options.StartTimeout, s.box.over)
	defer cancel()
	at, err := s.endpoint(patient)
	if err == nil {
		err = awaitReady(patient, at.Address)
	}
	if err != nil {
		return nil, s.failed(cmp.Or(context.Cause(patient), err))
	}
	info, err := s.prove(patient, at, time.Since(began))
	if err != nil {
		return nil, err
	}
	return &Server{endpoint: at, info: info, stop: s.stop}, nil
}

// run prepares what the container needs and starts it.
func (s *containerStart) run(ctx context.Context, logPath string) error {
	words, err := s.prepare()
	if err != nil {
		return err
	}
	words = append([]string{s.image.programs[0]}, append(words, s.directives...)...)
	log, file, err := openLog(logPath, s.setup.ID+" · "+s.image.name, words)
	if err != nil {
		return err
	}
	s.log = log
	if s.password != "" {
		words = append(words, "--requirepass", s.password)
	}
	s.box, err = s.start(ctx, words)
	if err != nil {
		return errors.Join(s.notStarted(err), file.Close())
	}
	s.box.follow(file)
	return nil
}

// prepare makes directories and picks a port where the container shares them
// with this host, and gives the server's words for them.
func (s *containerStart) prepare() ([]string, error) {
	common := []string{"--daemonize", "no", "--logfile", "", "--pidfile", ""}
	if at := s.setup.Storage; at != nil && !s.engine.shared {
		return nil, fmt.Errorf("keep the data in storage %s: this container engine has no directories of this host; use launch: binary", at.Name)
	}
	if !s.engine.shared {
		s.port, s.password = publishedPort, rand.Text()
		words, err := s.secureApart()
		return append(append(common, "--port", strconv.Itoa(s.port), "--dir", volumeDir), words...), err
	}
	dir, err := s.makeDir(s.launcher.dataDir(s.setup))
	if err != nil {
		return nil, err
	}
	s.dirs = append(s.dirs, dir)
	if s.socket = s.makeSocket(); s.socket != "" {
		s.dirs = append(s.dirs, path.Dir(s.socket))
	}
	if s.port, err = s.launcher.port(); err != nil {
		return nil, fmt.Errorf("pick a free port: %w", err)
	}
	words, err := s.secure(dir)
	return append(append(common, "--bind", "127.0.0.1", "--port", strconv.Itoa(s.port), "--dir", dir,
		"--unixsocket", s.socket), words...), err
}

// notStarted says why the engine did not start a container.
func (s *containerStart) notStarted(err error) error {
	hint := "see whether `docker run` can start it"
	switch text := err.Error(); {
	case strings.Contains(text, "executable file not found") || strings.Contains(text, "no such file or directory: unknown"):
		return fmt.Errorf("start image %s: %w on its PATH; name an image of Redis or Valkey (%w)", s.image.name, errNoProgram, err)
	case strings.Contains(text, "reaper"):
		hint = "set " + ryukOff + "=true, since testcontainers' own cleaner does not work here"
	case strings.Contains(strings.ToLower(text), "cpus"): // "Requested CPUs are not available", "cpuset.cpus"
		hint = "choose CPUs that the engine may use in server.cpus, or off"
	}
	return fmt.Errorf("start image %s: %w; %s", s.image.name, err, hint)
}

// endpoint is where the server is reached.
func (s *containerStart) endpoint(ctx context.Context) (matrix.Endpoint, error) {
	if s.engine.shared {
		return s.starting.endpoint(), nil
	}
	var err error
	at := matrix.Endpoint{Network: "tcp", Owned: true, Password: s.password, TLS: s.tls}
	if at.Address, err = s.reachedAt(ctx, publishedPort); err == nil && at.TLS != nil {
		at.TLS.Address, err = s.reachedAt(ctx, publishedTLSPort)
	}
	return at, err
}

// reachedAt is where a port of a container of another network is reached.
func (s *containerStart) reachedAt(ctx context.Context, inside int) (string, error) {
	own, port, err := s.box.addresses(ctx, inside)
	if err == nil && s.engine.bridged && reachable(ctx, own) {
		s.behind = "the engine's bridge"
		return own, nil
	}
	hostname, _ := s.engine.publishedAt()
	s.behind = "a published port"
	return net.JoinHostPort(hostname, port), err
}

// failed says why the server did not become ready.
func (s *containerStart) failed(cause error) error {
	return s.starting.failed(cause, "image "+s.image.name, s.box.how)
}

// prove has the server say what it is. Its process is the first of its
// container; this host knows it by another number.
func (s *containerStart) prove(ctx context.Context, at matrix.Endpoint, took time.Duration) (matrix.ServerInfo, error) {
	info, err := prove(ctx, at, s.setup, expected{pid: 1, port: s.port})
	if err != nil && endsToo(ctx, err, s.box.over) {
		return info, s.failed(errExited)
	}
	if err != nil {
		s.box.kill(context.WithoutCancel(ctx)) // so that its log is complete
		return info, s.log.quote(err)
	}
	info.Launch, info.Path, info.Digest = matrix.LaunchContainer, s.image.name, s.image.id
	info.StartNanos = took.Nanoseconds()
	info.Size = s.box.binarySize(ctx, s.image.programs[0])
	if !s.engine.shared {
		info.Warnings = append(info.Warnings, matrix.Note{
			Text:   "the server ran behind " + s.behind + " and unpinned: its throughput is understated and not to be compared with servers on this host",
			Remedy: "run redis-matrix on the machine of the Docker engine, or launch binaries",
		})
		return info, nil
	}
	state, err := s.box.state(ctx)
	if err != nil {
		return info, err
	}
	info.PID, info.CPUs = state.Pid, s.launcher.options.CPUs
	return info, checkPinned(info.PID, info.CPUs)
}

// stop ends the server.
func (s *containerStart) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	var died error
	if !s.runs(ctx) {
		s.box.await(ctx)
		died = errors.New(s.log.explain(s.box.how()))
	}
	return errors.Join(died, s.clean())
}

// runs reports whether the server has not ended by itself.
func (s *containerStart) runs(ctx context.Context) bool {
	state, err := s.box.state(ctx)
	if err != nil || !state.Running {
		return false
	}
	if !s.engine.shared || alive(state.Pid) {
		return true
	}
	// The engine is about to see what this host sees; unless it is another
	// process, since the engine counts processes in another namespace.
	select {
	case <-s.box.over:
		return false
	case <-time.After(grace):
		return true
	}
}

// remove ends the container with all it had. One that is gone is no error.
func (s *containerStart) remove(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), removeTime)
	defer cancel()
	if s.box != nil {
		s.box.kill(ctx)
		s.box.forget(ctx)
	}
	_, err := s.engine.docker.ContainerRemove(ctx, name, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	if err = ignoreNotFound(err); err != nil {
		return fmt.Errorf("remove container %s: %w; `docker rm -f %s` does it", name, err, name)
	}
	return s.launcher.guard.drop(guardContainer, name)
}

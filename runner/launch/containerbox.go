package launch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path"
	"strconv"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	"golang.org/x/sys/unix"
)

// box is a started container.
type box struct {
	docker    client.APIClient
	id        string
	container testcontainers.Container
	cancel    context.CancelFunc // ends following
	over      chan struct{}      // closed when the container has ended and its log is complete
	end       *container.State   // how it ended; nil where that cannot be known
}

// start creates and starts a container that runs words.
func (s *containerStart) start(ctx context.Context, words []string) (*box, error) {
	name := "redis-matrix-" + rand.Text()[:10]
	// Told before it is made: nothing may be left however this process ends.
	if err := s.launcher.guard.add(guardContainer, name); err != nil {
		return nil, err
	}
	s.undo = append(s.undo, func() error { return s.remove(name) })
	started, err := testcontainers.Run(ctx, s.image.name,
		testcontainers.WithName(name),
		testcontainers.WithLabels(s.engine.labels()),
		testcontainers.WithEntrypoint(words[0]),
		testcontainers.WithCmd(words[1:]...),
		testcontainers.WithExposedPorts(s.ports()...),
		testcontainers.WithFiles(s.copied...),
		testcontainers.WithConfigModifier(s.adaptConfig),
		testcontainers.WithHostConfigModifier(s.adaptHost),
	)
	if started == nil {
		return nil, err
	}
	b := &box{docker: s.engine.docker, id: started.GetContainerID(), container: started, over: make(chan struct{})}
	if err != nil {
		close(b.over)
		b.forget(ctx)
		return nil, err
	}
	return b, nil
}

// ports are those that are published where the network is not this host's.
func (s *containerStart) ports() []string {
	ports := []string{strconv.Itoa(publishedPort) + "/tcp"}
	if s.setup.TLS {
		ports = append(ports, strconv.Itoa(publishedTLSPort)+"/tcp")
	}
	return ports
}

func (s *containerStart) adaptConfig(config *container.Config) {
	if s.engine.shared {
		config.User = fmt.Sprintf("%d:%d", os.Getuid(), os.Getgid())
		return
	}
	config.Volumes = map[string]struct{}{volumeDir: {}}
}

func (s *containerStart) adaptHost(host *container.HostConfig) {
	noInit := false // so that the server is the container's first process
	host.Init = &noInit
	host.LogConfig = container.LogConfig{Type: "json-file"} // one that can be read back
	host.RestartPolicy = container.RestartPolicy{Name: container.RestartPolicyDisabled}
	if !s.engine.shared {
		_, bind := s.engine.publishedAt()
		host.PortBindings = network.PortMap{}
		for _, port := range s.ports() {
			host.PortBindings[network.MustParsePort(port)] = []network.PortBinding{{HostIP: netip.MustParseAddr(bind)}}
		}
		return
	}
	host.NetworkMode = network.NetworkHost
	host.UsernsMode = "host"
	host.SecurityOpt = []string{"label=disable"} // SELinux would deny the directories
	host.CpusetCpus = s.launcher.options.CPUs
	for _, dir := range s.dirs {
		host.Mounts = append(host.Mounts, mount.Mount{Type: mount.TypeBind, Source: dir, Target: dir})
	}
}

// follow copies the container's output to file, closes it at the container's
// end, and notes how that was.
func (b *box) follow(file *os.File) {
	// Following ends with the container, or when that has been removed.
	var ctx context.Context
	ctx, b.cancel = context.WithCancel(context.Background())
	go func() {
		defer close(b.over)
		err := errors.Join(b.copyLog(ctx, file), file.Close())
		wait := b.docker.ContainerWait(ctx, b.id, client.ContainerWaitOptions{Condition: container.WaitConditionNotRunning})
		select {
		case <-wait.Result:
		case <-wait.Error:
		}
		if state, stateErr := b.state(ctx); errors.Join(err, stateErr) == nil {
			b.end = state
		}
	}()
}

func (b *box) copyLog(ctx context.Context, to io.Writer) error {
	logs, err := b.docker.ContainerLogs(ctx, b.id, client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true, Follow: true})
	if err != nil {
		return err
	}
	_, err = stdcopy.StdCopy(to, to, logs)
	return errors.Join(err, logs.Close())
}

// await waits until the container has ended and its log is complete.
func (b *box) await(ctx context.Context) {
	select {
	case <-b.over:
		return
	case <-ctx.Done():
	}
	if b.cancel != nil {
		b.cancel()
	}
	<-b.over
}

// state is how the engine sees the container.
func (b *box) state(ctx context.Context) (*container.State, error) {
	seen, err := b.docker.ContainerInspect(ctx, b.id, client.ContainerInspectOptions{})
	if err != nil {
		return nil, fmt.Errorf("look at the container: %w", err)
	}
	return seen.Container.State, nil
}

// how says how an ended container ended.
func (b *box) how() string {
	switch {
	case b.end == nil:
		return "the container is gone; somebody removed it, or the engine was stopped"
	case b.end.OOMKilled:
		return "the container was killed because memory ran out"
	case b.end.ExitCode > 128:
		signal := unix.Signal(b.end.ExitCode - 128)
		return fmt.Sprintf("the container was killed by signal %d (%s)", signal, unix.SignalName(signal))
	}
	return fmt.Sprintf("the container exited with status %d", b.end.ExitCode)
}

// kill ends the server at once, for the reason that process.end has, and waits
// until the log is complete: stop and removal took 155 ms with SIGTERM, 70 ms so.
// What goes wrong shows when the container is removed.
func (b *box) kill(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, removeTime)
	defer cancel()
	_, _ = b.docker.ContainerKill(ctx, b.id, client.ContainerKillOptions{Signal: "KILL"})
	b.await(ctx)
}

// forget has testcontainers let go of the container, and remove it.
func (b *box) forget(ctx context.Context) {
	_ = testcontainers.TerminateContainer(b.container, testcontainers.StopContext(ctx), testcontainers.StopTimeout(0))
}

// addresses are where a port of the container is in the engine's network, and
// the port of the engine's host that leads to it.
func (b *box) addresses(ctx context.Context, inside int) (own, port string, err error) {
	seen, err := b.docker.ContainerInspect(ctx, b.id, client.ContainerInspectOptions{})
	if err != nil {
		return "", "", fmt.Errorf("look at the container: %w", err)
	}
	for _, at := range seen.Container.NetworkSettings.Networks {
		own = netip.AddrPortFrom(at.IPAddress, uint16(inside)).String()
	}
	for _, binding := range seen.Container.NetworkSettings.Ports[network.MustParsePort(strconv.Itoa(inside)+"/tcp")] {
		return own, binding.HostPort, nil
	}
	return "", "", fmt.Errorf("look at the container: the engine did not publish its port %d", inside)
}

// binarySize is the size in bytes of a program in the container, 0 where it is
// not in one of the usual places.
func (b *box) binarySize(ctx context.Context, program string) int64 {
	for _, dir := range []string{"/usr/local/bin", "/usr/bin", "/opt/bitnami/redis/bin", "/opt/bitnami/valkey/bin"} {
		at := path.Join(dir, program)
		for range 5 { // links
			file, err := b.docker.ContainerStatPath(ctx, b.id, client.ContainerStatPathOptions{Path: at})
			if err != nil {
				break
			}
			if file.Stat.LinkTarget == "" || file.Stat.LinkTarget == at {
				return file.Stat.Size
			}
			at = file.Stat.LinkTarget
			if !path.IsAbs(at) {
				at = path.Join(dir, at)
			}
		}
	}
	return 0
}

package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
)

// Labels of the containers that redis-matrix makes.
const (
	labelMark    = "redismatrix"
	labelSession = "redismatrix.session" // one per launcher
	labelPID     = "redismatrix.pid"
	labelStart   = "redismatrix.pid-start"
	labelSpace   = "redismatrix.pid-namespace"
	labelBoot    = "redismatrix.boot"
	labelHost    = "redismatrix.host"
)

// owner names the process that a container belongs to, so that another one
// can tell whether it still lives.
type owner struct {
	Host, Boot string // hostname; what changes when the host is started
	Space      string // the namespace in which PID is counted
	PID        string
	Start      string // when PID was started, since numbers are used again
}

// self is this process.
func self() owner {
	host, _ := os.Hostname()
	pid := os.Getpid()
	return owner{
		Host: host, Boot: bootID(), Space: pidSpace(),
		PID: strconv.Itoa(pid), Start: startOf(pid),
	}
}

// gone reports whether o has ended, as far as the process here, self, can
// tell. What it cannot tell lives.
func (o owner) gone(here owner, startOf func(pid int) string) bool {
	if o.Host != here.Host || o.PID == "" {
		return false
	}
	if o.Boot != here.Boot {
		return true
	}
	pid, err := strconv.Atoi(o.PID)
	return err == nil && o.Space == here.Space && startOf(pid) != o.Start
}

// labels mark a container as this process'.
func (e *engine) labels() map[string]string {
	return map[string]string{
		labelMark: "1", labelSession: e.session, labelPID: e.owner.PID, labelStart: e.owner.Start,
		labelSpace: e.owner.Space, labelBoot: e.owner.Boot, labelHost: e.owner.Host,
	}
}

func ownerOf(labels map[string]string) owner {
	return owner{
		Host: labels[labelHost], Boot: labels[labelBoot], Space: labels[labelSpace],
		PID: labels[labelPID], Start: labels[labelStart],
	}
}

// sweep removes containers of redis-matrix processes of this host that are
// gone.
func (e *engine) sweep(ctx context.Context) error {
	filters := make(client.Filters).Add("label", labelMark)
	list, err := e.docker.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: filters})
	if err != nil {
		return fmt.Errorf("look for containers that earlier runs left: %w", err)
	}
	var errs []error
	for _, c := range list.Items {
		if !ownerOf(c.Labels).gone(e.owner, startOf) {
			continue
		}
		_, err := e.docker.ContainerRemove(ctx, c.ID, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
		if err = ignoreNotFound(err); err != nil {
			errs = append(errs, fmt.Errorf("remove container %s, which an earlier run left: %w", c.ID, err))
		}
	}
	return errors.Join(errs...)
}

// ignoreNotFound takes what is gone already for removed.
func ignoreNotFound(err error) error {
	if errdefs.IsNotFound(err) {
		return nil
	}
	return err
}

package launch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
)

// Guard must be called first thing in main, and in TestMain of test binaries
// that start servers. It returns false where this process is the program
// itself. Where New started it as a guard, Guard does a guard's work, which is
// to wait for the program's end and to remove what it left, and returns true:
// the caller then exits.
func Guard() bool {
	if os.Getenv(guardEnv) == "" {
		return false
	}
	// What ends the program must not end the guard before its work is done.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	orders, report := os.NewFile(3, "orders"), os.NewFile(4, "report")
	if orders == nil || report == nil {
		return true
	}
	watch(orders, report)
	return true
}

// ward is one thing in a guard's care.
type ward struct{ kind, what string }

// watch takes orders until they end, removes what is left and reports what it
// could not remove.
func watch(orders io.Reader, report io.Writer) {
	if _, err := io.WriteString(report, guardReady); err != nil {
		return
	}
	var wards []ward
	lines := bufio.NewScanner(orders)
	for lines.Scan() {
		wards = obey(wards, lines.Text())
	}
	if err := removeWards(wards); err != nil {
		_, _ = fmt.Fprintln(report, err) // nobody may be left to read it
	}
}

// obey carries out one order: `+dir "/a"` or `-dir "/a"`. A line that is cut
// short by the program's end is no order.
func obey(wards []ward, line string) []ward {
	order, quoted, _ := strings.Cut(line, " ")
	what, err := strconv.Unquote(quoted)
	if err != nil || order == "" {
		return wards
	}
	w := ward{kind: order[1:], what: what}
	if order[0] == '+' {
		return append(wards, w)
	}
	return slices.DeleteFunc(wards, func(other ward) bool { return other == w })
}

// removeWards removes processes, then containers, then what both had written.
func removeWards(wards []ward) error {
	of := map[string][]string{}
	for _, w := range wards {
		of[w.kind] = append(of[w.kind], w.what)
	}
	errs := []error{endProcesses(of[guardPID], of[guardDir])}
	for _, id := range of[guardContainer] {
		errs = append(errs, removeContainer(id))
	}
	for _, dir := range of[guardDir] {
		errs = append(errs, removeAll(dir))
	}
	return errors.Join(errs...)
}

// endProcesses kills the processes that the program left, and waits for their
// end.
func endProcesses(pids, dirs []string) error {
	for range 500 {
		left := strays(pids, dirs)
		if len(left) == 0 {
			return nil
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("end servers %v: they are still there 5 s after SIGKILL", strays(pids, dirs))
}

// removeAll removes a directory that a process which is just ending may still
// write to.
func removeAll(dir string) (err error) {
	for range 10 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("remove a server's directory: %w", err)
}

// removeContainer kills and removes a container, given by ID or name. One that
// does not exist is no error.
func removeContainer(id string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	docker, err := testcontainers.NewDockerClientWithOpts(ctx)
	if err != nil {
		return fmt.Errorf("remove container %s: %w; `docker rm -f %s` does it", id, err, id)
	}
	_, err = docker.ContainerRemove(ctx, id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	if errdefs.IsNotFound(err) {
		err = nil
	}
	if err = errors.Join(err, docker.Close()); err != nil {
		return fmt.Errorf("remove container %s: %w; `docker rm -f %s` does it", id, err, id)
	}
	return nil
}

package probe

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tree is the directory that the system's files lie below: "/".
type tree string

// virtual says what this process runs in: the container system, else "virtual
// machine", else "" as on bare metal and where Linux' files are not. A machine
// is no container for having Docker installed, nor for having been made of an
// image that still holds Docker's mark.
func (t tree) virtual() string {
	if system := t.container(); system != "" {
		return system
	}
	for line := range strings.Lines(t.read("proc/cpuinfo")) {
		name, values, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "flags" && slices.Contains(strings.Fields(values), "hypervisor") {
			return "virtual machine"
		}
	}
	return ""
}

// container is the container system that this process is in, "" for none.
func (t tree) container() string {
	// systemd and others write the system's name where they run in a container.
	if system := strings.TrimSpace(t.read("run/systemd/container")); system != "" {
		return system
	}
	if !t.lent() {
		return ""
	}
	for _, mark := range []struct{ path, system string }{
		{"var/run/secrets/kubernetes.io", "kubernetes"},
		{".dockerenv", "docker"},
		{"run/.containerenv", "podman"},
	} {
		if _, err := os.Stat(t.path(mark.path)); err == nil {
			return mark.system
		}
	}
	return ""
}

// lent tells whether files that name this host are mounted from elsewhere, as
// every container engine does to the containers that it runs.
func (t tree) lent() bool {
	for line := range strings.Lines(t.read("proc/self/mountinfo")) {
		fields := strings.Fields(line)
		if len(fields) > 4 && slices.Contains([]string{"/etc/hosts", "/etc/hostname", "/etc/resolv.conf"}, fields[4]) {
			return true
		}
	}
	return false
}

func (t tree) path(name string) string { return filepath.Join(string(t), name) }

// read is a file's text, "" where it cannot be read.
func (t tree) read(name string) string {
	text, err := os.ReadFile(t.path(name))
	if err != nil {
		return ""
	}
	return string(text)
}

package probe

import (
	"os"
	"path/filepath"
	"testing"
)

// TestVirtual tells containers from machines that only look like one.
func TestVirtual(t *testing.T) {
	const (
		root    = "36 35 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
		docker  = "42 27 254:0 /var/lib/docker /var/lib/docker rw - ext4 /dev/vda rw\n"
		hosts   = "711 701 254:0 /var/lib/docker/containers/f00/hosts /etc/hosts rw - ext4 /dev/vda rw\n"
		guest   = "processor\t: 0\nflags\t\t: fpu vme hypervisor lahf_lm\n"
		metal   = "processor\t: 0\nmodel name\t: hypervisor\nflags\t\t: fpu vme lahf_lm\n"
		mounts  = "proc/self/mountinfo"
		cpuinfo = "proc/cpuinfo"
		machine = "virtual machine"
	)
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing is known", nil, ""},
		{"bare metal", map[string]string{cpuinfo: metal, mounts: root}, ""},
		{"virtual machine", map[string]string{cpuinfo: guest, mounts: root}, machine},
		{"with Docker", map[string]string{cpuinfo: guest, mounts: root + docker, "proc/self/cgroup": "0::/user.slice/docker\n"}, machine},
		{"made of Docker's image", map[string]string{cpuinfo: guest, mounts: root + docker, ".dockerenv": ""}, machine},
		{"bare metal with a lent file", map[string]string{cpuinfo: metal, mounts: root + hosts}, ""},
		{"in Docker", map[string]string{cpuinfo: guest, mounts: root + hosts, ".dockerenv": ""}, "docker"},
		{"in Podman", map[string]string{mounts: root + hosts, "run/.containerenv": ""}, "podman"},
		{"in Kubernetes", map[string]string{mounts: root + hosts, ".dockerenv": "", "var/run/secrets/kubernetes.io/x": ""}, "kubernetes"},
		{"in a container that systemd knows", map[string]string{cpuinfo: guest, "run/systemd/container": "lxc\n"}, "lxc"},
	} {
		dir := t.TempDir()
		for name, text := range test.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := tree(dir).virtual(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

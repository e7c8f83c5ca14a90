package launch

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes files below a new root; a value that is not empty makes a link.
func tree(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, target := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target == "" {
			write(t, path, "", 0o755)
		} else if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestCommand(t *testing.T) {
	const binary, lib = "usr/bin/redis-server", "lib/x86_64-linux-gnu/ld-2.31.so"
	tests := []struct {
		name   string
		files  map[string]string
		binary string
		loader string // "": run as it is
		arch   string
	}{
		{"no system of its own", map[string]string{binary: ""}, binary, "", ""},
		{"plain build", map[string]string{"src/redis-server": "", "lib64/ld-linux-x86-64.so.2": ""}, "src/redis-server", "", ""},
		{"file", map[string]string{binary: "", "lib64/ld-linux-x86-64.so.2": ""}, binary, "lib64/ld-linux-x86-64.so.2", "x86_64"},
		{"absolute link", map[string]string{binary: "", "lib64/ld-linux-x86-64.so.2": "/" + lib, lib: ""}, binary, lib, "x86_64"},
		{"relative link", map[string]string{binary: "", "lib64/ld-linux-x86-64.so.2": "../" + lib, lib: ""}, binary, lib, "x86_64"},
		{"linked directory", map[string]string{binary: "", "lib64": "usr/lib64", "usr/lib64/ld-linux-x86-64.so.2": ""},
			binary, "usr/lib64/ld-linux-x86-64.so.2", "x86_64"},
		{"merged, no links", map[string]string{binary: "", "usr/lib64/ld-linux-x86-64.so.2": ""}, binary, "usr/lib64/ld-linux-x86-64.so.2", "x86_64"},
		{"link out of the root", map[string]string{binary: "", "lib64/ld-linux-x86-64.so.2": "../../../../" + lib, lib: ""}, binary, lib, "x86_64"},
		{"link to nowhere", map[string]string{binary: "", "lib64/ld-linux-x86-64.so.2": "/" + lib}, binary, "", ""},
		{"link to itself", map[string]string{binary: "", "lib64/ld-linux-x86-64.so.2": "ld-linux-x86-64.so.2"}, binary, "", ""},
		{"arm", map[string]string{"usr/bin/valkey-server": "", "lib/ld-linux-aarch64.so.1": ""},
			"usr/bin/valkey-server", "lib/ld-linux-aarch64.so.1", "aarch64"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := tree(t, test.files)
			path := filepath.Join(root, test.binary)
			want := []string{path}
			if test.loader != "" {
				libs := filepath.Join(root, "lib", test.arch+"-linux-gnu") + ":" + filepath.Join(root, "usr/lib", test.arch+"-linux-gnu")
				want = []string{filepath.Join(root, test.loader), "--library-path", libs, path}
			}
			if diff := cmp.Diff(want, command(path)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCommandOfTheRunningSystem(t *testing.T) {
	const path = "/usr/bin/redis-server"
	if diff := cmp.Diff([]string{path}, command(path)); diff != "" {
		t.Error(diff)
	}
}

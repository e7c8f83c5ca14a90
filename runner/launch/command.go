package launch

import (
	"os"
	"path/filepath"
	"strings"
)

// loader is where a Debian system has its dynamic loader and its libraries.
type loader struct{ path, triplet string }

// Command is how the server is run where it is a binary; arguments follow.
func (i Installed) Command() []string { return command(i.Path) }

// command is how a server binary is run: as it is or, where it lies in an
// unpacked system of its own, with that system's loader and libraries.
func command(path string) (argv []string) {
	root, ok := unpackedRoot(path)
	if !ok {
		return []string{path}
	}
	for _, l := range []loader{
		{"lib64/ld-linux-x86-64.so.2", "x86_64-linux-gnu"},
		{"lib/ld-linux-aarch64.so.1", "aarch64-linux-gnu"},
	} {
		for _, prefix := range []string{"", "usr"} {
			if program, ok := within(root, filepath.Join(prefix, l.path)); ok {
				return []string{program, "--library-path", libraries(root, l.triplet), path}
			}
		}
	}
	return []string{path}
}

// unpackedRoot is the folder ROOT of a path ROOT/usr/bin/redis-server, where
// that is not the running system.
func unpackedRoot(path string) (root string, ok bool) {
	for _, name := range []string{"/usr/bin/redis-server", "/usr/bin/valkey-server"} {
		if root, ok := strings.CutSuffix(path, name); ok && root != "" {
			return root, true
		}
	}
	return "", false
}

func libraries(root, triplet string) string {
	var dirs []string
	for _, dir := range []string{"lib", "usr/lib"} {
		dirs = append(dirs, filepath.Join(root, dir, triplet))
	}
	return strings.Join(dirs, ":")
}

// within resolves name below root as if root were the system's root: absolute
// links stay inside. It reports false where there is no such file.
func within(root, name string) (path string, ok bool) {
	done, rest := root, strings.Split(filepath.Clean(name), "/")
	for links := 0; len(rest) > 0; {
		next := filepath.Join(done, rest[0])
		info, err := os.Lstat(next)
		if err != nil {
			return "", false
		}
		if info.Mode()&os.ModeSymlink == 0 {
			done, rest = next, rest[1:]
			continue
		}
		target, err := os.Readlink(next)
		if links++; err != nil || links > 40 {
			return "", false
		}
		if filepath.IsAbs(target) {
			done = root
		}
		// Clean as an absolute path: ".." does not lead out of root.
		at, _ := filepath.Rel(root, done)
		whole := filepath.Clean("/" + filepath.Join(at, target, filepath.Join(rest[1:]...)))
		done, rest = root, strings.Split(strings.TrimPrefix(whole, "/"), "/")
	}
	return done, true
}

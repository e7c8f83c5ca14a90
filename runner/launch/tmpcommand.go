package launch

import (
	"os"
	"path/filepath"
	"strings"
)

func serverCommand(path string) []string {
	root := filepath.Dir(filepath.Dir(filepath.Dir(path)))
	loaders, _ := filepath.Glob(filepath.Join(root, "lib64", "ld-linux-*"))
	if !strings.HasSuffix(filepath.Dir(path), "/usr/bin") || len(loaders) == 0 {
		return []string{path}
	}
	loader := loaders[0]
	if target, err := os.Readlink(loader); err == nil {
		if filepath.IsAbs(target) {
			loader = filepath.Join(root, target)
		} else {
			loader = filepath.Join(filepath.Dir(loader), target)
		}
	}
	libs := filepath.Join(root, "lib/x86_64-linux-gnu") + ":" + filepath.Join(root, "usr/lib/x86_64-linux-gnu")
	return []string{loader, "--library-path", libs, path}
}

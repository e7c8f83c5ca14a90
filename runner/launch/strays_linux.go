package launch

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// strays are the processes that work in one of dirs. A number is not enough to
// tell a server by: it may have ended, and its number be another's by now.
func strays(_, dirs []string) []int {
	var found []int
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		at, err := os.Readlink(filepath.Join("/proc", entry.Name(), "cwd"))
		if err == nil && slices.Contains(dirs, strings.TrimSuffix(at, " (deleted)")) {
			found = append(found, pid)
		}
	}
	return found
}

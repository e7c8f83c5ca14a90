//go:build unix && !linux

package launch

import (
	"strconv"
	"syscall"
)

// strays are those process groups of servers that still have a process, as
// negative numbers.
func strays(pids, _ []string) []int {
	var found []int
	for _, text := range pids {
		pid, err := strconv.Atoi(text)
		if err == nil && pid > 1 && syscall.Kill(-pid, 0) == nil {
			found = append(found, -pid)
		}
	}
	return found
}

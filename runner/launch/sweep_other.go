//go:build !linux

package launch

import "syscall"

func bootID() string { return "" }

func pidSpace() string { return "" }

// startOf says no more than whether there is a process of that number: "" is
// that there is none.
func startOf(pid int) string {
	if err := syscall.Kill(pid, 0); err == syscall.ESRCH { //nolint:errorlint // an errno is what Kill returns
		return ""
	}
	return "alive"
}

//go:build unix && !linux

package launch

import "syscall"

// serverAttributes keep a terminal's Ctrl-C from a server. What Linux does with
// a parent-death signal the guard does here.
func serverAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// awaitExit waits until the child pid has ended. Here it cannot be seen before
// the child is reaped, so it returns at once.
func awaitExit(int) {}

// alive reports whether there is such a process.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

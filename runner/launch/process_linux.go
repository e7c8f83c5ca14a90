package launch

import (
	"errors"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// serverAttributes make a server die with the thread that started it, and keep
// a terminal's Ctrl-C from it.
func serverAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// awaitExit waits until the child pid has ended, and leaves it to be reaped.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// alive reports whether a process runs. From when it is sent SIGKILL it does
// not, even though its end takes some time. One that is stopped does.
func alive(pid int) bool {
	// Two looks, since in the midst of one the signal can go from pending, which
	// is read last, to taken.
	first, second := statFields(pid), statFields(pid)
	return seenAlive(first) && seenAlive(second)
}

// seenAlive reads fields 3 (state), 9 (flags) and 31 (pending signals) of
// /proc/PID/stat.
func seenAlive(stat []string) bool {
	const exiting, signaled = 0x4, 0x400 // PF_EXITING and PF_SIGNALED of Linux' sched.h
	const first = 3
	if len(stat) <= 31-first || stat[0] == "Z" || stat[0] == "X" {
		return false
	}
	flags, errFlags := strconv.ParseUint(stat[9-first], 10, 64)
	pending, errPending := strconv.ParseUint(stat[31-first], 10, 64)
	return errors.Join(errFlags, errPending) == nil &&
		flags&(exiting|signaled) == 0 && pending&(1<<(syscall.SIGKILL-1)) == 0
}

package bench

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// wait, read and write call the kernel without telling Go's scheduler: read and
// write never block, and wait blocks for loopTick at most.

func wait(epoll int, events []unix.EpollEvent) (int, error) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(epoll),
		uintptr(unsafe.Pointer(&events[0])), uintptr(len(events)), uintptr(loopTick/time.Millisecond), 0, 0)
	switch errno {
	case 0:
		return int(n), nil
	case unix.EINTR:
		return 0, nil
	}
	return 0, os.NewSyscallError("epoll_pwait", errno)
}

func read(fd int, buf []byte) (int, error) { return transfer(unix.SYS_READ, fd, buf) }

func write(fd int, buf []byte) (int, error) { return transfer(unix.SYS_WRITE, fd, buf) }

func transfer(call uintptr, fd int, buf []byte) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
		switch errno {
		case 0:
			return int(n), nil
		case unix.EINTR:
		default:
			return 0, errno
		}
	}
}

package bench

import (
	"fmt"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pollEvents is how many events a loop takes from the kernel at once.
const pollEvents = 256

// Its methods, read and write call the kernel without telling Go's scheduler:
// read and write never block, and wait blocks for loopTick at most.

// poller awaits events of sockets.
type poller struct {
	epoll  int
	events []unix.EpollEvent
	// old is a kernel without epoll_pwait2 (before Linux 5.11), or a sandbox
	// that does not know it.
	old bool
}

func newPoller() (*poller, error) {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("make an epoll instance: %w", err)
	}
	return &poller{epoll: epoll, events: make([]unix.EpollEvent, pollEvents)}, nil
}

// add watches a descriptor: number stands in its events. Edge-triggered events
// for both directions need no further call.
func (p *poller) add(fd, number int) error {
	event := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP | unix.EPOLLET, Fd: int32(number)}
	return os.NewSyscallError("epoll_ctl", unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &event))
}

func (p *poller) remove(fd int) error {
	return os.NewSyscallError("epoll_ctl", unix.EpollCtl(p.epoll, unix.EPOLL_CTL_DEL, fd, nil))
}

func (p *poller) close() error { return unix.Close(p.epoll) }

// wait awaits events for timeout at most, not at all where that is 0, and says
// how many there are. A signal ends it early, with none.
func (p *poller) wait(timeout time.Duration) (int, error) {
	if timeout%time.Millisecond == 0 {
		return p.pwait(timeout)
	}
	if !p.old {
		n, errno := p.pwait2(timeout)
		if errno != unix.ENOSYS && errno != unix.EPERM {
			return events(n, errno, "epoll_pwait2")
		}
		p.old = true
	}
	return p.ppoll(timeout)
}

func (p *poller) pwait(timeout time.Duration) (int, error) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(p.epoll),
		uintptr(unsafe.Pointer(&p.events[0])), uintptr(len(p.events)), uintptr(timeout/time.Millisecond), 0, 0)
	return events(n, errno, "epoll_pwait")
}

func (p *poller) pwait2(timeout time.Duration) (uintptr, syscall.Errno) {
	// Seconds and nanoseconds have 64 bits here on every platform.
	spec := [2]int64{int64(timeout / time.Second), int64(timeout % time.Second)}
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT2, uintptr(p.epoll),
		uintptr(unsafe.Pointer(&p.events[0])), uintptr(len(p.events)), uintptr(unsafe.Pointer(&spec)), 0, 0)
	return n, errno
}

// ppoll waits as precisely as epoll_pwait2 does, with a call more: what epoll
// watches makes its own descriptor readable.
func (p *poller) ppoll(timeout time.Duration) (int, error) {
	spec := unix.NsecToTimespec(int64(timeout))
	watched := unix.PollFd{Fd: int32(p.epoll), Events: unix.POLLIN}
	n, _, errno := syscall.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&watched)), 1,
		uintptr(unsafe.Pointer(&spec)), 0, 0, 0)
	if ready, err := events(n, errno, "ppoll"); ready == 0 {
		return 0, err
	}
	return p.pwait(0)
}

// events is the result of a wait; a signal is no event.
func events(n uintptr, errno syscall.Errno, call string) (int, error) {
	switch errno {
	case 0:
		return int(n), nil
	case unix.EINTR:
		return 0, nil
	}
	return 0, os.NewSyscallError(call, errno)
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

// sharpen has this thread's timers end when they are to, rather than up to 50 µs
// later, until restore is called.
func sharpen() (restore func()) {
	slack, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
	if err != nil || unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0) != nil {
		return func() {} // requests are sent later; their response times say so
	}
	return func() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(slack), 0, 0, 0) }
}

// threadTime is the CPU time in nanoseconds that this thread has used.
func threadTime() int64 {
	var spec unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &spec); err != nil {
		return 0
	}
	return spec.Nano()
}

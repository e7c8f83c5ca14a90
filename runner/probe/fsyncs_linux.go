package probe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// syncsRemedy is what has syncs counted.
const syncsRemedy = "run redis-matrix as root on the server's host, on a kernel with tracepoints of system calls (CONFIG_FTRACE_SYSCALLS)"

// syncCalls are the tracepoints of the calls that make data durable.
var syncCalls = []string{"sys_enter_fsync", "sys_enter_fdatasync"}

// syncCounter counts how often a process, with all its threads and all that these
// start from then on, calls fsync and fdatasync. The kernel counts: an event of
// perf for each call and thread. While they are open every call of the system
// takes 10 to 20 ns more, of all processes alike: less than half a percent of what
// a server needs for a request.
type syncCounter struct {
	events  []int // file descriptors
	trouble error // why nothing is counted
}

// countSyncs begins to count the calls of a process.
func countSyncs(files tree, pid int) syncCounter {
	var c syncCounter
	if c.trouble = c.open(files, pid); c.trouble != nil {
		c.trouble = errors.Join(fmt.Errorf("its syncs cannot be counted: %w", c.trouble), c.close())
	}
	return c
}

func (c *syncCounter) open(files tree, pid int) error {
	if err := native(files, pid); err != nil {
		return err
	}
	var ids []uint64
	for _, call := range syncCalls {
		id, err := tracepoint(files, call)
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	return c.follow(files, pid, ids)
}

// tries is how often threads are looked at, which may be starting.
const tries = 20

// follow opens events for all threads of the process. A thread that is started
// meanwhile may or may not be followed by the event of the one that started it:
// then all is done again.
func (c *syncCounter) follow(files tree, pid int, ids []uint64) error {
	for range tries {
		before, err := threads(files, pid)
		if err != nil {
			return err
		}
		opened := c.followAll(before, ids)
		after, err := threads(files, pid)
		if err != nil {
			return err
		}
		if slices.Equal(before, after) {
			return opened
		}
		if err := c.close(); err != nil {
			return err
		}
	}
	return errors.New("it starts new threads all the time")
}

func (c *syncCounter) followAll(threads []int, ids []uint64) error {
	for _, thread := range threads {
		for _, id := range ids {
			event, err := openEvent(thread, id)
			if err != nil {
				return err
			}
			c.events = append(c.events, event)
		}
	}
	return nil
}

// openEvent counts what passes a tracepoint in a thread, and in all that it
// starts.
func openEvent(thread int, id uint64) (int, error) {
	attributes := unix.PerfEventAttr{Type: unix.PERF_TYPE_TRACEPOINT, Config: id, Bits: unix.PerfBitInherit}
	attributes.Size = uint32(unsafe.Sizeof(attributes))
	event, err := unix.PerfEventOpen(&attributes, thread, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return 0, fmt.Errorf("perf_event_open: %w", err)
	}
	return event, nil
}

// threads are the numbers of a process' threads, ascending.
func threads(files tree, pid int) ([]int, error) {
	entries, err := os.ReadDir(files.path("proc/" + strconv.Itoa(pid) + "/task"))
	if err != nil {
		return nil, plain(err)
	}
	var numbers []int
	for _, entry := range entries {
		n, err := strconv.Atoi(entry.Name())
		if err != nil {
			return nil, fmt.Errorf("read its threads: %q is no number", entry.Name())
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers, nil
}

// read is how many calls there were since the counter was opened.
func (c *syncCounter) read() (int64, error) {
	var sum int64
	for _, event := range c.events {
		var count [8]byte
		if n, err := unix.Read(event, count[:]); err != nil || n != len(count) {
			return 0, fmt.Errorf("its syncs cannot be counted any more: read %d bytes of an event: %w", n, err)
		}
		sum += int64(binary.NativeEndian.Uint64(count[:]))
	}
	return sum, c.trouble
}

func (c *syncCounter) close() error {
	var errs []error
	for _, event := range c.events {
		errs = append(errs, unix.Close(event))
	}
	c.events = nil
	return errors.Join(errs...)
}

// native refuses a process of another width than this one: the kernel has no
// tracepoints for the calls of 32-bit programs on a 64-bit system.
func native(files tree, pid int) error {
	const class = 4 // e_ident[EI_CLASS] of elf(5): 1 is 32 bits, 2 is 64
	var head [class + 1]byte
	program, err := os.Open(files.path("proc/" + strconv.Itoa(pid) + "/exe"))
	if err != nil {
		return plain(err)
	}
	defer program.Close() //nolint:errcheck // only read
	if _, err := program.Read(head[:]); err != nil {
		return plain(err)
	}
	if want := byte(strconv.IntSize / 32); head[class] != want {
		return fmt.Errorf("its program is not one of %d bits, as redis-matrix is", strconv.IntSize)
	}
	return nil
}

// tracepoint is the number of a system call's tracepoint.
func tracepoint(files tree, call string) (uint64, error) {
	file := "events/syscalls/" + call + "/id"
	text, err := os.ReadFile(files.path("sys/kernel/tracing/" + file))
	if err != nil {
		text, err = readTracing(file)
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
}

// readTracing reads a file of tracefs where it is mounted nowhere. It is mounted
// for the time of the reading, without a place in any directory, so that nothing
// changes for others (fsmount(2), from Linux 5.2 on).
func readTracing(file string) ([]byte, error) {
	system, err := unix.Fsopen("tracefs", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("open tracefs: %w", err)
	}
	defer unix.Close(system) //nolint:errcheck // nothing was written
	if err := unix.FsconfigCreate(system); err != nil {
		return nil, fmt.Errorf("open tracefs: %w", err)
	}
	mounted, err := unix.Fsmount(system, unix.FSMOUNT_CLOEXEC, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
	if err != nil {
		return nil, fmt.Errorf("mount tracefs: %w", err)
	}
	defer unix.Close(mounted) //nolint:errcheck // as above
	text, err := os.ReadFile(fmt.Sprintf("/proc/self/fd/%d/%s", mounted, file))
	if err != nil {
		return nil, fmt.Errorf("read %s of tracefs: %w", file, plain(err))
	}
	return text, nil
}

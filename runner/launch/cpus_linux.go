package launch

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// allowedCPUs are the CPUs that this process may run on, ascending.
func allowedCPUs() ([]int, error) { return affinity(0) }

// affinity is where a process, or with 0 this thread, may run.
func affinity(pid int) ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(pid, &set); err != nil {
		return nil, fmt.Errorf("read the CPUs that process %d may use: %w", pid, err)
	}
	var cpus []int
	for cpu := range maxCPU + 1 {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// setAffinity confines a thread, 0 for this one.
func setAffinity(thread int, cpus []int) error {
	var set unix.CPUSet
	for _, cpu := range cpus {
		set.Set(cpu)
	}
	if err := unix.SchedSetaffinity(thread, &set); err != nil {
		return fmt.Errorf(`pin to CPUs %s: %w; use cpus "off" where pinning is not permitted`, formatCPUs(cpus), err)
	}
	return nil
}

// pinThread confines the calling thread and what it forks; "" does nothing.
func pinThread(cpus string) error {
	if cpus == "" {
		return nil
	}
	picked, err := parseCPUs(cpus)
	if err != nil {
		return err
	}
	return setAffinity(0, picked)
}

// checkPinned reports where a server runs on other CPUs than asked.
func checkPinned(pid int, cpus string) error {
	if cpus == "" {
		return nil
	}
	got, err := affinity(pid)
	if err != nil {
		return err
	}
	if asked, _ := parseCPUs(cpus); formatCPUs(asked) != formatCPUs(got) {
		return fmt.Errorf("pin the server: asked for CPUs %s, it runs on %s", cpus, formatCPUs(got))
	}
	return nil
}

// PinClient confines this process, all its threads, to a cpuset and lets it
// run as many goroutines at once; "" does nothing. The threads that start
// servers are confined anew by each start.
func PinClient(cpus string) error {
	if cpus == "" {
		return nil
	}
	picked, err := parseCPUs(cpus)
	if err != nil {
		return err
	}
	if err := pinThreads(picked); err != nil {
		return err
	}
	runtime.GOMAXPROCS(len(picked))
	return nil
}

// pinThreads goes over the threads of this process until it finds no new one:
// a thread inherits where its creator may run, which may not be pinned yet.
func pinThreads(cpus []int) error {
	pinned := map[int]bool{}
	for {
		before := len(pinned)
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return fmt.Errorf("list this process' threads: %w", err)
		}
		for _, task := range tasks {
			thread, err := strconv.Atoi(task.Name())
			if err != nil || pinned[thread] {
				continue
			}
			if err := setAffinity(thread, cpus); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			}
			pinned[thread] = true
		}
		if len(pinned) == before {
			return nil
		}
	}
}

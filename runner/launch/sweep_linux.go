package launch

import (
	"fmt"
	"os"
	"strings"
)

// bootID is a value that the kernel draws at each start.
func bootID() string {
	text, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(text))
}

// pidSpace names the namespace that this process' number is counted in.
func pidSpace() string {
	space, _ := os.Readlink("/proc/self/ns/pid")
	return space
}

// startOf is when a process started, in ticks since the host did, and "" where
// there is none of that number.
func startOf(pid int) string {
	if fields := statFields(pid); len(fields) > 22-3 {
		return fields[22-3]
	}
	return ""
}

// statFields are the fields of /proc/PID/stat from the third on: the second,
// the program's name, can hold spaces and parentheses. There are none where
// there is no such process.
func statFields(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text)[strings.LastIndexByte(string(text), ')')+1:])
}

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
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	// The second field, the program's name, can hold spaces and parentheses.
	const afterName = 22 - 3
	rest := string(text)[strings.LastIndexByte(string(text), ')')+1:]
	if fields := strings.Fields(rest); len(fields) > afterName {
		return fields[afterName]
	}
	return ""
}

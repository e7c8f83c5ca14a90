package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// otherFiles is how many files this process and the server that it starts open
// beside one a client, at most: binaries, logs, the journal, other connections.
const otherFiles = 256

// openFiles is how many files this process may open; the servers that it starts
// may open as many.
func openFiles() (uint64, error) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("read how many files may be opened: %w", err)
	}
	return limit.Cur, nil
}

// checkFiles refuses a plan whose clients are more than limit open files allow.
func (p *planned) checkFiles(limit uint64) error {
	clients := 0
	for _, visit := range p.Round(1) {
		for _, cell := range visit.Cells {
			clients = max(clients, p.Cells[cell].Load.Clients)
		}
	}
	need := clients + otherFiles
	if uint64(need) <= limit {
		return nil
	}
	return usagef("%s clients need %s open files, and %s are allowed; raise that with ulimit -n %d, or lower clients",
		count(clients), count(need), count(int64(limit)), need)
}

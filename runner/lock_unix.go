//go:build unix

package runner

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the file for this process until it is closed.
func lock(file *os.File) error {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

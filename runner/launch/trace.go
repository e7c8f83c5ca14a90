package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// tracedCalls are the system calls by which a server changes files, makes them
// durable, or forks.
const tracedCalls = "open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate," +
	"fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,copy_file_range,sendfile"

// tracedBytes is the most of a write that a trace holds.
const tracedBytes = "33554432"

// tracer are the words that have strace watch the program that follows, and all
// that it forks, as a process beside it that ends after them: the program stays
// this process' child, and what ends its group does not end the tracer.
// The kernel hands it the calls that are asked for, and no others.
func tracer(file string) []string {
	return []string{"strace", "-DD", "-f", "--seccomp-bpf", "-q", "-ttt", "-T", "-y", "-s", tracedBytes,
		"-e", "trace=?" + joinCalls(), "-e", "signal=none", "-o", file, "--"}
}

// joinCalls has calls that an architecture does not know passed over.
func joinCalls() string {
	var all []byte
	for _, c := range []byte(tracedCalls) {
		if all = append(all, c); c == ',' {
			all = append(all, '?')
		}
	}
	return string(all)
}

// CanTrace says why servers cannot be traced here, and what to do about it.
func CanTrace(ctx context.Context) error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("needs strace, which %s does not have; measure on Linux", runtime.GOOS)
	}
	if _, err := exec.LookPath("strace"); err != nil {
		return errors.New("needs strace, which is not here; install it (apt-get install strace)")
	}
	dir, err := os.MkdirTemp("", "redis-matrix-")
	if err != nil {
		return fmt.Errorf("needs strace: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a directory for temporary files
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	argv := append(tracer(filepath.Join(dir, "trace")), "true")
	said, err := exec.CommandContext(ctx, argv[0], argv[1:]...).CombinedOutput()
	if err == nil && len(said) == 0 {
		return nil
	}
	if err == nil {
		err = errors.New("it complains")
	}
	return fmt.Errorf("needs strace, which does not work here: %w (%q); it takes version 5.3 and the right to trace processes (ptrace)", err, said)
}

package probe

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"redismatrix/matrix"
)

// storage reads what a server's process does to its storage.
type storage struct {
	files tree
	pid   int // 0 where the process is not on this host, or not known
	syncs syncCounter
}

// apart is why nothing is known of a process that is not on this host.
var apart = matrix.Note{
	Text:   "the server's process is not on this host, or not known",
	Remedy: "have redis-matrix start the server here, as a binary or in a container of this host's engine",
}

// watchStorage begins to count what the process does. Close it.
func watchStorage(pid int) storage {
	s := storage{files: "/", pid: pid}
	if pid > 0 {
		s.syncs = countSyncs(s.files, pid)
	}
	return s
}

func (s *storage) close() error { return s.syncs.close() }

// read adds what is known so far to what the server itself has told; config is
// its configuration.
func (s *storage) read(p *matrix.Persistence, config map[string]string) {
	if s.pid == 0 {
		for _, name := range []string{matrix.UntoldWritten, matrix.UntoldSyncs, matrix.UntoldRDBSize} {
			p.Leave(name, apart)
		}
		return
	}
	s.readWritten(p, config["dir"])
	s.readRDB(p, config)
	n, err := s.syncs.read()
	if err != nil {
		p.Leave(matrix.UntoldSyncs, matrix.Note{Text: err.Error(), Remedy: syncsRemedy})
		return
	}
	p.Syncs = &n
}

// readWritten reads write_bytes of /proc/PID/io, where the kernel counts on the
// file system of the server's directory.
func (s *storage) readWritten(p *matrix.Persistence, dir string) {
	var at unix.Statfs_t
	if err := unix.Statfs(s.inside(dir), &at); err != nil || dir == "" {
		p.Leave(matrix.UntoldWritten, matrix.Note{
			Text:   "the server's directory cannot be looked at, and so not whether the kernel counts what is written there",
			Remedy: "run redis-matrix as the server's user or as root, and allow CONFIG GET to the user",
		})
		return
	}
	if !slices.Contains(counted, uint32(at.Type)) {
		p.Leave(matrix.UntoldWritten, matrix.Note{
			Text:   fmt.Sprintf("it is not known that the kernel counts what is written on this file system (type %#x)", uint32(at.Type)),
			Remedy: "keep the data on a disk's own file system, such as ext4 or xfs",
		})
		return
	}
	n, err := s.written()
	if err != nil {
		p.Leave(matrix.UntoldWritten, matrix.Note{
			Text:   "the server's I/O counters cannot be read: " + err.Error(),
			Remedy: "run redis-matrix as the server's user or as root",
		})
		return
	}
	p.Written = &n
}

// counted are the file systems whose pages the kernel counts when they are
// changed: those that keep them in the kernel's own page cache, and ZFS, which
// counts by itself. Not those in memory, and those of another program or system,
// of which nobody knows. (linux/magic.h)
var counted = []uint32{
	unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC,
	unix.NFS_SUPER_MAGIC, unix.OVERLAYFS_SUPER_MAGIC, 0x2fc12fc1, // ZFS
}

// written is write_bytes of the process and of those children that have ended.
func (s *storage) written() (int64, error) {
	text, err := os.ReadFile(s.files.path("proc/" + strconv.Itoa(s.pid) + "/io"))
	if err != nil {
		return 0, plain(err)
	}
	_, rest, _ := strings.Cut("\n"+string(text), "\nwrite_bytes: ")
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseInt(line, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("write_bytes is %q", line)
	}
	return n, nil
}

// readRDB takes the size of the server's RDB file.
func (s *storage) readRDB(p *matrix.Persistence, config map[string]string) {
	dir, name := config["dir"], config["dbfilename"]
	if dir == "" || name == "" {
		p.Leave(matrix.UntoldRDBSize, matrix.Note{Text: "the server does not tell where its RDB is", Remedy: "allow CONFIG GET to the user"})
		return
	}
	file, err := os.Lstat(s.inside(filepath.Join(dir, name)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.Leave(matrix.UntoldRDBSize, matrix.Note{Text: "the server has saved no RDB"})
	case err != nil:
		p.Leave(matrix.UntoldRDBSize, matrix.Note{
			Text:   "the server's RDB cannot be looked at: " + plain(err).Error(),
			Remedy: "run redis-matrix as the server's user or as root",
		})
	case file.Mode().IsRegular():
		p.RDBSize = new(file.Size())
	default:
		p.Leave(matrix.UntoldRDBSize, matrix.Note{Text: "the server's RDB is no file of its own", Remedy: "see its dbfilename"})
	}
}

// inside is the path of a file as the process sees it, which may have a root of
// its own in a container.
func (s *storage) inside(path string) string {
	return s.files.path("proc/" + strconv.Itoa(s.pid) + "/root/" + path)
}

// plain is an error of a file without the file's name, which holds the number of
// a process and so differs from one sample to the next.
func plain(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

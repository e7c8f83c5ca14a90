package trial

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// dropCache has all files below a directory written to their storage and dropped
// from the page cache, by posix_fadvise, for which owning them is enough. left is
// how many bytes of them are still in memory.
func dropCache(dir string) (left int64, err error) {
	err = eachFile(dir, func(name string, info fs.FileInfo) error {
		kept, err := dropFile(filepath.Join(dir, name), info.Size())
		left += kept
		return err
	})
	return left, err
}

func dropFile(path string, size int64) (left int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := file.Sync(); err != nil {
		return 0, err
	}
	fd := int(file.Fd())
	if err := unix.Fadvise(fd, 0, 0, unix.FADV_DONTNEED); err != nil {
		return 0, err
	}
	return resident(fd, size)
}

// resident is how many bytes of a file are in memory, in whole pages (mincore).
func resident(fd int, size int64) (bytes int64, err error) {
	if size == 0 {
		return 0, nil
	}
	mapped, err := unix.Mmap(fd, 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return 0, fmt.Errorf("look what is in memory: %w", err)
	}
	defer func() { err = errors.Join(err, unix.Munmap(mapped)) }()
	page := int64(os.Getpagesize())
	pages := make([]byte, (size+page-1)/page)
	_, _, failed := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&mapped[0])), uintptr(size), uintptr(unsafe.Pointer(&pages[0])))
	if failed != 0 {
		return 0, fmt.Errorf("look what is in memory: %w", failed)
	}
	for _, in := range pages {
		bytes += int64(in&1) * page
	}
	return bytes, nil
}

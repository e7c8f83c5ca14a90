package trial

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// eachFile visits the files below a directory. name is relative to it.
func eachFile(dir string, visit func(name string, info fs.FileInfo) error) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return visit(name, info)
	})
}

// sizes adds up the files of an AOF, its base among them, and those of an RDB.
func sizes(dir string) (aof, rdb int64, err error) {
	err = eachFile(dir, func(name string, info fs.FileInfo) error {
		switch base := filepath.Base(name); {
		case strings.Contains(base, ".aof"):
			aof += info.Size()
		case strings.HasSuffix(base, ".rdb"):
			rdb += info.Size()
		}
		return nil
	})
	if err != nil {
		return 0, 0, fmt.Errorf("measure the server's files: %w", err)
	}
	return aof, rdb, nil
}

// copyFiles copies all files below one directory into another.
func copyFiles(from, to string) error {
	return eachFile(from, func(name string, _ fs.FileInfo) error {
		return copyFile(filepath.Join(from, name), filepath.Join(to, name))
	})
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

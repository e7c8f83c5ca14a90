package launch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// digests remembers the SHA-256 of binaries for as long as they do not change.
type digests struct {
	mu    sync.Mutex
	known map[fileState]string
}

type fileState struct {
	path     string
	size     int64
	modified time.Time
}

// of is the SHA-256 of a file in hexadecimal, and its size in bytes.
func (d *digests) of(path string) (digest string, size int64, err error) {
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", 0, fmt.Errorf("find the server's binary: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, fmt.Errorf("find the server's binary: %w", err)
	}
	state := fileState{path, info.Size(), info.ModTime()}
	d.mu.Lock()
	defer d.mu.Unlock()
	if digest, ok := d.known[state]; ok {
		return digest, state.size, nil
	}
	if digest, err = fileDigest(path); err != nil {
		return "", 0, fmt.Errorf("read the server's binary: %w", err)
	}
	if d.known == nil {
		d.known = map[fileState]string{}
	}
	d.known[state] = digest
	return digest, state.size, nil
}

func fileDigest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

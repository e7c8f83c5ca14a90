package launch

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// privateDir makes a fresh directory below parent. The guard removes it where
// this process ends before remove was called.
func (l *Launcher) privateDir(parent string) (dir string, remove func() error, err error) {
	dir = filepath.Join(parent, "redis-matrix-"+rand.Text()[:10])
	// Told before it is made: nothing may be left however this process ends.
	if err := l.guard.add(guardDir, dir); err != nil {
		return "", nil, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", nil, errors.Join(
			fmt.Errorf("make a server's directory: %w; choose a directory that can be written to", err),
			l.guard.drop(guardDir, dir))
	}
	return dir, func() error { return l.removeDir(dir) }, nil
}

func (l *Launcher) removeDir(dir string) error {
	if err := removeAll(dir); err != nil {
		return fmt.Errorf("%w; remove it by hand", err)
	}
	return l.guard.drop(guardDir, dir)
}

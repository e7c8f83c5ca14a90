package launch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"
)

const (
	lockName   = ".lock"
	shopPrefix = ".install-"
	lockPoll   = 100 * time.Millisecond
)

// lock waits until no other process installs into the same folder.
func (in *installer) lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(in.dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the cache of servers: %w; name a directory that you may write in REDIS_MATRIX_CACHE", err)
	}
	file, err := os.OpenFile(filepath.Join(in.dir, lockName), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock the cache of servers: %w; name a directory that you may write in REDIS_MATRIX_CACHE", err)
	}
	told := false
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = file.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return nil, errors.Join(fmt.Errorf("lock %s: %w", file.Name(), err), file.Close())
		}
		if !told {
			in.say("waiting for another redis-matrix that installs servers")
			told = true
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), file.Close())
		case <-time.After(lockPoll):
		}
	}
}

// workshop makes a directory to work in and removes those that killed
// processes left, which the lock makes safe.
func (in *installer) workshop() (string, error) {
	left, err := filepath.Glob(filepath.Join(in.dir, shopPrefix+"*"))
	if err != nil {
		return "", err
	}
	for _, dir := range left {
		if err := os.RemoveAll(dir); err != nil {
			return "", fmt.Errorf("remove what an install left: %w", err)
		}
	}
	shop, err := os.MkdirTemp(in.dir, shopPrefix)
	if err != nil {
		return "", fmt.Errorf("make a directory to install in: %w; name one that you may write in REDIS_MATRIX_CACHE", err)
	}
	return shop, nil
}

// unpackAll installs the chosen offers side by side. Those that succeed stay
// when another fails.
func (in *installer) unpackAll(ctx context.Context, chosen []offer, shop string) ([]Installed, error) {
	done := make([]Installed, len(chosen))
	errs := make([]error, len(chosen))
	var group errgroup.Group
	for i, o := range chosen {
		group.Go(func() error {
			done[i], errs[i] = in.unpackOne(ctx, o, shop)
			return nil
		})
	}
	_ = group.Wait()
	var installed []Installed
	for i, f := range done {
		if errs[i] == nil {
			installed = append(installed, f)
		}
	}
	return installed, errors.Join(errs...)
}

// unpackOne unpacks an offer in the shop, proves that it runs there, and moves
// it to its place.
func (in *installer) unpackOne(ctx context.Context, o offer, shop string) (Installed, error) {
	name := o.Version.String()
	packages, err := o.suite.closure(ctx, o.Package)
	if err != nil {
		return Installed{}, fmt.Errorf("install %s: %w", name, err)
	}
	in.say("fetching %s: %s %s of %s and %d libraries", name, o.Package, o.Revised, o.suite.name, len(packages)-1)
	root := filepath.Join(shop, "root-"+filepath.Base(in.folder(o.Version)))
	if err := os.Mkdir(root, 0o755); err != nil {
		return Installed{}, fmt.Errorf("install %s: %w", name, err)
	}
	if err := o.suite.unpack(ctx, packages, root); err != nil {
		return Installed{}, fmt.Errorf("install %s: %w", name, err)
	}
	if err := finish(ctx, root, o); err != nil {
		return Installed{}, fmt.Errorf("install %s: %w", name, err)
	}
	if err := in.settle(root, o); err != nil {
		return Installed{}, fmt.Errorf("install %s: %w", name, err)
	}
	place := in.folder(o.Version)
	in.say("installed %s in %s (%s)", name, place, megabytes(folderSize(place)))
	return installedAt(filepath.Join(place, "usr", "bin", o.Package), o.Version), nil
}

// finish completes root so that it is a whole system's tree, which a container
// can use as well, and proves that its server runs and is the one expected.
func finish(ctx context.Context, root string, o offer) error {
	for _, name := range []string{"bin", "lib", "lib64", "sbin"} {
		_, err := os.Lstat(filepath.Join(root, name))
		_, merged := os.Lstat(filepath.Join(root, "usr", name))
		if errors.Is(err, fs.ErrNotExist) && merged == nil {
			if err := os.Symlink("usr/"+name, filepath.Join(root, name)); err != nil {
				return err
			}
		}
	}
	v, err := identify(ctx, filepath.Join(root, "usr", "bin", o.Package))
	if err != nil {
		return err
	}
	if v.Compare(o.Version) != 0 {
		return fmt.Errorf("package %s %s holds a server that says it is %s", o.Package, o.Revised, v)
	}
	return nil
}

// settle moves root to its place. What stands there already did not run, or
// it would not have been fetched.
func (in *installer) settle(root string, o offer) error {
	place := in.folder(o.Version)
	if err := os.RemoveAll(place); err != nil {
		return err
	}
	return os.Rename(root, place)
}

// folderSize is the bytes of the files below dir.
func folderSize(dir string) int64 {
	var total int64
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
		return nil
	})
	return total
}

func megabytes(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }

package probe

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/shirou/gopsutil/v4/disk"

	"redismatrix/matrix"
)

// Bounds of the probe of a storage: it takes about a second and a half.
const (
	syncSize  = 512 // bytes of a write that is synced
	mostSyncs = 500
	syncTime  = 700 * time.Millisecond
	chunkSize = 1 << 20
	// Writes are synced after a chunk, then after two, and so on: a slow disk must
	// not be given more than it takes in that time, and none more than a part of what
	// is free on it.
	mostChunks = 64
	freePart   = 4
	writeTime  = 300 * time.Millisecond
)

// Device describes a storage and measures it: small writes that are synced, one
// after the other, and large ones. It leaves nothing behind, however it ends. An
// error says that servers cannot keep their data there.
func Device(ctx context.Context, storage matrix.Storage) (matrix.Device, error) {
	d, err := Describe(storage)
	if err != nil {
		return d, err
	}
	if err := measure(ctx, &d); err != nil {
		return d, fmt.Errorf("probe storage %s: %w; free it, or name another directory", storage.Name, err)
	}
	return d, nil
}

// Describe tells what a storage is, and measures nothing.
func Describe(storage matrix.Storage) (matrix.Device, error) {
	d := matrix.Device{Storage: storage}
	info, err := os.Stat(storage.Dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no directory", storage.Dir)
	}
	if err != nil {
		return d, fmt.Errorf("use storage %s: %w; name a directory that is there and can be written to", storage.Name, err)
	}
	tree("/").describe(&d)
	return d, nil
}

// measure writes to a file that has no name any more.
func measure(ctx context.Context, d *matrix.Device) (err error) {
	file, err := os.OpenFile(filepath.Join(d.Dir, "redis-matrix-probe-"+rand.Text()[:10]), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := os.Remove(file.Name()); err != nil {
		return err
	}
	if err := measureSyncs(ctx, file, d); err != nil {
		return err
	}
	return measureWrites(ctx, file, d)
}

// measureSyncs times writes that are each synced as servers sync an AOF.
func measureSyncs(ctx context.Context, file *os.File, d *matrix.Device) error {
	block := make([]byte, syncSize)
	_, _ = rand.Read(block) // it never fails
	var took []time.Duration
	for began := time.Now(); len(took) < mostSyncs && time.Since(began) < syncTime; {
		at := time.Now()
		if _, err := file.Write(block); err != nil {
			return err
		}
		if err := syncData(file); err != nil {
			return err
		}
		took = append(took, time.Since(at))
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	slices.Sort(took)
	n := len(took)
	d.Syncs, d.SyncP50, d.SyncP99 = n, took[n/2], took[min(n-1, n*99/100)]
	return nil
}

// measureWrites times the last of a few bursts of large writes, each twice as long
// as the one before.
func measureWrites(ctx context.Context, file *os.File, d *matrix.Device) error {
	chunk := make([]byte, chunkSize)
	_, _ = rand.Read(chunk) // it never fails
	most := mostChunks
	if usage, err := disk.UsageWithContext(ctx, d.Dir); err == nil {
		most = max(1, min(most, int(usage.Free/freePart/chunkSize)))
	}
	for n, began := 1, time.Now(); n <= most && time.Since(began) < writeTime; n *= 2 {
		if err := file.Truncate(0); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		at := time.Now()
		for range n {
			if _, err := file.Write(chunk); err != nil {
				return err
			}
		}
		if err := syncData(file); err != nil {
			return err
		}
		d.Bandwidth = float64(n*chunkSize) / time.Since(at).Seconds()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

//go:build !linux

package probe

import (
	"os"

	"github.com/shirou/gopsutil/v4/disk"

	"redismatrix/matrix"
)

func syncData(file *os.File) error { return file.Sync() }

// describe adds the type of the file system; no more is known of other hosts.
func (t tree) describe(d *matrix.Device) {
	if usage, err := disk.Usage(d.Dir); err == nil {
		d.FS = usage.Fstype
	}
}

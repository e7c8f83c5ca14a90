package trial

import (
	"github.com/shirou/gopsutil/v4/disk"

	"redismatrix/matrix"
)

// volatile names the file system of a directory where it is not known to keep what
// was synced when the power is lost; "" where it is.
func volatile(dir string) string {
	usage, err := disk.Usage(dir)
	switch {
	case err != nil || usage.Fstype == "":
		return "an unknown file system"
	case matrix.Durable(usage.Fstype):
		return ""
	}
	return usage.Fstype
}

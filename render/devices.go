package render

import (
	"fmt"
	"time"

	"redismatrix/matrix"
)

// deviceFacts say what servers kept their data on, a storage each.
func (s *source) deviceFacts() []Fact {
	return mapEach(s.run.Devices, func(d matrix.Device) Fact { return Fact{"storage", devicePhrase(d)} })
}

// devicePhrase is "nvme: /mnt/a · ext4 on /dev/sda1 (rw,relatime) · Samsung SSD · not
// rotational · scheduler none · 512 bytes written and synced in 0.21 ms (p99 0.80
// ms) · 1 MiB writes 412 MB/s".
func devicePhrase(d matrix.Device) string {
	dir := d.Dir
	if d.Name != d.Dir {
		dir = d.Name + ": " + d.Dir
	}
	mounted, rotational, scheduler, synced, wrote := d.FS, "", "", "", ""
	if d.Source != "" && d.Source != d.FS {
		mounted += " on " + d.Source
	}
	if d.Options != "" {
		mounted += " (" + d.Options + ")"
	}
	switch d.Rotational {
	case "yes":
		rotational = "rotational"
	case "no":
		rotational = "not rotational"
	}
	if d.Scheduler != "" {
		scheduler = "scheduler " + d.Scheduler
	}
	if d.Syncs > 0 {
		synced = fmt.Sprintf("512 bytes written and synced in %s (p99 %s)", inMillis(d.SyncP50), inMillis(d.SyncP99))
	}
	if d.Bandwidth > 0 {
		wrote = "1 MiB writes " + grouped(d.Bandwidth/1e6, digitsFor(d.Bandwidth/1e6)) + " MB/s"
	}
	return saying(dir, mounted, d.Model, rotational, scheduler, synced, wrote)
}

func inMillis(d time.Duration) string {
	v := float64(d.Nanoseconds()) / 1e6
	return grouped(v, digitsFor(v)) + " ms"
}

package matrix

import (
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Storage is a directory that servers keep their data in, by the name that the
// storage axis gives it.
type Storage struct {
	Name string `json:"name"`
	Dir  string `json:"dir"` // absolute
}

// Device is what is known of a storage: what it is, and what a short probe of it
// measured before the first round. What is not known is empty.
type Device struct {
	Storage
	// FS is the type of its file system, Source what that is mounted from, and
	// Options are those of the mount (proc_pid_mountinfo(5)).
	FS      string `json:"fs,omitempty"`
	Source  string `json:"source,omitempty"`
	Options string `json:"options,omitempty"`
	// Model is the device's name for itself; Rotational is "yes" for disks that
	// turn and "no" for others; Scheduler is the kernel's queue for it.
	Model      string `json:"model,omitempty"`
	Rotational string `json:"rotational,omitempty"`
	Scheduler  string `json:"scheduler,omitempty"`
	// Syncs is how many writes of 512 bytes were synced one after the other, SyncP50
	// and SyncP99 how long they took.
	Syncs   int           `json:"syncs,omitempty"`
	SyncP50 time.Duration `json:"sync_p50_ns,omitempty"`
	SyncP99 time.Duration `json:"sync_p99_ns,omitempty"`
	// Bandwidth is of writes of 1 MiB one after the other, the sync at their end
	// included, in bytes a second.
	Bandwidth float64 `json:"bandwidth_bytes_per_second,omitempty"`
}

// durable are the file systems that keep on a disk what was synced, by the names
// that the kernel and statfs(2) have for them.
var durable = strings.Fields("ext2 ext3 ext4 ext2/ext3 xfs btrfs zfs f2fs bcachefs jfs reiserfs nilfs2 ufs apfs hfs")

// Durable reports whether a file system of that type is known to keep on a disk
// what was synced. Of others, such as tmpfs, overlay or those of a network, no
// claim is made.
func Durable(fs string) bool { return slices.Contains(durable, fs) }

// Warnings are what readers must know of the device before they trust a number
// that was measured on it.
func (d Device) Warnings() []Note {
	if Durable(d.FS) {
		return nil
	}
	on := "an unknown file system"
	if d.FS != "" {
		on = d.FS
	}
	return []Note{{
		Text:   "storage " + d.Name + " is on " + on + ": no claim is made of what survives a loss of power there, and syncs may cost nothing",
		Remedy: "name a directory on a disk",
	}}
}

// Storages are those of the plan's setups, each once, by name.
func (p *Plan) Storages() []Storage {
	byName := map[string]Storage{}
	for _, setup := range p.Setups {
		if setup.Storage != nil {
			byName[setup.Storage.Name] = *setup.Storage
		}
	}
	var all []Storage
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, byName[name])
	}
	return all
}

// storageOf is the storage that a value of the axis stands for: one that the spec
// names, or a directory; nil for no value.
func (s *Spec) storageOf(value string) *Storage {
	if value == "" {
		return nil
	}
	if dir, named := s.Server.Storage[value]; named {
		return &Storage{Name: value, Dir: path.Clean(dir)}
	}
	return &Storage{Name: value, Dir: path.Clean(value)}
}

// device is what the run knows of a storage.
func (r *Run) device(name string) Device {
	for _, d := range r.Devices {
		if d.Name == name {
			return d
		}
	}
	return Device{}
}

// facts are what makes one storage another: not what was measured of it, and not
// where it is.
func (d Device) facts() map[string]string {
	return map[string]string{
		"file system": d.FS, "mount options": d.Options, "device": d.Model, "rotational": d.Rotational, "scheduler": d.Scheduler,
	}
}

// SameDevice is a difference between two states of a storage, "" where there is
// none.
func SameDevice(was, is Device) (what, old, now string) {
	before, after := was.facts(), is.facts()
	before["directory"], after["directory"] = was.Dir, is.Dir
	before["source"], after["source"] = was.Source, is.Source
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if before[name] != after[name] {
			return "the " + name + " of storage " + was.Name, before[name], after[name]
		}
	}
	return "", "", ""
}

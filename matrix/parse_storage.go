package matrix

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// storageAxis reads the names and directories of the storage axis, and gives its
// values. They may be a mapping of names to directories, or a list of either. Names
// that an override chooses among are those of the file.
func (d *decoder) storageAxis(n *node) []*node {
	if old := d.replaced[AxisStorage]; old != nil && old.kind == mappingNode {
		d.storages(old)
	}
	if n.kind != mappingNode {
		return d.axisItems(AxisStorage, n)
	}
	if len(n.pairs) == 0 {
		d.reportf(n, "add for example {nvme: /mnt/nvme, hdd: /mnt/hdd}", "there is no storage")
	}
	return d.storages(n)
}

// storages reads directories by name.
func (d *decoder) storages(n *node) []*node {
	var names []*node
	for _, p := range d.pairs(n) {
		if !d.scalar(p.value) {
			continue
		}
		if _, f := nameForm(p.key.text); f != nil {
			d.reportf(p.key, f.remedy, "not a name for a storage")
			continue
		}
		if !path.IsAbs(p.value.text) {
			d.reportf(p.value, absoluteRemedy, "not an absolute path")
			continue
		}
		if d.spec.Server.Storage == nil {
			d.spec.Server.Storage = map[string]string{}
		}
		d.spec.Server.Storage[p.key.text] = p.value.text
		names = append(names, p.key)
	}
	return names
}

const absoluteRemedy = "write the directory from / on, such as /mnt/nvme"

// storageForm accepts the names of storages, and directories. Two names of one
// directory are two values, so that a device can be compared with itself.
func (d *decoder) storageForm(text string) (string, *flaw) {
	if _, named := d.spec.Server.Storage[text]; named {
		return "name " + text, nil
	}
	if path.IsAbs(text) {
		return "dir " + path.Clean(text), nil
	}
	remedy := absoluteRemedy
	if names := slices.Sorted(maps.Keys(d.spec.Server.Storage)); len(names) > 0 {
		remedy = "name one of " + strings.Join(names, ", ") + ", or " + absoluteRemedy
	}
	return "", flawf(remedy, "no storage of this name")
}

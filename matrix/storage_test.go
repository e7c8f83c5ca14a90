package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStorageAxis(t *testing.T) {
	for name, c := range map[string]struct {
		axis string
		set  []Override
		want []Storage
	}{
		"names":            {"{nvme: /mnt/a, hdd: /mnt/b/}", nil, []Storage{{"hdd", "/mnt/b"}, {"nvme", "/mnt/a"}}},
		"directories":      {"[/mnt/a, /mnt/b]", nil, []Storage{{"/mnt/a", "/mnt/a"}, {"/mnt/b", "/mnt/b"}}},
		"one of the names": {"{nvme: /mnt/a, hdd: /mnt/b}", []Override{{"storage", "hdd"}}, []Storage{{"hdd", "/mnt/b"}}},
		"other ones":       {"{nvme: /mnt/a, hdd: /mnt/b}", []Override{{"storage", "/mnt/c,hdd"}}, []Storage{{"/mnt/c", "/mnt/c"}, {"hdd", "/mnt/b"}}},
		"one directory":    {"{a: /mnt, b: /mnt}", nil, []Storage{{"a", "/mnt"}, {"b", "/mnt"}}},
	} {
		t.Run(name, func(t *testing.T) {
			spec, err := Parse(strings.NewReader(`{axes: {version: ["7.0"], storage: `+c.axis+`}}`), "a.yaml", c.set...)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := NewPlan(spec, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, plan.Storages()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(plan.Setups) != len(c.want) {
				t.Errorf("%d setups", len(plan.Setups))
			}
			if _, err := ReadRun(strings.NewReader(document(t, NewRun("test", "demo-1", plan)))); err != nil {
				t.Errorf("read again: %v", err)
			}
		})
	}
	if got := (&Plan{Setups: []Setup{{}}}).Storages(); got != nil {
		t.Errorf("storages %v of a plan that names none", got)
	}
}

func TestStorageMistakes(t *testing.T) {
	for axis, want := range map[string]string{
		"{nvme: mnt/a}":                     `a.yaml:1:43: "mnt/a": not an absolute path; write the directory from / on, such as /mnt/nvme`,
		"{a b: /mnt/a}":                     `a.yaml:1:37: "a b": not a name for a storage; a name begins with a letter or digit`,
		"{nvme: [/mnt/a]}":                  `a.yaml:1:43: "[/mnt/a]": a list where a single value is expected`,
		"[nvme]":                            `a.yaml:1:37: "nvme": no storage of this name; write the directory from / on`,
		"{}":                                `there is no storage; add for example {nvme: /mnt/nvme, hdd: /mnt/hdd}`,
		"[/mnt/a, /mnt//a]":                 `the axis has this value already, as "/mnt/a"`,
		"{nvme: /a, nvme: /b}":              "twice",
		`[/a]}, server: {config: {dir: /b}`: "dir",
	} {
		text := problemsOf(t, `{axes: {version: ["7.0"], storage: `+axis+`}}`, "a.yaml").Error()
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %q", axis, text, want)
		}
	}
	_, err := Parse(strings.NewReader(`{axes: {version: ["7.0"], storage: {nvme: /a, hdd: /b}}}`), "a.yaml", Override{"storage", "ssd"})
	if err == nil || !strings.Contains(err.Error(), "no storage of this name; name one of hdd, nvme, or write the directory from / on") {
		t.Errorf("%v", err)
	}
	attached := problemsOf(t, `{axes: {version: ["7.0"], storage: [/a]}, server: {servers: {"7.0": "attach:localhost:6379"}}}`, "a.yaml").Error()
	if !strings.Contains(attached, "an attached server is never reconfigured") {
		t.Error(attached)
	}
}

func TestDurable(t *testing.T) {
	for fs, want := range map[string]bool{"ext4": true, "xfs": true, "ext2/ext3": true, "tmpfs": false, "overlay": false, "nfs4": false, "": false} {
		if got := Durable(fs); got != want {
			t.Errorf("%q: %t", fs, got)
		}
		d := Device{Storage: Storage{Name: "s"}, FS: fs}
		if notes := d.Warnings(); (len(notes) == 0) != want || !want && !strings.HasPrefix(notes[0].Text, "storage s is on ") {
			t.Errorf("%q: %v", fs, notes)
		}
	}
}

// TestRunsOnOtherStorages are not compared, unless these are what is compared.
func TestRunsOnOtherStorages(t *testing.T) {
	on := func(axis string, device Device) *Run {
		run := pretended(t, `{name: s, axes: {version: ["7.0"], storage: `+axis+`}, load: {tests: [SET]}, rounds: 5}`, wobbling("", 1))
		for i, s := range run.Plan.Storages() {
			device.Storage = s
			run.Devices = append(run.Devices, device)
			run.Devices[i].SyncP50 = 17 // which is measured, and no fact
		}
		run.ID += axis + device.FS + device.Rotational
		return run
	}
	ssd, hdd := Device{FS: "ext4", Rotational: "no"}, Device{FS: "ext4", Rotational: "yes"}
	for name, c := range map[string]struct {
		old, now *Run
		want     string
	}{
		"the same":            {on("{a: /a}", ssd), on("{a: /b}", ssd), ""},
		"another device":      {on("{a: /a}", ssd), on("{a: /a}", hdd), "storage a: rotational: no in the old run, yes in the new"},
		"two that differ":     {on("{a: /a}", ssd), on("{b: /b}", hdd), ""},
		"one of them differs": {on("{a: /a, b: /b}", ssd), on("{a: /a, b: /b}", hdd), "storage b: rotational"},
	} {
		c.old.ID += "-old"
		err := MatchRuns(c.old, c.now).Comparable(false, false)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	was := Device{Storage: Storage{"a", "/a"}, FS: "ext4", Source: "/dev/sda1", SyncP50: 1}
	if what, _, _ := SameDevice(was, was); what != "" {
		t.Errorf("the same: %s", what)
	}
	is := was
	is.Source, is.SyncP50 = "/dev/sdb1", 2
	if what, old, now := SameDevice(was, is); what != "the source of storage a" || old != "/dev/sda1" || now != "/dev/sdb1" {
		t.Errorf("%q, %q, %q", what, old, now)
	}
}

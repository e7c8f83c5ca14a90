package probe

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"redismatrix/matrix"
)

// plant makes a tree of files.
func plant(t testing.TB, files map[string]string) tree {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return tree(root)
}

const statText = `cpu  100 20 30 9999 8 6 70 250 50 10
cpu0 60 10 20 5000 4 3 30 150 50 10
cpu2 40 10 10 4999 4 3 40 100 0 0
intr 2896141 0 58440 6
ctxt 3141325
softirq 5 1 2
`

func ticksOf(n int) time.Duration { return time.Duration(n) * 10 * time.Millisecond }

func TestParseStat(t *testing.T) {
	for text, want := range map[string]stat{
		statText: {
			all: matrix.CPUTime{
				User: ticksOf(120), System: ticksOf(30), Idle: ticksOf(9999), IOWait: ticksOf(8), SoftIRQ: ticksOf(76), Steal: ticksOf(250),
			},
			each: []matrix.CPUTime{
				{User: ticksOf(70), System: ticksOf(20), Idle: ticksOf(5000), IOWait: ticksOf(4), SoftIRQ: ticksOf(33), Steal: ticksOf(150)},
				{},
				{User: ticksOf(50), System: ticksOf(10), Idle: ticksOf(4999), IOWait: ticksOf(4), SoftIRQ: ticksOf(43), Steal: ticksOf(100)},
			},
			switches: 3141325,
		},
		"cpu 1 2\ncpu0\ncpux 1 2 3 4 5 6 7 8\n": {},
		"cpu99999 1 2 3 4 5 6 7 8\nctxt many\n": {},
		"":                                      {},
	} {
		if diff := cmp.Diff(want, parseStat(text), cmp.AllowUnexported(stat{})); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestField(t *testing.T) {
	text := "pswpin 3\npswpout 12\npswpout_x 5\nword abc\n"
	for name, want := range map[string]int64{"pswpout": 12, "absent": 0, "word": 0} {
		if got := field(text, name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

const linksText = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 5552 25 0 0 0 0 0 0 5552 25 0 0 0 0 0 0
  eth0:315 14 0 0 0 0 0 0 107 10 0 0 0 0 0 0
docker0:       40       0    0    0    0     0          0         0        50       0    0    2    0     0       0          0
 short: 1 2 3
`

func TestParseLinks(t *testing.T) {
	want := []link{{"lo", 5552, 5552}, {"eth0", 315, 107}, {"docker0", 40, 50}}
	if diff := cmp.Diff(want, parseLinks(linksText), cmp.AllowUnexported(link{})); diff != "" {
		t.Error(diff)
	}
}

// TestTraffic counts a bridge only where nothing has a device.
func TestTraffic(t *testing.T) {
	dev := map[string]string{"proc/net/dev": linksText}
	for name, want := range map[string]matrix.Counters{
		"":                                 {Loopback: 5552, Received: 355, Transmitted: 157},
		"sys/class/net/eth0/device/vendor": {Loopback: 5552, Received: 315, Transmitted: 107},
	} {
		files := map[string]string{"proc/net/dev": dev["proc/net/dev"]}
		if name != "" {
			files[name] = "0x1af4\n"
		}
		var got matrix.Counters
		plant(t, files).traffic(&got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", name, diff)
		}
	}
}

func TestMHz(t *testing.T) {
	const cpuinfo = "processor\t: 0\ncpu MHz\t\t: 2000.5\n\nprocessor\t: 1\ncpu MHz\t\t: 3000\nprocessor\t: two\ncpu MHz\t: 1\nprocessor\t: 3\ncpu MHz\t: fast\n"
	const freq = "sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq"
	for _, test := range []struct {
		name  string
		files map[string]string
		cpus  []int
		want  float64
	}{
		{"cpufreq", map[string]string{fmt.Sprintf(freq, 0): "1000000\n", fmt.Sprintf(freq, 2): "2000000\n", "proc/cpuinfo": cpuinfo}, []int{0, 2}, 1500},
		{"cpuinfo", map[string]string{"proc/cpuinfo": cpuinfo}, []int{0, 1}, 2500.25},
		{"not of all", map[string]string{fmt.Sprintf(freq, 0): "1000000\n", "proc/cpuinfo": cpuinfo}, []int{0, 3}, 0},
		{"nothing", nil, []int{0}, 0},
		{"no CPUs", map[string]string{"proc/cpuinfo": cpuinfo}, nil, 0},
	} {
		if got := plant(t, test.files).mhz(test.cpus); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestOverheated(t *testing.T) {
	files := plant(t, map[string]string{
		"sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count":    "2\n",
		"sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count": "5\n",
		"sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count":    "9\n",
	})
	if got := files.overheated([]int{0}); got != 7 {
		t.Errorf("%d, want 7", got)
	}
}

func TestParseCgroups(t *testing.T) {
	for text, want := range map[string][]cgroup{
		"0::/user.slice/a\n":                              {{"", "/user.slice/a"}},
		"12:cpu,cpuacct:/docker/f00\n3:cpuset:/x\n0::/\n": {{"/cpu", "/docker/f00"}, {"", "/"}},
		"0::/../outside\n1:name=systemd:/\nx\n0::rel\n":   nil,
		"": nil,
	} {
		if diff := cmp.Diff(want, parseCgroups(text), cmp.AllowUnexported(cgroup{})); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// TestThrottled sums what the quotas of all cgroups above a process did.
func TestThrottled(t *testing.T) {
	files := plant(t, map[string]string{
		"proc/7/cgroup":                      "2:cpu:/a/b\n0::/c\n",
		"sys/fs/cgroup/cpu/a/cpu.stat":       "nr_throttled 1\nthrottled_time 2000\n",
		"sys/fs/cgroup/cpu/a/b/cpu.stat":     "throttled_time 500\n",
		"sys/fs/cgroup/c/cpu.stat":           "usage_usec 9\nthrottled_usec 3\n",
		"sys/fs/cgroup/cpu/other/b/cpu.stat": "throttled_time 99\n",
	})
	if got := files.throttled("7"); got != 5500 {
		t.Errorf("%v, want 5.5µs", got)
	}
	if got := files.throttled("8"); got != 0 {
		t.Errorf("%v of no process", got)
	}
}

// TestMachineReadsAll has each counter come from its file.
func TestMachineReadsAll(t *testing.T) {
	files := plant(t, map[string]string{
		"proc/stat":                     "cpu  1 0 0 0 0 0 0 0\ncpu0 1 0 0 0 0 0 0 0\nctxt 5\n",
		"proc/vmstat":                   "pswpout 3\n",
		"proc/self/cgroup":              "0::/\n",
		"proc/9/cgroup":                 "0::/server\n",
		"sys/fs/cgroup/cpu.stat":        "throttled_usec 1\n",
		"sys/fs/cgroup/server/cpu.stat": "throttled_usec 2\n",
		"proc/net/dev":                  "lo: 1 2 3 4 5 6 7 8 1\n",
		"proc/cpuinfo":                  "processor : 0\ncpu MHz : 1500\n",
		"sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count": "4\n",
	})
	var got matrix.Counters
	machine{files, 9, []int{0}, []int{0}}.read(&got)
	got.ClientCPU = 0
	want := matrix.Counters{
		CPU: matrix.CPUTime{User: ticksOf(1)}, PerCPU: []matrix.CPUTime{{User: ticksOf(1)}}, Switches: 5, SwapOut: 3,
		ClientCPUs: []int{0}, ServerCPUs: []int{0},
		Throttled: time.Microsecond, ServerThrottled: 3 * time.Microsecond, Loopback: 1, MHz: 1500, Overheated: 4,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMachineOfThisProcess(t *testing.T) {
	m := newMachine(os.Getpid())
	var first, second matrix.Counters
	m.read(&first)
	for sum, i := 0, 0; i < 50_000_000; i++ { // some CPU time is used up
		sum += i
	}
	m.read(&second)
	spent := second.CPU.Sub(first.CPU)
	if second.ClientCPU <= first.ClientCPU || spent.User < 0 || len(second.PerCPU) < len(m.cpus()) || second.Switches < first.Switches {
		t.Errorf("counters %+v, then %+v", first, second)
	}
}

func TestUsableOfNoProcess(t *testing.T) {
	if got := usable(1 << 30); len(got) > 0 {
		t.Errorf("CPUs %v", got)
	}
}

// TestUsableOfAConfinedProcess reads what somebody else decided.
func TestUsableOfAConfinedProcess(t *testing.T) {
	all := usable(0)
	child := exec.CommandContext(t.Context(), "sleep", "60")
	if err := child.Start(); err != nil {
		t.Skip("no sleep here: ", err)
	}
	t.Cleanup(func() { _ = child.Wait() }) // it is killed at the end of the context
	var set unix.CPUSet
	set.Set(all[len(all)-1])
	if err := unix.SchedSetaffinity(child.Process.Pid, &set); err != nil {
		t.Fatal(err)
	}
	m := newMachine(child.Process.Pid)
	if diff := cmp.Diff([2][]int{all, all[len(all)-1:]}, [2][]int{m.client, m.server}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(all, m.cpus()); diff != "" {
		t.Error(diff)
	}
	if m := newMachine(0); len(m.server) > 0 {
		t.Errorf("a server elsewhere has CPUs %v", m.server)
	}
}

func FuzzParsers(f *testing.F) {
	for _, text := range []string{
		statText, linksText, "0::/a\n2:cpu:/b/../c\n", "processor : 0\ncpu MHz : 1e308\n", "processor\t: -5\ncpu MHz : NaN\n",
		"throttled_usec 18446744073709551615\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s := parseStat(text); len(s.each) > maxCPU+1 {
			t.Errorf("%d CPUs", len(s.each))
		}
		for _, l := range parseLinks(text) {
			if strings.Contains(l.name, "/") {
				t.Errorf("the name %q is a path", l.name)
			}
		}
		for _, group := range parseCgroups(text) {
			if !filepath.IsAbs(group.path) || group.path != filepath.Clean(group.path) {
				t.Errorf("path %q", group.path)
			}
		}
		parseClocks(text)
		throttledIn(text)
	})
}

// BenchmarkRead is what a reading of the machine costs; it is taken twice a
// sample, outside of what is measured.
func BenchmarkRead(b *testing.B) {
	m := newMachine(os.Getpid())
	var c matrix.Counters
	for b.Loop() {
		m.read(&c)
	}
}

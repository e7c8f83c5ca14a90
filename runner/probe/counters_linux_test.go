package probe

import (
	"testing"
	"time"

	"redismatrix/matrix"
)

func TestCPUTimes(t *testing.T) {
	for text, want := range map[string][2]time.Duration{
		"cpu  100 20 3 9999 9999 6 70 250 0 0\ncpu0 …\n": {1990 * time.Millisecond, 2500 * time.Millisecond},
		"cpu 1 2\n": {},
		"":          {},
	} {
		busy, steal := cpuTimes(text)
		if got := [2]time.Duration{busy, steal}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestStatField(t *testing.T) {
	text := "pswpin 3\npswpout 12\npswpout_x 5\n"
	for name, want := range map[string]int64{"pswpout": 12, "absent": 0} {
		if got := statField(text, name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

func TestThrottledInUnknownHierarchies(t *testing.T) {
	for _, controllers := range []string{"memory", "cpuset,pids", ""} {
		if got := throttledIn("4", controllers, "/nowhere"); got != 0 {
			t.Errorf("%q: %v", controllers, got)
		}
	}
}

func TestProcessCPUGrows(_ *testing.T) {
	var before, after matrix.Counters
	hostCounters(&before)
	for after.ClientCPU <= before.ClientCPU {
		hostCounters(&after)
	}
}

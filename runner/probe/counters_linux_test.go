package probe

import (
	"testing"
	"time"

	"redismatrix/matrix"
)

func TestStolen(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"cpu  1 2 3 4 5 6 7 250 0 0\ncpu0 …\n": 2500 * time.Millisecond,
		"cpu 1 2\n":                            0,
		"":                                     0,
	} {
		if got := stolen(text); got != want {
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

func TestProcessCPUGrows(t *testing.T) {
	var before, after matrix.Counters
	hostCounters(&before)
	for after.ClientCPU <= before.ClientCPU {
		hostCounters(&after)
	}
}

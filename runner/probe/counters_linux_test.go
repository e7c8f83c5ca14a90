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

func TestHostCountersOfThisProcess(t *testing.T) {
	var first, second matrix.Counters
	hostCounters(&first)
	for sum, i := 0, 0; i < 50_000_000; i++ { // some CPU time is used up
		sum += i
	}
	hostCounters(&second)
	if second.ClientCPU <= first.ClientCPU || second.HostBusy < first.HostBusy || second.HostCPUs < 1 {
		t.Errorf("counters %+v, then %+v", first, second)
	}
}

func TestCountCPUs(t *testing.T) {
	for text, want := range map[string]int{"cpu  1 2\ncpu0 1 2\ncpu1 1 2\nintr 5\n": 2, "": 0} {
		if got := countCPUs(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func FuzzCPUTimes(f *testing.F) {
	f.Add("cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if countCPUs(text) < 0 {
			t.Error("a negative count")
		}
		cpuTimes(text)
		statField(text, "pswpout")
	})
}

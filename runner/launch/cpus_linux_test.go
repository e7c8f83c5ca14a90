package launch

import (
	"os"
	"strconv"
	"testing"
)

func TestEveryThreadIsPinned(t *testing.T) {
	all, err := allowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pinThreads(all); err != nil {
			t.Error(err)
		}
	})
	last := all[len(all)-1:]
	if err := pinThreads(last); err != nil {
		t.Fatal(err)
	}
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		thread, err := strconv.Atoi(task.Name())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := affinity(thread); err == nil && formatCPUs(got) != formatCPUs(last) {
			t.Errorf("thread %d may run on %v", thread, got)
		}
	}
}

func TestCheckPinnedTellsBoth(t *testing.T) {
	err := checkPinned(os.Getpid(), "1022-1023")
	if err == nil {
		t.Fatal("it was accepted")
	}
	mustContain(t, err.Error(), "1022-1023")
	if err := checkPinned(1<<30, "0"); err == nil {
		t.Error("a process that is not there was accepted")
	}
}

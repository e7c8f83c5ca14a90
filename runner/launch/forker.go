package launch

import (
	"os/exec"
	"runtime"
	"sync"
)

// forker starts every server on one thread that lives as long as the launcher:
// the parent-death signal is sent when the thread that forked ends, not the
// process. That thread may also be confined to the servers' CPUs, which a
// server inherits.
type forker struct {
	work  chan func()
	ended chan struct{}
	once  sync.Once
}

func newForker() *forker {
	f := &forker{work: make(chan func()), ended: make(chan struct{})}
	go func() {
		defer close(f.ended)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		for do := range f.work {
			do()
		}
	}()
	return f
}

// start starts cmd confined to cpus, "" for wherever this process may run.
func (f *forker) start(cmd *exec.Cmd, cpus string) error {
	result := make(chan error)
	f.work <- func() {
		err := pinThread(cpus)
		if err == nil {
			err = cmd.Start()
		}
		result <- err
	}
	return <-result
}

func (f *forker) close() {
	f.once.Do(func() { close(f.work) })
	<-f.ended
}

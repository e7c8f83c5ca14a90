package launch

import (
	"errors"
	"os/exec"
	"runtime"
	"sync"
)

var errClosed = errors.New("the launcher is closed")

// forker starts every server on one thread that lives as long as the launcher:
// the parent-death signal is sent when the thread that forked ends, not the
// process. That thread may also be confined to the servers' CPUs, which a
// server inherits.
type forker struct {
	work  chan func()
	quit  chan struct{}
	ended chan struct{}
	once  sync.Once
}

func newForker() *forker {
	f := &forker{work: make(chan func()), quit: make(chan struct{}), ended: make(chan struct{})}
	go f.serve()
	return f
}

func (f *forker) serve() {
	defer close(f.ended)
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	for {
		select {
		case do := <-f.work:
			do()
		case <-f.quit:
			return
		}
	}
}

// start starts cmd confined to cpus, "" for wherever this process may run.
func (f *forker) start(cmd *exec.Cmd, cpus string) error {
	result := make(chan error, 1)
	do := func() {
		err := pinThread(cpus)
		if err == nil {
			err = cmd.Start()
		}
		result <- err
	}
	select {
	case f.work <- do:
		return <-result
	case <-f.ended:
		return errClosed
	}
}

func (f *forker) close() {
	f.once.Do(func() { close(f.quit) })
	<-f.ended
}

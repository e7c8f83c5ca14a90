package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// watchSignals returns a context that the first SIGINT, SIGTERM, SIGQUIT
// or SIGHUP cancels; the second ends the process at once by quit. A SIGHUP that was
// ignored when the program started, as by nohup, stays ignored. Writing to a
// closed pipe becomes an error of that write.
func watchSignals(parent context.Context, stderr io.Writer, quit func(int)) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	received := make(chan os.Signal, 2)
	signal.Notify(received, signals...)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	done := make(chan struct{})
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		obey(received, done, stderr, cancel, quit)
	}()
	return ctx, func() {
		signal.Stop(received)
		close(done)
		<-finished
		cancel()
	}
}

// obey cancels at the first signal and quits at the second, until done.
func obey(received <-chan os.Signal, done <-chan struct{}, stderr io.Writer, cancel func(), quit func(int)) {
	for actions := []func(){
		func() {
			say(stderr, "\nredis-matrix: stopping; once more to quit at once")
			cancel()
		},
		func() {
			say(stderr, "redis-matrix: quit; keys redis-matrix:* may be left on a server that ran already: `redis-matrix bench --clean` removes them")
			quit(int(exitInterrupted))
		},
	}; len(actions) > 0; actions = actions[1:] {
		select {
		case <-received:
			actions[0]()
		case <-done:
			return
		}
	}
}

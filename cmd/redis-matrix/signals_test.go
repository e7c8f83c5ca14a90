package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestObey(t *testing.T) {
	received := make(chan os.Signal)
	done := make(chan struct{})
	finished := make(chan struct{})
	var stderr strings.Builder
	canceled := make(chan struct{})
	quit := make(chan int, 1)
	go func() {
		defer close(finished)
		obey(received, done, &stderr, func() { close(canceled) }, func(code int) { quit <- code })
	}()

	received <- os.Interrupt
	<-canceled
	if len(quit) != 0 {
		t.Error("the first signal quits")
	}
	if got := stderr.String(); !strings.Contains(got, "once more to quit at once") {
		t.Errorf("the first signal says %q", got)
	}
	received <- syscall.SIGTERM
	if code := <-quit; code != 130 {
		t.Errorf("the second signal quits with %d, want 130", code)
	}
	<-finished
}

func TestObeyEndsWhenDone(t *testing.T) {
	done := make(chan struct{})
	close(done)
	never := func() { t.Error("no signal was received") }
	obey(nil, done, &strings.Builder{}, never, func(int) { never() })
}

func TestWatchSignalsCancels(t *testing.T) {
	ctx, stop := watchSignals(t.Context(), &strings.Builder{}, func(int) { t.Error("quits at the first signal") })
	defer stop()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
}

package bench

import (
	"errors"
	"testing"
	"time"
)

// linger has a loop listen for as long as it takes, once nothing is outstanding.
func linger(engine engine) engine {
	loops := engine.(*loops)
	if err := loops.divide(1); err != nil {
		panic(err)
	}
	l := loops.loops[0]
	wait := l.wait
	l.wait = func(timeout time.Duration) (int, error) {
		if l.active == 0 && timeout > 0 {
			timeout = time.Minute
		}
		return wait(timeout)
	}
	return engine
}

func TestLoopsFindRepliesToNothing(t *testing.T) {
	for name, text := range unasked {
		t.Run(name, func(t *testing.T) { checkUnasked(t, linger(sockets(t, 2, oneMore(text)))) })
	}
}

func TestLoopsFindStepsToNothing(t *testing.T) {
	checkSteps(t, linger(sockets(t, 2, oneMore("+OK\r\n"))))
}

// What comes between two jobs is found before the next sends anything.
func TestLoopsFindRepliesBetweenJobs(t *testing.T) {
	more, said := make(chan struct{}), make(chan struct{})
	engine := sockets(t, 1, func(p *peer, _ []string) bool {
		if !p.say("+OK\r\n") || p.n < 9 {
			return p.n < 9
		}
		<-more
		defer close(said)
		return p.say("+OK\r\n")
	})
	job := setJob()
	job.requests = 10
	if done, err := engine.drive(t.Context(), job); err != nil || done.requests != 10 {
		t.Fatalf("%d requests, error %v", done.requests, err)
	}
	close(more)
	<-said
	if done, err := engine.drive(t.Context(), job); !errors.Is(err, errUnasked) {
		t.Errorf("%d requests, error %v, want %v", done.requests, err, errUnasked)
	}
}

func TestLoopsServiceTimeIsTheServers(t *testing.T) {
	for name, b := range toils() {
		t.Run(name, func(t *testing.T) {
			engine, job := sockets(t, 1, b.answer).(*loops), b.job()
			scanned := &engine.socks[0].tally
			engine.clock = b.passes(job, scanned)
			checkServiceTime(t, engine, job, scanned)
		})
	}
}

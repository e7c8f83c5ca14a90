package bench

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// unasked is what comes to nothing when all requests are answered.
var unasked = map[string]string{
	"a reply":               "+OK\r\n",
	"after a push of RESP3": ">1\r\n+tracking\r\n:1\r\n",
}

// oneMore says something that nobody asked for after ten replies.
func oneMore(text string) script {
	return func(p *peer, _ []string) bool {
		return p.say("+OK\r\n") && (p.n != 9 || p.say(text))
	}
}

// A reply too many shifts those after it by one, although each looks right; at
// the end it is left over.
func TestDriveFindsRepliesToNothing(t *testing.T) {
	for name, text := range unasked {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { checkUnasked(t, pipes(t, 2, late(oneMore(text)))) })
		})
	}
}

// late takes a millisecond for each reply.
func late(then script) script {
	return func(p *peer, words []string) bool {
		time.Sleep(time.Millisecond)
		return then(p, words)
	}
}

func checkUnasked(t *testing.T, engine engine) {
	t.Helper()
	job := setJob()
	job.requests, job.connections = 10, 1
	_, err := engine.drive(t.Context(), job)
	if !errors.Is(err, errUnasked) || !strings.Contains(err.Error(), "connection 1 of") {
		t.Errorf("error %v, want that connection 1 brought %v", err, errUnasked)
	}
}

// A request of several steps is not answered by a step more.
func TestDriveFindsStepsToNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { checkSteps(t, pipes(t, 2, late(oneMore("+OK\r\n")))) })
}

// checkSteps drives five requests of two steps.
func checkSteps(t *testing.T, engine engine) {
	t.Helper()
	job := setJob()
	only := &job.commands[0]
	only.request.append(only.request)
	only.expect = append(only.expect, only.expect[0])
	job.requests, job.connections = 5, 1
	if _, err := engine.drive(t.Context(), job); !errors.Is(err, errUnasked) {
		t.Errorf("error %v, want %v", err, errUnasked)
	}
}

// A push of RESP3 is no reply.
func TestDriveTakesPushes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := pipes(t, 1, late(oneMore(">1\r\n+tracking\r\n")))
		for range 2 {
			job := setJob()
			job.requests = 10
			if done, err := engine.drive(t.Context(), job); err != nil || done.requests != 10 {
				t.Errorf("%d requests, error %v", done.requests, err)
			}
		}
	})
}

// Service time begins just before a batch is written: neither to scan the
// replies before it nor to lay its requests out is a part of it, where that
// takes as long as latencies are told apart by. The clock here only passes by
// those two.
func checkServiceTime(t *testing.T, engine engine, job job, scanned *count) {
	t.Helper()
	done, err := engine.drive(t.Context(), job)
	if err != nil || done.requests != job.requests || done.errors > 0 {
		t.Fatalf("%d requests, %d errors (%s), error %v", done.requests, done.errors, done.firstError, err)
	}
	if scanned.requests != job.requests || job.seq.Load() != uint64(job.requests) {
		t.Errorf("%d scanned and %d laid out of %d", scanned.requests, job.seq.Load(), job.requests)
	}
	if got := done.latency.most; got != 0 {
		t.Errorf("a request took %d, of which the server had nothing", got)
	}
}

// toils are what takes time to scan or to lay out.
func toils() map[string]toil {
	return map[string]toil{
		"many requests": {200, "+OK\r\n"},
		"a long reply":  {1, "+" + strings.Repeat("x", 3<<10) + "\r\n"},
	}
}

type toil struct {
	pipeline int
	reply    string
}

// job sends batches of numbered requests.
func (t toil) job() job {
	job := setJob()
	job.seq.Store(0)
	job.commands[0].request = compile([]string{"SET", "key:__seq__", "xxx"}, false, "", 3)
	job.pipeline, job.requests = t.pipeline, 5*int64(t.pipeline)
	return job
}

// answer replies to a batch at once.
func (t toil) answer(p *peer, _ []string) bool {
	return (p.n+1)%t.pipeline > 0 || p.say(strings.Repeat(t.reply, t.pipeline))
}

// passes is a clock that goes on by one for a hundred requests that are laid out
// and for each reply that is scanned.
func (t toil) passes(job job, scanned *count) func() int64 {
	return func() int64 { return 1 + int64(job.seq.Load()/100) + scanned.requests }
}

func TestServiceTimeIsTheServers(t *testing.T) {
	for name, b := range toils() {
		t.Run(name, func(t *testing.T) {
			engine, job := pipes(t, 1, b.answer), b.job()
			scanned := &engine.workers[0].tally
			engine.clock = b.passes(job, scanned)
			checkServiceTime(t, engine, job, scanned)
		})
	}
}

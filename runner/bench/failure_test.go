package bench

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"redismatrix/matrix"
)

// failCase is a job that fails against scripted peers, and how.
type failCase struct {
	answer script
	is     error
	want   string
}

// failCases fail with every engine.
func failCases() map[string]failCase {
	hang := func(p *peer, _ []string) bool { _, err := p.in.ReadByte(); return err == nil }
	return map[string]failCase{
		"no reply":            {afterFive(hang), nil, "no reply for "},
		"closed":              {afterFive(func(*peer, []string) bool { return false }), io.EOF, "the server closed the connection"},
		"closed in mid-reply": {afterFive(func(p *peer, _ []string) bool { return p.say("$5\r\nab") && false }), io.ErrUnexpectedEOF, "in the middle of a reply"},
		"garbage":             {afterFive(always("HTTP/1.1 400 Bad Request\r\n")), nil, `not a RESP reply: "HTTP/1.1 400`},
		"too many replies":    {always("+OK\r\n+OK\r\n"), nil, "more replies than requests"},
	}
}

// fail drives a case with an engine on three connections.
func (c failCase) fail(t *testing.T, engine engine, patience time.Duration) {
	t.Helper()
	job := setJob()
	job.patience = patience
	_, err := engine.drive(t.Context(), job)
	if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "of 3") {
		t.Errorf("error %v, want %q of a connection", err, c.want)
	}
	if c.is != nil && !errors.Is(err, c.is) {
		t.Errorf("error %v is no %v", err, c.is)
	}
}

func TestDriveFails(t *testing.T) {
	for name, c := range failCases() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.fail(t, pipes(t, 3, c.answer), patience) })
		})
	}
}

func TestDriveIsPatientWithSlowBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(p *peer, _ []string) bool {
			for _, part := range []string{"$3\r", "\nab", "c\r\n"} {
				time.Sleep(4 * time.Second)
				if !p.say(part) {
					return false
				}
			}
			return true
		}
		job := setJob()
		job.commands[0].expect[0].Kind, job.requests = matrix.ReplyBulk, 2
		done, err := pipes(t, 1, slow).drive(t.Context(), job)
		if err != nil || done.elapsed != 24*time.Second {
			t.Errorf("elapsed %v, error %v", done.elapsed, err)
		}
	})
}

func TestDriveStopsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err := pipes(t, 5, delays(30*time.Second)).drive(ctx, setJob())
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the context's", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("stopped after %v, want 1s", took)
		}
	})
}

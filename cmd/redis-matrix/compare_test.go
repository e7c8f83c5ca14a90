package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The first signal ends what reads a pipe that nobody writes to.
func TestCompareEndsAtOnce(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // lets go of who still waits to open it
		if writer, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil {
			_ = writer.Close()
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr strings.Builder
	code := run(ctx, []string{"compare", pipe, measuredRun("complete")}, nil, &stdout, &stderr, noEnv)
	if code != int(exitInterrupted) || !strings.Contains(stderr.String(), "interrupted: nothing was compared") {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
	if !strings.HasPrefix(stdout.String(), "invalid: nothing was compared") {
		t.Errorf("stdout %q", stdout.String())
	}
}

// Names that come from elsewhere do nothing on stderr, whichever remark they
// stand in.
func TestSaySteersNothing(t *testing.T) {
	var out strings.Builder
	say(&out, "results: %s, %v, %d\n%s", "a\x1b[2Jb\u202ec", errors.New("##[error]\rx"), 7, "two\nlines")
	const want = `results: a\x1b[2Jb\u202ec, # #[error] / x, 7` + "\ntwo\nlines\n"
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What never ends is not read for ever.
func TestReadingEnds(t *testing.T) {
	for left, want := range map[int64]string{3: "", 2: "it is no file and gives more than a run has"} {
		text, err := io.ReadAll(&ending{strings.NewReader("abc"), left})
		if errorText(err) != "" && want == "" || !strings.HasPrefix(errorText(err), want) {
			t.Errorf("%d: %q, %v", left, text, err)
		}
	}
}

package launch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"redismatrix/matrix"
)

func newSite(t *testing.T, l *Launcher, s matrix.Setup) *Site {
	t.Helper()
	site, err := l.Site(s, logPath(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := site.Close(); err != nil {
			t.Error(err)
		}
	})
	return site
}

// again starts a server in a site that must come up.
func again(t *testing.T, site *Site, how Again) *Server {
	t.Helper()
	server, err := site.Start(t.Context(), how)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// do sends a command that must be answered with want; of one that ends the server
// want is "", and nothing is answered.
func do(t *testing.T, server *Server, want string, command ...any) {
	t.Helper()
	client := connect(server.Endpoint())
	defer client.Close()
	got, err := client.Do(t.Context(), command...).Text()
	if got != want || err != nil && want != "" {
		t.Errorf("%v: %q, %v", command, got, err)
	}
}

// TestSiteKeepsData ends a server in both ways, and starts another on its data.
func TestSiteKeepsData(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		site := newSite(t, newLauncher(t, Options{}), setup(binary, "appendonly yes", "appendfsync always", `save ""`))
		first := again(t, site, Again{})
		do(t, first, "OK", "SET", "a", "1")
		if _, err := site.Start(t.Context(), Again{}); err == nil {
			t.Error("two servers run")
		}
		if err := site.Kill(); err != nil {
			t.Fatal(err)
		}
		second := again(t, site, Again{})
		do(t, second, "1", "GET", "a")
		if second.Info().RunID == first.Info().RunID || second.Info().StartNanos <= 0 {
			t.Errorf("it is the server of before: %+v", second.Info())
		}
		if text := site.Log(); !strings.Contains(text, "DB loaded from") {
			t.Errorf("its log is %q", text)
		}
		do(t, second, "", "SHUTDOWN", "NOSAVE")
		if err := site.Leave(t.Context()); err != nil {
			t.Error(err)
		}
		do(t, again(t, site, Again{}), "1", "GET", "a")
	})
}

// TestSiteOfAServerThatDied says of a server that was killed by others how it
// ended.
func TestSiteOfAServerThatDied(t *testing.T) {
	site := newSite(t, newLauncher(t, Options{}), setup(binaries(t)[0], `save ""`))
	for name, end := range map[string]func() error{
		"kill": site.Kill, "leave": func() error { return site.Leave(t.Context()) },
	} {
		server := again(t, site, Again{})
		process, err := os.FindProcess(server.Info().PID)
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := end(); err == nil || !strings.Contains(err.Error(), "killed by signal 9") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := errors.Join(site.Kill(), site.Leave(t.Context())); err != nil || site.Log() != "" {
		t.Errorf("of no server: %v, %q", err, site.Log())
	}
}

func TestSiteWaitsNoLongerThanItMay(t *testing.T) {
	site := newSite(t, newLauncher(t, Options{}), setup(binaries(t)[0], `save ""`))
	again(t, site, Again{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := site.Leave(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := site.Kill(); err != nil {
		t.Fatal(err)
	}
	never := func(ctx context.Context, _ string) error { <-ctx.Done(); return context.Cause(ctx) }
	_, err := site.Start(t.Context(), Again{Ready: never, Timeout: 50 * time.Millisecond})
	if died, ended := errors.AsType[*DiedError](err); ended || err == nil || !strings.Contains(err.Error(), "it did not answer within 50ms") {
		t.Errorf("got %v, %v", err, died)
	}
}

// TestSiteOfSpoiledData has servers refuse an AOF that is cut short, checks and
// repairs it, and starts them again.
func TestSiteOfSpoiledData(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		site := newSite(t, newLauncher(t, Options{}), setup(binary, "appendonly yes", "appendfsync always", "aof-load-truncated no", `save ""`))
		server := again(t, site, Again{})
		do(t, server, "OK", "SET", "a", "1")
		do(t, server, "OK", "SET", "b", "2")
		if err := site.Kill(); err != nil {
			t.Fatal(err)
		}
		if said, whole, err := site.Check(t.Context(), false); err != nil || !whole {
			t.Errorf("a whole AOF: %q, %t, %v", said, whole, err)
		}
		shorten(t, site.Dir(), 3)
		_, err := site.Start(t.Context(), Again{})
		died, ended := errors.AsType[*DiedError](err)
		if !ended || !died.Exited || !strings.Contains(died.Log, "nexpected end of file") {
			t.Fatalf("started on a short AOF: %v", err)
		}
		if said, whole, err := site.Check(t.Context(), false); err != nil || whole || !strings.Contains(said, "not valid") {
			t.Errorf("a short AOF: %q, %t, %v", said, whole, err)
		}
		if said, whole, err := site.Check(t.Context(), true); err != nil || !whole {
			t.Errorf("repaired: %q, %t, %v", said, whole, err)
		}
		server = again(t, site, Again{})
		do(t, server, "1", "GET", "a")
		do(t, server, "", "GETRANGE", "b", "0", "-1")
	})
}

// shorten cuts bytes off the end of the AOF that is written to.
func shorten(t *testing.T, dir string, bytes int64) {
	t.Helper()
	for _, pattern := range []string{"*/*.incr.aof", "appendonly.aof"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(found) == 0 {
			continue
		}
		info, err := os.Stat(found[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(found[0], info.Size()-bytes); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("there is no AOF in %s", dir)
}

func TestSiteWithoutAOF(t *testing.T) {
	site := newSite(t, newLauncher(t, Options{}), setup(binaries(t)[0], `save ""`))
	if _, _, err := site.Check(t.Context(), false); err == nil || !strings.Contains(err.Error(), "there is none") {
		t.Errorf("got %v", err)
	}
}

// TestSiteIsTraced finds what a server does with its files in the trace, up to its
// end.
func TestSiteIsTraced(t *testing.T) {
	if err := CanTrace(t.Context()); err != nil {
		missing(t, "strace", err.Error())
	}
	eachBinary(t, func(t *testing.T, binary Installed) {
		site := newSite(t, newLauncher(t, Options{}), setup(binary, "appendonly yes", "appendfsync always", `save ""`))
		server := again(t, site, Again{Traced: true})
		do(t, server, "OK", "SET", "a", "value-that-shows")
		if err := site.Kill(); err != nil {
			t.Fatal(err)
		}
		trace, err := os.ReadFile(site.Trace())
		if err != nil {
			t.Fatal(err)
		}
		text := string(trace)
		at := strings.LastIndex(text, "value-that-shows")
		if at < 0 || !strings.Contains(text[at:], "fdatasync(") || !strings.HasSuffix(text, "\n") {
			t.Errorf("the trace ends with %q", text[max(0, len(text)-500):])
		}
	})
}

func TestSiteOfNoBinary(t *testing.T) {
	l := newLauncher(t, Options{})
	for name, c := range map[string]struct {
		ref  matrix.ServerRef
		want string
	}{
		"image":   {matrix.ServerRef{Text: "image:redis", Kind: matrix.RefImage, Location: "redis"}, "only binaries can be"},
		"absent":  {matrix.ServerRef{Text: "/nowhere", Kind: matrix.RefBinary, Location: "/nowhere"}, "there is no such file"},
		"unknown": {matrix.ServerRef{Text: "1.0", Kind: matrix.RefVersion, Version: matrix.Version{Product: matrix.Redis, Numbers: []int{1, 0}}}, "servers install"},
	} {
		if _, err := l.Site(matrix.Setup{Server: c.ref}, logPath(t)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	mustBeEmpty(t, l.options.Dir)
}

func TestNoTracer(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := CanTrace(t.Context()); err == nil || !strings.Contains(err.Error(), "install it") {
		t.Errorf("got %v", err)
	}
	broken := filepath.Join(t.TempDir(), "strace")
	if err := os.WriteFile(broken, []byte("#!/bin/sh\necho no ptrace >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(broken))
	if err := CanTrace(t.Context()); err == nil || !strings.Contains(err.Error(), "no ptrace") {
		t.Errorf("got %v", err)
	}
}

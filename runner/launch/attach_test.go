package launch

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// attached is a setup on a server that runs already.
func attached(server *Server, config ...string) matrix.Setup {
	s := setup(Installed{}, config...)
	s.Server = matrix.ServerRef{Text: "there", Kind: matrix.RefAttach, Location: "attach:" + server.Endpoint().Address}
	return s
}

func TestAttachProvesAndLeavesAlone(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		owned := start(t, l, setup(binary, `save ""`, "hz 20"))
		server := start(t, l, attached(owned, "hz 20", `save ""`))
		at := server.Endpoint()
		if at.Owned || !strings.HasPrefix(at.Prefix, "redis-matrix:") || at.Address != owned.Endpoint().Address {
			t.Errorf("endpoint %+v", at)
		}
		want := owned.Info()
		want.Launch, want.Path, want.Digest, want.Size, want.PID, want.StartNanos = matrix.LaunchAttach, at.Address, "", 0, 0, 0
		want.Config = []matrix.Directive{{Name: "hz", Args: []string{"20"}}, {Name: "save", Args: []string{""}}}
		want.Warnings = server.Info().Warnings
		if diff := cmp.Diff(want, server.Info()); diff != "" || len(want.Warnings) == 0 {
			t.Error(diff)
		}
		if err := server.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if err := owned.Stop(t.Context()); err != nil {
			t.Errorf("the server had ended: %v", err)
		}
	})
}

func TestAttachTellsAllDifferences(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		owned := start(t, l, setup(binary, "save 900 1", "hz 20", "maxmemory 2mb"))
		why := decline(t, l, attached(owned, "hz 30", "maxmemory 1mb", "appendonly no", `save ""`, "no-such-directive 1"))
		mustContain(t, why, owned.Info().Name()+" does not run as asked",
			`hz asked "30", found "20"`, `maxmemory asked "1mb", found "2097152"`, `save asked "", found "900 1"`,
			`no-such-directive asked "1", the server does not know it`)
		if strings.Contains(why, "appendonly") {
			t.Errorf("%q tells of a directive that is as asked", why)
		}
	})
}

// decline is refuse while another server is running.
func decline(t testing.TB, l *Launcher, s matrix.Setup) string {
	t.Helper()
	_, err := l.Launch(t.Context(), s, logPath(t))
	if err == nil {
		t.Fatal("it was accepted")
	}
	return err.Error()
}

func TestAttachAddress(t *testing.T) {
	l := newLauncher(t, Options{})
	for address, want := range map[string]string{
		"attach:nowhere":     "accepted: attach:HOST:PORT",
		"attach:127.0.0.1:1": "connection refused",
	} {
		s := setup(Installed{})
		s.Server = matrix.ServerRef{Kind: matrix.RefAttach, Location: address}
		mustContain(t, decline(t, l, s), want)
	}
}

// With a password, the server is asked with it, and no error tells it: that of
// 4.0 and 5.0 repeats what it was sent.
func TestAttachKeepsThePassword(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		owned := start(t, l, setup(binary, `save ""`))
		client := connect(owned.Endpoint())
		defer client.Close()
		if err := client.ConfigSet(t.Context(), "requirepass", "sesame-open").Err(); err != nil {
			t.Fatal(err)
		}
		mustContain(t, decline(t, l, attached(owned)), "NOAUTH")
		t.Setenv(passwordEnv, "sesame-shut")
		if why := decline(t, l, attached(owned)); strings.Contains(why, "sesame") {
			t.Errorf("%q tells the password", why)
		}
		t.Setenv(passwordEnv, "sesame-open")
		server := start(t, l, attached(owned))
		if at := server.Endpoint(); at.Password != "sesame-open" {
			t.Errorf("endpoint's password %q", at.Password)
		}
	})
}

func TestAttachRedactsWhatAServerRepeats(t *testing.T) {
	l := newLauncher(t, Options{})
	t.Setenv(userEnv, "alibaba")
	t.Setenv(passwordEnv, "sesame-open")
	s := setup(Installed{})
	s.Server = matrix.ServerRef{Kind: matrix.RefAttach, Location: parrot(t)}
	why := decline(t, l, s)
	mustContain(t, why, "***")
	for _, secret := range []string{"alibaba", "sesame"} {
		if strings.Contains(why, secret) {
			t.Errorf("%q tells %q", why, secret)
		}
	}
}

// parrot is a server that answers each word with an error that repeats it.
func parrot(t testing.TB) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { _ = listener.Close(); <-done })
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			answerAll(conn)
		}
	}()
	return listener.Addr().String()
}

// answerAll answers whole commands with all their words.
func answerAll(conn net.Conn) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		var n int
		if _, err := fmt.Sscanf(lines.Text(), "*%d", &n); err != nil {
			return
		}
		var words []string
		for range n {
			lines.Scan() // the word's length
			lines.Scan()
			words = append(words, lines.Text())
		}
		if _, err := fmt.Fprintf(conn, "-ERR unknown command, with args beginning with: %s\r\n", strings.Join(words, " ")); err != nil {
			return
		}
	}
}

func TestRedactKeepsOtherErrors(t *testing.T) {
	if err := redact(os.ErrNotExist, matrix.Endpoint{Password: "x-y-z"}); err != os.ErrNotExist { //nolint:errorlint // the same one
		t.Errorf("got %v", err)
	}
}

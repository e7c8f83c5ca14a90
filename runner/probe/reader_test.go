package probe

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// bulk and list are RESP2 of a text, and of several.
func bulk(text string) string { return fmt.Sprintf("$%d\r\n%s\r\n", len(text), text) }

func list(texts ...string) string {
	all := fmt.Sprintf("*%d\r\n", len(texts))
	for _, text := range texts {
		all += bulk(text)
	}
	return all
}

// pings are the replies that opening takes.
var pings = map[string]string{"ping": "+PONG\r\n", "hello": "-ERR unknown command\r\n"}

// serve is a fake server that answers PING, and as it is told to INFO and
// CONFIG; with "" it hangs up.
func serve(t *testing.T, info, config string) matrix.Endpoint {
	t.Helper()
	return serveReplies(t, map[string]string{"info": info, "config": config})
}

// serveReplies is a fake server that answers commands, by a word of theirs, and
// PING.
func serveReplies(t *testing.T, replies map[string]string) matrix.Endpoint {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { _ = listener.Close(); <-done })
	replies = maps.Clone(replies)
	maps.Copy(replies, pings)
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			answer(conn, replies)
		}
	}()
	return matrix.Endpoint{Network: "tcp", Address: listener.Addr().String()}
}

// answer replies to every line that is a command's name.
func answer(conn net.Conn, replies map[string]string) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		reply, known := replies[strings.ToLower(lines.Text())]
		if known && reply == "" {
			return
		}
		_, _ = io.WriteString(conn, reply)
	}
}

// read is a reading of a server, without what the host tells.
func read(t *testing.T, at matrix.Endpoint) (matrix.Counters, error) {
	t.Helper()
	reader, err := Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	reader.machine = machine{}
	counters, err := reader.Read(t.Context())
	counters.At, counters.ClientCPU, counters.Throttled = time.Time{}, 0, 0
	for _, name := range []string{matrix.UntoldWritten, matrix.UntoldSyncs, matrix.UntoldRDBSize} {
		if counters.Persistence.Untold[name].Text == "" && err == nil {
			t.Errorf("no reason why %s is not told of a process that is not known", name)
		}
		delete(counters.Persistence.Untold, name)
	}
	if closing := reader.Close(); closing != nil {
		t.Error(closing)
	}
	return counters, err
}

// TestReadWhatAServerTells has servers that refuse one thing or the other.
func TestReadWhatAServerTells(t *testing.T) {
	const info = "# Server\r\nrun_id:abc\r\ntotal_commands_processed:3\r\ndb0:keys=2,expires=0\r\n"
	const denied = "-NOPERM this user has no permissions\r\n"
	config := map[string]string{"save": "", "appendonly": "no"}
	for name, test := range map[string]struct {
		info, config string
		want         matrix.Counters
	}{
		"all": {bulk(info), list("save", "", "appendonly", "no"), matrix.Counters{
			RunID: "abc", Commands: 3, Keys: 2, Forks: "  ", Config: config, Persistence: withoutAOF(),
		}},
		"no CONFIG": {bulk(info), denied, matrix.Counters{RunID: "abc", Commands: 3, Keys: 2, Forks: "  ", Persistence: withoutAOF()}},
		"no INFO": {denied, list("save", "", "appendonly", "no"), matrix.Counters{
			NoInfo: "NOPERM this user has no permissions; " + matrix.ReplyRemedy("NOPERM"), Config: config, Persistence: refusedPersistence(),
		}},
	} {
		got, err := read(t, serve(t, test.info, test.config))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestReadOfAServerThatHangsUp is an error, and no server that refuses.
func TestReadOfAServerThatHangsUp(t *testing.T) {
	for want, at := range map[string]matrix.Endpoint{
		"read INFO: ":              serve(t, "", ""),
		"read the configuration: ": serve(t, bulk("run_id:abc"), ""),
	} {
		if _, err := read(t, at); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

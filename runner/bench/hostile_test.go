package bench

import (
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// A peer that is no server, or none that serves us, fails the dial with one
// error that says what to do.
func TestDialHostilePeers(t *testing.T) {
	const notServer = "; is this a Redis server?"
	const closed = "; does the server speak TLS there, or are there too many clients for it (maxclients)?"
	tests := map[string]struct {
		answer script
		want   string // after the address
	}{
		"NOAUTH":       {always("-NOAUTH Authentication required.\r\n"), "PING: NOAUTH Authentication required.; give REDIS_MATRIX_PASSWORD, and REDIS_MATRIX_USER for any user but the default one"},
		"NOPERM":       {always("-NOPERM this user has no permissions to run the 'ping' command\r\n"), "PING: NOPERM this user has no permissions to run the 'ping' command; allow the user the commands and keys (ACL SETUSER NAME +@all ~*), or name another in REDIS_MATRIX_USER"},
		"LOADING":      {always("-LOADING Redis is loading\r\n"), "PING: LOADING Redis is loading: no answer for 200ms: is the server stopped, or are there too many clients for it?"},
		"READONLY":     {always("-READONLY You can't write against a read only replica.\r\n"), "PING: READONLY You can't write against a read only replica.; measure a primary, not a replica"},
		"OOM":          {always("-OOM command not allowed\r\n"), "PING: OOM command not allowed; raise the server's maxmemory, or use fewer keys or smaller values"},
		"DENIED":       {always("-DENIED Redis is running in protected mode\r\n"), "PING: DENIED Redis is running in protected mode; the server is in protected mode: give it a password, or set protected-mode no where its network is safe"},
		"MOVED":        {always("-MOVED 866 127.0.0.1:7001\r\n"), "PING: MOVED 866 127.0.0.1:7001; measure a server that is no part of a cluster (cluster-enabled no)"},
		"maxclients":   {always("-ERR max number of clients reached\r\n"), "PING: ERR max number of clients reached; raise the server's maxclients, or lower clients"},
		"other error":  {always("-ERR unknown\x1b[31m\r\n"), "PING: ERR unknown?[31m"},
		"other reply":  {always(":1\r\n"), `PING: got ":1\r\n", want "+PONG\r\n"` + notServer},
		"web server":   {always("HTTP/1.1 400 Bad Request\r\n\r\n"), `PING: not a RESP reply: "HTTP/1.1 400 Bad Request\r\n\r\n"; that is a web server: correct host and port`},
		"TLS alert":    {always("\x15\x03\x03\x00\x02\x02\x46"), `PING: not a RESP reply: "\x15\x03\x03\x00\x02\x02F"; the server speaks TLS there: use transport tls, for an attached server with REDIS_MATRIX_TLS=1`},
		"mail server":  {always("220 mail ESMTP\r\n"), `PING: not a RESP reply: "220 mail ESMTP\r\n"` + notServer},
		"two replies":  {always(pong + pong), "PING: the server sent more replies than requests"},
		"closes":       {func(*peer, []string) bool { return false }, "PING: the server closed the connection: EOF" + closed},
		"half a reply": {func(p *peer, _ []string) bool { return p.say("+PO") && false }, "PING: the server closed the connection: EOF" + closed},
		"no answer":    {func(*peer, []string) bool { return true }, "no answer for 200ms: is the server stopped, or are there too many clients for it?"},
		"resets":       {reset, "PING: read tcp: connection reset by peer" + closed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at := listen(t, tt.answer)
			check(t, at, impatient(t, at, someLoad()), tt.want)
		})
	}
}

// readOf is what stands in an error of a read, with ports that differ.
var readOf = regexp.MustCompile(`read tcp \S+: read:`)

// check compares an error with all of what it should be.
func check(t *testing.T, at matrix.Endpoint, got, want string) {
	t.Helper()
	got = strings.ReplaceAll(got, at.Address, "ADDRESS")
	got = readOf.ReplaceAllString(got, "read tcp:")
	if want = "open a connection to ADDRESS: " + want; got != want {
		t.Errorf("error %q\nwant  %q", got, want)
	}
}

// reset closes the connection without the ceremony of TCP.
func reset(p *peer, _ []string) bool {
	_ = p.conn.(*net.TCPConn).SetLinger(0)
	return false
}

// A peer that speaks before it is asked would have all replies taken for those
// to later requests.
func TestDialRefusesBanners(t *testing.T) {
	for name, tt := range map[string]struct{ banner, want string }{
		"RESP": {"+READY\r\n", `PING: got "+READY\r\n", want "+PONG\r\n"; is this a Redis server?`},
		"SSH":  {"SSH-2.0-OpenSSH_9.2\r\n", `PING: not a RESP reply: "SSH-2.0-OpenSSH_9.2\r\n"; is this a Redis server?`},
	} {
		t.Run(name, func(t *testing.T) {
			client, server := net.Pipe()
			defer client.Close()
			go func() {
				defer server.Close()
				p := &peer{conn: server}
				request := make([]byte, 64)
				if _, err := server.Read(request); err == nil && p.say(tt.banner) {
					_ = p.say(pong)
				}
			}()
			err := greeting{}.greet(t.Context(), client)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// Whatever a server says to a password, no error tells it.
func TestDialTellsNoSecrets(t *testing.T) {
	echo := func(p *peer, words []string) bool {
		return p.say("-ERR unknown command `" + words[0] + "`, with args beginning with: " + strings.Join(words[1:], " ") + "\r\n")
	}
	const hidden = "the server refused it, in words that may repeat the password and are not shown; correct REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD"
	wrong := always("-WRONGPASS invalid username-password pair or user is disabled.\r\n")
	tests := map[string]struct {
		answer   script
		protocol int
		user     string
		want     string
	}{
		"AUTH":            {wrong, 2, "", "AUTH: WRONGPASS invalid username-password pair or user is disabled.; correct REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD"},
		"AUTH before 6.0": {always("-ERR invalid password\r\n"), 0, "", "AUTH: ERR invalid password; correct REDIS_MATRIX_PASSWORD"},
		"AUTH of a user":  {always("-ERR wrong number of arguments for 'auth' command\r\n"), 2, "alibaba", "AUTH: ERR wrong number of arguments for 'auth' command; servers before Redis 6.0 have no users: unset REDIS_MATRIX_USER"},
		"no password":     {always("-ERR Client sent AUTH, but no password is set\r\n"), 2, "", "AUTH: ERR Client sent AUTH, but no password is set; the server has no password: unset REDIS_MATRIX_PASSWORD"},
		"echo":            {echo, 2, "alibaba", "AUTH: " + hidden},
		"malice":          {always("-NOAUTH alibaba sesame-open\r\n"), 2, "alibaba", "AUTH: NOAUTH *** ***; give REDIS_MATRIX_PASSWORD, and REDIS_MATRIX_USER for any user but the default one"},
		"no status":       {always(":1\r\n"), 2, "", "AUTH: got a reply of type ':', want '+'; is this a Redis server?"},
		"HELLO":           {wrong, 3, "alibaba", "HELLO 3: WRONGPASS invalid username-password pair or user is disabled.; correct REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD"},
		"HELLO echo":      {echo, 3, "alibaba", "HELLO 3: the server does not speak RESP3, which came with Redis 6.0; use protocol 2"},
		"no RESP3":        {always("-NOPROTO unsupported protocol version\r\n"), 3, "", "HELLO 3: the server does not speak RESP3, which came with Redis 6.0; use protocol 2"},
		"no map":          {always("*0\r\n"), 3, "", "HELLO 3: got a reply of type '*', want '%'; is this a Redis server?"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at := listen(t, tt.answer)
			at.User, at.Password = tt.user, "sesame-open"
			load := someLoad()
			load.Protocol = tt.protocol
			check(t, at, impatient(t, at, load), tt.want)
		})
	}
}

// What goes wrong in mid-measurement is in failure_test.go; here is what the
// error replies are that a sample is void for.
func TestMeasureRefusals(t *testing.T) {
	for _, refusal := range []string{
		"NOAUTH Authentication required.", "LOADING Redis is loading", "READONLY replica", "OOM command not allowed",
		"MOVED 866 127.0.0.1:7001", "NOPERM no", "MISCONF no disk",
	} {
		t.Run(refusal, func(t *testing.T) {
			job := setJob()
			job.duration = time.Minute
			done, err := pipes(t, 2, afterFive(always("-"+refusal+"\r\n"))).drive(t.Context(), job)
			if err != nil || done.errors < maxErrors || done.requests > done.errors+10 || done.firstError != refusal {
				t.Errorf("%d requests, %d errors (%s), error %v", done.requests, done.errors, done.firstError, err)
			}
			if matrix.ReplyRemedy(refusal) == "" {
				t.Error("there is no remedy")
			}
		})
	}
}

// A session whose connections are lost in mid-measurement has no sample, and
// says so again when it is asked for more.
func TestMeasureLosesConnections(t *testing.T) {
	const lost = "; did the server end, or drop its clients (timeout, maxmemory-clients, CLIENT KILL)? See its log"
	tests := map[string]struct {
		then script
		want string
	}{
		"closed":       {func(*peer, []string) bool { return false }, "the server closed the connection: EOF" + lost},
		"cut":          {func(p *peer, _ []string) bool { return p.say("$5\r\nab") && false }, "the server closed the connection in the middle of a reply: unexpected EOF" + lost},
		"reset":        {reset, "connection reset by peer" + lost},
		"web server":   {always("HTTP/1.1 400 Bad Request\r\n\r\n"), `not a RESP reply: "HTTP/1.1 400 Bad Request\r\n\r\n"`},
		"TLS":          {always("\x15\x03\x03\x00\x02\x02\x46"), `not a RESP reply: "\x15\x03\x03\x00\x02\x02F"`},
		"two replies":  {always("+OK\r\n+OK\r\n"), "the server sent more replies than requests"},
		"great length": {always("$9223372036854775807\r\n"), "bulk string of 9223372036854775807 bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at := listen(t, greets(afterFive(tt.then)))
			at.Owned, at.Keep = false, true // nothing is asked beside the load
			load := someLoad()
			load.Clients = 1
			session, err := Open(t.Context(), at, load)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			test, _ := matrix.LookupTest("SET")
			sample, err := session.Measure(t.Context(), test)
			if err == nil || !strings.HasPrefix(err.Error(), "measure SET: connection 1 of 1: ") || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if diff := cmp.Diff(matrix.Sample{}, sample); diff != "" {
				t.Error(diff)
			}
			if _, again := session.Measure(t.Context(), test); again == nil || !strings.HasPrefix(again.Error(), "the session ended with an earlier error: ") {
				t.Errorf("then error %v", again)
			}
		})
	}
}

package bench

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"redismatrix/matrix"
)

// peer is the server's side of a connection of a fake server.
type peer struct {
	conn net.Conn
	in   *bufio.Reader
	n    int // requests read before this one
}

// script answers one request; false ends the connection.
type script func(p *peer, words []string) bool

// say writes raw bytes.
func (p *peer) say(text string) bool {
	_, err := io.WriteString(p.conn, text)
	return err == nil
}

// serve answers requests until the script or the client ends the connection.
func (p *peer) serve(answer script) {
	for ; ; p.n++ {
		words, err := p.read()
		if err != nil || !answer(p, words) {
			return
		}
	}
}

// read takes one request, inline or an array.
func (p *peer) read() ([]string, error) {
	line, err := p.in.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "*") {
		return strings.Fields(line), err
	}
	n, err := strconv.Atoi(strings.TrimSpace(line[1:]))
	if err != nil {
		return nil, err
	}
	words := make([]string, n)
	for i := range words {
		if words[i], err = p.bulk(); err != nil {
			return nil, err
		}
	}
	return words, nil
}

func (p *peer) bulk() (string, error) {
	line, err := p.in.ReadString('\n')
	if err != nil {
		return "", err
	}
	size, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "$")))
	if err != nil {
		return "", err
	}
	body := make([]byte, size+2)
	_, err = io.ReadFull(p.in, body)
	return string(body[:size]), err
}

// always answers every request with the same bytes.
func always(text string) script {
	return func(p *peer, _ []string) bool { return p.say(text) }
}

// greets answers a greeting as a server does, and then follows the script.
func greets(then script) script {
	return func(p *peer, words []string) bool {
		if words[0] == "PING" {
			return p.say(pong)
		}
		return then(p, words)
	}
}

// afterFive answers with OK until a connection has had five requests.
func afterFive(then script) script {
	return func(p *peer, words []string) bool {
		if p.n < 5 {
			return p.say("+OK\r\n")
		}
		return then(p, words)
	}
}

// delays answers each request of a connection after the next of the delays,
// which repeat.
func delays(waits ...time.Duration) script {
	return func(p *peer, _ []string) bool {
		time.Sleep(waits[p.n%len(waits)])
		return p.say("+OK\r\n")
	}
}

// pipes is a portable engine on in-memory connections to scripted peers. In a
// synctest bubble the peers' delays are exact and cost no time.
func pipes(t *testing.T, clients int, answer script) *portable {
	t.Helper()
	conns := make([]net.Conn, clients)
	var group sync.WaitGroup
	for i := range conns {
		client, server := net.Pipe()
		conns[i] = client
		group.Go(func() {
			defer server.Close()
			(&peer{conn: server, in: bufio.NewReader(server)}).serve(answer)
		})
	}
	engine := newPortable(conns)
	t.Cleanup(func() {
		if err := engine.close(); err != nil {
			t.Error(err)
		}
		group.Wait()
	})
	return engine
}

// listen is a fake server on a loopback port that follows the script.
func listen(t *testing.T, answer script) matrix.Endpoint {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		for {
			conn, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			group.Go(func() {
				defer conn.Close()
				(&peer{conn: conn, in: bufio.NewReader(conn)}).serve(answer)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		group.Wait()
	})
	return matrix.Endpoint{Network: "tcp", Address: listener.Addr().String(), Owned: true}
}

// setJob is a SET of 3 bytes, driven until something else ends it.
func setJob() job {
	load := matrix.Load{Clients: 1, Pipeline: 1, Keyspace: 100, ValueSize: matrix.FixedSize(3), ValuePattern: matrix.PatternRandom}
	s := Session{load: load, values: testValues(load.ValuePattern, load.ValueSize.Max()), keys: &keys{keyspace: uint64(load.Keyspace)}, patience: patience}
	return s.job(matrix.Test{
		Name: "SET", Command: []string{"SET", "key:__key__", "__data__"},
		Reply: matrix.Reply{Kind: matrix.ReplyStatus},
	})
}

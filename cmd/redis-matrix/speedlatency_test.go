//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	// replyDelay is how long slowServer takes for a SET.
	replyDelay = 500 * time.Microsecond
	// rivalStep is redis-benchmark's resolution: its histogram begins at 10 µs
	// with steps of 8 µs.
	rivalStep = 0.008
)

// latency has both programs offer a server that takes a known time for each
// request the same rate, one request at a time, and compares the medians that
// they report. They agree within redis-benchmark's resolution.
func (s *speed) latency(b *testing.B) string {
	const requests = 2000
	host, port := slowServer(b)
	args := []string{"-h", host, "-p", port, "--csv", "-c", "1", "-n", strconv.Itoa(requests), "-t", "set"}
	var ours, theirs []float64
	for b.Loop() {
		ours = append(ours, s.run(b, s.ours, args, requests).p50)
		theirs = append(theirs, s.run(b, s.theirs, args, requests).p50)
	}
	apart := median(theirs) - median(ours)
	verdict := "met"
	if apart > rivalStep || apart < -rivalStep {
		verdict = "MISSED"
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(apart*1000, "µs-apart")
	return fmt.Sprintf("p50 of one client, of a server that takes %v: ours %.3f ms (%.3f to %.3f), theirs %.3f ms (%.3f to %.3f), apart %.3f, target ≤ %.3f  %s\n",
		replyDelay, median(ours), slices.Min(ours), slices.Max(ours), median(theirs), slices.Min(theirs), slices.Max(theirs), apart, rivalStep, verdict)
}

// slowServer answers SET after replyDelay, PING at once, and refuses all else.
func slowServer(t testing.TB) (host, port string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerSlowly(conn)
		}
	}()
	host, port, _ = net.SplitHostPort(listener.Addr().String())
	return host, port
}

func answerSlowly(conn net.Conn) {
	defer conn.Close()
	from := bufio.NewReader(conn)
	for {
		words, err := readCommand(from)
		arrived := time.Now()
		if err != nil {
			return
		}
		reply := "-ERR unknown command\r\n"
		switch strings.ToUpper(words[0]) {
		case "PING":
			reply = "+PONG\r\n"
		case "SET":
			reply = "+OK\r\n"
			for time.Since(arrived) < replyDelay {
				runtime.Gosched() // a sleep would be less exact
			}
		}
		if _, err := conn.Write([]byte(reply)); err != nil {
			return
		}
	}
}

// readCommand reads an array of bulk strings.
func readCommand(from *bufio.Reader) ([]string, error) {
	count, err := readHeader(from)
	if err != nil {
		return nil, err
	}
	words := make([]string, count)
	for i := range words {
		size, err := readHeader(from)
		if err != nil {
			return nil, err
		}
		word := make([]byte, size+2)
		if _, err := io.ReadFull(from, word); err != nil {
			return nil, err
		}
		words[i] = string(word[:size])
	}
	return words, nil
}

// readHeader reads a line such as "*3" or "$4".
func readHeader(from *bufio.Reader) (int, error) {
	line, err := from.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}

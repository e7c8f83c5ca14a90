package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// said is what go-redis makes of a reply, in our terms. Kind is 0 where it
// cannot be told from the value.
type said struct {
	Reply reply
	Text  string
}

// readByOther has go-redis read a frame, and then another one, which shows that
// it took exactly the first. An error means that it could not read it.
func readByOther(frame string) (value any, failure redis.Error, err error) {
	const after = "the reply after it"
	var group sync.WaitGroup
	defer group.Wait()
	client := redis.NewClient(&redis.Options{
		Protocol: 3, DisableIdentity: true, MaxRetries: -1, DialerRetries: 1, PoolSize: 1, PipelinePoolSize: -1,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		ReadTimeout:              2 * time.Second,
		Dialer: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			group.Go(func() {
				defer there.Close()
				(&peer{conn: there, in: bufio.NewReader(there)}).serve(func(p *peer, words []string) bool {
					switch words[0] {
					case "hello":
						return p.say("%1\r\n+proto\r\n:3\r\n")
					case "first":
						return p.say(frame)
					}
					return p.say("+" + after + "\r\n")
				})
			})
			return here, nil
		},
	})
	defer client.Close()
	value, err = client.Do(context.Background(), "first").Result()
	if err != nil && !errors.As(err, &failure) {
		return nil, nil, err
	}
	next, err := client.Do(context.Background(), "second").Text()
	if err != nil || next != after {
		return nil, nil, fmt.Errorf("then it read %q, error %w", next, err)
	}
	return value, failure, nil
}

// inOurTerms says what go-redis read, as far as ours says it: kind is what
// tells apart what go-redis does not.
func inOurTerms(value any, failure redis.Error, kind byte) said {
	var got said
	got.Reply.kind = kind
	switch {
	case errors.Is(failure, redis.Nil):
		got.Reply.null = true
		return got
	case failure != nil:
		got.Reply.failed, got.Text = true, failure.Error()
		got.Reply.size = int64(len(got.Text))
		return got
	}
	switch v := value.(type) {
	case string:
		got.Reply.size = int64(len(v))
		if kind == '=' {
			got.Reply.size += int64(len("txt:"))
		}
	case int64:
		got.Reply.number = v
	case []any:
		got.Reply.size = int64(len(v))
		for _, element := range v {
			if element == nil {
				got.Reply.nulls++
			}
		}
	case map[any]any:
		got.Reply.size = 2 * int64(len(v))
	}
	got.descend(value)
	return got
}

// descend finds the first error of an array's elements.
func (s *said) descend(value any) {
	elements, ok := value.([]any)
	for i := 0; ok && i < len(elements); i++ {
		switch e := elements[i].(type) {
		case error:
			if !s.Reply.failed {
				s.Reply.failed, s.Text = true, e.Error()
			}
		default:
			s.descend(e)
		}
	}
}

// kinds are what values may have been on the wire.
func kinds(value any, failure redis.Error) string {
	switch {
	case errors.Is(failure, redis.Nil):
		return "$*_"
	case failure != nil:
		return "-!"
	}
	switch value.(type) {
	case string:
		return "+$="
	case int64:
		return ":"
	case float64:
		return ","
	case bool:
		return "#"
	case *big.Int:
		return "("
	case []any:
		return "*~"
	case map[any]any:
		return "%"
	}
	return ""
}

// scanOne scans the first reply of input, which ends at n; 0 where it does not.
func scanOne(input string) (n int, got said) {
	var s scanner
	n, done, err := s.scan([]byte(input))
	if !done || err != nil {
		return 0, said{}
	}
	return n, said{s.reply, s.errorText()}
}

// push is how a push begins that go-redis knows.
const push = ">2\r\n+invalidate\r\n"

// compareReaders holds the scanner against go-redis' reader.
func compareReaders(t *testing.T, frame string, ours said) {
	t.Helper()
	switch {
	case strings.Count(frame, "|") > 1:
		return // go-redis miscounts attributes of attributes
	case strings.Contains(frame, ">") && !strings.HasPrefix(frame, push):
		return // go-redis waits for the names of pushes that have none
	}
	value, failure, err := readByOther(frame)
	switch {
	case strings.Contains(frame, "%") && (failure != nil || ours.Reply.failed || hasNull(frame)):
		return // go-redis gives a map up whose key is null or an error
	case err != nil && strings.ContainsAny(frame, "#,(=%-!"):
		// Values that we do not look into and go-redis cannot read; keys of maps
		// that Go's cannot have; errors inside arrays that go-redis has types for.
		return
	case err != nil:
		t.Fatalf("go-redis cannot read %q: %v", frame, err)
	case !strings.ContainsRune(kinds(value, failure), rune(ours.Reply.kind)):
		t.Fatalf("%q is a %q to us, %T (%v) to go-redis", frame, ours.Reply.kind, value, failure)
	}
	theirs := inOurTerms(value, failure, ours.Reply.kind)
	switch ours.Reply.kind {
	case ',', '#', '(', ':', '_', '+':
		theirs.Reply.size = ours.Reply.size // go-redis tells the value instead
	case '%':
		// Go's map has a key once, and in no order.
		if theirs.Reply.size > ours.Reply.size {
			t.Fatalf("%q has %d elements to us, %d to go-redis", frame, ours.Reply.size, theirs.Reply.size)
		}
		return
	}
	if hasMap(value) {
		theirs.Reply.nulls, theirs.Reply.failed, theirs.Text = ours.Reply.nulls, ours.Reply.failed, ours.Text
	}
	if strings.HasPrefix(ours.Text, "blob error of ") || len(theirs.Text) > maxText {
		theirs.Text = ours.Text
	}
	if diff := cmp.Diff(theirs, ours, cmp.AllowUnexported(reply{})); diff != "" {
		t.Fatalf("%q read by go-redis and by us: %s", frame, diff)
	}
}

// hasNull says whether a frame may hold a null.
func hasNull(frame string) bool {
	return strings.Contains(frame, "$-1\r\n") || strings.Contains(frame, "*-1\r\n") || strings.Contains(frame, "_\r\n")
}

// hasMap says whether a value holds a map, whose elements have no order.
func hasMap(value any) bool {
	if _, ok := value.(map[any]any); ok {
		return true
	}
	elements, _ := value.([]any)
	for _, e := range elements {
		if hasMap(e) {
			return true
		}
	}
	return false
}

// cutEverywhere scans a frame in two pieces, and something after it: nothing
// beyond the frame may be taken, and nothing be complete before its end.
func cutEverywhere(t *testing.T, frame string, want said) {
	t.Helper()
	for cut := range min(len(frame), 300) {
		var s scanner
		n, done, err := s.scan([]byte(frame[:cut]))
		if n != cut || done || err != nil {
			t.Fatalf("%q cut at %d: took %d, done %v, error %v", frame, cut, n, done, err)
		}
		n, done, err = s.scan([]byte(frame[cut:] + "$1\r\nx\r\n"))
		got := said{s.reply, s.errorText()}
		if n != len(frame)-cut || !done || err != nil {
			t.Fatalf("%q cut at %d: then took %d, done %v, error %v", frame, cut, n, done, err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(reply{})); diff != "" {
			t.Fatalf("%q cut at %d: %s", frame, cut, diff)
		}
	}
}

// FuzzReaders holds the scanner against go-redis' reader for whatever the
// scanner takes for a reply.
func FuzzReaders(f *testing.F) {
	for _, frame := range frames {
		f.Add(frame.input)
	}
	for _, found := range []string{
		"%1\r\n!2\r\n00\r\n#0\r\n", "%1\r\n$-1\r\n+\r\n", "~1\r\n%1\r\n-ERR \r\n$-1\r\n",
		"|2\r\n|1\r\n+x\r\n$4\r\nxxxx\r\n,9.5\r\n_\r\n=15\r\ntxt:xxxxxxxxxxx\r\n(0\r\n+\r\n",
	} {
		f.Add(found)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if len(input) > 1<<14 {
			return
		}
		if n, ours := scanOne(input); n > 0 {
			cutEverywhere(t, input[:n], ours)
			compareReaders(t, input[:n], ours)
		}
	})
}

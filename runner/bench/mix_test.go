package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"redismatrix/matrix"
)

// mixJob is a job of commands with these words, sent in proportion to 1, 2, 3
// and so on.
func mixJob(commands [][]string, prefix string, sizes matrix.Sizes) job {
	s := Session{load: matrix.Load{ValueSize: sizes}}
	j := job{
		pipeline: 100, keys: &keys{keyspace: 1000}, seq: new(atomic.Uint64),
		values: newValues(matrix.Pattern{Kind: matrix.PatternRandom}, sizes),
	}
	for i, words := range commands {
		j.commands = append(j.commands, command{request: compile(words, false, prefix, s.valueSize()), expect: make([]expectation, 1)})
		j.weights = append(j.weights, i+1)
	}
	return j
}

// laid lays out n requests of a job, and says which command each of them is.
func laid(t *testing.T, j job, n int) (requests []byte, which []int) {
	t.Helper()
	b := newBatch(j, testRNG(), nil)
	var to lane
	to.ready(j, nil)
	for n > 0 {
		buf, count := b.next(n, &to)
		if count < 1 || count > n {
			t.Fatalf("%d requests laid out of %d", count, n)
		}
		requests, n = append(requests, buf...), n-count
		for range count {
			if len(j.commands) == 1 {
				which = append(which, 0)
			} else {
				which = append(which, int(to.laid.pop()))
			}
		}
	}
	var sent int64
	for _, part := range to.portions {
		sent += part.sent
	}
	if len(to.portions) > 0 && sent != int64(len(requests)) {
		t.Errorf("%d bytes counted, %d laid out", sent, len(requests))
	}
	return requests, which
}

// matches holds a word of a request against the word that it was compiled from.
func matches(got, from string, sizes matrix.Sizes) error {
	fixed, values := 0, 0
	for rest := from; rest != ""; {
		before, found, after := matrix.CutPlaceholder(rest)
		if fixed += len(before); found == matrix.PlaceData {
			values++
		} else if found != "" {
			fixed += found.Width(0)
		}
		rest = after
	}
	size := 0
	if values > 0 {
		if size = (len(got) - fixed) / values; !sizes.Holds(size) {
			return fmt.Errorf("%q has values of %d bytes", got, size)
		}
	}
	if len(got) != fixed+values*size {
		return fmt.Errorf("%q has %d bytes, want %d", got, len(got), fixed+values*size)
	}
	for from != "" {
		before, found, after := matrix.CutPlaceholder(from)
		if got[:len(before)] != before {
			return fmt.Errorf("%q where %q must be", got, before)
		}
		got, from = got[len(before):], after
		if found == "" {
			break
		}
		width := found.Width(size)
		if patch := got[:width]; found != matrix.PlaceData && strings.Trim(patch, "0123456789") != "" {
			return fmt.Errorf("%q is no number", patch)
		}
		got = got[width:]
	}
	return nil
}

// FuzzRequests compiles commands, one a line, and reads what a mix of them lays
// out back as a server does.
func FuzzRequests(f *testing.F) {
	f.Add("GET key:__key__\nSET key:__key__ __data__", "1-100", "p:")
	f.Add("MSET a __data__ b __data____data__ c x__data__y", "0:1 3-9:5 70000:1", "")
	f.Add("ZADD z __score__e-7 element:__seq__\nSETBIT key:__key__ 7 __bit__\nPING", "3", "prefix:")
	f.Add("EVAL __key__data__ 1 k\n__data__", "0-1", "x")
	f.Add("EVAL return 99999999999999999999 a\nXREAD STREAMS\nXREAD streams a b c d", "1", "x:")
	f.Fuzz(func(t *testing.T, text, sizesText, prefix string) {
		sizes, err := matrix.ParseSizes(sizesText)
		if err != nil || sizes.Max() > 1<<17 || len(text) > 1<<10 || strings.Contains(prefix, "_") {
			t.Skip()
		}
		var commands [][]string
		for _, line := range strings.Split(text, "\n") {
			commands = append(commands, strings.Split(line, " "))
		}
		requests, which := laid(t, mixJob(commands, prefix, sizes), 30)
		in := &peer{in: bufio.NewReader(bytes.NewReader(requests))}
		for _, command := range which {
			got, err := in.read()
			if err != nil || len(got) != len(commands[command]) {
				t.Fatalf("read %q, error %v, want %q", got, err, commands[command])
			}
			for i, word := range commands[command] {
				if slices.Contains(keyWords(commands[command]), i) {
					word = prefix + word
				}
				if err := matches(got[i], word, sizes); err != nil {
					t.Errorf("word %d of %q: %v", i, commands[command], err)
				}
			}
		}
		if _, err := in.in.ReadByte(); err != io.EOF {
			t.Errorf("more bytes than requests")
		}
	})
}

func TestMixKeepsToItsWeights(t *testing.T) {
	commands := [][]string{{"A", "__data__"}, {"B"}, {"C", "__key__"}}
	_, which := laid(t, mixJob(commands, "", matrix.FixedSize(3)), 60_000)
	for command := range commands {
		n := 0
		for _, w := range which {
			if w == command {
				n++
			}
		}
		if want := 10_000 * (command + 1); n < want-400 || n > want+400 {
			t.Errorf("command %d laid out %d times of 60,000, want about %d", command, n, want)
		}
	}
}

func TestChunksAreBounded(t *testing.T) {
	tests := map[string]struct {
		sizes matrix.Sizes
		most  int // bytes
		least int // requests in a chunk, on average
	}{
		"small values":       {matrix.FixedSize(3), chunkBytes + 100, 100},
		"a range":            {matrix.Sizes{{Low: 0, High: 1000, Weight: 1}}, chunkBytes + 1100, 50},
		"mostly small":       {matrix.Sizes{{Low: 10, High: 10, Weight: 99}, {Low: 1 << 20, High: 1 << 20, Weight: 1}}, chunkBytes + 1<<20 + 100, 20},
		"longer than chunks": {matrix.Sizes{{Low: 100_000, High: 200_000, Weight: 1}}, 200_100, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			j := mixJob([][]string{{"SET", "key:__key__", "__data__"}, {"SET", "k", "__data__"}}, "", tt.sizes)
			b := newBatch(j, testRNG(), nil)
			var to lane
			to.ready(j, nil)
			const chunks = 200
			requests := 0
			for range chunks {
				buf, n := b.next(100, &to)
				if requests += n; len(buf) > tt.most {
					t.Fatalf("a chunk of %d bytes, want at most %d", len(buf), tt.most)
				}
			}
			if requests < chunks*tt.least {
				t.Errorf("%d requests in %d chunks, want at least %d in each", requests, chunks, tt.least)
			}
		})
	}
}

func TestMixAllocatesNothing(t *testing.T) {
	j := mixJob([][]string{{"SET", "key:__key__", "__data__"}, {"GET", "key:__key__"}}, "", matrix.Sizes{{Low: 1, High: 1000, Weight: 1}})
	b := newBatch(j, testRNG(), nil)
	r := newRace(j, monotonic(), 1)
	var to lane
	to.ready(j, r.recorder.set(0))
	replies := []byte(strings.Repeat("+OK\r\n", 20))
	for i := range j.commands {
		j.commands[i].expect[0].Kind = matrix.ReplyStatus
	}
	exchange := func() {
		for laid := 0; laid < 20; {
			_, n := b.next(20-laid, &to)
			laid += n
		}
		if n, err := to.receive(r, replies, 1, 2); n != 20 || err != nil {
			t.Fatal(n, err)
		}
	}
	for range 100 {
		exchange()
	}
	if n := testing.AllocsPerRun(1000, exchange); n > 0 {
		t.Errorf("%v allocations a batch", n)
	}
}

func BenchmarkMix(b *testing.B) {
	for name, sizes := range map[string]matrix.Sizes{"3 bytes": matrix.FixedSize(3), "1 to 1000 bytes": {{Low: 1, High: 1000, Weight: 1}}} {
		b.Run("SET and GET of "+name, func(b *testing.B) {
			j := mixJob([][]string{{"SET", "key:__key__", "__data__"}, {"GET", "key:__key__"}}, "", sizes)
			batch := newBatch(j, testRNG(), nil)
			var to lane
			to.ready(j, nil)
			b.ReportAllocs()
			for b.Loop() {
				batch.next(1, &to)
				to.laid.pop()
			}
		})
	}
}

package bench

import (
	"bytes"
	"compress/flate"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestCompile(t *testing.T) {
	const zeros = "000000000000"
	tests := map[string]struct {
		words  string
		inline bool
		prefix string
		want   string
		kinds  []patchKind
	}{
		"ping":       {words: "PING", prefix: "p:", want: "*1\r\n$4\r\nPING\r\n"},
		"inline":     {words: "PING", inline: true, want: "PING\r\n"},
		"inline key": {words: "SET k:__key__ v", inline: true, prefix: "p:", want: "SET p:k:" + zeros + " v\r\n", kinds: []patchKind{patchKey}},
		"set": {
			words: "SET key:__key__ __data__", prefix: "p:",
			want:  "*3\r\n$3\r\nSET\r\n$18\r\np:key:" + zeros + "\r\n$4\r\n0000\r\n",
			kinds: []patchKind{patchKey, patchData},
		},
		"zadd": {
			words: "ZADD z __score__ e:__seq__", prefix: "p:",
			want:  "*4\r\n$4\r\nZADD\r\n$3\r\np:z\r\n$12\r\n" + zeros + "\r\n$14\r\ne:" + zeros + "\r\n",
			kinds: []patchKind{patchScore, patchSeq},
		},
		"several in a word": {
			words: "ECHO __key__-__seq__", want: "*2\r\n$4\r\nECHO\r\n$25\r\n" + zeros + "-" + zeros + "\r\n",
			kinds: []patchKind{patchKey, patchSeq},
		},
		"mset": {words: "mset a b c d", prefix: "p:", want: "*5\r\n$4\r\nmset\r\n$3\r\np:a\r\n$1\r\nb\r\n$3\r\np:c\r\n$1\r\nd\r\n"},
		"mget": {words: "MGET a b", prefix: "p:", want: "*3\r\n$4\r\nMGET\r\n$3\r\np:a\r\n$3\r\np:b\r\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := compile(strings.Fields(tt.words), tt.inline, tt.prefix, 4)
			if diff := cmp.Diff(tt.want, string(got.bytes)); diff != "" {
				t.Error(diff)
			}
			var kinds []patchKind
			for _, p := range got.patches {
				kinds = append(kinds, p.kind)
				if zeros := string(got.bytes[p.at : p.at+p.size]); strings.Trim(zeros, "0") != "" {
					t.Errorf("patch at %q", zeros)
				}
			}
			if diff := cmp.Diff(tt.kinds, kinds); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// testValues are values of one size.
func testValues(pattern string, size int) *values {
	return newValues(matrix.Pattern{Kind: pattern}, matrix.FixedSize(size))
}

// testRNG draws the same numbers each time.
func testRNG() *rand.PCG { return rand.NewPCG(1, 2) }

// testJob is a job of one command whose values have this size.
func testJob(words []string, inline bool, pattern string, size int) job {
	return job{
		commands: []command{{request: compile(words, inline, "", size)}},
		pipeline: 10, keys: &keys{keyspace: 1000}, values: testValues(pattern, size), seq: new(atomic.Uint64),
	}
}

// lay lays out n requests of a job that is no mix.
func lay(b *batch, n int) []byte {
	requests, _ := b.next(n, new(lane))
	return requests
}

func TestBatchPatchesEveryCopy(t *testing.T) {
	job := testJob([]string{"X", "__seq__", "__key__", "__data__"}, true, matrix.PatternRandom, 8)
	b := newBatch(job, testRNG(), nil)
	seen := map[string]bool{}
	for _, n := range []int{3, 1, 3} {
		lines := bytes.SplitAfter(lay(&b, n), []byte("\r\n"))[:n]
		for _, line := range lines {
			if len(line) != len(job.commands[0].request.bytes) {
				t.Errorf("request %q is not as long as its template", line)
			}
			words := bytes.SplitN(bytes.TrimSuffix(line, []byte("\r\n")), []byte(" "), 4)
			seen[string(words[1])] = true
			if key := string(words[2]); key >= "000000001000" || len(key) != digits {
				t.Errorf("key %q is not in the keyspace", key)
			}
			seen[string(words[3])] = true
		}
	}
	if len(seen) != 14 || !seen["000000000006"] {
		t.Errorf("7 requests have %d different numbers and values, want 14", len(seen))
	}
}

func TestBatchesOfOneSeedAreEqual(t *testing.T) {
	job := testJob([]string{"SET", "key:__key__", "__data__"}, false, matrix.PatternRandom, 100)
	one := newBatch(job, testRNG(), nil)
	two := newBatch(job, testRNG(), make([]byte, 0, 10_000))
	for range 3 {
		if diff := cmp.Diff(lay(&one, 10), lay(&two, 10)); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestKeysCoverTheKeyspaceEvenly(t *testing.T) {
	rng := testRNG()
	counts := make([]int, 10)
	for range 100_000 {
		counts[below(rng, 10)]++
	}
	for key, n := range counts {
		if n < 9_500 || n > 10_500 {
			t.Errorf("key %d drawn %d times of 100,000", key, n)
		}
	}
}

func TestValues(t *testing.T) {
	tests := map[string]struct {
		pattern   string
		size      int
		different int // values among 100
		fresh     int // bytes that a batch writes each time
	}{
		"fill":         {matrix.PatternFill, 3, 1, 0},
		"random":       {matrix.PatternRandom, 64, 100, 64},
		"random large": {matrix.PatternRandom, 100_000, 100, freshHead},
		"empty":        {matrix.PatternRandom, 0, 1, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			job, rng := testJob([]string{"X", "__data__"}, true, tt.pattern, tt.size), testRNG()
			seen := map[string]bool{}
			for range 100 {
				value := job.values.append(nil, tt.size, rng.Uint64())
				if len(value) != tt.size {
					t.Fatalf("value of %d bytes, want %d", len(value), tt.size)
				}
				seen[string(value)] = true
			}
			if len(seen) != tt.different {
				t.Errorf("%d different values of 100, want %d", len(seen), tt.different)
			}
			b := newBatch(job, rng, nil)
			fresh := 0
			for _, p := range b.patches {
				fresh += p.size
			}
			if fresh != tt.fresh {
				t.Errorf("%d bytes are written for each request, want %d", fresh, tt.fresh)
			}
			if tt.size > 0 && bytes.Contains(lay(&b, 1), []byte("0000")) {
				t.Error("the template's zeros are still there")
			}
		})
	}
}

func TestRandomValuesCannotBeCompressed(t *testing.T) {
	if ratio := compressed(t, testValues(matrix.PatternRandom, 10_000).append(nil, 10_000, 7)); ratio < 1 {
		t.Errorf("a random value shrinks to %.2f of its size", ratio)
	}
	if ratio := compressed(t, testValues(matrix.PatternFill, 10_000).append(nil, 10_000, 7)); ratio > 0.1 {
		t.Errorf("a filled value shrinks to %.2f of its size", ratio)
	}
}

// compressed is the size that flate makes of data, as a part of its size.
func compressed(t *testing.T, data []byte) float64 {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return float64(out.Len()) / float64(len(data))
}

func TestPutDigits(t *testing.T) {
	for n, want := range map[uint64]string{0: "000000000000", 7: "000000000007", 123456789012: "123456789012", 999999999999: "999999999999"} {
		got := make([]byte, digits)
		if putDigits(got, n); string(got) != want {
			t.Errorf("%d is written %q", n, got)
		}
	}
}

func BenchmarkBatch(b *testing.B) {
	for _, size := range []int{3, 4096, 102_400} {
		b.Run(fmt.Sprintf("SET of %d bytes", size), func(b *testing.B) {
			job := testJob([]string{"SET", "key:__key__", "__data__"}, false, matrix.PatternRandom, size)
			job.pipeline = 1
			batch := newBatch(job, testRNG(), nil)
			to := new(lane)
			b.ReportAllocs()
			for b.Loop() {
				batch.next(1, to)
			}
		})
	}
}

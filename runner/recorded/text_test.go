package recorded

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// rates are what was read, by test.
func rates(t Text) map[string]float64 {
	found := map[string]float64{}
	for _, block := range t.Blocks {
		for _, m := range block.Measured {
			found[m.Test] = m.Values["rps"]
		}
	}
	return found
}

func utf16Text(text string, bigEndian bool) string {
	var b strings.Builder
	for _, unit := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
		bytes := []byte{byte(unit), byte(unit >> 8)}
		if bigEndian {
			bytes[0], bytes[1] = bytes[1], bytes[0]
		}
		b.Write(bytes)
	}
	return b.String()
}

// The same figures are read whatever their text has been through.
func TestMishaps(t *testing.T) {
	const plain = "SET: 72202.16 requests per second\nGET: 94607.38 requests per second\n"
	want := map[string]float64{"SET": 72202.16, "GET": 94607.38}
	for name, text := range map[string]string{
		"plain":                    plain,
		"no line breaks":           strings.ReplaceAll(plain, "\n", " "),
		"Windows' line ends":       strings.ReplaceAll(plain, "\n", "\r\n"),
		"old Macs' line ends":      "noise\r" + strings.ReplaceAll(plain, "\n", "\n\r"),
		"a byte order mark":        "\ufeff" + plain,
		"Latin-1 before a number":  strings.ReplaceAll(plain, "SET: 7", "vit\xe9 SET: 7"),
		"GBK before a number":      "\xb8\xdf\xb4\xef\n" + plain,
		"Windows-1252 quotes":      "\x93" + plain + "\x94",
		"Korean":                   "\uc124\uc815\n" + plain,
		"EUC-KR":                   "\xbc\xb3\xc1\xa4\n" + plain,
		"Shift-JIS":                "\x90\xdd\x92\xe8\n" + plain,
		"right to left":            "\u200f\u0627\u0644\u0646\u062a\u0627\u0626\u062c\n" + plain,
		"no width":                 strings.ReplaceAll(plain, ": ", ":\u200b "),
		"line separators":          strings.ReplaceAll(plain, "\n", "\u2028"),
		"form feeds":               strings.ReplaceAll(plain, "\n", "\f\n"),
		"colors":                   "\x1b[32m" + plain + "\x1b[0m",
		"UTF-16":                   utf16Text(plain, false),
		"UTF-16, big end":          utf16Text(plain, true),
		"Latin-1 around":           "r\xe9sultats : \n" + plain + "termin\xe9",
		"GBK around":               "\xb2\xe2\xca\xd4\xbd\xe1\xb9\xfb\n" + plain,
		"spaces that do not break": strings.ReplaceAll(plain, " ", "\u00a0"),
		"bullets":                  "• " + strings.ReplaceAll(plain, "\nG", "\n• G"),
		"a prompt and prose":       "Output: voilà\n$ ls\n" + plain + "\nAs you see, 2 of them.",
		"thousands":                "SET: 72,202.16 requests per second\nGET: 94,607.38 requests per second\n",
		"progress":                 "SET: 1.00\rSET: -nan\r" + plain,
		"titles":                   "====== SET ======\n 72202.16 requests per second\n====== GET ====== 94607.38 requests per second",
		"CSV":                      "\"SET\",\"72202.16\"\n\"GET\",\"94607.38\"\n",
	} {
		read, err := Read("a.txt", strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, rates(read)); diff != "" || len(read.Problems) > 0 {
			t.Errorf("%s: problems %v (-want +got):\n%s", name, read.Problems, diff)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"empty":   {"  \n", "read a.txt: it is empty"},
		"binary":  {"\x7fELF\x02\x01\x01 and more\x00", "read a.txt: it is no text: it holds bytes of zero; name a file of text, saved as UTF-8"},
		"one NUL": {"SET: 5.00 requests per second\n\x00", "read a.txt: it is no text"},
		"UTF-16 without a mark": {utf16Text("SET: 5.00 requests per second\n", false)[2:],
			"read a.txt: it seems to be UTF-16 without the mark that begins it; save it as UTF-8"},
		"the other, without a mark": {utf16Text("SET: 5.00 requests per second\n", true)[2:], "it seems to be UTF-16 without the mark"},
		"UTF-32":                    {"\xff\xfe\x00\x00S\x00\x00\x00E\x00\x00\x00T\x00\x00\x00", "it is no text: it holds bytes of zero"},
		"nothing but spaces":        {"\u00a0\ufeff \r\n\t", "nothing that was measured"},
		"nothing but a mark":        {"\ufeff", "nothing that was measured"},
		"Latin-1 thousands":         {"SET: 45\xa0662.10 requests per second", "it can be read in more than one way"},
		"GB18030 digits":            {"SET: \x810\x81572202.16 requests per second", "it can be read in more than one way"},
		"digits of full width":      {"SET: １0000.00 requests per second", "it can be read in more than one way"},
		"Arabic digits":             {"SET: ٧٢٢٠٢ requests per second", "its digits are others than 0 to 9; write it as 39682.54"},
		"prose":                     {"Redis is fast.\n", "read a.txt: nothing that was measured is in it"},
		"a cut":                     {"SET: 39682.54 requ", "nothing that was measured"},
		"commas":                    {"SET: 39682,54 requests per second", `a.txt:1: "39682,54 requests per second": it can be read in more than one way; write it as 39682.54, or tell with --decimal-comma that commas are decimal`},
		"JSON":                      {`{"ALL STATS": {`, "a.txt: read memtier_benchmark's JSON"},
		"no JSON":                   {`{"a": 1}`, `it has no "ALL STATS" with "Ops/sec"`},
		"UTF-16 that is cut":        {"\xff\xfe\x00", "nothing that was measured"},
	} {
		_, err := Read("a.txt", strings.NewReader(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
	failure := errors.New("disk on fire")
	if _, err := Read("a.txt", iotest.ErrReader(failure)); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	endless := io.LimitReader(zeroes{}, 1<<40)
	if _, err := Read("a.txt", endless); err == nil || !strings.Contains(err.Error(), "it is larger than 64 MiB; cut out what was measured") {
		t.Errorf("got %v", err)
	}
}

// zeroes are digits without an end.
type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// What can be read is, beside what cannot.
func TestProblemsBesideResults(t *testing.T) {
	read, err := Read("a.txt", strings.NewReader("SET: 1.000,5 requests per second\nGET: 2.5 requests per second\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Problem{{Name: "a.txt", Line: 1, Text: "1.000,5 requests per second", What: "it can be read in more than one way", Remedy: "write it as 39682.54, or tell with --decimal-comma that commas are decimal"}}
	if diff := cmp.Diff(want, read.Problems); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]float64{"GET": 2.5}, rates(read)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Requests, seconds and their quotient must agree.
func TestContradiction(t *testing.T) {
	const header = "====== SET ======\n  100000 requests completed in 4.40 seconds\n"
	for text, want := range map[string]int{"22742.78": 0, "22720.00": 0, "32742.78": 1} {
		read, err := Read("a.txt", strings.NewReader(header+text+" requests per second"))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(read.Blocks[0].Measured[0].Notes); got != want {
			t.Errorf("%s: %d notes, want %d", text, got, want)
		}
	}
}

// A command line holds for what it asked for, and for nothing else.
func TestCommandLines(t *testing.T) {
	read, err := Read("a.txt", strings.NewReader(`
$ redis-benchmark -h db -a geheim -t set,get -c 10 -P 4 -d 100 -q
SET: 1.00 requests per second
GET: 2.00 requests per second
LPUSH: 3.00 requests per second
$ /usr/bin/redis-benchmark
PING_INLINE: 4.00 requests per second
we ran redis-benchmark
PING_INLINE: 5.00 requests per second
`))
	if err != nil {
		t.Fatal(err)
	}
	type part struct {
		command string
		clients int
		results int
	}
	var got []part
	for _, b := range read.Blocks {
		got = append(got, part{b.Command, b.Load.Clients, len(b.Measured)})
	}
	want := []part{{"redis-benchmark -h db -a *** -t set,get -c 10 -P 4 -d 100 -q", 10, 2}, {"", 0, 1}, {"redis-benchmark", 50, 1}, {"", 0, 1}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(part{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"SET: 1 requests per second", "====== GET ======\n 3 bytes payload 5 requests per second <- x", "\"SET\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\"",
		"Type Ops/sec KB/sec Sets 1 2 Totals 1 2", "redis_version:2.8.4 $ redis-benchmark -t set,get\n1.0 requests per second", "latency summary (msec): avg min p50 p95 p99 max 1 2 3 4 5 6",
		"{\"ALL STATS\":{\"Sets\":{\"Ops/sec\":1}}}", "100.00% <= 1 milliseconds", "\r\r1\r requests per second",
		"$ redis-benchmark -a x -t set -n 1 \\\n -q \"a b\" ====== SET ====== 10 requests completed in 0.01 seconds 5 parallel clients 3 bytes payload keep alive: 0 threads: 2",
		"host configuration \"save\": 3600 1 host configuration \"appendonly\": yes", "Error from server: x\nGET: 1,5 requ", "Redis 2.8.4 (00000000/0) 64 bit",
		"\"test\",\"rps\",\"p99_latency_ms\" \"SET\",\"1.00\",\"2\"", "• a\n- b\n1 234 requests per second <- c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := Read("a", strings.NewReader(text))
		if err == nil && len(read.Blocks) == 0 {
			t.Error("nothing was found, and that is no error")
		}
		sound(t, read)
	})
}

// sound fails the test where what was read cannot be.
func sound(t *testing.T, read Text) {
	for _, b := range read.Blocks {
		if b.First < 1 || b.Last < b.First || len(b.Measured) == 0 {
			t.Errorf("a block of %d results from line %d to %d", len(b.Measured), b.First, b.Last)
		}
		for _, m := range b.Measured {
			for metric, v := range m.Values {
				if !(v >= 0 && v <= 1e16) {
					t.Errorf("%s is %v", metric, v)
				}
			}
		}
	}
}

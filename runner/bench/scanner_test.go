package bench

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scanned is all that scanning one input tells.
type scanned struct {
	Replies []reply
	Texts   []string
	Rest    bool // the input ends inside a reply
	Error   string
}

// scanPieces scans input in pieces of at most size bytes.
func scanPieces(input string, size int) (got scanned) {
	var s scanner
	for input != "" {
		piece := []byte(input[:min(size, len(input))])
		n, done, err := s.scan(piece)
		if err != nil {
			got.Error = err.Error()
			return got
		}
		if done {
			got.Replies = append(got.Replies, s.reply)
			got.Texts = append(got.Texts, s.errorText())
		}
		input = input[n:]
	}
	got.Rest = s.partial()
	return got
}

var frames = map[string]struct {
	input string
	want  reply
	text  string
}{
	"status":            {"+OK\r\n", reply{kind: '+', size: 2}, ""},
	"empty status":      {"+\r\n", reply{kind: '+'}, ""},
	"error":             {"-ERR no\r\n", reply{kind: '-', size: 6, failed: true}, "ERR no"},
	"integer":           {":42\r\n", reply{kind: ':', number: 42}, ""},
	"least integer":     {":-9223372036854775808\r\n", reply{kind: ':', number: math.MinInt64}, ""},
	"bulk":              {"$3\r\nabc\r\n", reply{kind: '$', size: 3}, ""},
	"bulk with CRLF":    {"$4\r\n\r\n\r\n\r\n", reply{kind: '$', size: 4}, ""},
	"empty bulk":        {"$0\r\n\r\n", reply{kind: '$'}, ""},
	"nil bulk":          {"$-1\r\n", reply{kind: '$', null: true}, ""},
	"large bulk":        {"$5000\r\n" + strings.Repeat("x", 5000) + "\r\n", reply{kind: '$', size: 5000}, ""},
	"array":             {"*2\r\n$1\r\na\r\n:1\r\n", reply{kind: '*', size: 2}, ""},
	"empty array":       {"*0\r\n", reply{kind: '*'}, ""},
	"nil array":         {"*-1\r\n", reply{kind: '*', null: true}, ""},
	"array with nil":    {"*3\r\n$-1\r\n$1\r\na\r\n_\r\n", reply{kind: '*', size: 3, nulls: 2}, ""},
	"nested":            {"*2\r\n*2\r\n:1\r\n*0\r\n*1\r\n$0\r\n\r\n", reply{kind: '*', size: 2}, ""},
	"array with error":  {"*2\r\n-ERR a\r\n-ERR b\r\n", reply{kind: '*', size: 2, failed: true}, "ERR a"},
	"long elements":     {"*2\r\n$1000\r\n" + strings.Repeat("y", 1000) + "\r\n$100\r\n" + strings.Repeat("z", 100) + "\r\n", reply{kind: '*', size: 2}, ""},
	"null":              {"_\r\n", reply{kind: '_', null: true}, ""},
	"true":              {"#t\r\n", reply{kind: '#', size: 1}, ""},
	"double":            {",1.5\r\n", reply{kind: ',', size: 3}, ""},
	"big number":        {"(12345678901234567890\r\n", reply{kind: '(', size: 20}, ""},
	"blob error":        {"!5\r\nERR x\r\n", reply{kind: '!', size: 5, failed: true}, "blob error of 5 bytes"},
	"verbatim":          {"=7\r\ntxt:abc\r\n", reply{kind: '=', size: 7}, ""},
	"map":               {"%1\r\n+a\r\n:1\r\n", reply{kind: '%', size: 2}, ""},
	"set":               {"~1\r\n+a\r\n", reply{kind: '~', size: 1}, ""},
	"attribute":         {"|1\r\n+ttl\r\n:9\r\n$1\r\na\r\n", reply{kind: '$', size: 1}, ""},
	"empty attribute":   {"|0\r\n:1\r\n", reply{kind: ':', number: 1}, ""},
	"nested attribute":  {"*1\r\n|1\r\n+a\r\n*1\r\n:1\r\n:2\r\n", reply{kind: '*', size: 1}, ""},
	"null aside":        {"|1\r\n+a\r\n*1\r\n_\r\n*2\r\n|1\r\n+b\r\n$-1\r\n_\r\n:1\r\n", reply{kind: '*', size: 2, nulls: 1}, ""},
	"error aside":       {"|1\r\n+a\r\n-ERR a\r\n*1\r\n|1\r\n+b\r\n!5\r\nERR b\r\n:1\r\n", reply{kind: '*', size: 1}, ""},
	"push before":       {">2\r\n+invalidate\r\n*1\r\n+k\r\n:1\r\n", reply{kind: ':', number: 1}, ""},
	"as deep as can be": {strings.Repeat("*1\r\n", maxDepth) + ":1\r\n", reply{kind: '*', size: 1}, ""},
	"long error":        {"-" + strings.Repeat("e", 1000) + "\r\n", reply{kind: '-', size: 1000, failed: true}, strings.Repeat("e", maxText)},
}

func TestScan(t *testing.T) {
	for name, tt := range frames {
		t.Run(name, func(t *testing.T) {
			want := scanned{Replies: []reply{tt.want, tt.want}, Texts: []string{tt.text, tt.text}}
			for _, size := range pieceSizes(2 * len(tt.input)) {
				got := scanPieces(tt.input+tt.input, size)
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(reply{})); diff != "" {
					t.Fatalf("in pieces of %d bytes: %s", size, diff)
				}
			}
			if got := scanPieces(tt.input[:len(tt.input)-1], len(tt.input)); !got.Rest || len(got.Replies) > 0 {
				t.Errorf("without its last byte: %+v", got)
			}
		})
	}
}

// pieceSizes are all sizes up to 100 and some around the length of an input.
func pieceSizes(length int) []int {
	sizes := []int{length, max(1, length-1), length/2 + 1}
	for size := range min(length, 100) {
		sizes = append(sizes, size+1)
	}
	return sizes
}

func TestScanRefuses(t *testing.T) {
	tests := map[string]string{
		"HTTP/1.1 400 Bad Request\r\n":     `not a RESP reply: "H`,
		"\x15\x03\x01\x00\x02":             "not a RESP reply",
		"\r\n":                             "not a RESP reply",
		"+OK\rX":                           `expected '\n'`,
		"+OK\n\r\n":                        "line feed inside a line",
		"+" + strings.Repeat("a", 70_000):  "line longer than",
		":\r\n":                            "not a number",
		":1a\r\n":                          "not a number",
		":--1\r\n":                         "not a number",
		":9223372036854775808\r\n":         "integer out of range",
		":99999999999999999999\r\n":        "number out of range",
		"$-01\r\n":                         "bulk string of -1 bytes",
		"$-2\r\n":                          "bulk string of -2 bytes",
		"$9223372036854775807\r\n":         "bulk string of 9223372036854775807 bytes",
		"$?\r\n":                           "not a number",
		"$3\r\nabcd\r\n":                   `expected '\r'`,
		"$3\r\nabc\rx":                     `expected '\n'`,
		"!-1\r\n":                          "bulk string of -1 bytes",
		"*-2\r\n":                          "array of -2 elements",
		"*9223372036854775807\r\n":         "array of 9223372036854775807 elements",
		"%-1\r\n":                          "array of -1 elements",
		"*1\r\n>1\r\n":                     "push inside a reply",
		strings.Repeat("*1\r\n", 1000):     "nested deeper than 32",
		"*2\r\n$1\r\nab\r\n$1\r\na\r\n":    `expected '\r'`,
		strings.Repeat("|1\r\n+a\r\n", 99): "nested deeper than 32",
	}
	for input, want := range tests {
		t.Run(want, func(t *testing.T) {
			for _, size := range []int{1, 3, len(input)} {
				if got := scanPieces(input, size); !strings.Contains(got.Error, want) {
					t.Errorf("in pieces of %d bytes: %+v, want error %q", size, got, want)
				}
			}
		})
	}
}

// FuzzScan checks that input means the same in whatever pieces it arrives, and
// that the scanner never takes more than there is.
func FuzzScan(f *testing.F) {
	for _, frame := range frames {
		f.Add(frame.input, 1)
	}
	f.Fuzz(func(t *testing.T, input string, size int) {
		if size < 1 || len(input) > 1<<16 {
			return
		}
		whole, pieces := scanPieces(input, len(input)), scanPieces(input, size)
		whole.Error, pieces.Error = brief(whole.Error), brief(pieces.Error)
		if diff := cmp.Diff(whole, pieces, cmp.AllowUnexported(reply{})); diff != "" {
			t.Errorf("in pieces of %d bytes: %s", size, diff)
		}
	})
}

// brief leaves off what an error quotes, which depends on the pieces.
func brief(text string) string {
	if text != "" {
		return "error"
	}
	return ""
}

func BenchmarkScan(b *testing.B) {
	for name, input := range map[string]string{
		"status":     "+OK\r\n",
		"value":      "$3\r\nabc\r\n",
		"LRANGE_600": "*600\r\n" + strings.Repeat("$3\r\nabc\r\n", 600),
	} {
		b.Run(name, func(b *testing.B) {
			var s scanner
			buf := []byte(input)
			b.SetBytes(int64(len(buf)))
			b.ReportAllocs()
			for b.Loop() {
				if n, done, err := s.scan(buf); n != len(buf) || !done || err != nil {
					b.Fatal(n, done, err)
				}
			}
		})
	}
}

package matrix

import (
	"strings"
	"testing"
)

func TestLogEnd(t *testing.T) {
	const start = "8:C 30 Nov 2026 19:00:00.000 # oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo\n" +
		"8:C 30 Nov 2026 19:00:00.000 # Redis version=7.0.15, bits=64, commit=00000000, modified=0, pid=8, just started\n" +
		"8:M 30 Nov 2026 19:00:00.001 # WARNING overcommit_memory is set to 0! …\n" +
		"8:M 30 Nov 2026 19:00:00.002 * Ready to accept connections\n"
	long := strings.Repeat("é", 500)
	for _, test := range []struct{ name, wrote, want string }{
		{"nothing", "", ""},
		{"nothing but who was started", "# 2026-11-30T19:00:00Z · version=7.0 · [\"redis-server\" \"--port\" \"1\"]\n", ""},
		{"stamps, old and new", "[6502] 30 Nov 19:00:00.000 # old\n7:M 30 Nov 2026 19:00:00.000 * new\n8:C 30 Nov 19:00:00.000 . four\n", "old | new | four"},
		{"logo and blanks", "   `-._    \n\n  _.-'|  \ntext\n", "text"},
		{"the logo's words", start + " _.-``    `.  `_.  ''-._           Redis 3.2.13 (00000000/0) 64 bit\n" +
			"(    '      ,       .-`  | `,    )     Running in standalone mode\n |`-._`-...-` __...-.``-._|'` _.-'|     Port: 40441\n" +
			"Error loading cjson library\n8:M 30 Nov 19:00:00.001 * The server is now ready to accept connections on port 1\n",
			"The server is now ready to accept connections on port 1"},
		{"a start and what came after", start + "8:M 30 Nov 2026 19:00:01.000 # Write error writing append only file on disk: No space left on device\n", "Write error writing append only file on disk: No space left on device"},
		{"a start and no more", start, "Ready to accept connections"},
		{"half a start", strings.Join(strings.SplitAfter(start, "\n")[:2], ""), "Redis version=7.0.15, bits=64, commit=00000000, modified=0, pid=8, just started"},
		{"last lines", strings.Repeat("before\n", 20) + strings.Repeat("after\n", 10), strings.TrimSuffix(strings.Repeat("after | ", 10), " | ")},
		{"long line", long, long[:2*logRunes] + "…"},
		{
			"crash", start + "=== REDIS BUG REPORT START: Cut here ===\n7:M 30 Nov 2026 19:00:00.000 # Redis 6.0.16 crashed by signal: 8\n" +
				strings.Repeat("x\n", 100), "Redis 6.0.16 crashed by signal: 8" + strings.Repeat(" | x", 9),
		},
		{"no newline at the end", "a\nb", "a | b"},
	} {
		if got := LogEnd(test.wrote); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzLogEnd(f *testing.F) {
	f.Add("8:M 30 Nov 2026 19:00:00.002 * Ready\n# BUG REPORT START\n")
	f.Fuzz(func(t *testing.T, text string) {
		if end := LogEnd(text); strings.Contains(end, "\n") || len([]rune(end)) > logLines*(logRunes+4) {
			t.Errorf("%q does not fit into a line", end)
		}
	})
}

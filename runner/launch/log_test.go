package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLogTail(t *testing.T) {
	long := strings.Repeat("é", 500)
	tests := []struct{ name, wrote, want string }{
		{"nothing", "", ""},
		{"stamps, old and new", "[6502] 30 Nov 19:00:00.000 # old\n7:M 30 Nov 2026 19:00:00.000 * new\n8:C 30 Nov 19:00:00.000 . four\n", "old | new | four"},
		{"logo and blanks", "   `-._    \n\n  _.-'|  \ntext\n", "text"},
		{"last lines", strings.Repeat("before\n", 20) + strings.Repeat("after\n", 10), strings.TrimSuffix(strings.Repeat("after | ", 10), " | ")},
		{"long line", long, long[:2*lineRunes] + "…"},
		{"crash", "ready\n=== REDIS BUG REPORT START: Cut here ===\n7:M 30 Nov 2026 19:00:00.000 # Redis 6.0.16 crashed by signal: 8\n" +
			strings.Repeat("x\n", 100), "Redis 6.0.16 crashed by signal: 8" + strings.Repeat(" | x", 9)},
		{"no newline at the end", "a\nb", "a | b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "new", "log")
			if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, path, "an earlier start\n", 0o644)
			log, file, err := openLog(path, "version=7.0", []string{"redis-server", "--save", ""})
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if _, err := file.WriteString(test.wrote); err != nil {
				t.Fatal(err)
			}
			if got := log.tail(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			all, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			mustContain(t, string(all), "an earlier start\n# 2", `· version=7.0 · ["redis-server" "--save" ""]`)
		})
	}
}

func TestLogThatIsGone(t *testing.T) {
	log := serverLog{path: filepath.Join(t.TempDir(), "gone")}
	if got := log.explain("it ended"); got != "it ended; it logged nothing" {
		t.Errorf("got %q", got)
	}
}

func TestDigest(t *testing.T) {
	var d digests
	path := filepath.Join(t.TempDir(), "binary")
	write(t, path, "abc", 0o755)
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for range 2 {
		if digest, size, err := d.of(path); digest != abc || size != 3 || err != nil {
			t.Errorf("got %s, %d, %v", digest, size, err)
		}
	}
	write(t, path, "abcd", 0o755)
	if digest, size, err := d.of(path); digest == abc || size != 4 || err != nil {
		t.Errorf("got %s, %d, %v", digest, size, err)
	}
	if _, _, err := d.of(path + "-gone"); err == nil {
		t.Error("a missing file has a digest")
	}
}

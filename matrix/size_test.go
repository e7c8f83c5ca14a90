package matrix

import (
	"strings"
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int{
		"3": 3, "3B": 3, "3 B": 3, "1KiB": 1024, "100KiB": 102400, "1MiB": 1 << 20,
		"10kB": 10000, "300 kB": 300000, "1MB": 1000000, "512MiB": MaxValueSize, "007": 7,
	} {
		if got, f := parseSize(text); f != nil || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, f, want)
		}
	}
}

func TestParseSizeRejects(t *testing.T) {
	for text, want := range map[string]string{
		"": "accepted are", "KiB": "accepted are", "1K": "accepted are", "1KB": "accepted are",
		"1kb": "accepted are", "1.5MiB": "accepted are", "1e3": "accepted are", "-1": "accepted are",
		"+1": "accepted are", " 1": "accepted are", "1  kB": "accepted are", "1kB ": "accepted are",
		"99999999999999999999": "accepted are",
		"0":                    "from 1 byte to 512 MiB", "513MiB": "from 1 byte to 512 MiB",
		"9223372036854775807MiB": "from 1 byte to 512 MiB",
	} {
		got, f := parseSize(text)
		if f == nil {
			t.Errorf("%q: accepted as %d", text, got)
		} else if !strings.Contains(f.remedy, want) {
			t.Errorf("%q: remedy %q lacks %q", text, f.remedy, want)
		}
	}
}

func FuzzParseSize(f *testing.F) {
	for _, seed := range []string{"3", "1KiB", "300 kB", "9223372036854775807MiB"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if n, f := parseSize(text); f == nil && (n < 1 || n > MaxValueSize) {
			t.Errorf("%q is %d", text, n)
		}
	})
}

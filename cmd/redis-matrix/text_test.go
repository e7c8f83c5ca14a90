package main

import (
	"testing"
	"time"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 131204: "131,204", 1234567: "1,234,567", -1000: "-1,000", -999: "-999",
	} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 cells", 1: "1 cell", 1200: "1,200 cells"} {
		if got := plural(n, "cell"); got != want {
			t.Errorf("plural(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                      "0 ms",
		120*time.Millisecond + 300:             "120 ms",
		8*time.Second + 440*time.Millisecond:   "8.4 s",
		171*time.Second + 200*time.Millisecond: "2 min 51 s",
		60 * time.Second:                       "1 min 0 s",
		65*time.Minute + 20*time.Second:        "1 h 5 min",
	} {
		if got := brief(d); got != want {
			t.Errorf("brief(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestBytesText(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1536: "1.5 KiB", 3 << 30: "3.0 GiB",
	} {
		if got := bytesText(n); got != want {
			t.Errorf("bytesText(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		text string
		room int
		want string
	}{
		{"größer", 6, "größer"}, {"größer", 5, "größ…"}, {"größer", 1, "…"}, {"größer", 0, ""}, {"größer", -3, ""},
	}
	for _, test := range tests {
		if got := cut(test.text, test.room); got != test.want {
			t.Errorf("cut(%q, %d) = %q, want %q", test.text, test.room, got, test.want)
		}
	}
}

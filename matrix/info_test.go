package matrix

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const infoText = "# Server: a title\r\nredis_version:2.8.24\r\nexecutable:/a:b\r\nempty:\r\n\r\nbroken\r\n" +
	"# Keyspace\r\nhz:1\r\nhz:10\r\ndb0:keys=3,expires=0,avg_ttl=0\r\ndb12:keys=4\r\n"

func TestParseInfo(t *testing.T) {
	want := Info{
		"redis_version": "2.8.24", "executable": "/a:b", "empty": "", "hz": "10",
		"db0": "keys=3,expires=0,avg_ttl=0", "db12": "keys=4",
	}
	for _, text := range []string{infoText, strings.ReplaceAll(infoText, "\r\n", "\n"), strings.TrimSuffix(infoText, "\r\n")} {
		if diff := cmp.Diff(want, ParseInfo(text)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestInfoInteger(t *testing.T) {
	for text, want := range map[string]int64{"7": 7, "-1": -1, "0": 0, "": 0, "1.5": 0, "9223372036854775808": 0, "many": 0} {
		if got := (Info{"f": text}).Integer("f"); got != want {
			t.Errorf("%q is %d", text, got)
		}
	}
	if got := (Info{}).Integer("f"); got != 0 {
		t.Errorf("an absent field is %d", got)
	}
}

func TestInfoSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1.5": 1500 * time.Millisecond, "0.016001": 16001 * time.Microsecond, "12": 12 * time.Second,
		"": 0, "long": 0, "NaN": 0, "inf": 0, "1e300": 0, "9223372037": 0,
	} {
		if got := (Info{"f": text}).Seconds("f"); got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestInfoKeys(t *testing.T) {
	tests := []struct {
		name string
		info Info
		want int64
	}{
		{"two databases", ParseInfo(infoText), 7},
		{"empty", Info{}, 0},
		{"no databases", Info{"db": "keys=1", "dbx": "keys=1", "db-1": "keys=1", "db_size": "keys=1"}, 0},
		{"no keys", Info{"db0": "expires=1,keys=1", "db1": "keys=x", "db2": "7"}, 0},
	}
	for _, test := range tests {
		if got := test.info.Keys(); got != test.want {
			t.Errorf("%s: %d", test.name, got)
		}
	}
}

// FuzzParseInfo has every field in the text as it is written there.
func FuzzParseInfo(f *testing.F) {
	f.Add(infoText)
	f.Add("a:b\rc:d\n:\n#:\n\xff:NaN")
	f.Fuzz(func(t *testing.T, text string) {
		info := ParseInfo(text)
		for name, value := range info {
			if !strings.Contains(text, name+":"+value) || strings.ContainsAny(name, ":\n") || strings.Contains(value, "\n") {
				t.Errorf("field %q is %q", name, value)
			}
			if info.Integer(name) != 0 && strings.Trim(value, "+-0123456789") != "" {
				t.Errorf("%q is taken for an integer", value)
			}
			_ = info.Seconds(name)
		}
		_ = info.Keys()
	})
}

package matrix

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSplitArgs(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         {""},
		"  ":                       {""},
		`""`:                       {""},
		`''`:                       {""},
		"yes":                      {"yes"},
		" a  b ":                   {"a", "b"},
		`"a b" 'c d' e`:            {"a b", "c d", "e"},
		`"a\"b" 'c\'d' 'e\n'`:      {`a"b`, "c'd", `e\n`},
		`"\n\r\t\b\a\\\q\x41\x4g"`: {"\n\r\t\b\a\\qAx4g"},
		`"\x1B\xfF"`:               {"\x1b\xff"},
		`a\n`:                      {`a\n`},
		`pre"fix"`:                 {"prefix"},
		`pre'fix' x`:               {"prefix", "x"},
	} {
		got, f := splitArgs(text)
		if f != nil {
			t.Errorf("%s: %s", text, f.message)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestSplitArgsRejects(t *testing.T) {
	for _, text := range []string{`"`, `'`, `"a`, `'a`, `a "b`, `"a"b`, `'a'b`, `"a\"`, `'a\'`, `"a""b"`, `"\x00"`} {
		if got, f := splitArgs(text); f == nil {
			t.Errorf("%s: accepted as %q", text, got)
		}
	}
}

func FuzzSplitArgs(f *testing.F) {
	for _, seed := range []string{`"a\x41" 'b\'' c`, `a"b`, `"\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args, flaw := splitArgs(text)
		if flaw != nil {
			return
		}
		if len(args) == 0 {
			t.Errorf("%q has no words", text)
		}
		if !strings.ContainsAny(text, `"'`) && !cmp.Equal(args, splitPlain(text)) {
			t.Errorf("%q is %q", text, args)
		}
	})
}

// splitPlain splits a text without quotes at its blanks.
func splitPlain(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' })
	if len(words) == 0 {
		return []string{""}
	}
	return words
}

func TestParseSave(t *testing.T) {
	for text, want := range map[string][]Directive{
		"":      {{Name: "save", Args: []string{""}}},
		"off":   {{Name: "save", Args: []string{""}}},
		"900 1": {{Name: "save", Args: []string{"900", "1"}}},
		"900  1 300 10": {
			{Name: "save", Args: []string{"900", "1"}}, {Name: "save", Args: []string{"300", "10"}},
		},
	} {
		got, f := parseSave(text)
		if diff := cmp.Diff(want, got); diff != "" || f != nil {
			t.Errorf("%q: %v (-want +got):\n%s", text, f, diff)
		}
	}
}

// TestForms tries the forms of single values; a text with a remark after a
// bar is rejected with a message that has the remark.
func TestForms(t *testing.T) {
	for name, test := range map[string]struct {
		form  form
		texts []string
	}{
		"cpus": {cpusForm, []string{
			"auto", "off", "0", "0-3", "0-3,6,8-9", "7,7",
			"|not a set", "all|not a set", "0-|not a set", "-1|not a set", "0,|not a set", "0 - 3|not a set",
			"99999|not a set", "3-1|3-1 ends", "0,5-2|5-2 ends",
		}},
		"name": {nameForm, []string{
			"a", "A.b_c-9", "7.0", strings.Repeat("a", 64),
			"|not a name", ".a|not a name", "-a|not a name", "a/b|not a name", `a\b|not a name`, "a b|not a name",
			"é|not a name", strings.Repeat("a", 65) + "|not a name",
		}},
		"integer": {integer(0, 100), []string{
			"0", "7", "100",
			"101|out of range", "-1|out of range", "99999999999999999999|out of range", "+1|not a whole", "007|not a whole",
			"1e1|not a whole", "0x1|not a whole", "1.0|not a whole", "|not a whole", " 1|not a whole", "--1|not a whole",
		}},
		"size":       {sizesForm, []string{"1", "1KiB", "300 kB", "0|not a size", "1K|not a size"}},
		"save":       {saveForm, []string{"off", "", "1 1", "1|not a list", "a b|not a whole", "1 0|out of range", " |not a list", "1 1 1|not a list"}},
		"launch":     {launchForm, []string{"auto", "binary", "container", "attach", "Auto|not accepted"}},
		"directive":  {directiveForm("hz"), []string{"10", "", "a b", `"|quotes`}},
		"appendonly": {directiveForm("appendonly"), []string{"yes", "no", "always|not accepted"}},
	} {
		for _, text := range test.texts {
			text, want, _ := strings.Cut(text, "|")
			_, f := test.form(text)
			if (f != nil) != (want != "") || f != nil && !strings.Contains(f.message, want) {
				t.Errorf("%s %q: got %v, want %q", name, text, f, want)
			}
		}
	}
}

func TestParseSpan(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"2s": 2 * time.Second, "500ms": 500 * time.Millisecond, "1.5s": 1500 * time.Millisecond,
		"1m30s": 90 * time.Second, "24h": 24 * time.Hour, "1ms": time.Millisecond,
	} {
		if got, f := parseSpan(text, time.Millisecond, 24*time.Hour); f != nil || got != want {
			t.Errorf("%q: got %v, %v", text, got, f)
		}
	}
	for text, want := range map[string]string{
		"2": "without a unit", "0": "without a unit", "1.5": "without a unit", "": "without a unit",
		"two": "not a duration", "2 s": "not a duration", "2sec": "not a duration", "-1s": "out of range",
		"999us": "out of range", "25h": "out of range", "99999999999h": "not a duration",
	} {
		if got, f := parseSpan(text, time.Millisecond, 24*time.Hour); f == nil || !strings.Contains(f.message, want) {
			t.Errorf("%q: got %v, %v, want %q", text, got, f, want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"version", "appendonly", "save", "launch", "value_size", "clients"}
	for word, want := range map[string]string{
		"vresion": "version", "Version": "version", "versions": "version", "append_only": "appendonly", "appendony": "appendonly",
		"save": "save", "svae": "save", "client": "clients", "valuesize": "value_size",
		"name": "", "rate": "", "x": "", "": "", "mix": "", "storage": "", strings.Repeat("version", 20): "",
	} {
		if got := nearest(word, known); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"vresion", "version", 1},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("%q and %q: got %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func FuzzEditDistance(f *testing.F) {
	f.Add("vresion", "version")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 100 || len(b) > 100 {
			return
		}
		n := editDistance(a, b)
		if n != editDistance(b, a) || (n == 0) != (a == b) || n > max(len(a), len(b)) {
			t.Errorf("%q and %q: %d, the other way %d", a, b, n, editDistance(b, a))
		}
	})
}

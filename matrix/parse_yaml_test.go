package matrix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/lexer"
	"github.com/google/go-cmp/cmp"
)

// places lists line:column and text of all problems.
func places(problems Problems) []string {
	var all []string
	for _, p := range problems {
		all = append(all, fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Text))
	}
	return all
}

// TestPlaces holds the places of mistakes against all that could shift them.
func TestPlaces(t *testing.T) {
	const good = "axes: {version: ['7.0']}\n"
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"first":              {"x: 1\n" + good, []string{"1:1 x"}},
		"last without end":   {good + "x: 1", []string{"2:1 x"}},
		"after comments":     {"# a\n\n  # b\n" + good + "# c\nx: 1 # d\n", []string{"6:1 x"}},
		"after literal":      {"name: |\n  a\n\n\n" + good + "x: 1\n", []string{"6:1 x"}},
		"after folded":       {"name: >-\n  a\n  b\n" + good + "x: 1\n", []string{"1:7 a b", "5:1 x"}},
		"after quotes":       {"name: 'a\n\n  b'\n" + good + "x: 1\n", []string{"1:7 a\nb", "5:1 x"}},
		"after plain":        {"name: a\n  b\n" + good + "x: 1\n", []string{"1:7 a b", "4:1 x"}},
		"wide runes":         {good + "name: é日本\nload: {clients: é, pipeline: 0}\n", []string{"2:7 é日本", "3:17 é", "3:30 0"}},
		"flow over lines":    {good + "load: {\n  clients: 0,\n  tests: [SET,\n    NOPE,\n      GETT]}\n", []string{"3:12 0", "5:5 NOPE", "6:7 GETT"}},
		"quoted":             {good + "load: {clients: \"0\", pipeline: '0'}\n", []string{"2:17 0", "2:32 0"}},
		"quoted keys":        {good + "\"x\": 1\n'y': 2\n", []string{"2:1 x", "3:1 y"}},
		"list entries":       {good + "exclude:\n- a\n-   b\n-\n  - c\n", []string{"3:3 a", "4:5 b", "6:3 [c]"}},
		"mappings":           {good + "exclude:\n  - x: 1\n    y: 2\n  - {z: 3}\n", []string{"3:5 x", "4:5 y", "5:6 z"}},
		"mapping as a value": {good + "rounds:\n   a: 1\nseed: {b: 2}\n", []string{"3:4 {a: 1}", "4:7 {b: 2}"}},
		"anchors":            {good + "rounds: &r many\nseed: *r\n", []string{"2:12 many", "2:12 many"}},
		"numbers as keys":    {good + "5.0: 1\nno: 1\n~: 1\n0x10: 1\n", []string{"2:1 5.0", "3:1 no", "4:1 ~", "5:1 0x10"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, places(problemsOf(t, test.source, "s.yaml"))); diff != "" {
				t.Errorf("places (-want +got):\n%s", diff)
			}
		})
	}
}

// TestShape counts the nesting of blocks and brackets.
func TestShape(t *testing.T) {
	for name, test := range map[string]struct {
		source           string
		brackets, blocks int // greatest depth
	}{
		"nothing":         {"", 0, 0},
		"mapping":         {"a: 1\nb: 2\n", 0, 1},
		"nested":          {"a:\n  b:\n    c: 1\n  d: 2\ne: 3\n", 0, 3},
		"list":            {"a:\n  - b\n  - c\n", 0, 2},
		"list at the key": {"a:\n- b\n- c\nd:\n- e\n", 0, 2},
		"compact":         {"- - - a\n    - b\n- c\n", 0, 3},
		"mappings in one": {"- a: 1\n  b: 2\n- a: 1\n", 0, 2},
		"brackets":        {"a: [b, {c: [d]}, {e: f, g: h}]\n", 3, 1},
		"keys in those":   {"{a: {b: c, d: e, f: g}}", 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var s shape
			brackets, blocks := 0, 0
			for _, tk := range lexer.Tokenize(test.source) {
				s.add(tk)
				brackets, blocks = max(brackets, s.brackets), max(blocks, len(s.blocks))
			}
			if brackets != test.brackets || blocks != test.blocks || s.brackets != 0 {
				t.Errorf("got depth %d in brackets, %d in blocks, %d brackets left open", brackets, blocks, s.brackets)
			}
			if f := s.flaw(); f != nil {
				t.Errorf("got flaw %v", f)
			}
		})
	}
}

// TestLargeSpecIsRead reads about as many selectors as the largest plan that
// needs no flag has cells.
func TestLargeSpecIsRead(t *testing.T) {
	var b strings.Builder
	b.WriteString("axes: {version: ['7.0'], config.a: ['0']}\ninclude:\n")
	for i := range 10_000 {
		fmt.Fprintf(&b, "- {config.a: %d}\n", i+1)
	}
	spec := mustParse(t, b.String(), "s.yaml")
	if got := spec.Include[9_999]; len(spec.Include) != 10_000 || !cmp.Equal(got, Selector{"config.a": {"10000"}}) {
		t.Errorf("got %d selectors, the last %v", len(spec.Include), got)
	}
}

func TestNodeString(t *testing.T) {
	long := &node{kind: listNode}
	pairs := &node{kind: mappingNode}
	for range 1000 {
		long.items = append(long.items, &node{text: "value"})
		pairs.pairs = append(pairs.pairs, pair{key: &node{text: "key"}, value: long})
	}
	for _, n := range []*node{long, pairs, {kind: listNode, items: []*node{pairs, pairs}}} {
		if got := n.String(); len(got) > 10*shownRunes || len(got) < shownRunes {
			t.Errorf("got %d bytes", len(got))
		}
	}
	n := &node{kind: mappingNode, pairs: []pair{
		{key: &node{text: "a"}, value: &node{kind: listNode, items: []*node{{text: "b"}, {text: "c"}}}},
		{key: &node{text: "d"}, value: &node{absent: true}},
	}}
	if got := n.String(); got != "{a: [b, c], d: }" {
		t.Errorf("got %s", got)
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{"": "", "a b": "a b", "found '\t'\nhere\x1b[31m": "found ' ' here [31m"} {
		if got := oneLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLineOf(t *testing.T) {
	const text = "a\n  b \n\nc"
	for number, want := range []string{"", "a", "b", "", "c", "", ""} {
		if got := lineOf(text, number); got != want {
			t.Errorf("line %d: got %q, want %q", number, got, want)
		}
	}
}

// TestParseColonsInLists has values with colons where the YAML parser sees
// mappings.
func TestParseColonsInLists(t *testing.T) {
	const source = `axes: {version: [image:redis:7.2, "7.0"], key_distribution: [zipf:1.2, gaussian:0.1],
  mix: [SET:1 GET:10, GET:1, "INCR:1"], value_size: [64:70 1KiB:30, 5:1  7:2]}`
	want := []Axis{
		{"version", []string{"image:redis:7.2", "7.0"}},
		{"key_distribution", []string{"zipf:1.2", "gaussian:0.1"}},
		{"mix", []string{"SET:1 GET:10", "GET:1", "INCR:1"}},
		{"value_size", []string{"64:70 1KiB:30", "5:1  7:2"}},
	}
	if diff := cmp.Diff(want, mustParse(t, source, "s.yaml").Axes); diff != "" {
		t.Errorf("axes (-want +got):\n%s", diff)
	}
	for _, mapping := range []string{"GET: 1", "'GET':1", "GET:  1", "{GET:1}"} {
		problems := problemsOf(t, "axes: {version: ['7.0'], mix: ["+mapping+"]}", "s.yaml")
		if len(problems) != 1 || !strings.HasPrefix(problems[0].Message, "a mapping where") {
			t.Errorf("%s: got %v", mapping, problems)
		}
	}
}

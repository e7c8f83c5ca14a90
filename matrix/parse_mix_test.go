package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const smallest = "axes: {version: ['7.0']}\n"

func TestParseMixOfSpec(t *testing.T) {
	for text, want := range map[string][]MixPart{
		`{SET: 1, GET: 10}`:       {{"SET", 1}, {"GET", 10}},
		`{get: 1000000}`:          {{"GET", 1_000_000}},
		`{ping_bulk: 2, Ours: 3}`: {{"PING_MBULK", 2}, {"ours", 3}},
		`"SET:1 GET:10"`:          {{"SET", 1}, {"GET", 10}},
		`"set:1,get:10, OURS:2"`:  {{"SET", 1}, {"GET", 10}, {"ours", 2}},
		`GET:7`:                   {{"GET", 7}},
	} {
		spec := mustParse(t, smallest+"load: {mix: "+text+", commands: {ours: HGET h f}}", "s.yaml")
		if diff := cmp.Diff(want, spec.Load.Mix); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// TestTestsOfMixesAndCommands is which tests run, by what is written.
func TestTestsOfMixesAndCommands(t *testing.T) {
	for _, test := range []struct {
		axes, load string
		set        []Override
		want       string
	}{
		{"", "mix: {SET: 1}", nil, "MIX"},
		{"", "mix: {SET: 1}, tests: [GET, SET]", nil, "GET SET MIX"},
		{"", "mix: {SET: 1}, tests: [mix, GET]", nil, "MIX GET"},
		{"", "commands: {b: PING, a: PING}", nil, "b a"},
		{"", "commands: {b: PING, a: PING}, tests: [A, get]", nil, "a GET"},
		{"", "commands: {a: PING}, mix: {a: 1, SET: 2}", nil, "MIX"},
		{"", "commands: {a: PING}, mix: {SET: 2}, tests: a", nil, "a MIX"},
		{", mix: ['SET:1', 'SET:1 GET:1']", "tests: SET", nil, "SET MIX"},
		{", mix: ['SET:1', 'SET:1 GET:1']", "clients: 5", nil, "MIX"},
		{"", "clients: 5", []Override{{"mix", "SET:1"}}, "MIX"},
		{"", "clients: 5", []Override{{"load.mix", "SET:1"}}, "MIX"},
		{"", "mix: {SET: 1}, tests: GET", []Override{{"load.tests", "SET"}}, "SET"},
		{"", "mix: {SET: 1}", []Override{{"load.tests", "SET,MIX"}}, "SET MIX"},
		{"", "tests: SET", []Override{{"load.commands.a", "PING"}, {"load.tests", "a"}}, "a"},
	} {
		source := "axes: {version: ['7.0']" + test.axes + "}\nload: {" + test.load + "}\n"
		spec := mustParse(t, source, "s.yaml", test.set...)
		if got := strings.Join(spec.Load.Tests, " "); got != test.want {
			t.Errorf("%s %v: got %s, want %s", source, test.set, got, test.want)
		}
	}
}

// TestMixAxis unfolds mixes: each cell has its own.
func TestMixAxis(t *testing.T) {
	const source = `
axes: {version: ["4.0"], mix: ["SET:1 GET:10", "ours:1 XADD:2"]}
load: {commands: {ours: HGET h f}, mix: {INCR: 1}}
exclude: [{mix: "GET:10 SET:1", test: [mix]}]
include: [{mix: "GET:1 SET:1"}]
`
	type cell struct {
		ID  string
		Mix []MixPart
		NA  map[string]string
	}
	var got []cell
	for _, c := range mustPlan(t, mustParse(t, source, "s.yaml")).Cells {
		got = append(got, cell{c.ID, c.Load.Mix, c.NA})
	}
	want := []cell{
		{`version=4.0 mix="ours:1 XADD:2"`, []MixPart{{"ours", 1}, {"XADD", 2}}, map[string]string{"MIX": "XADD: needs Redis 5.0"}},
		{`version=4.0 mix="GET:1 SET:1"`, []MixPart{{"GET", 1}, {"SET", 1}}, nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

func FuzzParseMix(f *testing.F) {
	for _, seed := range []string{"SET:1 GET:10", "ours:1,get:2", "SET", ":1", "LPOP:1", "SET:1:1"} {
		f.Add(seed)
	}
	load := Load{Commands: []OwnCommand{{"ours", []string{"PING"}}}}
	f.Fuzz(func(t *testing.T, text string) {
		parts, flaws := load.parseMix(text)
		if len(parts) == 0 && len(flaws) == 0 {
			t.Errorf("%q is nothing", text)
		}
		if len(flaws) > 0 {
			return
		}
		mixed := Load{Commands: load.Commands, Mix: parts}
		test, ok := mixed.Test(TestMix)
		if !ok || len(test.Parts) != len(parts) {
			t.Errorf("%q makes %v, %v", text, test, ok)
		}
		for _, part := range test.Parts {
			if part.Weight < 1 || part.Weight > maxWeight || part.Test.Consumes {
				t.Errorf("%q has %v", text, part)
			}
		}
	})
}

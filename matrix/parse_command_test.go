package matrix

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParseCommands(t *testing.T) {
	for written, want := range map[string][]string{
		`HSET user:__key__ name __data__`:      {"HSET", "user:__key__", "name", "__data__"},
		`"  get   x  "`:                        {"get", "x"},
		`'SET "a b" ''c d'''`:                  {"SET", "a b", "c d"},
		`'SET x "\x41\n\""'`:                   {"SET", "x", "A\n\""},
		`'SET x ""'`:                           {"SET", "x", ""},
		`'SET x "\x00"'`:                       {"SET", "x", "\x00"},
		`SET "x y" z`:                          {"SET", "x y", "z"},
		`[SET, "a b", "", 5.0, no]`:            {"SET", "a b", "", "5.0", "no"},
		`[SET, '"quoted"']`:                    {"SET", `"quoted"`},
		`JSON.SET doc:__key__ $ 1`:             {"JSON.SET", "doc:__key__", "$", "1"},
		`SET a__key__b__seq____score__ _x__y_`: {"SET", "a__key__b__seq____score__", "_x__y_"},
		`XADD block * f __bit__`:               {"XADD", "block", "*", "f", "__bit__"},
		`XREAD COUNT 2 STREAMS block 0`:        {"XREAD", "COUNT", "2", "STREAMS", "block", "0"},
		`CLIENT ID`:                            {"CLIENT", "ID"},
		`EVAL "return redis.call('GET', KEYS[1])" 1 key:__key__`: {"EVAL", "return redis.call('GET', KEYS[1])", "1", "key:__key__"},
	} {
		spec := mustParse(t, smallest+"load:\n  commands:\n    mine: "+written+"\n", "s.yaml")
		if diff := cmp.Diff([]OwnCommand{{"mine", want}}, spec.Load.Commands); diff != "" {
			t.Errorf("%s (-want +got):\n%s", written, diff)
		}
	}
}

// TestRefusedCommands writes every command that cannot be a spec's own.
func TestRefusedCommands(t *testing.T) {
	for _, r := range refusals {
		for entry := range strings.FieldsSeq(r.commands) {
			name := strings.NewReplacer("|", " ", "+", " ").Replace(entry)
			for _, text := range []string{name + " x", strings.ToLower(name)} {
				problems := problemsOf(t, smallest+"load: {commands: {mine: "+text+"}}\n", "s.yaml")
				if want := name + " " + r.reason; len(problems) != 1 || problems[0].Message != want || problems[0].Remedy != r.remedy {
					t.Errorf("%s: got %v, want %q", text, problems, want)
				}
			}
		}
	}
}

// TestRefusedCommandsInLists writes one whose words are apart.
func TestRefusedCommandsInLists(t *testing.T) {
	problems := problemsOf(t, smallest+"load: {commands: {mine: [xread, count, 1, Block, 0, streams, s, 0]}}\n", "s.yaml")
	if len(problems) != 1 || !strings.HasPrefix(problems[0].Message, "XREAD BLOCK waits") {
		t.Errorf("got %v", problems)
	}
}

func TestOwnCommandNA(t *testing.T) {
	for _, c := range []struct{ version, words, want string }{
		{"4.0", "XADD s * f v", "XADD needs Redis 5.0"},
		{"4.0", "xadd s * f v", "XADD needs Redis 5.0"},
		{"5.0", "XADD s * f v", ""},
		{"3.2", "GEORADIUS_RO k 1 1 1 m", ""}, // the line has 3.2.10
		{"3.2.9", "GEORADIUS_RO k 1 1 1 m", "GEORADIUS_RO needs Redis 3.2.10"},
		{"7.2", "HEXPIRE h 1 FIELDS 1 f", "HEXPIRE needs Redis 7.4"},
		{"valkey-8.1", "HEXPIRE h 1 FIELDS 1 f", ""}, // not known
		{"valkey-8.1", "XADD s * f v", ""},
		{"2.8", "JSON.SET k $ 1", ""},
	} {
		load := Load{Commands: []OwnCommand{{"mine", strings.Fields(c.words)}}}
		test, _ := load.Test("mine")
		if got := test.Unsupported(mustVersion(t, c.version)); got != c.want {
			t.Errorf("%s on %s: got %q, want %q", c.words, c.version, got, c.want)
		}
		if got := test.Unsupported(Version{}); got != "" {
			t.Errorf("%s on an unknown version: got %q", c.words, got)
		}
	}
}

func FuzzSplitCommand(f *testing.F) {
	for _, seed := range []string{"GET x", `SET "a b" 'c\'d'`, `"\x41\n"`, `"`, `a"b c"`, "  ", `""`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, ok := splitCommand(text)
		if !ok || !utf8.ValidString(strings.Join(words, "")) {
			return
		}
		var quoted []string
		for _, word := range words {
			quoted = append(quoted, quoteWord(word))
		}
		again, ok := splitCommand(strings.Join(quoted, " "))
		if diff := cmp.Diff(words, again); !ok || diff != "" {
			t.Errorf("%q is %q, which reads again as %q", text, words, again)
		}
	})
}

// quoteWord writes a word such that it is read as one.
func quoteWord(word string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}

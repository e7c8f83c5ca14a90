package matrix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFamiliesOfTheCatalogue(t *testing.T) {
	const none, other = "", "other"
	want := map[string]string{
		"PING_INLINE": none, "PING_MBULK": none, "PUBLISH": none,
		"SETEX": "session:__key__", "PSETEX": "session:__key__", "EXPIRE": "session:__key__", "TTL": "session:__key__",
		"INCR": "counter:__key__", "EVAL": "counter:__key__", "EVALSHA": "counter:__key__", "FCALL": "counter:__key__",
		"INCRBYFLOAT": "float:__key__", "MULTI_EXEC": "counter:__key__ key:__key__", "SET_WAITAOF": "key:__key__",
	}
	for name := range strings.FieldsSeq("SET GET MSET MGET STRLEN EXISTS GETRANGE SETRANGE SETBIT GETBIT BITCOUNT") {
		want[name] = "key:__key__"
	}
	got := map[string]string{}
	for _, test := range catalog {
		families, only := test.Families()
		if got[test.Name] = strings.Join(families, " "); !only {
			got[test.Name] = other
		}
		if _, listed := want[test.Name]; !listed {
			want[test.Name] = other
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFamiliesOfMixes(t *testing.T) {
	for parts, want := range map[string]string{
		"SET GET":       "[key:__key__] true",
		"INCR PING GET": "[counter:__key__ key:__key__] true",
		"SET LPUSH":     "[] false",
	} {
		mix := Test{Name: TestMix}
		for name := range strings.FieldsSeq(strings.Replace(parts, "PING", "PING_INLINE", 1)) {
			test, known := LookupTest(name)
			if !known {
				t.Fatalf("no test %s", name)
			}
			mix.Parts = append(mix.Parts, Part{Test: test, Weight: 1})
		}
		if got := fmt.Sprint(mix.Families()); got != want {
			t.Errorf("%s: %s, want %s", parts, got, want)
		}
	}
}

func TestFamiliesOfOwnCommands(t *testing.T) {
	for command, want := range map[string]string{
		"set session:__key__ __data__ EX 3600":       "[session:__key__] true",
		"GET session:__key__":                        "[session:__key__] true",
		"HSET user:__key__ name __data__ age 7":      "[user:__key__] true",
		"HMSET user:__key__:x a __score__ b __seq__": "[user:__key__:x] true",
		"HSET user:__key__ __data__ x":               "[] false",
		"HSET user:__key__ a b c__score__ d":         "[] false",
		"SET a __data__":                             "[] false",
		"SET log:__seq__ x":                          "[] false",
		"SET a:__key__:__key__ x":                    "[] false",
		"SET a:__key__:__score__ x":                  "[] false",
		"RPUSH list:__key__ x":                       "[] false",
		"APPEND key:__key__ x":                       "[] false",
		"MGET key:__key__ other:__key__":             "[] false",
		"MSET key:__key__ x other:__key__ y":         "[] false",
		"EVAL script 1 key:__key__":                  "[] false",
		"DBSIZE":                                     "[] false",
	} {
		if got := fmt.Sprint(Test{Own: true, Command: words(command)}.Families()); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}

func TestFills(t *testing.T) {
	for name, want := range map[string]bool{"SET": false, "GET": true, "LPUSH": false, "MULTI_EXEC": false, "EXPIRE": true} {
		test, _ := LookupTest(name)
		if got := test.Fills(); got != want {
			t.Errorf("%s: %t", name, got)
		}
		if got := (Test{Parts: []Part{{Test: Test{Command: words("PING")}}, {Test: test}}}).Fills(); got != want {
			t.Errorf("a mix with %s: %t", name, got)
		}
	}
}

func TestReads(t *testing.T) {
	for name, want := range map[string]bool{"SET": false, "GET": true, "MGET": true, "MULTI_EXEC": false, "EXPIRE": false, "TTL": true} {
		test, _ := LookupTest(name)
		if got := test.Reads(); got != want {
			t.Errorf("%s: %t", name, got)
		}
		if got := (Test{Parts: []Part{{Test: Test{Command: words("get key:__key__")}}, {Test: test}}}).Reads(); got != want {
			t.Errorf("a mix with %s: %t", name, got)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]int{"PING_INLINE": 1, "SET": 3, "MSET": 21, "MULTI_EXEC": 3} {
		test, _ := LookupTest(name)
		if got := test.Words(); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
		if got := (Test{Parts: []Part{{Test: Test{Command: words("PING")}}, {Test: test}}}).Words(); got != want {
			t.Errorf("a mix with %s: %d, want %d", name, got, want)
		}
	}
}

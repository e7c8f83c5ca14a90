package matrix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What each test sends, what it finds, and what it must be answered with.
func TestCommands(t *testing.T) {
	pairs := func(words string) string { return strings.TrimSpace(strings.Repeat(words+" ", 10)) }
	want := map[string]string{
		"PING_INLINE": "inline PING > status",
		"PING_MBULK":  "PING > status",
		"SET":         "SET key:__key__ __data__ > status",
		"GET":         "keys: GET key:__key__ > bulk",
		"INCR":        "INCR counter:__key__ > integer",
		"LPUSH":       "LPUSH mylist __data__ > integer",
		"RPUSH":       "RPUSH mylist __data__ > integer",
		"LPOP":        "list, consumed: LPOP mylist > bulk",
		"RPOP":        "list, consumed: RPOP mylist > bulk",
		"SADD":        "SADD myset element:__seq__ > integer",
		"HSET":        "HSET myhash element:__key__ __data__ > integer",
		"SPOP":        "set, consumed: SPOP myset > bulk",
		"ZADD":        "ZADD myzset __score__ element:__key__ > integer",
		"ZPOPMIN":     "zset, consumed: ZPOPMIN myzset > array of 2",
		"LRANGE_100":  "list: LRANGE mylist 0 99 > array of 100",
		"LRANGE_300":  "list: LRANGE mylist 0 299 > array of 300",
		"LRANGE_500":  "list: LRANGE mylist 0 499 > array of 500",
		"LRANGE_600":  "list: LRANGE mylist 0 599 > array of 600",
		"MSET":        "MSET " + pairs("key:__key__ __data__") + " > status",
		"MGET":        "keys: MGET " + pairs("key:__key__") + " > array of 10",
		"XADD":        "XADD mystream * myfield __data__ > bulk",
	}
	got := map[string]string{}
	for _, name := range TestNames() {
		test, _ := LookupTest(name)
		got[name] = said(test)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tests (-want +got):\n%s", diff)
	}
}

func said(test Test) string {
	needs := string(test.Needs)
	if test.Consumes {
		needs += ", consumed"
	}
	if needs != "" {
		needs += ": "
	}
	if test.Inline {
		needs += "inline "
	}
	reply := string(test.Reply.Kind)
	if test.Reply.Len > 0 {
		reply += fmt.Sprint(" of ", test.Reply.Len)
	}
	return needs + strings.Join(test.Command, " ") + " > " + reply
}

// What is handed out can be changed by whoever gets it.
func TestCatalogIsNobodys(t *testing.T) {
	for _, list := range []func() []string{
		TestNames, TestSetNames,
		func() []string { names, _ := TestSet("lists"); return names },
		func() []string { names, _ := TestSet(SetDefault); return names },
		func() []string { names, _ := TestSet(SetRedisBenchmark); return names },
	} {
		before := strings.Join(list(), " ")
		list()[0] = "changed"
		if after := strings.Join(list(), " "); after != before {
			t.Errorf("got %s, and then %s", before, after)
		}
	}
}

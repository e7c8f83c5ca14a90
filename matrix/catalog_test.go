package matrix

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookupTest(t *testing.T) {
	for name, want := range map[string]Test{
		"set":         {Name: "SET", Command: []string{"SET", "key:__key__", "__data__"}, Reply: Reply{Kind: ReplyStatus}},
		"PING_BULK":   {Name: "PING_MBULK", Command: []string{"PING"}, Reply: Reply{Kind: ReplyStatus}},
		"ping_inline": {Name: "PING_INLINE", Command: []string{"PING"}, Inline: true, Reply: Reply{Kind: ReplyStatus}},
		"SADD":        {Name: "SADD", Command: []string{"SADD", "myset", "element:__seq__"}, Reply: Reply{Kind: ReplyInteger}},
		"ZPOPMIN": {
			Name: "ZPOPMIN", Command: []string{"ZPOPMIN", "myzset"}, Needs: DataZSet, Consumes: true,
			Reply: Reply{Kind: ReplyArray, Len: 2}, Since: Version{Redis, []int{5, 0, 0}},
		},
		"LRANGE_500": {
			Name: "LRANGE_500", Remark: "first 500 elements", Command: []string{"LRANGE", "mylist", "0", "499"},
			Needs: DataList, Reply: Reply{Kind: ReplyArray, Len: 500},
		},
		"mget": {
			Name: "MGET", Remark: "10 keys", Command: append([]string{"MGET"}, slices.Repeat([]string{"key:__key__"}, 10)...),
			Needs: DataKeys, Reply: Reply{Kind: ReplyArray, Len: 10},
		},
	} {
		got, ok := LookupTest(name)
		if !ok {
			t.Errorf("%s is not found", name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if test, ok := LookupTest("FCALL"); ok {
		t.Errorf("FCALL is %+v", test)
	}
}

func TestTestSet(t *testing.T) {
	for name, want := range map[string]string{
		"default": "PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
			"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET XADD",
		"redis-benchmark": "PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
			"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET MGET XADD",
		"Lrange": "LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600",
		"ping":   "PING_INLINE PING_MBULK",
		"sets":   "SADD SPOP",
	} {
		got, ok := TestSet(name)
		if !ok {
			t.Errorf("%s is not found", name)
		}
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if names, ok := TestSet("SET"); ok {
		t.Errorf("SET is the set %q", names)
	}
}

func TestSetsNameTests(t *testing.T) {
	grouped := map[string]bool{}
	for _, set := range TestSetNames() {
		names, ok := TestSet(set)
		if !ok || len(names) == 0 {
			t.Errorf("set %s is empty or not found", set)
		}
		for _, name := range names {
			if test, ok := LookupTest(name); !ok || test.Name != name {
				t.Errorf("set %s names %q, which is no test", set, name)
			}
			if set != SetDefault && set != SetRedisBenchmark {
				grouped[name] = true
			}
		}
	}
	for _, name := range TestNames() {
		if !grouped[name] {
			t.Errorf("test %s is in no group", name)
		}
	}
}

// A test that consumes needs something to consume, and what reads finds it.
func TestCatalogIsSound(t *testing.T) {
	for _, test := range catalog {
		if test.Consumes && test.Needs == DataNone {
			t.Errorf("%s consumes nothing", test.Name)
		}
		if (test.Reply.Kind == ReplyArray) != (test.Reply.Len > 0) {
			t.Errorf("%s: reply %+v", test.Name, test.Reply)
		}
		if test.Name != strings.ToUpper(test.Name) || len(test.Command) == 0 {
			t.Errorf("%s: name or command", test.Name)
		}
		if len(test.Since.Numbers) != 0 && !test.Since.Exact() {
			t.Errorf("%s: since %v is no release", test.Name, test.Since)
		}
	}
}

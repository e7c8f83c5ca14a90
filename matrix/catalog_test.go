package matrix

import (
	"maps"
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
	if test, ok := LookupTest("SUBSCRIBE"); ok {
		t.Errorf("SUBSCRIBE is %+v", test)
	}
}

func TestTestSet(t *testing.T) {
	for name, want := range map[string]string{
		"default": "PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
			"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET XADD",
		"redis-benchmark": "PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
			"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET MGET XADD FCALL",
		"Lrange": "LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600",
		"ping":   "PING_INLINE PING_MBULK",
		"sets":   "SADD SPOP SISMEMBER SRANDMEMBER",
		"expiry": "SETEX PSETEX EXPIRE TTL",
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

// Sets name tests, and every test is in one group.
func TestSetsNameTests(t *testing.T) {
	grouped := map[string]int{}
	for _, set := range TestSetNames() {
		names, ok := TestSet(set)
		if !ok || len(names) == 0 {
			t.Errorf("set %s is empty or not found", set)
		}
		for _, name := range names {
			if test, ok := LookupTest(name); !ok || test.Name != name {
				t.Errorf("set %s names %q, which is no test", set, name)
			}
			if slices.ContainsFunc(groups, func(g group) bool { return g.name == set }) {
				grouped[name]++
			}
		}
	}
	for _, name := range TestNames() {
		if grouped[name] != 1 {
			t.Errorf("test %s is in %d groups", name, grouped[name])
		}
	}
}

// A test that consumes needs something to consume, and what reads finds it.
func TestCatalogIsSound(t *testing.T) {
	for _, test := range catalog {
		if test.Consumes && test.Needs == DataNone {
			t.Errorf("%s consumes nothing", test.Name)
		}
		for _, step := range append(test.Lead, Step{test.Command, test.Reply}) {
			counts := step.Reply.Kind == ReplyArray || step.Reply.Kind == ReplyCount
			if step.Reply.Len > 0 && !counts || step.Reply.Kind == ReplyArray && step.Reply.Len == 0 || step.Reply.Kind == "" || len(step.Command) == 0 {
				t.Errorf("%s: command %q, reply %+v", test.Name, step.Command, step.Reply)
			}
		}
		if test.Name != strings.ToUpper(test.Name) {
			t.Errorf("%s: name", test.Name)
		}
		if len(test.Since.Numbers) != 0 && !test.Since.Exact() {
			t.Errorf("%s: since %v is no release", test.Name, test.Since)
		}
	}
}

// Every key that a test names is known to MaxKeys, and no other.
func TestKeysOfTests(t *testing.T) {
	named := map[string]bool{}
	for _, test := range catalog {
		test.nameKeys(named)
	}
	maps.DeleteFunc(named, func(name string, _ bool) bool {
		return !strings.HasPrefix(name, "my") && !strings.HasSuffix(name, ":") && !strings.HasSuffix(name, "hll")
	})
	for _, none := range words("element: mychannel myfield") {
		delete(named, none)
	}
	want := words(numberedKeys + " " + collectionKeys)
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(named))); diff != "" {
		t.Error(diff)
	}
}

func TestMaxKeys(t *testing.T) {
	set := func(name string) []string {
		tests, _ := TestSet(name)
		return tests
	}
	for name, c := range map[string]struct {
		load Load
		want int64
	}{
		"none":        {Load{}, 0},
		"default":     {Load{Tests: set(SetDefault)}, 2*1000 + 5},
		"one":         {Load{Tests: words("get")}, 1000},
		"transaction": {Load{Tests: words("MULTI_EXEC PUBLISH")}, 2 * 1000},
		"own":         {Load{Tests: words("mine"), Commands: []OwnCommand{{"mine", words("SET key:__key__ 1")}}}, 0},
		"mix":         {Load{Tests: words("MIX"), Mix: []MixPart{{"TTL", 1}, {"PFCOUNT", 1}}}, 1000 + 2},
		"all":         {Load{Tests: TestNames()}, 4*1000 + 10},
	} {
		c.load.Keyspace = 1000
		if got := c.load.MaxKeys(); got != c.want {
			t.Errorf("%s: %d keys, want %d", name, got, c.want)
		}
	}
}

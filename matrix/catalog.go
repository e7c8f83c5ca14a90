package matrix

import (
	"slices"
	"strings"
)

// Names of test sets, see TestSet.
const (
	// SetDefault are the tests that redis-benchmark 7.2 runs by default.
	SetDefault = "default"
	// SetRedisBenchmark is the newest list there is, with MGET.
	SetRedisBenchmark = "redis-benchmark"
)

// catalog holds the tests in redis-benchmark's order. They send what
// redis-benchmark sends, but for this, which makes every request do the work
// that its name promises:
//   - Keys are drawn from the keyspace, as with -r; without it redis-benchmark
//     writes one key again and again.
//   - SADD adds an element never used before. An element that is there already
//     changes nothing and never reaches the AOF.
//   - ZADD draws its score, so that it changes something where the element is
//     there already.
//   - LPOP, RPOP, SPOP and ZPOPMIN never run dry, and LRANGE finds its list:
//     Needs says what is built first.
//   - LRANGE_500 reads 500 elements; redis-benchmark read 450 before 6.2.3.
var catalog = []Test{
	{Name: "PING_INLINE", Command: words("PING"), Inline: true, Reply: statusReply},
	{Name: "PING_MBULK", Command: words("PING"), Reply: statusReply},
	{Name: "SET", Command: words("SET key:__key__ __data__"), Reply: statusReply},
	{Name: "GET", Command: words("GET key:__key__"), Needs: DataKeys, Reply: bulkReply},
	{Name: "INCR", Command: words("INCR counter:__key__"), Reply: integerReply},
	{Name: "LPUSH", Command: words("LPUSH mylist __data__"), Reply: integerReply},
	{Name: "RPUSH", Command: words("RPUSH mylist __data__"), Reply: integerReply},
	{Name: "LPOP", Command: words("LPOP mylist"), Needs: DataList, Consumes: true, Reply: bulkReply},
	{Name: "RPOP", Command: words("RPOP mylist"), Needs: DataList, Consumes: true, Reply: bulkReply},
	{Name: "SADD", Command: words("SADD myset element:__seq__"), Reply: integerReply},
	{Name: "HSET", Command: words("HSET myhash element:__key__ __data__"), Reply: integerReply},
	{Name: "SPOP", Command: words("SPOP myset"), Needs: DataSet, Consumes: true, Reply: bulkReply},
	{Name: "ZADD", Command: words("ZADD myzset __score__ element:__key__"), Reply: integerReply},
	{Name: "ZPOPMIN", Command: words("ZPOPMIN myzset"), Needs: DataZSet, Consumes: true, Reply: arrayReply(2), Since: redisVersion(5, 0, 0)},
	{Name: "LRANGE_100", Remark: "first 100 elements", Command: words("LRANGE mylist 0 99"), Needs: DataList, Reply: arrayReply(100)},
	{Name: "LRANGE_300", Remark: "first 300 elements", Command: words("LRANGE mylist 0 299"), Needs: DataList, Reply: arrayReply(300)},
	{Name: "LRANGE_500", Remark: "first 500 elements", Command: words("LRANGE mylist 0 499"), Needs: DataList, Reply: arrayReply(500)},
	{Name: "LRANGE_600", Remark: "first 600 elements", Command: words("LRANGE mylist 0 599"), Needs: DataList, Reply: arrayReply(600)},
	{Name: "MSET", Remark: "10 keys", Command: words("MSET" + strings.Repeat(" key:__key__ __data__", 10)), Reply: statusReply},
	{Name: "MGET", Remark: "10 keys", Command: words("MGET" + strings.Repeat(" key:__key__", 10)), Needs: DataKeys, Reply: arrayReply(10)},
	{Name: "XADD", Command: words("XADD mystream * myfield __data__"), Reply: bulkReply, Since: redisVersion(5, 0, 0)},
}

// Replies of the catalogue.
var (
	statusReply  = Reply{Kind: ReplyStatus}
	integerReply = Reply{Kind: ReplyInteger}
	bulkReply    = Reply{Kind: ReplyBulk}
)

func arrayReply(n int) Reply { return Reply{Kind: ReplyArray, Len: n} }

func words(text string) []string { return strings.Fields(text) }

// testAliases are other names that redis-benchmark gives tests.
var testAliases = map[string]string{"PING_BULK": "PING_MBULK"}

// testSets are the named sets beside SetDefault and SetRedisBenchmark.
var testSets = map[string][]string{
	"ping":    {"PING_INLINE", "PING_MBULK"},
	"lrange":  {"LRANGE_100", "LRANGE_300", "LRANGE_500", "LRANGE_600"},
	"strings": {"SET", "GET", "INCR", "MSET", "MGET"},
	"lists":   {"LPUSH", "RPUSH", "LPOP", "RPOP", "LRANGE_100", "LRANGE_300", "LRANGE_500", "LRANGE_600"},
	"hashes":  {"HSET"},
	"sets":    {"SADD", "SPOP"},
	"zsets":   {"ZADD", "ZPOPMIN"},
	"streams": {"XADD"},
}

// TestMix is the name of the test that Load.Mix makes.
const TestMix = "MIX"

// Test finds what a name in Tests stands for: a command of the spec's own, the
// mix, or a test of the catalogue.
func (l Load) Test(name string) (Test, bool) {
	if name == TestMix && len(l.Mix) > 0 {
		return l.mix()
	}
	for _, own := range l.Commands {
		if own.Name == name {
			return Test{Name: name, Command: own.Words, Own: true, Reply: Reply{Kind: ReplyAny, MayMiss: true}}, true
		}
	}
	return LookupTest(name)
}

func (l Load) mix() (Test, bool) {
	mix := Test{Name: TestMix}
	for _, part := range l.Mix {
		test, known := LookupTest(part.Test)
		for _, own := range l.Commands {
			if own.Name == part.Test {
				test, known = l.Test(own.Name)
			}
		}
		if !known {
			return Test{}, false
		}
		mix.Parts = append(mix.Parts, Part{Test: test, Weight: part.Weight})
	}
	return mix, true
}

// LookupTest finds a test of the catalogue by name, in any case; PING_BULK is PING_MBULK.
func LookupTest(name string) (Test, bool) {
	name = strings.ToUpper(name)
	if canonical, ok := testAliases[name]; ok {
		name = canonical
	}
	i := slices.IndexFunc(catalog, func(t Test) bool { return t.Name == name })
	if i < 0 {
		return Test{}, false
	}
	return catalog[i], true
}

// TestNames lists all tests in redis-benchmark's order.
func TestNames() []string {
	names := make([]string, len(catalog))
	for i, test := range catalog {
		names[i] = test.Name
	}
	return names
}

// TestSet is the tests of a named set, in any case, in the order in which they
// run: SetDefault, SetRedisBenchmark, redis-benchmark's "ping" and "lrange",
// and one set per data type.
func TestSet(name string) ([]string, bool) {
	switch name = strings.ToLower(name); name {
	case SetRedisBenchmark:
		return TestNames(), true
	case SetDefault:
		return slices.DeleteFunc(TestNames(), func(test string) bool { return test == "MGET" }), true
	}
	names, ok := testSets[name]
	return slices.Clone(names), ok
}

// TestSetNames lists the names that TestSet knows.
func TestSetNames() []string {
	return []string{
		SetDefault, SetRedisBenchmark, "ping", "lrange",
		"strings", "lists", "hashes", "sets", "zsets", "streams",
	}
}

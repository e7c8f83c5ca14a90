package matrix

import (
	"slices"
	"strings"
)

// Names of test sets, see TestSet.
const (
	// SetDefault are the tests that redis-benchmark 7.2 runs by default.
	SetDefault = "default"
	// SetRedisBenchmark is the newest list there is, that of Valkey 9: with MGET
	// and FCALL. Its FUNCTION LOAD is left out, since that is no work on data.
	SetRedisBenchmark = "redis-benchmark"
)

// catalog holds the tests of all groups, in their order.
var catalog = slices.Concat(testsOf(groups)...)

func testsOf(groups []group) [][]Test {
	tests := make([][]Test, len(groups))
	for i, group := range groups {
		tests[i] = group.tests
	}
	return tests
}

// testAliases are other names that redis-benchmark gives tests.
var testAliases = map[string]string{"PING_BULK": "PING_MBULK"}

// testSets are the sets beside the groups. Those of redis-benchmark are in its
// order.
var testSets = []struct {
	name  string
	tests []string
}{
	{SetDefault, words(benchmark72)},
	{SetRedisBenchmark, slices.Concat(words(strings.TrimSuffix(benchmark72, "XADD")), words("MGET XADD FCALL"))},
	{"lrange", words("LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600")},
}

// benchmark72 is what redis-benchmark runs by default, from 7.2 to at least 8.0.
const benchmark72 = "PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN " +
	"LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET XADD"

// TestMix is the name of the test that Load.Mix makes.
const TestMix = "MIX"

// Test finds what a name in Tests stands for: a command of the spec's own, the
// mix, a trial, or a test of the catalogue.
func (l Load) Test(name string) (Test, bool) {
	if name == TestMix && len(l.Mix) > 0 {
		return l.mix()
	}
	for _, recorded := range l.Recorded {
		if recorded.Name == name {
			return Test{Name: name, Remark: recorded.Remark}, true
		}
	}
	for _, own := range l.Commands {
		if own.Name == name {
			return Test{Name: name, Command: own.Words, Own: true, Reply: Reply{Kind: ReplyAny, MayMiss: true}}, true
		}
	}
	if trial, ok := LookupTrial(name); ok {
		return trial, true
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

// TestNames lists all tests, group by group.
func TestNames() []string { return namesOf(catalog) }

func namesOf(tests []Test) []string {
	names := make([]string, len(tests))
	for i, test := range tests {
		names[i] = test.Name
	}
	return names
}

// TestSet is the tests of a named set, in any case, in the order in which they
// run: SetDefault, SetRedisBenchmark, redis-benchmark's "ping" and "lrange",
// and one set per type of data or feature.
func TestSet(name string) ([]string, bool) {
	name = strings.ToLower(name)
	for _, set := range testSets {
		if set.name == name {
			return slices.Clone(set.tests), true
		}
	}
	for _, group := range groups {
		if group.name == name {
			return namesOf(group.tests), true
		}
	}
	return nil, false
}

// TestSetNames lists the names that TestSet knows.
func TestSetNames() []string {
	var names []string
	for _, set := range testSets {
		names = append(names, set.name)
	}
	for _, group := range groups {
		names = append(names, group.name)
	}
	return names
}

// The keys that the catalogue's tests make: one of each numbered name for each
// number of the keyspace, and one of each other.
const (
	numberedKeys   = "key: counter: float: session:"
	collectionKeys = "mylist myhash myrecord mycounters myset myzset mystream mygeo myhll otherhll"
)

// MaxKeys is how many keys the load's tests make at most, those of commands of
// the spec's own left out.
func (l Load) MaxKeys() int64 {
	named := map[string]bool{}
	for _, name := range l.Tests {
		if test, ok := l.Test(name); ok {
			test.nameKeys(named)
		}
	}
	var most int64
	for _, name := range words(numberedKeys) {
		if named[name] {
			most += int64(l.Keyspace)
		}
	}
	for _, name := range words(collectionKeys) {
		if named[name] {
			most++
		}
	}
	return most
}

// nameKeys adds what the test's words are before their first placeholder, keys
// among them.
func (t Test) nameKeys(named map[string]bool) {
	for _, part := range t.Parts {
		part.Test.nameKeys(named)
	}
	if t.Own {
		return
	}
	for _, step := range append(slices.Clone(t.Lead), Step{Command: t.Command}) {
		for _, word := range step.Command {
			name, _, _ := strings.Cut(word, "__")
			named[name] = true
		}
	}
}

package matrix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sent is what each test sends, what it finds, and what it must be answered with.
var sent = map[string]string{
	"PING_INLINE": "inline PING > status",
	"PING_MBULK":  "PING > status",

	"SET":         "SET key:__key__ __data__ > status",
	"GET":         "keys: GET key:__key__ > bulk",
	"INCR":        "INCR counter:__key__ > integer",
	"MSET":        ten("MSET", "key:__key__ __data__") + " > status",
	"MGET":        "keys: " + ten("MGET", "key:__key__") + " > array of 10",
	"STRLEN":      "keys: STRLEN key:__key__ > count",
	"EXISTS":      "keys: EXISTS key:__key__ > count of 1",
	"GETRANGE":    "keys: GETRANGE key:__key__ 0 9 > bulk",
	"SETRANGE":    "keys: SETRANGE key:__key__ 0 __data__ > integer",
	"INCRBYFLOAT": "INCRBYFLOAT float:__key__ 0.5 > bulk",

	"LPUSH":      "LPUSH mylist __data__ > integer",
	"RPUSH":      "RPUSH mylist __data__ > integer",
	"LPOP":       "list, consumed: LPOP mylist > bulk",
	"RPOP":       "list, consumed: RPOP mylist > bulk",
	"LRANGE_100": "list: LRANGE mylist 0 99 > array of 100",
	"LRANGE_300": "list: LRANGE mylist 0 299 > array of 300",
	"LRANGE_500": "list: LRANGE mylist 0 499 > array of 500",
	"LRANGE_600": "list: LRANGE mylist 0 599 > array of 600",
	"LINDEX":     "list: LINDEX mylist 499 > bulk",
	"RPOPLPUSH":  "list: RPOPLPUSH mylist mylist > bulk",

	"HSET":    "HSET myhash element:__key__ __data__ > integer",
	"HGET":    "hash: HGET myhash element:__key__ > bulk",
	"HMGET":   "hash: " + ten("HMGET myhash", "element:__key__") + " > array of 10",
	"HGETALL": "record: HGETALL myrecord > array of 20",
	"HINCRBY": "HINCRBY mycounters element:__key__ 1 > integer",

	"SADD":        "SADD myset element:__seq__ > integer",
	"SPOP":        "set, consumed: SPOP myset > bulk",
	"SISMEMBER":   "set: SISMEMBER myset element:__key__ > count of 1",
	"SRANDMEMBER": "set: SRANDMEMBER myset > bulk",

	"ZADD":              "ZADD myzset __score__ element:__key__ > integer",
	"ZPOPMIN":           "zset, consumed: ZPOPMIN myzset > array of 2",
	"ZSCORE":            "zset: ZSCORE myzset element:__key__ > bulk",
	"ZRANK":             "zset: ZRANK myzset element:__key__ > count",
	"ZRANGE_100":        "zset: ZRANGE myzset 0 99 > array of 100",
	"ZRANGEBYSCORE_100": "zset: ZRANGEBYSCORE myzset 0 +inf LIMIT 0 100 > array of 100",
	"ZINCRBY":           "zset: ZINCRBY myzset 1 element:__key__ > bulk",

	"XADD":       "XADD mystream * myfield __data__ > bulk",
	"XLEN":       "stream: XLEN mystream > count of 1",
	"XRANGE_100": "stream: XRANGE mystream - + COUNT 100 > array of 100",

	"GEOADD":            "GEOADD mygeo __score__e-7 10 element:__key__ > integer",
	"GEODIST":           "geo: GEODIST mygeo element:__key__ element:__key__ > bulk",
	"GEORADIUSBYMEMBER": "geo: GEORADIUSBYMEMBER mygeo element:__key__ 1 m COUNT 10 ASC > array of 10",
	"GEOSEARCH":         "geo: GEOSEARCH mygeo FROMMEMBER element:__key__ BYRADIUS 1 m ASC COUNT 10 > array of 10",

	"SETBIT":   "keys: SETBIT key:__key__ 7 __bit__ > integer",
	"GETBIT":   "keys: GETBIT key:__key__ 7 > integer",
	"BITCOUNT": "keys: BITCOUNT key:__key__ > integer",

	"PFADD":   "PFADD myhll element:__seq__ > integer",
	"PFCOUNT": "hyperloglog: PFCOUNT myhll otherhll > count of 1",

	"EVAL":    "EVAL return redis.call('INCR', KEYS[1]) 1 counter:__key__ > integer",
	"EVALSHA": "script: EVALSHA 61636018f4e6b5817b89791bbed242f93fa089e3 1 counter:__key__ > integer",
	"FCALL":   "function: FCALL redismatrix_incr 1 counter:__key__ > integer",

	"PUBLISH": "PUBLISH mychannel __data__ > integer",

	"MULTI_EXEC": "MULTI > status; SET key:__key__ __data__ > status; INCR counter:__key__ > status; EXEC > array of 2",

	"SET_WAITAOF": "SET key:__key__ __data__ > status; WAITAOF 1 0 0 > array of 2",

	"SETEX":  "SETEX session:__key__ 86400 __data__ > status",
	"PSETEX": "PSETEX session:__key__ 86400000 __data__ > status",
	"EXPIRE": "expiring: EXPIRE session:__key__ 86400 > count of 1",
	"TTL":    "expiring: TTL session:__key__ > count of 1",
}

// ten is a command with ten copies of what it takes.
func ten(head, words string) string { return head + strings.Repeat(" "+words, 10) }

func TestCommands(t *testing.T) {
	got := map[string]string{}
	for _, name := range TestNames() {
		test, _ := LookupTest(name)
		got[name] = said(test)
	}
	if diff := cmp.Diff(sent, got); diff != "" {
		t.Errorf("tests (-want +got):\n%s", diff)
	}
}

// said is a test in one line.
func said(test Test) string {
	var b strings.Builder
	b.WriteString(string(test.Needs))
	for word, holds := range map[string]bool{
		", consumed": test.Consumes, "script": test.Script != "", "function": test.Function != "",
	} {
		if holds {
			b.WriteString(word)
		}
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	if test.Inline {
		b.WriteString("inline ")
	}
	for _, step := range test.Lead {
		b.WriteString(saidStep(step) + "; ")
	}
	return b.String() + saidStep(Step{test.Command, test.Reply})
}

func saidStep(step Step) string {
	reply := string(step.Reply.Kind)
	if step.Reply.Len > 0 {
		reply += fmt.Sprint(" of ", step.Reply.Len)
	}
	return strings.Join(step.Command, " ") + " > " + reply
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

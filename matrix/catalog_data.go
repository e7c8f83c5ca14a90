package matrix

import (
	"crypto/sha1"
	"encoding/hex"
	"slices"
	"strings"
)

// group is a named set of the catalogue's tests.
type group struct {
	name  string
	tests []Test
}

// groups are the catalogue, by type of data or feature. A test is in one of
// them. Those that redis-benchmark has send what it sends, but for this, which
// makes every request do the work that its name promises:
//   - Keys are drawn from the keyspace, as with -r; without it redis-benchmark
//     writes one key again and again.
//   - SADD adds an element never used before. An element that is there already
//     changes nothing and never reaches the AOF. Likewise SETBIT flips its bit
//     half of the time, rather than setting what is set.
//   - ZADD draws its score, so that it changes something where the element is
//     there already, as GEOADD draws its position.
//   - LPOP, RPOP, SPOP and ZPOPMIN never run dry, and what reads finds what it
//     reads: Needs says what is built first.
//   - LRANGE_500 reads 500 elements; redis-benchmark read 450 before 6.2.3.
//   - PFCOUNT merges two keys. The count of one is cached until it changes.
//
// Every reply tells whether the request found what it needs, but for those to
// SETRANGE, SETBIT, ZINCRBY and GETBIT, and to BITCOUNT of values shorter than 8
// bytes: they can be the same of a key that is not there.
//
// Tests can follow each other in any order on the same data: none stores a
// type or a text where another expects one that it is not.
var groups = []group{
	{"ping", []Test{
		{Name: "PING_INLINE", Command: words("PING"), Inline: true, Reply: statusReply},
		{Name: "PING_MBULK", Command: words("PING"), Reply: statusReply},
	}},
	{"strings", []Test{
		{Name: "SET", Command: words("SET key:__key__ __data__"), Reply: statusReply},
		{Name: "GET", Command: words("GET key:__key__"), Needs: DataKeys, Reply: bulkReply},
		{Name: "INCR", Command: words("INCR counter:__key__"), Reply: integerReply},
		{Name: "MSET", Remark: "10 keys", Command: tenfold("MSET", "key:__key__ __data__"), Reply: statusReply},
		{Name: "MGET", Remark: "10 keys", Command: tenfold("MGET", "key:__key__"), Needs: DataKeys, Reply: arrayReply(10)},
		{Name: "STRLEN", Command: words("STRLEN key:__key__"), Needs: DataKeys, Reply: countReply(0)},
		{Name: "EXISTS", Command: words("EXISTS key:__key__"), Needs: DataKeys, Reply: countReply(1)},
		{Name: "GETRANGE", Remark: "first 10 bytes", Command: words("GETRANGE key:__key__ 0 9"), Needs: DataKeys, Reply: bulkReply},
		{Name: "SETRANGE", Command: words("SETRANGE key:__key__ 0 __data__"), Needs: DataKeys, Reply: integerReply},
		{Name: "INCRBYFLOAT", Command: words("INCRBYFLOAT float:__key__ 0.5"), Reply: bulkReply},
	}},
	{"lists", []Test{
		{Name: "LPUSH", Command: words("LPUSH mylist __data__"), Reply: integerReply},
		{Name: "RPUSH", Command: words("RPUSH mylist __data__"), Reply: integerReply},
		{Name: "LPOP", Command: words("LPOP mylist"), Needs: DataList, Consumes: true, Reply: bulkReply},
		{Name: "RPOP", Command: words("RPOP mylist"), Needs: DataList, Consumes: true, Reply: bulkReply},
		{Name: "LRANGE_100", Remark: "first 100 elements", Command: words("LRANGE mylist 0 99"), Needs: DataList, Reply: arrayReply(100)},
		{Name: "LRANGE_300", Remark: "first 300 elements", Command: words("LRANGE mylist 0 299"), Needs: DataList, Reply: arrayReply(300)},
		{Name: "LRANGE_500", Remark: "first 500 elements", Command: words("LRANGE mylist 0 499"), Needs: DataList, Reply: arrayReply(500)},
		{Name: "LRANGE_600", Remark: "first 600 elements", Command: words("LRANGE mylist 0 599"), Needs: DataList, Reply: arrayReply(600)},
		{Name: "LINDEX", Remark: "middle of 1000", Command: words("LINDEX mylist 499"), Needs: DataList, Reply: bulkReply},
		{Name: "RPOPLPUSH", Remark: "onto the same list", Command: words("RPOPLPUSH mylist mylist"), Needs: DataList, Reply: bulkReply},
	}},
	{"hashes", []Test{
		{Name: "HSET", Command: words("HSET myhash element:__key__ __data__"), Reply: integerReply},
		{Name: "HGET", Command: words("HGET myhash element:__key__"), Needs: DataHash, Reply: bulkReply},
		{Name: "HMGET", Remark: "10 fields", Command: tenfold("HMGET myhash", "element:__key__"), Needs: DataHash, Reply: arrayReply(10)},
		{Name: "HGETALL", Remark: "10 fields", Command: words("HGETALL myrecord"), Needs: DataRecord, Reply: arrayReply(20)},
		{Name: "HINCRBY", Command: words("HINCRBY mycounters element:__key__ 1"), Reply: integerReply},
	}},
	{"sets", []Test{
		{Name: "SADD", Command: words("SADD myset element:__seq__"), Reply: integerReply},
		{Name: "SPOP", Command: words("SPOP myset"), Needs: DataSet, Consumes: true, Reply: bulkReply},
		{Name: "SISMEMBER", Command: words("SISMEMBER myset element:__key__"), Needs: DataSet, Reply: countReply(1)},
		{Name: "SRANDMEMBER", Command: words("SRANDMEMBER myset"), Needs: DataSet, Reply: bulkReply},
	}},
	{"zsets", []Test{
		{Name: "ZADD", Command: words("ZADD myzset __score__ element:__key__"), Reply: integerReply},
		{Name: "ZPOPMIN", Command: words("ZPOPMIN myzset"), Needs: DataZSet, Consumes: true, Reply: arrayReply(2), Since: redisVersion(5, 0, 0)},
		{Name: "ZSCORE", Command: words("ZSCORE myzset element:__key__"), Needs: DataZSet, Reply: bulkReply},
		{Name: "ZRANK", Command: words("ZRANK myzset element:__key__"), Needs: DataZSet, Reply: countReply(0)},
		{Name: "ZRANGE_100", Remark: "first 100 elements", Command: words("ZRANGE myzset 0 99"), Needs: DataZSet, Reply: arrayReply(100)},
		{Name: "ZRANGEBYSCORE_100", Remark: "first 100 elements", Command: words("ZRANGEBYSCORE myzset 0 +inf LIMIT 0 100"), Needs: DataZSet, Reply: arrayReply(100)},
		{Name: "ZINCRBY", Command: words("ZINCRBY myzset 1 element:__key__"), Needs: DataZSet, Reply: bulkReply},
	}},
	{"streams", []Test{
		{Name: "XADD", Command: words("XADD mystream * myfield __data__"), Reply: bulkReply, Since: redisVersion(5, 0, 0)},
		{Name: "XLEN", Command: words("XLEN mystream"), Needs: DataStream, Reply: countReply(1), Since: redisVersion(5, 0, 0)},
		{Name: "XRANGE_100", Remark: "first 100 entries", Command: words("XRANGE mystream - + COUNT 100"), Needs: DataStream, Reply: arrayReply(100), Since: redisVersion(5, 0, 0)},
	}},
	{"geo", []Test{
		// Members lie on a line along 10° N, 1e-7° apart on average: whatever the
		// keyspace, some 90 to 180 are within a metre of each.
		{Name: "GEOADD", Command: words("GEOADD mygeo __score__e-7 10 element:__key__"), Reply: integerReply, Since: redisVersion(3, 2, 0)},
		{Name: "GEODIST", Command: words("GEODIST mygeo element:__key__ element:__key__"), Needs: DataGeo, Reply: bulkReply, Since: redisVersion(3, 2, 0)},
		{Name: "GEORADIUSBYMEMBER", Remark: "nearest 10", Command: words("GEORADIUSBYMEMBER mygeo element:__key__ 1 m COUNT 10 ASC"), Needs: DataGeo, Reply: arrayReply(10), Since: redisVersion(3, 2, 0)},
		{Name: "GEOSEARCH", Remark: "nearest 10", Command: words("GEOSEARCH mygeo FROMMEMBER element:__key__ BYRADIUS 1 m ASC COUNT 10"), Needs: DataGeo, Reply: arrayReply(10), Since: redisVersion(6, 2, 0)},
	}},
	{"bitmaps", []Test{
		{Name: "SETBIT", Command: words("SETBIT key:__key__ 7 __bit__"), Needs: DataKeys, Reply: integerReply},
		{Name: "GETBIT", Command: words("GETBIT key:__key__ 7"), Needs: DataKeys, Reply: integerReply},
		{Name: "BITCOUNT", Remark: "of a value", Command: words("BITCOUNT key:__key__"), Needs: DataKeys, Reply: integerReply},
	}},
	{"hyperloglog", []Test{
		{Name: "PFADD", Command: words("PFADD myhll element:__seq__"), Reply: integerReply, Since: redisVersion(2, 8, 9)},
		{Name: "PFCOUNT", Remark: "2 keys", Command: words("PFCOUNT myhll otherhll"), Needs: DataHLL, Reply: countReply(1), Since: redisVersion(2, 8, 9)},
	}},
	{"scripts", []Test{
		{Name: "EVAL", Remark: "INCR", Command: []string{"EVAL", incrScript, "1", "counter:__key__"}, Reply: integerReply},
		{Name: "EVALSHA", Remark: "INCR", Command: []string{"EVALSHA", digest(incrScript), "1", "counter:__key__"}, Script: incrScript, Reply: integerReply},
		{Name: "FCALL", Remark: "INCR", Command: []string{"FCALL", FunctionLibrary + "_incr", "1", "counter:__key__"}, Function: incrFunction, Reply: integerReply, Since: redisVersion(7, 0, 0)},
	}},
	{"pubsub", []Test{
		{Name: "PUBLISH", Remark: "no subscriber", Command: words("PUBLISH mychannel __data__"), Reply: integerReply},
	}},
	{"transactions", []Test{
		{
			Name: "MULTI_EXEC", Remark: "SET and INCR", Command: words("EXEC"), Reply: arrayReply(2),
			Lead: []Step{
				{words("MULTI"), statusReply},
				{words("SET key:__key__ __data__"), statusReply},
				{words("INCR counter:__key__"), statusReply},
			},
		},
	}},
	{"durability", []Test{
		{
			Name: "SET_WAITAOF", Remark: "each write synced", Command: words("WAITAOF 1 0 0"), Reply: arrayReply(2),
			Lead:     []Step{{words("SET key:__key__ __data__"), statusReply}},
			NeedsAOF: true, Since: sinceWaitAOF,
		},
	}},
	{"expiry", []Test{
		{Name: "SETEX", Command: words("SETEX session:__key__ 86400 __data__"), Reply: statusReply},
		{Name: "PSETEX", Command: words("PSETEX session:__key__ 86400000 __data__"), Reply: statusReply},
		{Name: "EXPIRE", Command: words("EXPIRE session:__key__ 86400"), Needs: DataExpiring, Reply: countReply(1)},
		{Name: "TTL", Command: words("TTL session:__key__"), Needs: DataExpiring, Reply: countReply(1)},
	}},
}

// sinceWaitAOF is the first version that knows WAITAOF.
var sinceWaitAOF = redisVersion(7, 2, 0)

// Scripts of the catalogue. They do what the test INCR does, so that the
// difference is what a script costs.
const (
	// FunctionLibrary is the library that Test.Function of the catalogue loads,
	// and with which its functions' names begin.
	FunctionLibrary = "redismatrix"

	incrScript   = "return redis.call('INCR', KEYS[1])"
	incrFunction = "#!lua name=" + FunctionLibrary + "\n" +
		"redis.register_function('" + FunctionLibrary + "_incr', " +
		"function(keys) return redis.call('INCR', keys[1]) end)"
)

// digest is what EVALSHA calls a script by.
func digest(script string) string {
	sum := sha1.Sum([]byte(script))
	return hex.EncodeToString(sum[:])
}

// Replies of the catalogue.
var (
	statusReply  = Reply{Kind: ReplyStatus}
	integerReply = Reply{Kind: ReplyInteger}
	bulkReply    = Reply{Kind: ReplyBulk}
)

func countReply(least int) Reply { return Reply{Kind: ReplyCount, Len: least} }

func arrayReply(n int) Reply { return Reply{Kind: ReplyArray, Len: n} }

func words(text string) []string { return strings.Fields(text) }

// tenfold is a command with ten copies of what it takes.
func tenfold(head, element string) []string {
	return slices.Concat(words(head), slices.Repeat(words(element), 10))
}

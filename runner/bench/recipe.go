package bench

import (
	"redismatrix/matrix"
)

const (
	// listLength is how many elements lists and streams have that tests read,
	// and the least that numbered collections have, so that a range of a
	// hundred is always there.
	listLength = 1000
	// recordFields is how many fields HGETALL reads.
	recordFields = 10
	// hllElements makes a hyperloglog dense, which a server keeps in 12 KiB.
	hllElements = 10_000
)

// recipe is how a key of a data set is made, or, where it has no count, the
// family of keys that are numbered.
type recipe struct {
	key string // its name, of a family what is before the number
	// head and element are the words of a command that adds an element, or a
	// member of the family; single is true where a command adds no more.
	head, element []string
	single        bool
	reply         matrix.ReplyKind
	// count is the command that tells how many elements there are, roughly where
	// approximate is set.
	count       string
	approximate bool
	// size is how many there are to be, 0 for one for every key of the keyspace.
	size int64
	// lasting is true of a family that has an expiry.
	lasting bool
}

func (r recipe) family() bool { return r.count == "" }

// elements is how many elements or members there are to be.
func (r recipe) elements(keyspace int) int64 {
	switch {
	case r.size > 0:
		return r.size
	case r.family():
		return int64(keyspace)
	}
	return max(int64(keyspace), listLength)
}

// recipes say how data sets are built. Elements are numbered from 0 by __seq__.
// HMSET rather than HSET, which takes one field before 4.0.
var recipes = map[matrix.Dataset][]recipe{
	matrix.DataKeys: {{
		key: "key:", head: words("MSET"), element: words("key:__seq__ __data__"), reply: matrix.ReplyStatus,
	}},
	matrix.DataExpiring: {{
		key: "session:", head: words("SETEX"), element: words("session:__seq__ 86400 __data__"), reply: matrix.ReplyStatus,
		single: true, lasting: true,
	}},
	matrix.DataList: {{
		key: "mylist", head: words("RPUSH mylist"), element: words("__data__"), reply: matrix.ReplyInteger,
		count: "LLEN", size: listLength,
	}},
	matrix.DataHash: {{
		key: "myhash", head: words("HMSET myhash"), element: words("element:__seq__ __data__"), reply: matrix.ReplyStatus,
		count: "HLEN",
	}},
	matrix.DataRecord: {{
		key: "myrecord", head: words("HMSET myrecord"), element: words("field:__seq__ __data__"), reply: matrix.ReplyStatus,
		count: "HLEN", size: recordFields,
	}},
	matrix.DataSet: {{
		key: "myset", head: words("SADD myset"), element: words("element:__seq__"), reply: matrix.ReplyInteger,
		count: "SCARD",
	}},
	matrix.DataZSet: {{
		key: "myzset", head: words("ZADD myzset"), element: words("__score__ element:__seq__"), reply: matrix.ReplyInteger,
		count: "ZCARD",
	}},
	matrix.DataStream: {{
		key: "mystream", head: words("XADD mystream *"), element: words("myfield __data__"), reply: matrix.ReplyBulk,
		single: true, count: "XLEN", size: listLength,
	}},
	matrix.DataGeo: {{
		key: "mygeo", head: words("GEOADD mygeo"), element: words("__score__e-7 10 element:__seq__"), reply: matrix.ReplyInteger,
		count: "ZCARD",
	}},
	matrix.DataHLL: {hyperloglog("myhll"), hyperloglog("otherhll")},
}

func hyperloglog(key string) recipe {
	return recipe{
		key: key, head: []string{"PFADD", key}, element: words("element:__seq__"), reply: matrix.ReplyInteger,
		count: "PFCOUNT", approximate: true, size: hllElements,
	}
}

// holds reports whether a count is that of what was built. The standard error
// of a hyperloglog is 0.81 %.
func (r recipe) holds(have, want int64) bool {
	if r.approximate {
		return 10*have > 9*want && 10*have < 11*want
	}
	return have == want
}

// keeping are the commands of the catalogue that leave a data set as it was
// built, all of them on a data set that they name. SETBIT and SETRANGE are not
// among them: a value that they change is no longer kept as SET keeps it.
var keeping = wordSet("SET GET MSET MGET STRLEN EXISTS GETRANGE GETBIT BITCOUNT " +
	"LRANGE LLEN LINDEX RPOPLPUSH HSET HGET HMGET HGETALL SISMEMBER SRANDMEMBER SCARD " +
	"ZADD ZSCORE ZRANK ZRANGE ZRANGEBYSCORE ZINCRBY XLEN XRANGE GEOADD GEODIST GEORADIUSBYMEMBER GEOSEARCH " +
	"PFCOUNT SETEX PSETEX EXPIRE TTL")

// computing are the commands that can use keys that they do not name.
var computing = wordSet("EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO SORT")
